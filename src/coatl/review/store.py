"""Parts of reviews that are kept, so that a review goes on where it was interrupted, and a second look is instant."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from coatl.engine.record import Record
from coatl.folders import user_folder
from coatl.review.report import FORMAT, Part, Settings, adapter, part_from_json, part_json


def digest_of(record: Record, settings: Settings) -> str:
    """What a review is kept under: the record and all that decides its numbers."""
    text = "\n".join([str(FORMAT), adapter(Settings).dump_json(settings).decode(), record.to_text()])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class PartStore:
    """A file with the parts of one review, a line each; what cannot be read or written is worked out anew."""

    def __init__(self, record: Record, settings: Settings, folder: Path | None = None) -> None:
        home = user_folder("state") / "reviews" if folder is None else folder
        self.path = home / f"{digest_of(record, settings)}.jsonl"

    def parts(self) -> dict[int, Part]:
        """What is kept, by number."""
        return {part.number: part for part in self.read()}

    def read(self) -> Iterator[Part]:
        """Every line that is whole: the last one may be cut off."""
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return
        for line in lines:
            with suppress(ValidationError):
                yield part_from_json(line)

    def add(self, part: Part) -> None:
        """Keeps a part more."""
        with suppress(OSError):  # a review that cannot be kept is still a review
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(part_json(part) + "\n")
