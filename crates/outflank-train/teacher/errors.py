"""How far scores are off, by the number of moves made."""

from output import told


def rmse(error):
    """The root of the mean square."""
    return error.square().mean().sqrt()


def by_moves(error, moves, span):
    """The errors for so many numbers of moves together, each with the first of them; without those that have none."""
    for first in range(0, 60, span):
        some = error[(moves >= first) & (moves < first + span)]
        if len(some):
            yield first, some


def tell(error, moves):
    """A line for every two numbers of moves, and one for all."""
    for first, some in by_moves(error, moves, 2):
        mae = some.abs().mean()
        told(f"moves {first:2} to {first + 1:2}: {len(some):7} held out, MAE {mae:5.2f}, RMSE {rmse(some):5.2f}")
    told(f"all: {len(error)} held out, MAE {error.abs().mean():.2f}, RMSE {rmse(error):.2f}")
