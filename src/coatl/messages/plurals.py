"""Which form of a message a number takes, as `Intl.PluralRules` has it (Unicode CLDR), for the known languages."""

from collections.abc import Callable

MILLION = 1_000_000


def germanic(number: float) -> str:
    """English and German: one, and everything else."""
    return "one" if abs(number) == 1 else "other"


def french(number: float) -> str:
    """French: nought, one and what lies between are one; whole millions are many."""
    if abs(number) < 2:
        return "one"
    return "many" if number % MILLION == 0 else "other"


def spanish(number: float) -> str:
    """Spanish: one; whole millions are many."""
    if abs(number) == 1:
        return "one"
    return "many" if number and number % MILLION == 0 else "other"


def slavic(number: float) -> str:
    """Ukrainian and Russian: by the last digit, but 11 to 14 are many; fractions are other."""
    if number != int(number):
        return "other"
    tens, ones = divmod(int(abs(number)) % 100, 10)
    if tens == 1 or ones == 0 or ones > 4:
        return "many"
    return "one" if ones == 1 else "few"


RULES: dict[str, tuple[Callable[[float], str], frozenset[str]]] = {  # by the name in languages.json, with their forms
    "germanic": (germanic, frozenset({"one", "other"})),
    "french": (french, frozenset({"one", "many", "other"})),
    "spanish": (spanish, frozenset({"one", "many", "other"})),
    "slavic": (slavic, frozenset({"one", "few", "many", "other"})),
}
