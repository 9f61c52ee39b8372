"""The evaluation of the engine as a student: a small network that learns from what the teacher said.

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
from output import ensure_free, told, written
from patterns import Patterns

# A row is that of a class of places, in one half of the game.
STAGES = 2
SECOND_STAGE = 30
WIDTH = 32
# The first sums of the rows are worth discs as they are. The others are inputs of the layer.
DIRECT = 2
INPUTS = WIDTH - DIRECT
UNITS = 32
# Each number of moves has a layer of its own.
HEADS = 60
# What a direct sum of 1 is worth in discs, and a unit of 1 with a weight of 1.
DISCS = 16
# The engine stores the numbers of the rows and the weights of the layer in a byte each.
MOST_OF_ROW = 0.49
MOST_OF_WEIGHT = 1.95

# One position in so many is held out, and no more than that.
HELD_OUT = 20
MOST_HELD_OUT = 1_000_000
# The rate rises for so many steps.
WARM_UP = 50
LONGEST_COMMAND = 1024


class Student(torch.nn.Module):
    """Boards in, scores in discs out: the network of `outflank-train`, src/network/mod.rs."""

    def __init__(self):
        super().__init__()
        self.patterns = Patterns(DEVICE)
        parameter = lambda numbers: torch.nn.Parameter(numbers.to(DEVICE))
        self.rows = parameter(torch.zeros(STAGES * self.patterns.count, WIDTH))
        # Small enough that no input and hardly a unit is clipped: what is clipped does not learn.
        self.bias = parameter(torch.full((HEADS, INPUTS), 0.4))
        self.weights = parameter(torch.randn(HEADS, INPUTS, UNITS) * 0.5 / math.sqrt(INPUTS))
        self.unit_bias = parameter(torch.full((HEADS, UNITS), 0.2))
        self.out = parameter(torch.randn(HEADS, UNITS) * 0.1)
        self.out_bias = parameter(torch.zeros(HEADS))

    def heads(self):
        """The numbers of the layers, in the order in which they are stored."""
        return [self.bias, self.weights, self.unit_bias, self.out, self.out_bias]

    def forward(self, player, opponent, moves):
        rows = self.patterns.classes(player, opponent) + (moves >= SECOND_STAGE)[:, None] * self.patterns.count
        sums = torch.nn.functional.embedding_bag(rows, self.rows, mode="sum")
        inputs = (sums[:, DIRECT:] + self.bias[moves]).clamp(0, 1)
        units = (torch.einsum("bi,biu->bu", inputs, self.weights[moves]) + self.unit_bias[moves]).clamp(0, 1)
        return DISCS * (sums[:, :DIRECT].sum(1) + (units * self.out[moves]).sum(1)) + self.out_bias[moves]

    @torch.no_grad()
    def clip(self):
        """Keeps the numbers within what the engine can store."""
        self.rows.clamp_(-MOST_OF_ROW, MOST_OF_ROW)
        self.weights.clamp_(-MOST_OF_WEIGHT, MOST_OF_WEIGHT)

    @torch.no_grad()
    def fill_gaps(self, learnt):
        """Gives every layer that had nothing to learn from the numbers of the nearest one that had."""
        nearest = [min(learnt, key=lambda other: abs(other - moves)) for moves in range(HEADS)]
        for part in self.heads():
            part.copy_(part[nearest].clone())


class Positions:
    """All positions that are learnt from or held out, with their scores in discs and their numbers of moves."""

    def __init__(self, arguments):
        parts = []
        for path in arguments.positions:
            parts.append(data.positions(path))
            told(path, len(parts[-1][0]), "positions")
        for path in arguments.games:
            squares, scores = data.games(path)
            replay = data.Replay(path, squares, scores=scores)
            empties = 60 - othello.made(replay.player, replay.opponent)
            replay.only((empties <= arguments.games_to_empties) & (replay.score != data.UNKNOWN))
            parts.append((replay.player, replay.opponent, replay.score.float()))
            told(path, len(squares), "games", len(replay.player), "positions")
        self.player, self.opponent, self.score = (torch.cat(part) for part in zip(*parts))
        self.moves = othello.made(self.player, self.opponent).clamp(0, HEADS - 1)

    def error(self, student, some):
        """How far the student is off for some of the positions."""
        return student(self.player[some], self.opponent[some], self.moves[some]) - self.score[some]


def learn(arguments):
    """Learns for some epochs, tells the errors, and writes the weights."""
    ensure_free(arguments.out, arguments.force)
    torch.manual_seed(arguments.seed)
    positions = Positions(arguments)
    order = torch.randperm(len(positions.score), device=DEVICE)
    tested, learnt = order.tensor_split([min(MOST_HELD_OUT, len(order) // HELD_OUT)])
    told(len(learnt), "positions to learn,", len(tested), "held out")
    steps = len(learnt) // arguments.batch
    if not steps or not len(tested):
        raise FileError(f"expected at least {arguments.batch} positions to learn, and {HELD_OUT} in all")

    student = Student()
    optimiser = torch.optim.Adam(student.parameters(), lr=arguments.rate, betas=(0.9, 0.99))
    for epoch in range(arguments.epochs):
        began = time.monotonic()
        shuffled = learnt[torch.randperm(len(learnt), device=DEVICE)]
        for number in range(steps):
            # The rate rises for some steps, and falls to zero in the course of the run.
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
        # The loss is known only when the GPU is done with the last step.
        last = math.sqrt(loss.item())
        speed = steps * arguments.batch / (time.monotonic() - began)
        error = held_out(student, positions, tested, arguments.batch)
        parts = errors.by_moves(error, positions.moves[tested], 10)
        by_ten = ", ".join(f"from {first} {rmse(some):.3f}" for first, some in parts)
        told(
            f"epoch {epoch + 1}: RMSE {rmse(error):.3f} ({by_ten}), "
            f"last batch {last:.3f}, {speed / 1e6:.2f} M positions/s"
        )

    student.fill_gaps(positions.moves[learnt].unique().tolist())
    error = held_out(student, positions, tested, arguments.batch)
    errors.tell(error, positions.moves[tested])
    with written(arguments.out) as file:
        write(student, len(learnt), file)


@torch.no_grad()
def held_out(student, positions, tested, batch):
    """The errors for the positions that are held out."""
    return torch.cat([positions.error(student, some) for some in tested.split(batch)])


def write(student, positions, file):
    """Writes the file that `outflank-train pack` reads: src/weights.rs describes it."""
    command = " ".join([os.path.basename(sys.argv[0]), *sys.argv[1:]]).replace("\n", " ")
    command = command.encode(errors="replace")[:LONGEST_COMMAND].decode(errors="ignore")
    date = time.strftime("%Y-%m-%d", time.gmtime())
    file.write(f"outflank weights 2\n{date}\n{positions} positions\n{command}\n".encode())
    for part in [student.rows, *student.heads()]:
        file.write(part.detach().cpu().numpy().astype("<f4").tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", nargs="+", required=True, metavar="FILE", help="positions with their scores")
    parser.add_argument("--games", nargs="+", default=[], metavar="FILE", help="games of self-play")
    parser.add_argument(
        "--games-to-empties", type=int, default=15, metavar="N",
        help="learn from games only where at most so many squares are empty [%(default)s]",
    )
    parser.add_argument("--epochs", type=int, default=8, help="how often to go through the positions [%(default)s]")
    parser.add_argument("--batch", type=int, default=1 << 17, help="how many positions make a step [%(default)s]")
    parser.add_argument("--rate", type=float, default=3e-3, help="how far a step goes at most [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="what the random numbers follow from [%(default)s]")
    parser.add_argument("--out", required=True, metavar="FILE", help="where to write the weights")
    parser.add_argument("--force", action="store_true", help="write the file even if there is one already")
    arguments = parser.parse_args()
    if arguments.epochs < 1 or arguments.batch < 1:
        parser.error("expected at least one epoch, and one position in a batch")
    try:
        learn(arguments)
    except (OSError, FileError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
