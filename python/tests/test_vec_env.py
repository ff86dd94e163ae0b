import kumalak
import numpy as np
import pytest


def test_spaces() -> None:
    env = kumalak.VecEnv(5)
    observations, infos = env.reset()
    assert observations.shape == (5, kumalak.OBSERVATION_LEN)
    assert observations.dtype == np.uint8
    assert infos["action_mask"].shape == (5, kumalak.NUM_ACTIONS)
    assert infos["action_mask"].all()
    assert env.num_envs == len(env) == 5


def test_follows_the_positions() -> None:
    env = kumalak.VecEnv(16, seed=3, autoreset="disabled")
    env.reset()
    positions = [kumalak.Position() for _ in range(16)]
    for _ in range(400):
        actions = env.sample_actions()
        movers = [position.turn for position in positions]
        over = [position.is_over for position in positions]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for board in np.flatnonzero(~np.array(over)):
            after = positions[board].play(int(actions[board]) + 1)
            positions[board] = after
            assert env.position(int(board)) == after
            assert terminated[board] == after.is_over
            winner = {None: 0, "1/2-1/2": 0, "1-0": 1, "0-1": -1}[after.outcome]
            assert rewards[board] == (winner if movers[board] == "white" else -winner)
            assert [index + 1 for index in np.flatnonzero(infos["action_mask"][board])] == after.legal_moves
            assert observations[board, :22].tolist() == after.observation()[:22].tolist()
        assert not truncated.any()
    assert all(position.is_over for position in positions)


def test_step_into_is_step() -> None:
    one, other = kumalak.VecEnv(100, seed=1), kumalak.VecEnv(100, seed=1)
    into_observations = np.empty((100, kumalak.OBSERVATION_LEN), np.uint8)
    into_mask = np.empty((100, kumalak.NUM_ACTIONS), np.bool_)
    into_rewards = np.empty(100, np.int8)
    into_terminated = np.empty(100, np.bool_)
    into_truncated = np.empty(100, np.bool_)
    for _ in range(200):
        actions = one.sample_actions()
        assert (actions == other.sample_actions()).all()
        observations, rewards, terminated, truncated, infos = one.step(actions)
        other.step_into(
            actions,
            observations=into_observations,
            action_mask=into_mask,
            rewards=into_rewards,
            terminated=into_terminated,
            truncated=into_truncated,
        )
        assert (into_observations == observations).all()
        assert (into_mask == infos["action_mask"]).all()
        assert (into_rewards == rewards).all()
        assert (into_terminated == terminated).all()
        assert (into_truncated == truncated).all()


def test_finished_games_keep_the_last_position() -> None:
    env = kumalak.VecEnv(64, seed=5, autoreset="same_step")
    seen = 0
    for _ in range(300):
        env.step(env.sample_actions())
        games = env.finished_games()
        count = len(games["board"])
        assert games["observation"].shape == (count, kumalak.OBSERVATION_LEN)
        white, black = games["kazans"].T.astype(int)
        assert (np.sign(white - black) == games["white_result"]).all()
        assert (env.plies()[games["board"]] == 0).all()
        seen += count
    assert seen > 64


def test_an_illegal_action_changes_nothing() -> None:
    env = kumalak.VecEnv(3)
    before = env.observations()
    with pytest.raises(ValueError, match="board 1: .*0 to 8, got 9"):
        env.step(np.array([0, 9, 0], np.uint8))
    assert (env.observations() == before).all()
    with pytest.raises(ValueError, match="must have 3 entries, got 2"):
        env.step(np.zeros(2, np.uint8))


def test_ply_cap_truncates() -> None:
    env = kumalak.VecEnv(2, ply_cap=10)
    for _ in range(10):
        _, rewards, terminated, truncated, _ = env.step(env.sample_actions())
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()


def test_seeds_decide() -> None:
    env = kumalak.VecEnv(8, seed=1)
    first = [env.sample_actions().tolist() for _ in range(5)]
    env.reset(seed=1)
    assert [env.sample_actions().tolist() for _ in range(5)] == first
    env.reset(seed=2)
    assert [env.sample_actions().tolist() for _ in range(5)] != first


def test_clone_goes_its_own_way() -> None:
    env = kumalak.VecEnv(8, seed=1)
    copy = env.clone()
    env.step(env.sample_actions())
    assert (copy.plies() == 0).all()
    copy.step(copy.sample_actions())
    assert (copy.observations() == env.observations()).all()


def test_set_position() -> None:
    env = kumalak.VecEnv(2)
    position = kumalak.Position().play(7)
    env.set_position(1, position)
    assert env.position(1) == position
    assert env.current_player().tolist() == [0, 1]
    with pytest.raises(ValueError, match="other rules"):
        env.set_position(0, kumalak.Position(kumalak.Rules("bestemshe")))
    with pytest.raises(ValueError, match="no board 2"):
        env.position(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"num_envs": 0}, "at least one board"), ({"num_envs": 1, "autoreset": "never"}, "same_step")],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kumalak.VecEnv(**arguments)  # type: ignore[arg-type]
