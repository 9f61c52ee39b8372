"""The teacher: a large network that learns from games and then labels many more positions.

    teacher.py learn --games FILE... [--wthor FOLDER] [--network NETWORK] --seconds N --out NETWORK
    teacher.py label NETWORK --games FILE... [--wthor FOLDER] --out FILE.positions

Needs PyTorch and a GPU. `student.py` and `outflank-train train` train on the positions that it writes.
"""

import argparse
import math
import sys
import time

import torch

import data
import errors
import network
import othello
from data import FileError
from othello import DEVICE
from output import ensure_free, log, written

# One game in this many is held out.
HELD_OUT = 20
BATCH = 8192


def sources(arguments):
    """All positions, scored or not, and which of them are held out."""
    parts = []
    for path in arguments.games:
        squares, scores = data.games(path)
        parts.append(data.Replay(path, squares, scores=scores))
        log(path, len(squares), "games", len(parts[-1].player), "positions")
    if arguments.wthor:
        squares, black = data.wthor(arguments.wthor)
        replay = data.Replay(arguments.wthor, squares, black=black)
        empties = 60 - othello.made(replay.player, replay.opponent)
        # Only finished games, and only positions that the solved result describes well.
        replay.only(replay.over & (empties >= data.SOLVED) & (empties <= 50))
        log("WTHOR", len(squares), "games", len(replay.player), "positions")
        parts.append(replay)
    player, opponent, score = (
        torch.cat([getattr(part, name) for part in parts]) for name in ("player", "opponent", "score")
    )
    held_out = torch.cat([part.game % HELD_OUT == HELD_OUT - 1 for part in parts])
    return player, opponent, score, held_out


def seen(player, opponent):
    return othello.planes(player, opponent).to(torch.bfloat16).contiguous(memory_format=torch.channels_last)


def turned(planes, symmetry):
    """Applies one of the eight symmetries."""
    if symmetry & 1:
        planes = planes.flip(3)
    if symmetry & 2:
        planes = planes.flip(2)
    if symmetry & 4:
        planes = planes.transpose(2, 3)
    return planes


def learn(arguments):
    """Trains for some time, logs the errors and writes the network."""
    ensure_free(arguments.out, arguments.force)
    player, opponent, score, held_out = sources(arguments)
    scored = score != data.UNKNOWN
    learnt = torch.nonzero(scored & ~held_out).squeeze(1)
    tested = torch.nonzero(scored & held_out).squeeze(1)
    log(len(learnt), "training positions,", len(tested), "held out")
    if len(learnt) < BATCH:
        raise FileError(f"expected at least {BATCH} training positions")
    if arguments.network:
        teacher = network.load(arguments.network)
    else:
        teacher = network.Teacher(arguments.width, arguments.blocks)
    model = torch.compile(teacher) if arguments.compile else teacher
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=arguments.rate, weight_decay=1e-4, betas=(0.9, 0.98))
    began, step, done = time.monotonic(), 0, 0.0
    while done < 1:
        order = learnt[torch.randperm(len(learnt), device=DEVICE)]
        for at in range(0, len(order) - BATCH + 1, BATCH):
            done = (time.monotonic() - began) / arguments.seconds
            if done >= 1:
                break
            # Warm-up, then cosine decay.
            for group in optimiser.param_groups:
                group["lr"] = arguments.rate * min(1, (step + 1) / 500) * (0.5 + 0.5 * math.cos(math.pi * done))
            some = order[at : at + BATCH]
            # An eighth of the batch in each symmetry.
            parts = seen(player[some], opponent[some]).chunk(8)
            planes = torch.cat([turned(part, (symmetry + step) % 8) for symmetry, part in enumerate(parts)])
            with torch.autocast(DEVICE, torch.bfloat16):
                found = model(planes.contiguous(memory_format=torch.channels_last))
            loss = torch.nn.functional.huber_loss(found.float(), score[some].float(), delta=16.0) / 16
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            step += 1
            if step % 500 == 0:
                log(f"step {step}, {step * BATCH / len(learnt):.2f} epochs, loss {loss.item():.3f}")
    teacher.eval()
    error = judged(teacher, player[tested], opponent[tested]) - score[tested]
    errors.report(error, othello.made(player[tested], opponent[tested]))
    for path in arguments.suites:
        tell_suite(teacher, path)
    with written(arguments.out) as file:
        network.save(teacher, file)


