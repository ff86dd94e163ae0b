"""Writes `network.json`: what a plain PyTorch module answers that follows `docs/network.md` to the letter.

    python train/tests/data/network.py            writes the file anew
    python train/tests/data/network.py --check    fails if the file is not what PyTorch computes

The parameters are sines, so that both sides can make them: number `i` of parameter `k`, in the order of `SHAPES`, is
`0.5·sin(k + i)`, plus 1 in the scales of normalizations. Computed in 64-bit floats.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import layer_norm

FIXTURE = Path(__file__).with_suffix(".json")
PITS, STONES, WIDTH, BLOCKS = 9, 9, 8, 2
TOTAL = 2 * PITS * STONES
KNOTS = [*(knot for knot in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144) if knot < TOTAL), TOTAL]
SHAPES: dict[str, list[int]] = {
    "embedding.exact": [20, TOTAL + 1, WIDTH],
    "embedding.coarse": [20, len(KNOTS) + 2 * PITS, WIDTH],
    "embedding.marks": [2 * (PITS + 1) + 3, WIDTH],
    **{
        f"blocks.{block}.{part}.weight": [WIDTH, WIDTH]
        for block in range(BLOCKS)
        for part in ("first", "second")
    },
    "policy.weight": [9, WIDTH],
    "outcome.weight": [3, WIDTH],
    "margin.weight": [1, WIDTH],
    **{
        f"blocks.{block}.{part}": [WIDTH]
        for block in range(BLOCKS)
        for part in ("norm.weight", "norm.bias", "first.bias")
    },
    "final_norm.weight": [WIDTH],
    "final_norm.bias": [WIDTH],
    "policy.bias": [9],
    "outcome.bias": [3],
    "margin.bias": [1],
}
OBSERVATIONS = [
    [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0],
    [1, 0, 2, 17, 0, 12, 11, 3, 1, 0, 4, 0, 1, 20, 8, 2, 9, 10, 24, 37, 2, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 60, 1, 9, 1, 2],
]


def basis() -> torch.Tensor:
    """What the coarse part of the embedding sees of each count, `[163, K]`."""
    rows = torch.zeros(TOTAL + 1, len(KNOTS) + 2 * PITS, dtype=torch.float64)
    for count in range(TOTAL + 1):
        for index, (left, right) in enumerate(pairwise(KNOTS)):
            if left <= count <= right:
                share = (count - left) / (right - left)
                rows[count, index] = 1 - share
                rows[count, index + 1] = share
        rows[count, len(KNOTS) + count % (2 * PITS)] = 1
    return rows


def parameters() -> dict[str, torch.Tensor]:
    """Parameters that both sides can make."""
    made = {}
    for number, (name, shape) in enumerate(SHAPES.items()):
        steps = torch.arange(torch.Size(shape).numel(), dtype=torch.float64)
        values = 0.5 * torch.sin(number + steps) + (1 if "norm.weight" in name else 0)
        made[name] = values.reshape(shape)
    return made


def forward(tokens: torch.Tensor) -> dict[str, torch.Tensor]:
    """The network of `docs/network.md`."""
    made = parameters()
    table = made["embedding.exact"] + basis() @ made["embedding.coarse"]
    rows = [table[column, tokens[:, column]] for column in range(20)]
    first_marks = (0, PITS + 1, 2 * (PITS + 1))
    rows += [made["embedding.marks"][first + tokens[:, 20 + i]] for i, first in enumerate(first_marks)]
    stream = torch.stack(rows).sum(0)

    def normalize(name: str, rows: torch.Tensor) -> torch.Tensor:
        return layer_norm(rows, [WIDTH], made[f"{name}.weight"], made[f"{name}.bias"], eps=1e-5)

    def head(name: str, rows: torch.Tensor) -> torch.Tensor:
        return rows @ made[f"{name}.weight"].T + made[f"{name}.bias"]

    for block in range(BLOCKS):
        name = f"blocks.{block}"
        hidden = head(f"{name}.first", normalize(f"{name}.norm", stream)).relu()
        stream = stream + hidden @ made[f"{name}.second.weight"].T
    features = normalize("final_norm", stream).relu()
    return {
        "policy": head("policy", features),
        "outcome": head("outcome", features),
        "margin": 32 * head("margin", features)[:, 0],
    }


def compute() -> dict[str, Any]:
    """All numbers of the fixture."""
    answers = forward(torch.tensor(OBSERVATIONS))
    return {
        "width": WIDTH,
        "blocks": BLOCKS,
        "observations": OBSERVATIONS,
        **{name: answer.flatten().tolist() for name, answer in answers.items()},
    }


def main() -> None:
    """Writes or checks the fixture."""
    fixture = compute()
    if sys.argv[1:] == ["--check"]:
        committed = json.loads(FIXTURE.read_text())
        for name in ("policy", "outcome", "margin"):
            torch.testing.assert_close(torch.tensor(committed[name]), torch.tensor(fixture[name]))
        return
    FIXTURE.write_text(json.dumps(fixture) + "\n")


if __name__ == "__main__":
    main()
