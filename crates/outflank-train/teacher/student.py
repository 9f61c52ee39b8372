"""The student: the small network of the engine's evaluation, trained on the teacher's labels.

    student.py --positions FILE... [--games FILE... --games-to-empties 15] --epochs 8 --rate 3e-3 --out FILE.weights

Needs PyTorch and a GPU. `outflank-train pack FILE.weights --out eval.bin` makes the engine's file of what it writes.
"""

import argparse
import math
import os
import sys
import time

import torch

import data
import errors
import othello
from data import FileError
from errors import rmse
from othello import DEVICE
from output import ensure_free, log, written
from patterns import Patterns

# A row belongs to a pattern class in one half of the game.
STAGES = 2
SECOND_STAGE = 30
WIDTH = 32
# The first sums are worth discs directly; the others are inputs of the layer.
DIRECT = 2
INPUTS = WIDTH - DIRECT
UNITS = 32
# One layer per number of moves.
HEADS = 60
# Discs for a direct sum of 1, or for a neuron of 1 with an output weight of 1.
DISCS = 16
# The engine stores row values and layer weights in a byte each.
MOST_OF_ROW = 0.49
MOST_OF_WEIGHT = 1.95

# One position in HELD_OUT is held out, up to a maximum.
HELD_OUT = 20
MOST_HELD_OUT = 1_000_000
# Steps of the warm-up.
WARM_UP = 50
LONGEST_COMMAND = 1024


class Student(torch.nn.Module):
    """Maps boards to scores in discs: the network of `outflank-train`, src/network/mod.rs."""

    def __init__(self):
        super().__init__()
        self.patterns = Patterns(DEVICE)
        parameter = lambda numbers: torch.nn.Parameter(numbers.to(DEVICE))
        self.rows = parameter(torch.zeros(STAGES * self.patterns.count, WIDTH))
        # Small enough that no input and hardly any neuron is clipped: clipped ones get no gradient.
        self.bias = parameter(torch.full((HEADS, INPUTS), 0.4))
        self.weights = parameter(torch.randn(HEADS, INPUTS, UNITS) * 0.5 / math.sqrt(INPUTS))
        self.unit_bias = parameter(torch.full((HEADS, UNITS), 0.2))
        self.out = parameter(torch.randn(HEADS, UNITS) * 0.1)
        self.out_bias = parameter(torch.zeros(HEADS))

    def heads(self):
        """The parameters of the layers in storage order."""
        return [self.bias, self.weights, self.unit_bias, self.out, self.out_bias]

    def forward(self, player, opponent, moves):
        rows = self.patterns.classes(player, opponent) + (moves >= SECOND_STAGE)[:, None] * self.patterns.count
        sums = torch.nn.functional.embedding_bag(rows, self.rows, mode="sum")
        inputs = (sums[:, DIRECT:] + self.bias[moves]).clamp(0, 1)
        units = (torch.einsum("bi,biu->bu", inputs, self.weights[moves]) + self.unit_bias[moves]).clamp(0, 1)
        return DISCS * (sums[:, :DIRECT].sum(1) + (units * self.out[moves]).sum(1)) + self.out_bias[moves]

    @torch.no_grad()
    def clip(self):
        """Limits the parameters to the range of the engine."""
        self.rows.clamp_(-MOST_OF_ROW, MOST_OF_ROW)
        self.weights.clamp_(-MOST_OF_WEIGHT, MOST_OF_WEIGHT)

    @torch.no_grad()
    def fill_gaps(self, learnt):
        """Copies the nearest trained layer to each layer without training positions."""
        nearest = [min(learnt, key=lambda other: abs(other - moves)) for moves in range(HEADS)]
        for part in self.heads():
            part.copy_(part[nearest].clone())


class Positions:
    """All positions, with their scores in discs and numbers of moves."""

    def __init__(self, arguments):
        parts = []
        for path in arguments.positions:
            parts.append(data.positions(path))
            log(path, len(parts[-1][0]), "positions")
        for path in arguments.games:
            squares, scores = data.games(path)
            replay = data.Replay(path, squares, scores=scores)
            empties = 60 - othello.made(replay.player, replay.opponent)
            replay.only((empties <= arguments.games_to_empties) & (replay.score != data.UNKNOWN))
            parts.append((replay.player, replay.opponent, replay.score.float()))
            log(path, len(squares), "games", len(replay.player), "positions")
        self.player, self.opponent, self.score = (torch.cat(part) for part in zip(*parts))
        self.moves = othello.made(self.player, self.opponent).clamp(0, HEADS - 1)

    def error(self, student, some):
        return student(self.player[some], self.opponent[some], self.moves[some]) - self.score[some]


