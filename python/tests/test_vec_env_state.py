"""States as arrays, copies, pickles and seeds."""

import copy
import pickle
from typing import Any

import kumalak
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

RULES = ["standard", "bestemshe", "giveaway", "standard,pits=3,stones=2,ply-cap=40", "server"]
MODES = ["next_step", "same_step", "disabled"]


def play(env: kumalak.VecEnv, steps: int) -> list[Any]:
    trace: list[Any] = []
    for _ in range(steps):
        actions = env.sample_actions()
        trace += [actions, *env.step(actions)[:4], env.action_mask(), env.current_player()]
    return trace


def equal(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@given(st.sampled_from(RULES), st.sampled_from(MODES), st.integers(0, 120))
def test_copies_and_pickles_go_on_alike(rules: str, mode: str, steps: int) -> None:
    env = kumalak.VecEnv(5, seed=steps, rules=rules, autoreset=mode, observation="scaled")
    play(env, steps)
    copies = [env.clone(), copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    last = env.finished_games()
    for twin in copies:
        assert (twin.rules, twin.autoreset, twin.observation) == (env.rules, mode, "scaled")
        assert np.array_equal(twin.finished_games()["plies"], last["plies"])
    expected = play(env, 30)
    assert all(equal(play(twin, 30), expected) for twin in copies)


@given(st.sampled_from(RULES), st.sampled_from(MODES), st.integers(0, 200))
def test_states_come_back(rules: str, mode: str, steps: int) -> None:
    env = kumalak.VecEnv(5, seed=steps, rules=rules, autoreset=mode)
    play(env, steps)
    state = env.get_state()
    other = kumalak.VecEnv(5, rules=rules, autoreset=mode)
    other.set_state(state)
    for name, array in other.get_state().items():
        assert np.array_equal(array, state[name])
    assert (other.action_mask() == env.action_mask()).all()
    assert [other.position(board) for board in range(5)] == [env.position(board) for board in range(5)]


def test_shapes_of_a_state() -> None:
    state = kumalak.VecEnv(4).get_state()
    shapes = {name: (array.shape, array.dtype.name) for name, array in state.items()}
    assert shapes == {
        "pits": ((4, 2, 9), "uint8"),
        "kazans": ((4, 2), "uint8"),
        "tuzdiks": ((4, 2), "uint8"),
        "current_player": ((4,), "uint8"),
        "plies": ((4,), "uint32"),
        "status": ((4,), "uint8"),
    }


def test_some_boards_and_lists() -> None:
    env = kumalak.VecEnv(4)
    position = kumalak.Position().play(7).play(9)
    env.set_state({"pits": [position.pits.tolist()], "kazans": [list(position.kazans)]}, boards=[2])
    assert env.position(2) == position
    assert env.position(1) == kumalak.Position()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"kazans": [[0, 0], [1, 0], [0, 0]]},
            r"board 1: pits and kazans must hold 162 stones together, got 163",
        ),
        ({"kazans": [[0, 0], [0, 0], [0, 256]]}, r"board 2: kazans must hold numbers from 0 to 255, got 256"),
        ({"kazans": [[0, 0]]}, r"kazans must have the shape \[3, 2\], got \[1, 2\]"),
        (
            {"tuzdiks": [[0, 0], [0, 0], [12, 0]]},
            r"board 2: a tuzdik must be 0 for none or the number 1 to 9",
        ),
        (
            {"tuzdiks": [[3, 0], [0, 0], [0, 0]]},
            r"board 0: pit 3 of Black is a tuzdik and must be empty, but holds 9",
        ),
        ({"current_player": [0, 2, 0]}, r"board 1: current_player must be 0 \(White\) or 1 \(Black\), got 2"),
        ({"status": [0, 0, 1]}, r"board 2: status must be 0"),
        ({"plies": [0, -1, 0]}, r"board 1: plies must hold numbers from 0 to 4294967295, got -1"),
        ({"pit": [0]}, r'no array "pit", only pits'),
    ],
)
def test_bad_states_name_the_board(change: dict[str, Any], message: str) -> None:
    env = kumalak.VecEnv(3, seed=1)
    before = pickle.dumps(env)
    with pytest.raises(kumalak.StateError, match=message):
        env.set_state({**env.get_state(), **change})
    assert pickle.dumps(env) == before


def test_states_hold_whole_numbers() -> None:
    env = kumalak.VecEnv(1)
    with pytest.raises(TypeError, match="pits must hold whole numbers, got float64"):
        env.set_state({"pits": np.full((1, 2, 9), 9.0), "kazans": [[0, 0]]})
    with pytest.raises(kumalak.StateError, match='needs the array "kazans"'):
        env.set_state({"pits": np.full((1, 2, 9), 9)})
    with pytest.raises(kumalak.StateError, match="no board 5"):
        env.set_state(env.get_state(), boards=[5])
    with pytest.raises(
        TypeError, match="state must be a dict of arrays, as get_state gives it, got NoneType"
    ):
        env.set_state(None)  # type: ignore[arg-type]


def test_boards_are_different_and_exist() -> None:
    env = kumalak.VecEnv(2)
    with pytest.raises(kumalak.StateError, match="boards lists board 1 twice"):
        env.set_state(env.get_state(), boards=[1, 1])
    with pytest.raises(kumalak.StateError, match="boards must hold numbers of boards, from 0 on, got -1"):
        env.set_state(env.get_state(), boards=[0, -1])
    with pytest.raises(ValueError, match="board must be the number of a board, from 0 on, got -1"):
        env.position(-1)


def test_damaged_pickles_are_errors() -> None:
    with pytest.raises(ValueError, match="no snapshot"):
        kumalak.VecEnv._from_snapshot(kumalak.Rules(), "tokens", b"nothing")


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=6), st.integers(0, 5))
def test_a_seeded_board_plays_the_same_among_others(seeds: list[int], board: int) -> None:
    board %= len(seeds)

    def actions_of(board: int, env: kumalak.VecEnv) -> list[int]:
        played = []
        for _ in range(40):
            actions = env.sample_actions()
            played.append(int(actions[board]))
            env.step(actions)
        return played

    together = actions_of(board, kumalak.VecEnv(len(seeds), seed=seeds))
    assert actions_of(0, kumalak.VecEnv(1, seed=[seeds[board]])) == together
    assert actions_of(0, kumalak.VecEnv(1, seed=seeds[board])) == together
    env = kumalak.VecEnv(len(seeds))
    env.reset(seed=np.array(seeds, np.uint64))
    assert actions_of(board, env) == together


def test_bad_seeds() -> None:
    with pytest.raises(ValueError, match="seeds must have 3 entries, got 2"):
        kumalak.VecEnv(3, seed=[1, 2])
    with pytest.raises(TypeError, match="seed must be"):
        kumalak.VecEnv(3, seed=-1)
