"""The tool: `python -m offload_bundle list app.so`.

With the name of a compiler's tool as the first word it is a replacement for that:
`python -m offload_bundle clang-offload-bundler -list -type=o -input=app.o`.
"""

import signal
import sys

from . import _native


def main() -> int:
    """Run the tool with the arguments in `sys.argv` and return the exit code."""
    # The tool handles signals and cleans up.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(["offload-bundle", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
