"""The tool: `python -m offload_bundle list app.so`.

With the name of a compiler's tool as the first word it is a replacement for that:
`python -m offload_bundle clang-offload-bundler -list -type=o -input=app.o`.
"""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command line of this process. Returns the exit code."""
    # The tool handles signals itself, and removes unfinished files.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(["offload-bundle", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
