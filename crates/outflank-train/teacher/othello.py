"""Othello on tensors: many boards at once, each as two 64-bit numbers, a1 the lowest bit, the side to move first."""

import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

# Discs on the edge files end a line to the side: they cannot be flipped along it.
INNER = 0x7E7E7E7E7E7E7E7E
DIRECTIONS = [(1, INNER), (-1, INNER), (8, -1), (-8, -1), (7, INNER), (-7, INNER), (9, INNER), (-9, INNER)]


def shifted(bits, by):
    """Shifts to higher squares, or to lower ones without the sign that a signed number drags along."""
    if by > 0:
        return bits << by
    return (bits >> -by) & ((1 << (64 + by)) - 1)


def moves(player, opponent):
    """The squares on which the side to move can place a disc."""
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
    """The boards after a placement, as the other side sees them."""
    flipped = flips(player, opponent, placed)
    return opponent & ~flipped, player | placed | flipped


def passed_if_needed(player, opponent):
    """The boards with the turn passed where the side to move cannot place a disc."""
    stuck = moves(player, opponent) == 0
    return torch.where(stuck, opponent, player), torch.where(stuck, player, opponent)


def counted(bits):
    """How many squares are set."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


def made(player, opponent):
    """How many moves were made."""
    return counted(player | opponent) - 4


def one_of(bits):
    """One of the set squares of each number by lot; zero where none is set."""
    drop = (torch.rand(bits.shape, device=bits.device) * counted(bits)).long()
    for _ in range(int(drop.max()) if len(drop) else 0):
        bits = torch.where(drop > 0, bits & (bits - 1), bits)
        drop = drop - 1
    return bits & -bits


def planes(player, opponent):
    """What the network sees: discs of both sides, and where both could place one. Shape (boards, 4, 8, 8)."""
    boards = torch.stack([player, opponent, moves(player, opponent), moves(opponent, player)], 1)
    squares = torch.arange(64, device=player.device)
    return ((boards[:, :, None] >> squares) & 1).view(-1, 4, 8, 8)
