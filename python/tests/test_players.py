"""Players by name: built in, and programs outside."""

import _thread
import copy
import pickle
import sys
import threading
from pathlib import Path

import kumalak
import pytest

SPECS = ["random", "greedy", "alphabeta:depth=2", "mcts:sims=20"]

# Takes the pits of the side to move and plays the first that is not empty.
ENGINE = """
import sys
for line in sys.stdin:
    pits = line.split()
    if pits[:1] == ["go"]:
        if "{fault}":
            sys.exit(3)
        print("move", next(i for i, stones in enumerate(pits[1:], start=1) if stones != "0"), flush=True)
"""
DESCRIPTION = """
[process]
command = {command!r}
args = [{script!r}]

[move]
send = "go {{{{ mover.pits | join(' ') }}}}\\n"
reply = '^move (?<move>\\d)$'
format = "pit"
first_pit = 1
"""


def engine(folder: Path, fault: str = "") -> str:
    script = folder / "engine.py"
    script.write_text(ENGINE.format(fault=fault))
    description = folder / "engine.toml"
    description.write_text(DESCRIPTION.format(command=sys.executable, script=str(script)))
    return f"engine:{description}"


def play(player: kumalak.Player, plies: int, rules: str = "standard") -> list[int]:
    game = kumalak.Game(rules)
    while not game.is_over and game.plies < plies:
        game.play(player.choose(game))
    return game.moves


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_moves(spec: str) -> None:
    player = kumalak.Player(spec, seed=1)
    assert player.name == spec
    assert repr(player) == f"<Player {spec}>"
    first = play(player, 12)
    player.reseed(1)
    assert play(player, 12) == first
    assert play(kumalak.Player(spec, seed=1), 12) == first


def test_seeds_matter() -> None:
    games = {tuple(play(kumalak.Player("random", seed=seed), 5)) for seed in range(20)}
    assert len(games) > 15


@pytest.mark.parametrize("spec", SPECS)
def test_many_games_are_like_one_after_the_other(spec: str) -> None:
    games = [kumalak.Game(start=kumalak.Position().play(pit)) for pit in range(1, 10)]
    one, many = kumalak.Player(spec, seed=2), kumalak.Player(spec, seed=2)
    assert many.choose_moves(games) == [one.choose(game) for game in games]
    assert many.choose(games[0]) == one.choose(games[0])
    assert many.choose_moves([]) == []


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, kumalak.Player.clone, lambda player: pickle.loads(pickle.dumps(player))],
)
def test_copies_go_on_alike(spec: str, duplicate: object) -> None:
    player = kumalak.Player(spec, seed=3)
    play(player, 3)
    assert callable(duplicate)
    twin = duplicate(player)
    assert twin.name == spec
    assert play(twin, 8) == play(player, 8)


def test_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="unknown player .*net:PATH,sims=N, policy:PATH or engine:FILE"):
        kumalak.Player("stockfish")
    with pytest.raises(ValueError, match="alphabeta has no option"):
        kumalak.Player("alphabeta:width=3")
    with pytest.raises(ValueError, match="seed must be a whole number from 0 to .*, got -1"):
        kumalak.Player("random", seed=-1)
    with pytest.raises(TypeError, match="rules must be a kumalak.Rules or its text, got int"):
        kumalak.Player("random", rules=5)  # type: ignore[arg-type]


def test_a_finished_game_has_no_move() -> None:
    over = kumalak.Game(kumalak.Rules(ply_cap=1))
    over.play(1)
    player = kumalak.Player("greedy")
    with pytest.raises(ValueError, match="the game is over, there is no move"):
        player.choose(over)
    with pytest.raises(ValueError, match="game 1 is over"):
        player.choose_moves([kumalak.Game(), over])
    with pytest.raises(ValueError, match="over, there is nothing to evaluate"):
        player.evaluate(over)


def test_exact_says_early_what_is_too_large() -> None:
    player = kumalak.Player("exact", rules="standard,pits=3,stones=2")
    assert len(play(player, 10, "standard,pits=3,stones=2")) > 1
    with pytest.raises(ValueError, match="exact cannot play games under the rules standard: .* memory"):
        kumalak.Player("exact", rules="standard")
    with pytest.raises(kumalak.PlayerError, match="the game is too large to be solved: .* memory"):
        kumalak.Player("exact").choose(kumalak.Game())


