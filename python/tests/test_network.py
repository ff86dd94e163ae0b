"""Checkpoints in Python: the network of the library in PyTorch, and what is said about broken files.

`train/tests/library/golden_checkpoint.rs` writes the files that the tests read, and holds the library to them.
"""

import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kumalak
import numpy as np
import pytest
from kumalak.checkpoint import CheckpointError, CheckpointInfo, load_tensors, resolve_checkpoint

torch = pytest.importorskip("torch")
save_file = pytest.importorskip("safetensors.numpy").save_file

from kumalak.torch import Network, NetworkEvaluator, load_network  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "train" / "tests" / "data"
GOLDEN = DATA / "golden_checkpoint"
ANSWERS = json.loads((GOLDEN / "answers.json").read_text())


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GOLDEN, tmp_path / "checkpoint"))


def test_the_answers_are_those_of_the_library() -> None:
    evaluator = NetworkEvaluator.load(GOLDEN)
    observations = np.array(ANSWERS["observations"], np.uint8)
    logits, outcome, margin = evaluator(observations)
    np.testing.assert_allclose(logits, ANSWERS["policy_logits"], rtol=0, atol=1e-4)
    np.testing.assert_allclose(outcome, ANSWERS["outcome"], rtol=0, atol=1e-5)
    np.testing.assert_allclose(margin, ANSWERS["margin"], rtol=0, atol=1e-3)
    assert all(array.dtype == np.dtype(np.float32) for array in (logits, outcome, margin))


@pytest.mark.parametrize("played", ANSWERS["games"], ids=lambda played: str(played["spec"]))
def test_the_moves_are_those_of_the_library(played: dict[str, Any]) -> None:
    player = kumalak.Player(played["spec"].replace("GOLDEN", str(GOLDEN)))
    assert player.name == played["spec"].replace("GOLDEN", str(GOLDEN))
    game = kumalak.Game("standard,pits=5,stones=5")
    twin = pickle.loads(pickle.dumps(player))
    for pit in played["moves"]:
        assert player.choose(game) == pit
        game.play(pit)
    assert twin.choose(kumalak.Game("standard,pits=5,stones=5")) == played["moves"][0]


