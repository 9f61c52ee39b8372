"""Fits the edge and corner table by which the endgame solver orders moves.

    edge_corner.py --games FILE... --out edge_corner.bin

A linear sum of values for the 3x3 squares of each corner and the 8 squares of each edge. Needs PyTorch but no GPU; takes a
minute.
"""

import argparse
import datetime
import shlex
import sys

import numpy as np
import torch

import data
import othello
from data import FileError
from errors import rmse
from othello import DEVICE
from output import ensure_free, log, written

# Where the solver uses the table, and one move around it.
EMPTIES = (5, 12)
# Values are stored in a byte, in units of a disc divided by this.
STEPS = 4

CORNER = [0, 1, 2, 8, 9, 10, 16, 17, 18]
EDGE = list(range(8))
MIRRORED_CORNER = [0, 3, 6, 1, 4, 7, 2, 5, 8]
MIRRORED_EDGE = EDGE[::-1]
CORNERS, EDGES = 3 ** len(CORNER), 3 ** len(EDGE)
SLOTS = [
    (CORNER, 0),
    ([square ^ 7 for square in CORNER], 0),
    ([square ^ 56 for square in CORNER], 0),
    ([square ^ 63 for square in CORNER], 0),
    (EDGE, CORNERS),
    ([square ^ 56 for square in EDGE], CORNERS),
    ([8 * square for square in EDGE], CORNERS),
    ([8 * square + 7 for square in EDGE], CORNERS),
]

HELD_OUT = 50_000
BATCH = 16_384
EPOCHS = 6
RATE = 0.3


def places(player, opponent):
    """The table index of every slot, shape (boards, slots). Digits: 1 side to move, 2 opponent."""
    digit = lambda square: ((player >> square) & 1) + 2 * ((opponent >> square) & 1)
    return torch.stack(
        [sum(3**at * digit(square) for at, square in enumerate(squares)) + first for squares, first in SLOTS], 1
    )


def mirrored(digits):
    """Maps each index to that of the mirrored squares."""
    numbers = np.arange(3 ** len(digits))
    return sum(3**at * (numbers // 3**digit % 3) for at, digit in enumerate(digits))


def classes():
    """The lower of two mirrored indices."""
    corners = np.minimum(np.arange(CORNERS), mirrored(MIRRORED_CORNER))
    edges = np.minimum(np.arange(EDGES), mirrored(MIRRORED_EDGE))
    return torch.from_numpy(np.concatenate([corners, CORNERS + edges])).to(DEVICE)


def positions(paths):
    """Solved positions near the end of self-play games."""
    for path in paths:
        squares, scores = data.games(path)
        replay = data.Replay(path, squares, scores=scores)
        empties = 60 - othello.made(replay.player, replay.opponent)
        near = (empties >= EMPTIES[0]) & (empties <= EMPTIES[1])
        replay.only(near & (replay.score != data.UNKNOWN))
        log(path, len(squares), "games", len(replay.player), "positions")
        yield places(replay.player, replay.opponent), replay.score.float()


def fit(arguments):
    """Fits the table, logs its error and writes it."""
    ensure_free(arguments.out, arguments.force)
    torch.manual_seed(arguments.seed)
    seen, score = (torch.cat(part) for part in zip(*positions(arguments.games)))
    if len(score) < HELD_OUT + BATCH:
        raise FileError(f"expected at least {HELD_OUT + BATCH} positions")
    of_place = classes()
    seen = of_place[seen]
    tested, learnt = torch.randperm(len(score), device=DEVICE).tensor_split([HELD_OUT])
    table = torch.nn.Embedding(len(of_place), 1, device=DEVICE)
    torch.nn.init.zeros_(table.weight)
    # The advantage of moving, which does not affect the order.
    turn = torch.nn.Parameter(torch.zeros(1, device=DEVICE))
    error = lambda some: table(seen[some]).sum((1, 2)) + turn - score[some]
    optimiser = torch.optim.Adam([*table.parameters(), turn], lr=RATE)
    steps = len(learnt) // BATCH
    for epoch in range(EPOCHS):
        shuffled = learnt[torch.randperm(len(learnt), device=DEVICE)]
        for number in range(steps):
            optimiser.param_groups[0]["lr"] = RATE * (1 - (epoch * steps + number) / (EPOCHS * steps))
            loss = error(shuffled[number * BATCH : (number + 1) * BATCH]).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            log(f"epoch {epoch + 1}: RMSE {rmse(error(tested)):.3f}")
    numbers = (table.weight.detach()[of_place, 0] * STEPS).round()
    log(f"{int((numbers.abs() > 127).sum())} values are clipped")
    command = shlex.join(["edge_corner.py", *sys.argv[1:]])
    with written(arguments.out) as file:
        file.write(f"outflank rim 1\n{datetime.date.today()}\n{len(score)} positions\n{command}\n".encode())
        file.write(numbers.clamp(-127, 127).to(torch.int8).cpu().numpy().tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", required=True, metavar="FILE", help="files of self-play games, solved near the end")
    parser.add_argument("--seed", type=int, default=1, help="random seed [%(default)s]")
    parser.add_argument("--out", required=True, metavar="FILE", help="output file")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    arguments = parser.parse_args()
    try:
        fit(arguments)
    except (OSError, FileError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
