"""Networks of `kumalak train` in PyTorch.

`load_network` makes a `torch.nn.Module` of a checkpoint, with the names and numbers of `docs/network.md`. A
`NetworkEvaluator` lets such a module judge positions, which is what a player's search asks for:

>>> import kumalak
>>> from kumalak.torch import NetworkEvaluator, load_network
>>> network = load_network("runs/quick/best")  # doctest: +SKIP
>>> player = kumalak.Player.from_evaluator(NetworkEvaluator(network), sims=64)  # doctest: +SKIP

`kumalak.Player("net:runs/quick/best,sims=64")` does the same in one step. Needs `pip install kumalak[torch]`.
"""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kumalak._kumalak import NUM_ACTIONS, Rules
from kumalak.checkpoint import CheckpointError, CheckpointInfo, load_tensors, resolve_checkpoint

try:
    import torch
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "networks need PyTorch: pip install 'kumalak[torch]'", name=error.name
    ) from error
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["CheckpointError", "Network", "NetworkEvaluator", "load_network"]

#: Columns of an observation that count stones: eighteen pits and two kazans.
_COUNTS = 20
#: Stones to which 1 of the margin head corresponds.
_MARGIN_SCALE = 32.0
#: Counts at which the piecewise linear part of the embedding may bend.
_KNOTS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)


class Network(nn.Module):
    """The residual perceptron of `docs/network.md`, newly drawn by PyTorch's own random numbers.

    Args:
        rules: The rule set whose boards it knows.
        width: Numbers in the residual stream, `W`.
        blocks: Residual blocks.
        normalization: "layer_norm" or "none".
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        width: int = 128,
        blocks: int = 3,
        normalization: str = "layer_norm",
    ) -> None:
        super().__init__()
        if normalization not in ("layer_norm", "none"):
            raise ValueError(f"normalization must be 'layer_norm' or 'none', got {normalization!r}")
        normalized = normalization == "layer_norm"
        self.rules = rules if rules is not None else Rules()
        self.embedding = _Embedding(self.rules, width)
        self.blocks = nn.ModuleList(_Block(width, blocks, normalized=normalized) for _ in range(blocks))
        self.final_norm = nn.LayerNorm(width) if normalized else nn.Identity()
        self.policy = _linear(width, NUM_ACTIONS, variance=0.01 / width)
        self.outcome = _linear(width, 3, variance=0.01 / width)
        self.margin = _linear(width, 1, variance=0.01 / width)

    def forward(self, observations: Tensor, table: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """Judges positions from their sides to move.

        Args:
            observations: `[B, 23]`, whole numbers of any type.
            table: What `embedding.table()` gives, if it is at hand.

        Returns:
            Logits of the pits `[B, 9]`, also of illegal ones; logits of win, draw and loss `[B, 3]`; and the expected
            margins in stones `[B]`.
        """
        stream = self.embedding(observations, table)
        for block in self.blocks:
            stream = block(stream)
        features = functional.relu(self.final_norm(stream))
        margin = _MARGIN_SCALE * self.margin(features).squeeze(1)
        return self.policy(features), self.outcome(features), margin


class NetworkEvaluator:
    """Lets a network judge positions for a search: a callable for `kumalak.Player.from_evaluator`.

    It holds a frozen copy, so that training may go on beside it.

    Args:
        network: The network.
        device: Where it computes: "cpu", "cuda", "cuda:1".
    """

    def __init__(self, network: Network, device: str | torch.device = "cpu") -> None:
        #: The rule set whose boards the network knows. A player made from it plays by no others.
        self.rules = network.rules
        self._network = copy.deepcopy(network).to(device).eval().requires_grad_(requires_grad=False)
        self._table = self._network.embedding.table()
        self._device = device
        self._vocabulary = np.array(self.rules.observation_vocabulary)

    @classmethod
    def load(cls, path: str | os.PathLike[str], device: str | torch.device = "cpu") -> NetworkEvaluator:
        """The network of a checkpoint, `RUN/latest`, `RUN/best`, or `RUN` for its latest. Raises CheckpointError."""
        return cls(load_network(path), device)

    def __call__(
        self, observations: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Judges positions from their sides to move.

        Args:
            observations: `[B, 23]`, uint8.

        Returns:
            Policy logits `[B, 9]`; probabilities of win, draw and loss `[B, 3]`; and the expected margins in
            stones `[B]`.

        Raises:
            ValueError: If an observation is none of a board under these rules.
        """
        self._check(observations)
        with torch.inference_mode(), _one_thread():
            tokens = torch.from_numpy(observations.astype(np.int32)).to(self._device)
            policy, outcome, margin = self._network(tokens, self._table)
            outcome = outcome.softmax(dim=1)
            return policy.cpu().numpy(), outcome.cpu().numpy(), margin.cpu().numpy()

    def _check(self, observations: NDArray[np.uint8]) -> None:
        if observations.ndim != 2 or observations.shape[1] != len(self._vocabulary):
            raise ValueError(f"observations must have the shape [B, 23], got {list(observations.shape)}")
        unknown = observations >= self._vocabulary
        if unknown.any():
            row, column = np.argwhere(unknown)[0]
            raise ValueError(
                f"observation {row}, column {column}: token {observations[row, column]} is not below "
                f"{self._vocabulary[column]}"
            )