def test_the_standard_board_gives_the_documented_numbers() -> None:
    fixture = json.loads((DATA / "network.json").read_text())
    network = Network(width=fixture["width"], blocks=fixture["blocks"]).double()
    shapes = {name: tuple(values.shape) for name, values in network.state_dict().items()}
    # The fixture numbers the parameters that decay first.
    names = sorted(shapes, key=lambda name: name.endswith("bias") or "norm" in name)
    sines = {}
    for number, name in enumerate(names):
        steps = np.arange(np.prod(shapes[name]), dtype=np.float64)
        values = 0.5 * np.sin(number + steps) + (1 if "norm.weight" in name else 0)
        sines[name] = torch.from_numpy(values.reshape(shapes[name]))
    network.load_state_dict(sines)
    with torch.no_grad():
        policy, outcome, margin = network(torch.tensor(fixture["observations"]))
    for found, expected in ((policy, "policy"), (outcome, "outcome"), (margin, "margin")):
        np.testing.assert_allclose(found.flatten().numpy(), fixture[expected], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("normalization", ["layer_norm", "none"])
def test_a_new_network_can_be_trained_and_played_with(normalization: str) -> None:
    torch.manual_seed(1)
    rules = kumalak.Rules("bestemshe")
    network = Network(rules, width=16, blocks=2, normalization=normalization)
    observations = kumalak.VecEnv(4, rules=rules).reset()[0]
    evaluator = NetworkEvaluator(network)
    before = evaluator(observations)
    policy, outcome, margin = network(torch.from_numpy(observations))
    (policy.square().sum() + outcome.square().sum() + margin.square().sum()).backward()
    assert all(parameter.grad is not None for parameter in network.parameters())
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(1)
    after = evaluator(observations)  # frozen
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    player = kumalak.Player.from_evaluator(evaluator, sims=8)
    assert player.choose(kumalak.Game(rules)) in range(1, 6)
    with pytest.raises(ValueError, match="normalization must be 'layer_norm' or 'none'"):
        Network(normalization="batch")


def test_a_network_plays_by_its_own_rules_alone() -> None:
    spec = f"net:{GOLDEN},sims=4"
    with pytest.raises(ValueError, match="was made for the rules standard,pits=5,stones=5, not for standard"):
        kumalak.Player(spec, rules="standard")
    with pytest.raises(ValueError, match="not for bestemshe"):
        kumalak.Player(spec).choose(kumalak.Game("bestemshe"))
    capped = kumalak.Rules("standard,pits=5,stones=5", ply_cap=30)
    assert kumalak.Player(spec, rules=capped).choose(kumalak.Game(capped)) in range(1, 6)


def test_observations_that_it_does_not_know() -> None:
    evaluator = NetworkEvaluator.load(GOLDEN)
    observations = np.zeros((2, 23), np.uint8)
    observations[1, 20] = 6
    with pytest.raises(ValueError, match="observation 1, column 20: token 6 is not below 6"):
        evaluator(observations)
    with pytest.raises(ValueError, match=r"must have the shape \[B, 23\], got \[2, 22\]"):
        evaluator(observations[:, 1:])


def test_checkpoints_of_a_run(tmp_path: Path) -> None:
    run = tmp_path / "run"
    for number in (3, 7):
        shutil.copytree(GOLDEN, run / "checkpoints" / f"{number:06}")
    with pytest.raises(CheckpointError, match="no checkpoint at .*run/best: expected the folder of a run or"):
        resolve_checkpoint(run / "best")
    (run / "config.toml").touch()
    with pytest.raises(CheckpointError, match="run has no checkpoint 'latest' yet"):
        resolve_checkpoint(run)
    (run / "latest").write_text("000007\n")
    (run / "best").write_text("000003\n")
    third, seventh = (run / "checkpoints" / name for name in ("000003", "000007"))
    assert resolve_checkpoint(run) == resolve_checkpoint(run / "latest") == seventh
    assert resolve_checkpoint(run / "best") == third
    assert resolve_checkpoint(str(third)) == third
    assert kumalak.Player(f"policy:{run}/best").name == f"policy:{run}/best"
    (run / "best").write_text("three")
    with pytest.raises(CheckpointError, match="best should hold the number of a checkpoint, found 'three'"):
        kumalak.Player(f"net:{run}/best,sims=4")


def test_a_description() -> None:
    info = CheckpointInfo.load(GOLDEN)
    assert info.rules == kumalak.Rules("standard,pits=5,stones=5")
    assert (info.width, info.blocks, info.normalization, info.seed) == (8, 2, "layer_norm", 5)
    assert load_network(GOLDEN).rules == info.rules
    assert load_tensors(GOLDEN)["embedding.marks"].shape == (15, 8)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", 2, "checkpoint format 2 is unknown, expected 1"),
        ("format", "1", "format must be a whole number, found '1'"),
        ("seed", None, "field seed is missing"),
        ("colour", 3, "unknown field colour"),
        ("network", 3, "network: expected an object, found 3"),
        ("network.width", 4, "network.width must be a whole number from 8 to 4096, found 4"),
        ("network.blocks", True, "network.blocks must be a whole number from 0 to 64, found True"),
        ("network.normalization", "batch", "network.normalization must be one of layer_norm, none, found 'b"),
        ("rules.tuzdik", "ends-game", "rules.tuzdik must be one of compulsory, none, found 'ends-game'"),
        ("rules.pits", 1, "checkpoint.json: rules: .*pits"),
        ("rules.draw", 1, "unknown field rules.draw"),
    ],
)
def test_broken_descriptions(checkpoint: Path, field: str, value: Any, message: str) -> None:
    path = checkpoint / "checkpoint.json"
    content = json.loads(path.read_text())
    *tables, name = field.split(".")
    table = content[tables[0]] if tables else content
    if value is None:
        del table[name]
    else:
        table[name] = value
    path.write_text(json.dumps(content))
    with pytest.raises(CheckpointError, match=message) as raised:
        load_network(checkpoint)
    assert str(path) in str(raised.value)


