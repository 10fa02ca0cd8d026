"""The command line: a typer front end, one module a command; no logic."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from fen2img.errors import Fen2imgError

INTERRUPTED = 130


def run(args: Sequence[str]) -> int:
    """Run the command line; the exit code: 0 done, 1 something refused, 2 wrong usage, 3 output failed, 130 stopped."""
    from fen2img.cli.app import USAGE_ERRORS, build, explain_usage

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # an ASCII terminal is no reason to fail
    command = build(args)
    try:
        result = command.main(list(args), prog_name="fen2img", standalone_mode=False)
    except Fen2imgError as error:
        print(error.report(), file=sys.stderr)
        return error.exit_code
    except USAGE_ERRORS as error:
        print(explain_usage(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; Python would complain about it while closing
        return 0
    return result if isinstance(result, int) else 0
