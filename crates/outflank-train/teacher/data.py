"""Reads games, positions, WTHOR files and suites, and writes positions."""

import glob
import lzma
import os

import numpy as np
import torch

import othello
from othello import DEVICE

START = (0x0000000810000000, 0x0000001008000000)
UNKNOWN = -128
# Score units per disc, in a file of positions.
STEPS = 32
# WTHOR has the result of perfect play from this number of empty squares on.
SOLVED = 24

POSITION = np.dtype([("player", "<i8"), ("opponent", "<i8"), ("score", "<i2")])


class FileError(Exception):
    """A file cannot be read."""


def body(path, contents):
    """The records of a file of games or positions, which may be compressed with xz."""
    with lzma.open(path) if path.endswith(".xz") else open(path, "rb") as file:
        first = file.readline(64)
        if first == f"outflank {contents} 2\n".encode():
            file.readline()
        elif first != f"outflank {contents} 1\n".encode():
            raise FileError(f'{path}: line 1: expected "outflank {contents} 1" or "outflank {contents} 2"')
        return np.frombuffer(file.read(), np.uint8)


def games(path):
    """The squares and scores of self-play games, 60 of each per game, padded with -1 and UNKNOWN."""
    content = body(path, "games")
    starts, at = [], 0
    while at < len(content):
        starts.append(at)
        at += 1 + 2 * int(content[at])
    if at > len(content):
        raise FileError(f"{path}: game {len(starts)} is cut off")
    if not starts:
        raise FileError(f"{path}: the file has no games")
    starts = np.array(starts)
    lengths = content[starts].astype(np.int64)
    turns = np.arange(60)
    there = turns < lengths[:, None]
    first = np.where(there, starts[:, None] + 1 + turns, 0)
    second = np.where(there, first + lengths[:, None], 0)
    damaged = (lengths > 60) | (there & (content[first] > 63)).any(1)
    if damaged.any():
        raise FileError(f"{path}: game {damaged.argmax() + 1} is damaged")
    squares = np.where(there, content[first].astype(np.int8), -1)
    scores = np.where(there, content[second].view(np.int8), UNKNOWN)
    return squares, scores


def wthor(folder):
    """The squares of WTHOR games, and their results for Black with perfect play from SOLVED on."""
    paths = sorted(glob.glob(os.path.join(glob.escape(folder), "*.[wW][tT][bB]")))
    if not paths:
        raise FileError(f"{folder}: no file with games (*.wtb)")
    squares, black = [], []
    for path in paths:
        records = np.fromfile(path, np.uint8, offset=16)
        if len(records) % 68:
            raise FileError(f"{path}: the last game is cut off")
        records = records.reshape(-1, 68)
        moves = records[:, 8:].astype(np.int8)
        squares.append(np.where(moves > 0, (moves // 10 - 1) * 8 + moves % 10 - 1, -1))
        black.append(records[:, 7].astype(np.int16) * 2 - 64)
    return np.concatenate(squares), np.concatenate(black)


class Replay:
    """The positions of many games: boards before each placement, scores for the side to move, game numbers.

    Takes the scores of all positions, or one score for Black per game.
    """

    def __init__(self, path, squares, scores=None, black=None):
        squares = torch.from_numpy(squares).to(DEVICE)
        scores = None if scores is None else torch.from_numpy(scores).to(DEVICE).short()
        black = None if black is None else torch.from_numpy(black).to(DEVICE)
        count = len(squares)
        player = torch.full((count,), START[0], dtype=torch.int64, device=DEVICE)
        opponent = torch.full((count,), START[1], dtype=torch.int64, device=DEVICE)
        is_black = torch.ones(count, dtype=torch.bool, device=DEVICE)
        alive = torch.ones(count, dtype=torch.bool, device=DEVICE)
        number = torch.arange(count, device=DEVICE)
        collected = []
        for turn in range(60):
            square = squares[:, turn].long()
            alive = alive & (square >= 0)
            stuck = othello.moves(player, opponent) == 0
            player, opponent = torch.where(stuck, opponent, player), torch.where(stuck, player, opponent)
            is_black = is_black ^ stuck
            placed = torch.where(alive, torch.ones_like(player) << square.clamp(min=0), 0)
            wrong = (othello.moves(player, opponent) & placed) != placed
            if wrong.any():
                raise FileError(f"{path}: game {int(wrong.int().argmax()) + 1}: placement {turn + 1} is not legal")
            score = torch.where(is_black, black, -black) if scores is None else scores[:, turn]
            collected.append((player[alive], opponent[alive], score[alive], number[alive]))
            after = othello.played(player, opponent, placed)
            player = torch.where(alive, after[0], player)
            opponent = torch.where(alive, after[1], opponent)
            is_black = is_black ^ alive
        self.player, self.opponent, self.score, self.game = (torch.cat(part) for part in zip(*collected))
        over = (othello.moves(player, opponent) | othello.moves(opponent, player)) == 0
        self.over = over[self.game]

    def only(self, kept):
        for name in ("player", "opponent", "score", "game", "over"):
            setattr(self, name, getattr(self, name)[kept])
        return self


def positions(path):
    """The boards and scores (in discs) of a file of positions."""
    content = body(path, "positions")
    if len(content) % POSITION.itemsize:
        raise FileError(f"{path}: position {len(content) // POSITION.itemsize + 1} is cut off")
    records = content.view(POSITION)
    damaged = (records["player"] & records["opponent"] != 0) | (np.abs(records["score"].astype(np.int32)) > 64 * STEPS)
    if damaged.any():
        raise FileError(f"{path}: position {damaged.argmax() + 1} is damaged")
    player, opponent, score = (torch.from_numpy(records[name].copy()).to(DEVICE) for name in POSITION.names)
    return player, opponent, score.float() / STEPS


def begin_positions(file):
    file.write(b"outflank positions 1\n")


def write_positions(file, player, opponent, discs):
    """Appends positions; scores are in discs."""
    records = np.empty(len(player), POSITION)
    records["player"] = player.cpu().numpy()
    records["opponent"] = opponent.cpu().numpy()
    records["score"] = (discs.float().clamp(-64, 64) * STEPS).round().short().cpu().numpy()
    file.write(records.tobytes())


def suite(path):
    """The moves of a suite of solved positions (OBF), their scores, and the number of each position.

    A move is a row of three numbers: the boards of both sides before it, and the square.
    """
    moves, scores, numbers = [], [], []
    with open(path) as file:
        for number, line in enumerate(file):
            fields = [field.strip() for field in line.split("%")[0].split(";")]
            if len(fields[0].split()) < 2:
                continue
            squares, turn = (part.upper().replace("*", "X") for part in fields[0].split()[:2])
            player, opponent = (board(squares, disc) for disc in (turn, "O" if turn == "X" else "X"))
            for field in fields[1:]:
                # Skip the score of a pass.
                if ":" in field and "PS" not in field.upper():
                    square, score = field.split(":")
                    square = square.strip().lower()
                    placed = 1 << ("abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1))
                    moves.append([player, opponent, placed])
                    scores.append(int(score.split()[0]))
                    numbers.append(number)
    moves = torch.from_numpy(np.array(moves, np.uint64).view(np.int64))
    return moves.to(DEVICE), torch.tensor(scores, device=DEVICE), torch.tensor(numbers, device=DEVICE)


def board(squares, disc):
    return sum(1 << at for at, seen in enumerate(squares) if seen == disc)
