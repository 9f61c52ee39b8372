"""Log messages and output files."""

import contextlib
import os
import sys
import time

STARTED = time.monotonic()


def log(*words):
    """Prints to standard error with the elapsed seconds."""
    print(f"{time.monotonic() - STARTED:6.1f} s ", *words, file=sys.stderr, flush=True)


def ensure_free(path, force):
    """Fails if the file cannot be written later. Call it before the work starts."""
    if os.path.exists(path) and not force:
        raise FileExistsError(f"{path}: the file exists; --force overwrites it")
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise NotADirectoryError(f"{path}: no such folder")


@contextlib.contextmanager
def written(path):
    """Opens a file that gets its name when it is complete."""
    new = path + ".new"
    with open(new, "wb") as file:
        yield file
    os.replace(new, path)
