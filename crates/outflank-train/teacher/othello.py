"""Othello on tensors of boards: two 64-bit numbers each, side to move first, a1 the lowest bit."""

import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

# Discs on the edge files cannot be flipped sideways.
INNER = 0x7E7E7E7E7E7E7E7E
DIRECTIONS = [(1, INNER), (-1, INNER), (8, -1), (-8, -1), (7, INNER), (-7, INNER), (9, INNER), (-9, INNER)]


def shifted(bits, by):
    """Shifts to higher squares, or logically to lower ones."""
    if by > 0:
        return bits << by
    return (bits >> -by) & ((1 << (64 + by)) - 1)


def moves(player, opponent):
    """The legal moves."""
    found = torch.zeros_like(player)
    for by, mask in DIRECTIONS:
        between = opponent & mask
        line = shifted(player, by) & between
        for _ in range(5):
            line = line | (shifted(line, by) & between)
        found = found | shifted(line, by)
    return found & ~(player | opponent)


def flips(player, opponent, placed):
    """The discs that a placed disc flips."""
    flipped = torch.zeros_like(player)
    for by, mask in DIRECTIONS:
        between = opponent & mask
        line = shifted(placed, by) & between
        for _ in range(5):
            line = line | (shifted(line, by) & between)
        ends = (shifted(line, by) & player) != 0
        flipped = flipped | torch.where(ends, line, 0)
    return flipped


def played(player, opponent, placed):
    """The boards after a placement, as the opponent sees them."""
    flipped = flips(player, opponent, placed)
    return opponent & ~flipped, player | placed | flipped


def passed_if_needed(player, opponent):
    """Passes where the side to move has no legal move."""
    stuck = moves(player, opponent) == 0
    return torch.where(stuck, opponent, player), torch.where(stuck, player, opponent)


def counted(bits):
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


def made(player, opponent):
    """The number of moves played."""
    return counted(player | opponent) - 4


def one_of(bits):
    """A random set bit of each number; zero where none is set."""
    drop = (torch.rand(bits.shape, device=bits.device) * counted(bits)).long()
    for _ in range(int(drop.max()) if len(drop) else 0):
        bits = torch.where(drop > 0, bits & (bits - 1), bits)
        drop = drop - 1
    return bits & -bits


def planes(player, opponent):
    """The input of the network: discs and legal moves of both sides, shape (boards, 4, 8, 8)."""
    boards = torch.stack([player, opponent, moves(player, opponent), moves(opponent, player)], 1)
    squares = torch.arange(64, device=player.device)
    return ((boards[:, :, None] >> squares) & 1).view(-1, 4, 8, 8)
