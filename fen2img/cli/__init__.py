"""The command line: a typer front end, one module a command; no logic."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from fen2img.errors import Fen2imgError, OutputError

USAGE = 2
INTERRUPTED = 130


def run(args: Sequence[str]) -> int:
    """Run the command line; the exit code: 0 done, 1 something refused, 2 wrong usage, 3 output failed, 130 stopped."""
    _ready_streams()
    try:
        code = _run(list(args))
        sys.stdout.flush()
    except Fen2imgError as error:
        print(error.report(), file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough; it is no news to the user
        _drop(sys.stdout, sys.stderr)
        return OutputError.exit_code
    except OSError as error:  # files are seen to where they are used; what is left is a full disk behind a stream
        _drop(sys.stdout)
        with suppress(OSError):  # standard error may be what is full
            print(f"error: {error.filename or 'cannot write the output'}: {error.strerror or error}", file=sys.stderr)
            sys.stderr.flush()
            return OutputError.exit_code
        _drop(sys.stderr)
        return OutputError.exit_code
    return code


def _run(args: list[str]) -> int:
    from fen2img.cli.app import USAGE_ERRORS, Exit, build, explain_usage

    command = build(args)
    try:
        # Not command.main(), which has its own mind about interrupts and broken pipes.
        with command.make_context("fen2img", [*args] or ["--help"], obj=tuple(args)) as context:
            command.invoke(context)
    except Exit as leave:
        return int(leave.exit_code) if args else USAGE
    except USAGE_ERRORS as error:
        print(explain_usage(error, args), file=sys.stderr)
        return USAGE
    return 0


def _ready_streams() -> None:
    """Have streams to print to, closed ones too (`2>&-`), and no failure for what an ASCII terminal lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop(*streams: TextIO) -> None:
    """Send what is left in streams nowhere; Python would try again to write it while closing."""
    for stream in streams:
        with suppress(OSError, ValueError):
            number = stream.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, number)
            os.close(nowhere)
