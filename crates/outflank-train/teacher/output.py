"""What the commands say while they run, and the files that they write."""

import contextlib
import os
import sys
import time

BEGUN = time.monotonic()


def told(*words):
    """Says something on standard error, with the seconds since the command began."""
    print(f"{time.monotonic() - BEGUN:6.1f} s ", *words, file=sys.stderr, flush=True)


def ensure_free(path, force):
    """An error if the file cannot be written later: to be asked before the work rather than after it."""
    if os.path.exists(path) and not force:
        raise FileExistsError(f"{path}: the file exists, and is only overwritten with --force")
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise NotADirectoryError(f"{path}: there is no such folder")


@contextlib.contextmanager
def written(path):
    """A file to write to. It gets its name when all of it is there."""
    new = path + ".new"
    with open(new, "wb") as file:
        yield file
    os.replace(new, path)
