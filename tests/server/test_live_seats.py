"""Who sits at a table: joining, leaving, bots that stand in, and what the host may do."""

from coatl.server.tables import commands
from coatl.server.tables.people import hashed
from tests.server.tables import ME, OPEN, Scene, refused, state, two


def test_joining_fills_the_first_open_seat_and_the_game_begins() -> None:
    scene = Scene(game="board", seats=[ME, OPEN])
    scene.join("Ben")
    assert scene.kinds() == ["joined", "sat", "started"]
    assert scene.table.game is not None
    assert scene.table.game.names == ("Ann", "Ben")
    assert scene.table.person_with("Ben" * 32).name == "Ben"
    assert scene.join("Ben").applied == []  # the same token again


def test_an_invited_seat_needs_its_invitation() -> None:
    scene = Scene(seats=[ME, {"kind": "invited"}, {"kind": "invited"}])
    refused(scene, "seat.taken", commands.Join("Eve", "e"))
    refused(scene, "seat.invite", commands.Join("Eve", "e", seat=2))
    refused(scene, "seat.invite", commands.Join("Eve", "e", seat=2, invite=hashed(scene.made.invites["3"])))
    scene.join("Ben", seat=2, invite=hashed(scene.made.invites["2"]))
    assert scene.table.seats[1].name == "Ben"


def test_one_device_may_hold_several_seats() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.do(commands.Sit(seat=3, name="Cleo"), "Ann")
    assert scene.table.seats_of(scene.person("Ann")) == [1, 3]
    refused(scene, "seat.taken", commands.Sit(seat=3, name="Dan"), "Ann")
    refused(scene, "seat.unknown", commands.Sit(seat=4, name="Dan"), "Ann")
    refused(scene, "token.unknown", commands.Sit(seat=2, name="Dan"))
    scene.join("Ben")
    assert scene.table.status == "playing"
    assert [state(scene.table, viewer)["own"] for viewer in (1, 2, 3, None)] == [[1, 3], [2], [1, 3], []]
    refused(scene, "table.begun", commands.Sit(seat=2, name="Dan"), "Ann")
    refused(scene, "table.begun", commands.Join("Eve", "e"))


def test_leaving_before_the_game_opens_the_seat_and_hands_the_table_over() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.join("Ben")
    scene.do(commands.Leave(), "Ann")
    assert scene.table.seats[0].kind == "open"
    assert scene.table.people[scene.table.host - 1].name == "Ben"
    scene.do(commands.Leave(), "Ben")
    assert scene.table.status == "closed"


def test_leaving_a_game_lets_a_bot_stand_in_until_the_person_is_back() -> None:
    scene = two()
    scene.do(commands.Leave(seat=2), "Ben")
    assert scene.table.thinking() == {2: "artisan"}
    refused(scene, "seat.absent", commands.Play(seat=2, action="done"), "Ben")
    refused(scene, "seat.absent", commands.Leave(), "Ben")
    scene.do(commands.GiveBack(seat=2), "Ben")
    assert scene.table.thinking() == {}
    refused(scene, "seat.present", commands.GiveBack(seat=2), "Ben")


def test_a_game_without_people_is_closed() -> None:
    scene = two()
    scene.do(commands.Leave(), "Ann")
    assert scene.table.people[scene.table.host - 1].name == "Ben"
    scene.do(commands.Leave(), "Ben")
    assert scene.kinds() == ["left", "closed"]
    assert scene.table.wake() is None


def test_the_host_fills_empty_seats_with_bots() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.do(commands.SetSeat(seat=2, to="bot", bot="novice"), "Ann")
    assert scene.table.seats[1].name == "Novice"
    scene.do(commands.SetSeat(seat=2, to="open"), "Ann")
    scene.join("Ben")
    refused(scene, "host.only", commands.SetSeat(seat=3, to="bot"), "Ben")
    refused(scene, "seat.taken", commands.SetSeat(seat=2, to="bot"), "Ann")
    scene.do(commands.SetSeat(seat=3, to="bot"), "Ann")
    assert scene.kinds() == ["seat", "started"]


def test_the_host_replaces_an_absent_player_and_gives_the_seat_back() -> None:
    scene = two()
    refused(scene, "seat.present", commands.Replace(seat=2), "Ann", present=("Ann", "Ben"))
    refused(scene, "host.only", commands.Replace(seat=1), "Ben")
    scene.do(commands.Replace(seat=2, bot="priest"), "Ann", present=("Ann",))
    assert scene.table.thinking() == {2: "priest"}
    refused(scene, "seat.taken", commands.Replace(seat=2), "Ann")
    scene.do(commands.GiveBack(seat=2), "Ann")
    assert scene.table.seats[1].human


def test_the_host_closes_a_table_that_has_not_begun() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.join("Ben")
    refused(scene, "host.only", commands.Close(), "Ben")
    scene.do(commands.Close(), "Ann")
    assert scene.table.status == "closed"
    refused(scene, "table.begun", commands.Join("Eve", "e"))
