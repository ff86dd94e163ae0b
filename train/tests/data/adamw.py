"""Writes `adamw.json`: steps of `torch.optim.AdamW` that the optimizer of `kumalak-train` must repeat.

    python train/tests/data/adamw.py            writes the file anew
    python train/tests/data/adamw.py --check    fails if the file is not what PyTorch computes

The numbers are computed in 64-bit floats, of which the 32-bit optimizer is an approximation.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch

FIXTURE = Path(__file__).with_suffix(".json")
SETTINGS = {"beta1": 0.9, "beta2": 0.99, "epsilon": 1e-6, "weight_decay": 0.05, "clip_norm": 4.0}
SHAPES = {"matrix": [4, 3], "bias": [5]}
STEPS = 20


def learning_rate(step: int) -> float:
    """A schedule with a rise and a fall."""
    return 0.01 * min(step + 1, STEPS - step) / STEPS


def compute() -> dict[str, Any]:
    """All numbers of the fixture."""
    generator = torch.Generator().manual_seed(1)
    # 32-bit numbers, so that both sides start from the same.
    parameters = {
        name: torch.randn(shape, generator=generator).double().requires_grad_()
        for name, shape in SHAPES.items()
    }
    optimizer = torch.optim.AdamW(
        [
            {"params": [parameters["matrix"]], "weight_decay": SETTINGS["weight_decay"]},
            {"params": [parameters["bias"]], "weight_decay": 0.0},
        ],
        betas=(SETTINGS["beta1"], SETTINGS["beta2"]),
        eps=SETTINGS["epsilon"],
    )
    fixture: dict[str, Any] = {
        "settings": SETTINGS,
        "shapes": SHAPES,
        "start": flat(parameters),
        "steps": [],
    }
    for step in range(STEPS):
        gradient = {
            name: torch.randn(shape, generator=generator).double() * (0.5 + step % 3)
            for name, shape in SHAPES.items()
        }
        numbers = flat(gradient)
        for name, parameter in parameters.items():
            parameter.grad = gradient[name]
        norm = torch.nn.utils.clip_grad_norm_(list(parameters.values()), SETTINGS["clip_norm"])
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step)
        optimizer.step()
        fixture["steps"].append(
            {
                "learning_rate": learning_rate(step),
                "gradient": numbers,
                "norm": norm.item(),
                "parameters": flat(parameters),
            }
        )
    for moment in ("exp_avg", "exp_avg_sq"):
        states = {name: optimizer.state[parameter][moment] for name, parameter in parameters.items()}
        fixture[moment] = flat(states)
    return fixture


def flat(tensors: dict[str, torch.Tensor]) -> list[float]:
    """All numbers of all tensors in a row."""
    return [number for tensor in tensors.values() for number in tensor.detach().flatten().tolist()]


def close(left: Any, right: Any) -> bool:
    """Whether two values are equal, numbers up to rounding."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(close(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(close, left, right))
    return bool(abs(left - right) <= 1e-12 * max(1.0, abs(left)))


def main() -> None:
    """Writes or checks the fixture."""
    fixture = compute()
    if sys.argv[1:] == ["--check"]:
        if not close(fixture, json.loads(FIXTURE.read_text())):
            sys.exit(f"{FIXTURE.name} differs from what PyTorch {torch.__version__} computes")
        return
    text = json.dumps(fixture)
    FIXTURE.write_text(text + "\n")


if __name__ == "__main__":
    main()
