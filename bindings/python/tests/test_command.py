"""The tool that the module brings along."""

import subprocess
import sys
import unittest
from pathlib import Path

from support import LIBRARY, InFolder


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(words, capture_output=True, text=True)


class Command(InFolder):
    def test_both_ways(self) -> None:
        script = str(Path(sys.executable).with_name("offload-bundle"))
        for words in ([script], [sys.executable, "-I", "-m", "offload_bundle"]):
            with self.subTest(words=words):
                done = run(*words, "verify", "libapp.so", "damaged.so")
                self.assertEqual(done.returncode, 1)
                self.assertIn("libapp.so: sound", done.stdout)
                self.assertEqual(run(*words, "no-such-command").returncode, 2)
                self.assertIn("usage: offload-bundle", run(*words, "--help").stdout.lower())

    def test_results_that_cannot_be_printed_are_an_error(self) -> None:
        tool = f"'{sys.executable}' -I -m offload_bundle"
        for redirection, reason in ((">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")):
            with self.subTest(redirection=redirection):
                done = run("sh", "-c", f"{tool} list libapp.so {redirection}")
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"cannot write standard output: {reason}", done.stderr)

    def test_a_drop_in(self) -> None:
        words = ["clang-offload-bundler", "-list", "-type=o", f"-input={LIBRARY}"]
        done = run(sys.executable, "-I", "-m", "offload_bundle", *words)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("offload-bundle", run(sys.executable, "-I", "-m", "offload_bundle", words[0], "--version").stdout)


if __name__ == "__main__":
    unittest.main()
