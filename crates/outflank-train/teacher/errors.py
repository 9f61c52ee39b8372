"""Errors by number of moves."""

from output import log


def rmse(error):
    return error.square().mean().sqrt()


def by_moves(error, moves, span):
    """Yields the errors of each span of numbers of moves that has any, with its first number."""
    for first in range(0, 60, span):
        some = error[(moves >= first) & (moves < first + span)]
        if len(some):
            yield first, some


def report(error, moves):
    for first, some in by_moves(error, moves, 2):
        mae = some.abs().mean()
        log(f"moves {first:2} to {first + 1:2}: {len(some):7} held out, MAE {mae:5.2f}, RMSE {rmse(some):5.2f}")
    log(f"all: {len(error)} held out, MAE {error.abs().mean():.2f}, RMSE {rmse(error):.2f}")
