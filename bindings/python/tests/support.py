"""Files for the tests."""

import os
import shutil
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["OFFLOAD_BUNDLE_ROOT"])
FIXTURES = ROOT / "conformance/fixtures"
LIBRARY = FIXTURES / "objects/hip.22.so"
COMPRESSED = FIXTURES / "objects/hip-compressed.22.so"
ARCHIVE = FIXTURES / "kinds/archive.22.a"

GFX906 = "hipv4-amdgcn-amd-amdhsa--gfx906"
GFX90A = "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"


class InFolder(unittest.TestCase):
    """In a folder with the files that the README names."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        before = Path.cwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        library = LIBRARY.read_bytes()
        Path("libapp.so").write_bytes(library)
        Path("damaged.so").write_bytes(library[:4140] + b"X" + library[4141:])
        shutil.copy(FIXTURES / "objects/rdc.22.o", "app.o")
