"""The playthrough of the card game in OpenSpiel's form: `python -m tests.rl.playthrough` writes it anew."""

from pathlib import Path

FILE = Path(__file__).parent / "coatl_card.playthrough.txt"


def playthrough() -> str:
    """A whole game of one seed; tensors, and histories that repeat themselves, are left out: the file stays small."""
    from open_spiel.python.algorithms import generate_playthrough

    import coatl.rl.open_spiel  # noqa: F401 (registers the games)

    text: str = generate_playthrough.playthrough("coatl_card", None, seed=1, observation_params_string=None)
    left_out = (" ", "InformationState", "ObservationTensor", "History")  # and what continues them
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines() if not line.startswith(left_out))


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