def learn(arguments):
    """Trains for some epochs, logs the errors and writes the weights."""
    ensure_free(arguments.out, arguments.force)
    torch.manual_seed(arguments.seed)
    positions = Positions(arguments)
    order = torch.randperm(len(positions.score), device=DEVICE)
    tested, learnt = order.tensor_split([min(MOST_HELD_OUT, len(order) // HELD_OUT)])
    log(len(learnt), "training positions,", len(tested), "held out")
    steps = len(learnt) // arguments.batch
    if not steps or not len(tested):
        raise FileError(f"expected at least {arguments.batch} training positions and {HELD_OUT} in all")

    student = Student()
    optimiser = torch.optim.Adam(student.parameters(), lr=arguments.rate, betas=(0.9, 0.99))
    for epoch in range(arguments.epochs):
        began = time.monotonic()
        shuffled = learnt[torch.randperm(len(learnt), device=DEVICE)]
        for number in range(steps):
            # Warm-up, then cosine decay.
            step = epoch * steps + number
            fall = 0.5 + 0.5 * math.cos(math.pi * step / (arguments.epochs * steps))
            for group in optimiser.param_groups:
                group["lr"] = arguments.rate * min(1, (step + 1) / WARM_UP) * fall
            some = shuffled[number * arguments.batch : (number + 1) * arguments.batch]
            loss = positions.error(student, some).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            student.clip()
        # Reading the loss waits for the GPU.
        last = math.sqrt(loss.item())
        speed = steps * arguments.batch / (time.monotonic() - began)
        error = held_out(student, positions, tested, arguments.batch)
        parts = errors.by_moves(error, positions.moves[tested], 10)
        by_ten = ", ".join(f"from {first} {rmse(some):.3f}" for first, some in parts)
        log(
            f"epoch {epoch + 1}: RMSE {rmse(error):.3f} ({by_ten}), "
            f"last batch {last:.3f}, {speed / 1e6:.2f} M positions/s"
        )

    student.fill_gaps(positions.moves[learnt].unique().tolist())
    error = held_out(student, positions, tested, arguments.batch)
    errors.report(error, positions.moves[tested])
    with written(arguments.out) as file:
        write(student, len(learnt), file)


@torch.no_grad()
def held_out(student, positions, tested, batch):
    return torch.cat([positions.error(student, some) for some in tested.split(batch)])


def write(student, positions, file):
    """Writes the weights file for `outflank-train pack`; src/weights.rs describes it."""
    command = " ".join([os.path.basename(sys.argv[0]), *sys.argv[1:]]).replace("\n", " ")
    command = command.encode(errors="replace")[:LONGEST_COMMAND].decode(errors="ignore")
    date = time.strftime("%Y-%m-%d", time.gmtime())
    file.write(f"outflank weights 2\n{date}\n{positions} positions\n{command}\n".encode())
    for part in [student.rows, *student.heads()]:
        file.write(part.detach().cpu().numpy().astype("<f4").tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", nargs="+", required=True, metavar="FILE", help="files of scored positions")
    parser.add_argument("--games", nargs="+", default=[], metavar="FILE", help="files of self-play games")
    parser.add_argument(
        "--games-to-empties", type=int, default=15, metavar="N",
        help="use positions of games only with at most this many empty squares [%(default)s]",
    )
    parser.add_argument("--epochs", type=int, default=8, help="number of epochs [%(default)s]")
    parser.add_argument("--batch", type=int, default=1 << 17, help="batch size [%(default)s]")
    parser.add_argument("--rate", type=float, default=3e-3, help="maximum learning rate [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="random seed [%(default)s]")
    parser.add_argument("--out", required=True, metavar="FILE", help="output file")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    arguments = parser.parse_args()
    if arguments.epochs < 1 or arguments.batch < 1:
        parser.error("expected at least one epoch and a batch size of at least 1")
    try:
        learn(arguments)
    except (OSError, FileError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