def test_all_switches_are_read(checkpoint: Path) -> None:
    path = checkpoint / "checkpoint.json"
    content = json.loads(path.read_text())
    content["rules"] |= {
        "tuzdik": "none",
        "last_pit_tuzdik": "allowed",
        "same_number_tuzdik": "opposite_forbidden",
        "majority": "play_to_the_end",
        "atsyrau": "stuck_player_loses",
        "first_stone": "next_pit",
        "goal": "giveaway",
        "repetition_draw": None,
        "ply_cap": 200,
    }
    path.write_text(json.dumps(content))
    assert CheckpointInfo.load(checkpoint).rules.switches == {
        "pits": 5,
        "stones": 5,
        "tuzdik": None,
        "last_pit": "allowed",
        "same_number": "opposite-forbidden",
        "majority": "play-on",
        "atsyrau": "stuck-player-loses",
        "first_stone": "next",
        "goal": "giveaway",
        "repetition": None,
        "ply_cap": 200,
    }


def changed(name: str, values: Any) -> dict[str, Any]:
    tensors: dict[str, Any] = dict(load_tensors(GOLDEN))
    if values is None:
        del tensors[name]
    else:
        tensors[name] = values
    return tensors


NOT_FINITE = np.zeros((9, 8), np.float32)
NOT_FINITE[0, 2] = np.inf


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("policy.bias", None, "tensor policy.bias is missing"),
        (
            "value.bias",
            np.zeros(3, np.float32),
            "tensor value.bias belongs to no network with these settings",
        ),
        ("policy.bias", np.zeros(8, np.float32), r"tensor policy.bias must be F32 \[9\], found F32 \[8\]"),
        ("policy.bias", np.zeros(9), r"tensor policy.bias must be F32 \[9\], found F64 \[9\]"),
        ("policy.weight", NOT_FINITE, "tensor policy.weight holds inf at index 2, expected finite numbers"),
    ],
)
def test_broken_tensors(checkpoint: Path, name: str, values: Any, message: str) -> None:
    path = checkpoint / "network.safetensors"
    save_file(changed(name, values), path)
    with pytest.raises(CheckpointError, match=message) as raised:
        load_network(checkpoint)
    assert str(path) in str(raised.value)


def test_damaged_files(checkpoint: Path) -> None:
    tensors = checkpoint / "network.safetensors"
    tensors.write_bytes(tensors.read_bytes()[:-8])
    with pytest.raises(CheckpointError, match="network.safetensors is not a safetensors file"):
        load_network(checkpoint)
    tensors.unlink()
    with pytest.raises(CheckpointError, match="cannot read .*network.safetensors"):
        load_network(checkpoint)
    description = checkpoint / "checkpoint.json"
    description.write_text('{"format": 1,')
    with pytest.raises(CheckpointError, match="checkpoint.json is not the description of a checkpoint"):
        load_network(checkpoint)
    description.unlink()
    with pytest.raises(CheckpointError, match="cannot read .*checkpoint.json"):
        load_network(checkpoint)


@pytest.mark.parametrize(
    ("package", "message"),
    [("torch", "networks need PyTorch: pip install"), ("safetensors", "needs the package safetensors: pip")],
)
def test_without_an_optional_package(package: str, message: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
import kumalak
assert kumalak.Player("greedy").choose(kumalak.Game())
try:
    kumalak.Player("policy:{GOLDEN}")
except ModuleNotFoundError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert message in run.stdout