@torch.no_grad()
def judged(teacher, player, opponent, batch=32768):
    """The teacher's scores, in discs."""
    found = torch.empty(len(player), device=DEVICE)
    for at in range(0, len(player), batch):
        planes = seen(player[at : at + batch], opponent[at : at + batch])
        with torch.autocast(DEVICE, torch.bfloat16):
            found[at : at + batch] = teacher(planes).float()
    return found


def tell_suite(teacher, path):
    """Logs how well the teacher ranks the moves of solved positions, without a search."""
    moves, scores, numbers = data.suite(path)
    found = -judged(teacher, *othello.played(*moves.unbind(1)))
    best = loss = 0
    positions = numbers.unique()
    for number in positions:
        of = numbers == number
        missed = int(scores[of].max() - scores[of][found[of].argmax()])
        best += missed == 0
        loss += missed
    error = (found - scores).abs().mean()
    log(
        f"{path}: {len(positions)} positions, best move first {100 * best / len(positions):.1f} %, "
        f"loss {loss / len(positions):.2f}, mean error {error:.2f}"
    )


def strayed(player, opponent, plies):
    """The boards after some random moves, without finished games."""
    for _ in range(plies):
        placed = othello.one_of(othello.moves(player, opponent))
        player, opponent = othello.played(player, opponent, placed)
        player, opponent = othello.passed_if_needed(player, opponent)
    playable = othello.moves(player, opponent) != 0
    return player[playable], opponent[playable]


def label(arguments):
    """Writes the positions of the games, and those after random moves, with the teacher's scores."""
    ensure_free(arguments.out, arguments.force)
    teacher = network.load(arguments.network).eval()
    player, opponent, _, _ = sources(arguments)
    count = 0
    with written(arguments.out) as file:
        data.begin_positions(file)
        for plies in arguments.strays:
            for part in torch.randperm(len(player), device=DEVICE).split(1 << 20):
                boards = strayed(player[part], opponent[part], plies)
                wanted = 60 - othello.made(*boards) >= arguments.fewest_empties
                boards = [side[wanted] for side in boards]
                data.write_positions(file, *boards, judged(teacher, *boards))
                count += len(boards[0])
            log(f"{count} positions after {plies} random moves")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("learn", help="train on games")
    command.set_defaults(run=learn)
    add_sources(command)
    command.add_argument("--network", help="start from this network")
    command.add_argument("--width", type=int, default=128, help="channels of a new network [%(default)s]")
    command.add_argument("--blocks", type=int, default=8, help="residual blocks of a new network [%(default)s]")
    command.add_argument("--seconds", type=float, required=True, help="training time")
    command.add_argument("--rate", type=float, default=2e-3, help="maximum learning rate [%(default)s]")
    command.add_argument("--compile", action="store_true", help="compile the network: slower start, faster steps")
    command.add_argument("--suites", nargs="+", default=[], metavar="FILE", help="solved positions (OBF) to test it on")

    command = commands.add_parser("label", help="score positions")
    command.set_defaults(run=label)
    command.add_argument("network", help="file written by `learn`")
    add_sources(command)
    command.add_argument(
        "--strays", type=int, nargs="+", default=[0, 1, 2], metavar="N",
        help="numbers of random moves from each position; one pass for each [0 1 2]",
    )
    command.add_argument(
        "--fewest-empties", type=int, default=8, metavar="N",
        help="skip positions with fewer empty squares [%(default)s]",
    )

    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except (OSError, FileError) as error:
        sys.exit(str(error))


def add_sources(command):
    """Adds the options of both commands."""
    command.add_argument("--games", nargs="+", required=True, metavar="FILE", help="files of self-play games")
    command.add_argument("--wthor", metavar="FOLDER", help="folder of WTHOR files (*.wtb)")
    command.add_argument("--out", required=True, metavar="FILE", help="output file")
    command.add_argument("--force", action="store_true", help="overwrite the file if it exists")


if __name__ == "__main__":
    main()
