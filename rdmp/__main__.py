"""The program ``rdmp``: ready to be interrupted first, everything else after."""

from __future__ import annotations

import sys
from contextlib import suppress

from rdmp import permissions
from rdmp.cli import signals


def run() -> None:
    """Run the command line and end the process with its exit code."""
    permissions.keep_private()  # the engine's spill files included
    signals.listen()
    code = 0
    try:
        # Imported here, so that Ctrl-C while it loads ends like any other Ctrl-C.
        from rdmp.cli.app import main

        code = main()
    except KeyboardInterrupt:
        code = 130
    code = signals.exit_code() or code
    if code == 130:
        with suppress(OSError):  # nobody listens any more
            sys.stderr.write("rdmp: interrupted\n")
    sys.exit(code)


if __name__ == "__main__":
    run()
