"""Who plays by keys or listens to the page stays at the table: the focus never falls to the top of the page."""

from tests.web.browser import Visits
from tests.web.players import Keys
from tests.web.test_slips import alone

GAINS = ("raise", "fulfil", "steal")
HAS_FOCUS = "() => document.activeElement.closest('.dock, [data-gain], [data-spot]') !== null"


def test_the_focus_stays_at_the_table_after_a_lay_and_a_gain(visits: Visits) -> None:
    ann = alone(visits, "card", Keys)
    ann.skip(until=lambda view: view["pending"] == "play")
    before = len(ann.ears.played)
    ann.move(1)
    ann.ears.wait(lambda: len(ann.ears.played) > before and not ann.ears.asked)
    ann.page.wait_for_function(HAS_FOCUS)
    ann.skip(until=lambda view: any(action.startswith(GAINS) for action in view["legal"]))
    before = len(ann.ears.played)
    ann.page.locator("[data-offer]").first.focus()
    ann.page.keyboard.press("Enter")
    ann.ears.wait(lambda: len(ann.ears.played) > before and not ann.ears.asked)
    ann.page.wait_for_function(HAS_FOCUS)


def test_the_focus_never_goes_to_the_end_of_the_turn_by_itself(visits: Visits) -> None:
    """A second Enter must not end the turn."""
    ann = alone(visits, "card", Keys)
    ann.skip(until=lambda view: view["plays"] == 1 and any(action.startswith("beside") for action in view["legal"]))
    ann.move(1)
    ann.page.wait_for_function(HAS_FOCUS)
    assert not ann.page.evaluate("document.activeElement.matches('.end')")