def test_exact_plays_endings_of_large_boards() -> None:
    ending = kumalak.Position.from_board([[0] * 8 + [1], [1, 1] + [0] * 7], [80, 79])
    player = kumalak.Player("exact")
    pit = player.choose(kumalak.Game(start=ending))
    twin = pickle.loads(pickle.dumps(player))
    assert twin.choose(kumalak.Game(start=ending)) == player.clone().choose(kumalak.Game(start=ending)) == pit


@pytest.mark.parametrize(
    ("spec", "reckons"),
    [("alphabeta:depth=3", "stones"), ("mcts:sims=30", "value"), ("exact", "value")],
)
def test_evaluations(spec: str, reckons: str) -> None:
    game = kumalak.Game("standard,pits=3,stones=3")
    player = kumalak.Player(spec, seed=5)
    found = player.evaluate(game)
    assert found.side == "white"
    assert found.best_move in game.legal_moves
    assert found.value == 2 * found.expected_points - 1
    assert -1 <= found.value <= 1
    assert repr(found) == f"<PositionEvaluation {found.best_move}: {found} for white>"
    if reckons == "stones" and found.win_in is None and found.loss_in is None:
        assert found.stones is not None
    if spec != "exact":
        assert found.principal_variation[0] == found.best_move
        assert found.nodes
    assert (found.outcome, found.margin) == (None, None)
    # The player's random choices are where they were.
    assert play(player, 4, "standard,pits=3,stones=3") == play(
        kumalak.Player(spec, seed=5), 4, "standard,pits=3,stones=3"
    )


def test_exact_evaluations_are_exact() -> None:
    start = kumalak.Position("standard,pits=3,stones=3")  # a win, as docs/solver.md says
    found = kumalak.Player("exact").evaluate(start)
    assert found.win_in is not None
    assert found.value == 1
    after = kumalak.Player("exact").evaluate(start.play(found.best_move))
    assert after.loss_in == found.win_in - 1
    assert (after.side, after.value) == ("black", -1)


def test_who_says_nothing() -> None:
    for spec in ("random", "greedy"):
        with pytest.raises(kumalak.PlayerError, match=f"{spec} does not say what it thinks"):
            kumalak.Player(spec).evaluate(kumalak.Position())
    with pytest.raises(TypeError, match="position must be a kumalak.Position or a kumalak.Game, got str"):
        kumalak.Player("alphabeta:depth=1").evaluate("start")  # type: ignore[arg-type]


def test_ctrl_c_ends_a_long_search() -> None:
    player = kumalak.Player("alphabeta:time=600s")
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        player.choose(kumalak.Game())
    assert kumalak.Player("alphabeta:depth=1").choose(kumalak.Game()) in range(1, 10)


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    thinks = True

    def tick() -> None:
        nonlocal ticks
        while thinks:
            ticks += 1

    other = threading.Thread(target=tick)
    other.start()
    before = ticks
    kumalak.Player("alphabeta:time=100ms").choose(kumalak.Game())
    during = ticks - before
    thinks = False
    other.join()
    assert during > 100


def test_a_program_outside_plays(tmp_path: Path) -> None:
    player = kumalak.Player(engine(tmp_path))
    assert play(player, 4) == [1, 1, 1, 1]
    twin = pickle.loads(pickle.dumps(player))
    assert play(twin, 4) == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="describes an engine for the rules standard, not for bestemshe"):
        player.choose(kumalak.Game("bestemshe"))
    assert play(player, 2) == [1, 1]
    with pytest.raises(ValueError, match="not for bestemshe"):
        kumalak.Player(engine(tmp_path), rules="bestemshe")


def test_a_program_outside_that_fails(tmp_path: Path) -> None:
    player = kumalak.Player(engine(tmp_path, fault="leaves"))
    for _ in range(2):  # it is started again
        with pytest.raises(kumalak.PlayerError, match="no move: .*exit"):
            player.choose(kumalak.Game())
    with pytest.raises(ValueError, match="cannot read .*nowhere.toml"):
        kumalak.Player(f"engine:{tmp_path}/nowhere.toml")
    description = tmp_path / "absent.toml"
    description.write_text(DESCRIPTION.format(command=str(tmp_path / "absent"), script=""))
    with pytest.raises(kumalak.PlayerError, match="cannot start .*absent"):
        kumalak.Player(f"engine:{description}")
