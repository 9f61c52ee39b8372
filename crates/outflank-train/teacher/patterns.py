"""The patterns of the evaluation: the same list as in `outflank-engine`, src/eval/patterns.rs, which explains it.

    patterns.py

checks on random boards that the list is sound.
"""

from dataclasses import dataclass

import numpy as np
import torch

TABLES = 8
TABLE_SIZE = 1 << 16

# Symmetries of columns and rows.
IDENTITY = lambda column, row: (column, row)
QUARTER = lambda column, row: (7 - row, column)
HALF = lambda column, row: (7 - column, 7 - row)
THREE_QUARTERS = lambda column, row: (row, 7 - column)
MIRROR_COLUMNS = lambda column, row: (7 - column, row)
MIRROR_ROWS = lambda column, row: (column, 7 - row)
TRANSPOSE = lambda column, row: (row, column)
ANTI_TRANSPOSE = lambda column, row: (7 - row, 7 - column)

TURNED = [IDENTITY, QUARTER, HALF, THREE_QUARTERS]
MIRRORED = [MIRROR_COLUMNS, MIRROR_ROWS, TRANSPOSE, ANTI_TRANSPOSE]


@dataclass
class Pattern:
    """A set of squares. Its contents are a base-3 number, first square lowest."""

    names: str
    # The symmetry that maps the pattern to itself, or to its other four placements if it is asymmetric.
    mirror: object
    # Its table, and its first index there.
    table: int
    start: int

    @property
    def squares(self):
        return [ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1) for name in self.names.split()]

    @property
    def size(self):
        return 3 ** len(self.squares)

    @property
    def first(self):
        """Its first index, counted through all tables."""
        return self.table * TABLE_SIZE + self.start

    def mirrored(self):
        """Maps each number to that of the mirrored squares; the identity for an asymmetric pattern."""
        squares = self.squares
        goals = [moved(self.mirror, square) for square in squares]
        digits = [squares.index(goal) for goal in goals] if set(goals) == set(squares) else range(len(squares))
        numbers = np.zeros(1, np.int64)
        for digit in digits:
            numbers = np.concatenate([numbers + disc * 3**digit for disc in range(3)])
        return numbers


# In storage order.
PATTERNS = [
    Pattern("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2", MIRROR_COLUMNS, 0, 0),
    Pattern("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", TRANSPOSE, 1, 0),
    Pattern("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2", MIRROR_COLUMNS, 2, 0),
    Pattern("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", TRANSPOSE, 3, 0),
    Pattern("a1 b1 a2 b2 c2 b3 c3 d3 c4 d4", TRANSPOSE, 4, 0),
    Pattern("a1 b1 c1 d1 e1 a2 b2 a3 a4 a5", TRANSPOSE, 5, 0),
    Pattern("a1 b2 c3 d4 e5 f6 g7 h8 b1 a2", TRANSPOSE, 6, 0),
    Pattern("a1 b1 c1 a2 b2 c2 a3 b3 c3", TRANSPOSE, 7, 0),
    Pattern("a2 b2 c2 d2 e2 f2 g2 h2", MIRROR_COLUMNS, 7, 19_683),
    Pattern("a3 b3 c3 d3 e3 f3 g3 h3", MIRROR_COLUMNS, 7, 26_244),
    Pattern("a4 b4 c4 d4 e4 f4 g4 h4", MIRROR_COLUMNS, 7, 32_805),
    Pattern("b1 c2 d3 e4 f5 g6 h7", ANTI_TRANSPOSE, 0, 59_049),
    Pattern("c1 d2 e3 f4 g5 h6", ANTI_TRANSPOSE, 1, 59_049),
    Pattern("d1 e2 f3 g4 h5 b2 g7", ANTI_TRANSPOSE, 2, 59_049),
    Pattern("e1 f2 g3 h4", ANTI_TRANSPOSE, 4, 59_049),
]

