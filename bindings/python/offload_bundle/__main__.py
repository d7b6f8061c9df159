"""The tool: `python -m offload_bundle list app.so`.

Where the first word is the name of a tool that it is a drop-in replacement for, it is that tool:
`python -m offload_bundle clang-offload-bundler -list -type=o -input=app.o`.
"""

import os
import signal
import sys

from . import _native

_DROP_INS = ("clang-offload-bundler", "clang-offload-packager", "llvm-offload-binary")


def main() -> int:
    """Runs the command line of this process. Returns the exit code."""
    words = [os.fsdecode(word) if isinstance(word, bytes) else word for word in sys.argv]
    words[0] = "offload-bundle"
    if words[1:] and words[1].startswith(_DROP_INS):
        del words[0]
    # The tool ends by itself when it is asked to, and leaves nothing behind.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(words)


if __name__ == "__main__":
    sys.exit(main())
