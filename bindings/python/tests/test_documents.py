"""The examples in the documents work."""

import contextlib
import doctest
import io
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import offload_bundle
from support import LIBRARY, ROOT, InFolder


class Documents(InFolder):
    def test_docstrings(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            names = {"library": LIBRARY, "parts": Path(folder) / "parts", "offload_bundle": offload_bundle}
            result = doctest.testmod(offload_bundle, globs=names)
        self.assertGreater(result.attempted, 15)
        self.assertEqual(result.failed, 0)

    def test_readme(self) -> None:
        readme = (ROOT / "bindings/python/README.md").read_text()
        printed = []
        for code in re.findall(r"```python\n(.*?)```", readme, re.DOTALL):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(code, {})
            printed.append(out.getvalue())
        best, sizes, pruned, packed, error = printed
        self.assertIn("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+ 4616 [", best)
        self.assertIn("done sound", best)
        self.assertTrue(sizes.startswith("['xnack+']\n"))
        self.assertGreater(len(sizes.splitlines()), 2)
        for lengths in (pruned, packed):
            before, after = lengths.split()
            self.assertLess(int(after), int(before))
        # The comment after it.
        said = re.search(r"print\(error.*# (.*)", readme)
        assert said is not None
        self.assertEqual(error.strip(), said.group(1))

    def test_guide(self) -> None:
        guide = (ROOT / "docs/guides/write-a-loader.md").read_text()
        saved = re.search(r"Save this as `([\w.]+)`:\n\n```python\n(.*?)```", guide, re.DOTALL)
        shown = re.search(r"```console\n\$ python3 (.*?)\n(.*?)```", guide, re.DOTALL)
        assert saved is not None and shown is not None
        Path(saved.group(1)).write_text(saved.group(2))
        words = shown.group(1).split()
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", shown.group(2)))

    def test_readme_drop_in(self) -> None:
        readme = (ROOT / "bindings/python/README.md").read_text()
        [words] = re.findall(r"```sh\npython -m (.*)\n```", readme)
        done = subprocess.run([sys.executable, "-I", "-m", *words.split()], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("hip-amdgcn-amd-amdhsa--gfx906\n", done.stdout)


if __name__ == "__main__":
    unittest.main()