# Every placement once. Only the 2x5 block is asymmetric.
QUADS = [(pattern, TURNED) for pattern in PATTERNS]
QUADS.insert(4, (PATTERNS[3], MIRRORED))
SLOTS = [(pattern, symmetry) for pattern, placements in QUADS for symmetry in placements]


def moved(symmetry, square):
    column, row = symmetry(square % 8, square // 8)
    return 8 * row + column


def centres():
    """The index of the empty pattern in every slot."""
    return np.array([pattern.first + pattern.size // 2 for pattern, _ in SLOTS])


def steps():
    """What a disc of the side to move adds to the index of every slot; an opposing disc subtracts it."""
    found = np.zeros((64, len(SLOTS)), np.int64)
    for slot, (pattern, symmetry) in enumerate(SLOTS):
        for digit, square in enumerate(pattern.squares):
            found[moved(symmetry, square), slot] = 3**digit
    return found


def classes():
    """The class of each table index, -1 for unused ones. Mirrored indices share a class."""
    found = np.full(TABLES * TABLE_SIZE, -1)
    count = 0
    for pattern in PATTERNS:
        numbers, mirrored = np.arange(pattern.size), pattern.mirrored()
        # The lower index of a pair comes first and names both.
        named = count + np.cumsum(mirrored >= numbers) - 1
        found[pattern.first : pattern.first + pattern.size] = named[np.minimum(numbers, mirrored)]
        count = named[-1] + 1
    return found


class Patterns:
    """The pattern indices of many boards."""

    def __init__(self, device):
        # The sums are exact only in full-precision floats.
        torch.set_float32_matmul_precision("highest")
        self.centres = torch.from_numpy(centres()).to(device)
        self.steps = torch.from_numpy(steps()).float().to(device)
        self.of_place = torch.from_numpy(classes()).to(device)
        self.squares = torch.arange(64, device=device)
        self.count = int(self.of_place.max()) + 1

    def places(self, player, opponent):
        """The index of every slot, counted through all tables, shape (boards, slots)."""
        discs = ((player[:, None] >> self.squares) & 1) - ((opponent[:, None] >> self.squares) & 1)
        return (discs.float() @ self.steps).round().long() + self.centres

    def classes(self, player, opponent):
        """The class of every slot, shape (boards, slots)."""
        return self.of_place[self.places(player, opponent)]


def check():
    """Checks that every index has a class, symmetric boards have the same classes, and indices follow the definition."""
    patterns, random = Patterns("cpu"), np.random.default_rng(1)
    used = sorted((pattern.first, pattern.first + pattern.size) for pattern in PATTERNS)
    assert all(end <= start for (_, end), (start, _) in zip(used, used[1:])), "two patterns in one place"
    assert (np.unique(classes()) == np.arange(-1, patterns.count)).all(), "a class is missing"

    # 0 opponent, 1 empty, 2 side to move.
    discs = torch.from_numpy(random.integers(0, 3, (500, 64)))
    bits = 1 << torch.arange(64)
    boards = lambda discs: (((discs == 2) * bits).sum(1), ((discs == 0) * bits).sum(1))
    places = patterns.places(*boards(discs))
    for slot, (pattern, symmetry) in enumerate(SLOTS):
        seen = discs[:, [moved(symmetry, square) for square in pattern.squares]]
        number = sum(3**digit * seen[:, digit] for digit in range(seen.shape[1]))
        assert (places[:, slot] == pattern.first + number).all(), f"slot {slot}: another place"
    own = patterns.of_place[places].sort().values
    assert (own >= 0).all(), "a place without a class"
    for symmetry in TURNED + MIRRORED:
        turned = discs[:, [moved(symmetry, square) for square in range(64)]]
        assert (patterns.classes(*boards(turned)).sort().values == own).all(), "a turned board has other classes"
    print(f"{len(PATTERNS)} patterns, {len(SLOTS)} slots, {patterns.count} classes: sound")


if __name__ == "__main__":
    check()