def load_network(path: str | os.PathLike[str], device: str | torch.device = "cpu") -> Network:
    """Loads the network of a checkpoint.

    Args:
        path: A checkpoint, `RUN/latest`, `RUN/best`, or `RUN` for its latest.
        device: Where it shall lie.

    Raises:
        CheckpointError: If there is none, or it is broken; the message names file, tensor and what was expected.
    """
    folder = resolve_checkpoint(path)
    info = CheckpointInfo.load(folder)
    network = Network(info.rules, width=info.width, blocks=info.blocks, normalization=info.normalization)
    shapes = {name: tuple(values.shape) for name, values in network.state_dict().items()}
    tensors = load_tensors(folder, shapes)
    network.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in tensors.items()})
    return network.to(device)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Lets PyTorch use one thread: on networks of this size several only wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class _Embedding(nn.Module):
    """The sum of one learned vector for each token of an observation."""

    basis: Tensor
    offsets: Tensor

    def __init__(self, rules: Rules, width: int) -> None:
        super().__init__()
        vocabulary = rules.observation_vocabulary
        basis = _basis(rules)
        counts, functions = basis.shape
        bound = math.sqrt(3 / len(vocabulary))  # variance 1/23
        self.exact = _uniform(_COUNTS, counts, width, bound=0.1 * bound)
        self.coarse = _uniform(_COUNTS, functions, width, bound=bound)
        self.marks = _uniform(sum(vocabulary[_COUNTS:]), width, bound=bound)
        offsets = np.cumsum([0, *vocabulary[:-1]])
        self.register_buffer("basis", basis, persistent=False)
        self.register_buffer("offsets", torch.tensor(offsets, dtype=torch.int32), persistent=False)

    def table(self) -> Tensor:
        """One row for each token of each column: `[V, W]`."""
        counts = self.exact + self.basis @ self.coarse
        return torch.cat([counts.flatten(0, 1), self.marks])

    def forward(self, observations: Tensor, table: Tensor | None) -> Tensor:
        rows = observations.to(torch.int32) + self.offsets
        return functional.embedding_bag(rows, self.table() if table is None else table, mode="sum")


class _Block(nn.Module):
    """Two layers whose answer is added to the residual stream."""

    def __init__(self, width: int, blocks: int, *, normalized: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width) if normalized else nn.Identity()
        self.first = _linear(width, width, variance=2 / width)
        self.second = _linear(width, width, variance=2 / (width * blocks), bias=False)

    def forward(self, stream: Tensor) -> Tensor:
        hidden = functional.relu(self.first(self.norm(stream)))
        added: Tensor = stream + self.second(hidden)
        return added


def _basis(rules: Rules) -> Tensor:
    """What the coarse part of the embedding sees of each count: `[S + 1, K]`."""
    most, lap = rules.total_stones, 2 * rules.pits
    knots = [*(knot for knot in _KNOTS if knot < most), most]
    rows = torch.zeros(most + 1, len(knots) + lap)
    for index, (left, right) in enumerate(pairwise(knots)):
        for count in range(left, right + 1):
            share = (count - left) / (right - left)
            rows[count, index] = 1 - share
            rows[count, index + 1] = share
    counts = torch.arange(most + 1)
    rows[counts, len(knots) + counts % lap] = 1
    return rows


def _uniform(*shape: int, bound: float) -> nn.Parameter:
    return nn.Parameter(torch.empty(shape).uniform_(-bound, bound))


def _linear(inputs: int, outputs: int, *, variance: float, bias: bool = True) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=bias)
    bound = math.sqrt(3 * variance)
    nn.init.uniform_(layer.weight, -bound, bound)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer
