"""The module, as its users call it."""

import io
import json
import os
import sys
import threading
import unittest
import zipfile
from collections.abc import Callable
from pathlib import Path

import offload_bundle
from offload_bundle import TargetId
from support import ARCHIVE, COMPRESSED, GFX90A, GFX906, LIBRARY, InFolder


class Opening(InFolder):
    def test_every_way_gives_the_same(self) -> None:
        data = LIBRARY.read_bytes()
        with LIBRARY.open("rb") as stream, io.BytesIO(data) as memory:
            ways: list[offload_bundle.Source] = [LIBRARY, str(LIBRARY), data, bytearray(data), memoryview(data), stream, memory]
            for way in ways:
                with self.subTest(way=type(way).__name__):
                    entries = list(offload_bundle.open(way))
                    self.assertEqual([entry.id for entry in entries][1:], [GFX906, GFX90A])
                    self.assertEqual([entry.size for entry in entries], [0, 3544, 4616])
                    self.assertEqual([len(bytes(entry)) for entry in entries], [0, 3544, 4616])

    def test_what_is_no_source_is_a_type_error(self) -> None:
        for wrong in (None, 7, "text.so".encode, io.StringIO("text")):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                offload_bundle.open(wrong)  # type: ignore[arg-type]

    def test_what_a_file_object_raises_is_raised(self) -> None:
        class Broken(io.RawIOBase):
            def read(self, size: int = -1, /) -> bytes:
                raise KeyError("mine")

        with self.assertRaises(KeyError):
            offload_bundle.open(Broken())  # type: ignore[arg-type]

    def test_a_file_object_that_gives_too_much(self) -> None:
        class Generous(io.RawIOBase):
            def read(self, size: int = -1, /) -> bytes:
                return b"x" * (size + 1)

        with self.assertRaises(OSError):
            offload_bundle.open(Generous())  # type: ignore[arg-type]

    def test_a_file_in_a_package(self) -> None:
        with zipfile.ZipFile("app.whl", "w") as wheel:
            wheel.write(LIBRARY, "lib/app.so")
        with self.assertRaises(offload_bundle.NotABundle) as package:
            offload_bundle.open("app.whl")
        said = "a zip archive; name a file in it: `ARCHIVE!FILE`; `list`, `verify` and `extract` look into it"
        self.assertTrue(str(package.exception).endswith(said), package.exception)
        (listed,) = offload_bundle.list("app.whl")["files"]
        self.assertEqual(listed["file"], "app.whl!lib/app.so")
        entries = offload_bundle.open(listed["file"]).entries
        stored = [entry["id"] for bundle in listed["bundles"] for entry in bundle["entries"]]
        self.assertEqual([entry.id for entry in entries], stored)
        (wanted,) = offload_bundle.list("app.whl", arch="gfx906")["files"]
        self.assertEqual([entry["id"] for entry in wanted["bundles"][0]["entries"]], [GFX906])
        with self.assertRaises(offload_bundle.Error):
            offload_bundle.open("app.whl!lib/no.so")

    def test_a_product_has_a_best_match(self) -> None:
        best = offload_bundle.open(LIBRARY).best_match("Instinct MI60")
        self.assertIsNotNone(best)
        self.assertEqual(best.entry.id if best else None, GFX906)
        with self.assertRaises(offload_bundle.InvalidId) as several:
            offload_bundle.open(LIBRARY).best_match("RTX 4000")
        self.assertIn("sm_89", str(several.exception))

    def test_errors(self) -> None:
        with self.assertRaises(FileNotFoundError) as missing:
            offload_bundle.open("no such file")
        self.assertEqual((missing.exception.filename, missing.exception.strerror), ("no such file", "No such file or directory"))
        with self.assertRaises(offload_bundle.Error) as damaged:
            offload_bundle.open("damaged.so")
        error = damaged.exception
        self.assertEqual((error.code, error.file, error.offset), ("out-of-bounds", "damaged.so", 4136))
        self.assertEqual(error.path, "entries[0].len_code_object")
        self.assertIn("at byte 0x1028", str(error))
        with self.assertRaises(offload_bundle.NotABundle) as other:
            offload_bundle.open(b"text")
        self.assertEqual((other.exception.code, other.exception.offset), ("not-a-bundle", None))
        with self.assertRaises(ValueError):
            offload_bundle.open(LIBRARY, file_type="no such type")

    def test_lenient(self) -> None:
        file = offload_bundle.open("damaged.so", lenient=True)
        [finding] = [finding for finding in file.findings if finding["severity"] == "error"]
        self.assertEqual((finding["code"], finding["offset"], finding["entry"]), ("out-of-bounds", 4136, 0))
        with self.assertRaises(offload_bundle.Error):
            bytes(file.entries[0])

    def test_a_compressed_bundle_may_be_bounded(self) -> None:
        self.assertEqual(len(list(offload_bundle.open(COMPRESSED))), 3)
        with self.assertRaises(offload_bundle.Error):
            offload_bundle.open(COMPRESSED, max_size=100)

    @unittest.skipUnless(sys.platform == "linux", "names of files are bytes there")
    def test_a_name_that_is_not_unicode(self) -> None:
        name = os.fsdecode(b"\xff.so")
        os.rename("damaged.so", name)
        with self.assertRaises(offload_bundle.Error) as damaged:
            offload_bundle.open(name)
        self.assertEqual(damaged.exception.file, name)
        self.assertEqual(offload_bundle.verify(name)["files"][0]["file"], {"percent_encoded": "%FF.so"})


class Looking(unittest.TestCase):
    def test_bundles_and_entries(self) -> None:
        file = offload_bundle.open(LIBRARY)
        [bundle] = file.bundles
        self.assertEqual((bundle.number, bundle.format, bundle.section), (0, "binary_bundle", ".hip_fatbin"))
        self.assertEqual((bundle.offset, len(bundle), bundle.compression, bundle.member), (4096, 3, None, None))
        host, _, last = bundle
        self.assertEqual((host.kind, host.triple, host.target), ("host", "x86_64-unknown-linux-gnu", None))
        self.assertEqual((last.kind, last.target, last.number), ("hipv4", TargetId("gfx90a:xnack+"), 2))
        self.assertEqual(file.bundles[last.bundle], bundle)
        self.assertEqual({last, *bundle}, set(file))
        self.assertNotEqual(last, host)
        # Entries of another file, and other values, differ.
        again = offload_bundle.open(LIBRARY)
        self.assertNotEqual(again.entries[2], last)
        self.assertNotEqual(again.bundles[0], bundle)
        self.assertNotEqual(last, last.id)
        offset = last.offset
        assert offset is not None
        self.assertEqual(bytes(last), LIBRARY.read_bytes()[offset : offset + last.size])

    def test_compression(self) -> None:
        [bundle] = offload_bundle.open(COMPRESSED).bundles
        compression = bundle.compression
        assert compression is not None
        self.assertEqual((compression["format"], compression["version"]), ("ccob", 3))
        for plain, packed in zip(offload_bundle.open(LIBRARY), bundle):
            self.assertEqual((plain.id, bytes(plain)), (packed.id, bytes(packed)))

    def test_members(self) -> None:
        members = [bundle.member for bundle in offload_bundle.open(ARCHIVE).bundles]
        self.assertEqual({member["name"] for member in members if member is not None}, {"one.o"})

    def test_a_view_outlives_everything(self) -> None:
        view = memoryview(offload_bundle.open(LIBRARY).entries[1])
        self.assertTrue(view.readonly)
        self.assertEqual(view[:4], b"\x7fELF")
        self.assertEqual(len(view), 3544)

    def test_best_match(self) -> None:
        file = offload_bundle.open(LIBRARY)
        best = file.best_match("gfx90a:sramecc+:xnack+")
        assert best is not None
        self.assertEqual((best.entry.id, best.others), (GFX90A, []))
        self.assertTrue(all(reason.rule and reason.text for reason in best.reasons))
        self.assertIsNone(file.best_match("gfx1100"))
        with self.assertRaises(offload_bundle.InvalidId):
            file.best_match("no ID")
        candidates = [(candidate.entry.number, candidate.is_compatible) for candidate in file.candidates("gfx906")]
        self.assertEqual(candidates, [(0, False), (1, True), (2, False)])

    def test_target_ids(self) -> None:
        one, other = TargetId("gfx90a:xnack+:sramecc-"), TargetId("gfx90a:sramecc-:xnack+")
        self.assertEqual((one, hash(one), str(one)), (other, hash(other), "gfx90a:sramecc-:xnack+"))
        self.assertEqual((one.processor, one.features), ("gfx90a", {"sramecc": False, "xnack": True}))
        self.assertTrue(TargetId("gfx90a").may_serve(one))
        verdict = TargetId("gfx90a:xnack-").may_serve(one)
        self.assertFalse(verdict)
        self.assertIn("xnack", verdict.reasons[0].text)
        self.assertEqual(str(TargetId.of_gpu("RX 7900 XTX")), "gfx1100")
        for wrong in ("", "gfx90a:xnack", "gfx90a:xnack+:xnack-"):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                TargetId(wrong)
        with self.assertRaises(offload_bundle.InvalidId) as several:
            TargetId.of_gpu("RTX 4000")
        self.assertIn("sm_89", str(several.exception))


class Operations(InFolder):
    def test_verify(self) -> None:
        report = offload_bundle.verify("libapp.so", "damaged.so")
        self.assertEqual(report["outcome"], "negative")
        self.assertEqual([file["verdict"] for file in report["files"]], ["sound", "not-sound"])
        self.assertEqual(report["files"][1]["findings"][0]["path"], "entries[0].len_code_object")
        with self.assertRaises(ValueError):
            offload_bundle.verify("libapp.so", allow=["covrage"])

    def test_an_input_that_cannot_be_read_has_its_error_in_the_report(self) -> None:
        report = offload_bundle.verify("libapp.so", "no such file")
        self.assertEqual((report["outcome"], report["files"][0].get("error")), ("failed", None))
        self.assertEqual(report["files"][1]["error"]["code"], "io")

    def test_size(self) -> None:
        report = offload_bundle.size("libapp.so", by="arch", arch="gfx906")
        self.assertEqual([(row["target"], row["size_in_file"]) for row in report["rows"]], [("gfx906", 3544)])
        self.assertEqual(offload_bundle.size("libapp.so", budget=8000)["outcome"], "negative")
        with self.assertRaises(ValueError):
            offload_bundle.size("libapp.so", by="colour")  # type: ignore[arg-type]

    def test_bytes_are_inputs_too(self) -> None:
        data = LIBRARY.read_bytes()
        self.assertEqual(offload_bundle.supports("gfx906", data, io.BytesIO(data))["outcome"], "done")
        self.assertEqual(offload_bundle.diff(data, COMPRESSED)["outcome"], "done")

    def test_extract(self) -> None:
        report = offload_bundle.extract("libapp.so", folder=Path("parts"))
        self.assertEqual([Path(output["output"]).stat().st_size for output in report["outputs"]], [3544, 4616])
        with self.assertRaises(offload_bundle.Error) as exists:
            offload_bundle.extract("libapp.so", folder="parts")
        self.assertEqual(exists.exception.code, "exists")

    def test_prune(self) -> None:
        report = offload_bundle.prune("libapp.so", keep=["gfx906"], output="small.so")
        self.assertEqual((report["outcome"], report["output"], report["size"]), ("done", "small.so", Path("small.so").stat().st_size))
        self.assertEqual([str(entry.target) for entry in offload_bundle.open("small.so") if entry.size], ["gfx906"])
        with zipfile.ZipFile("app.whl", "w") as wheel:
            wheel.write("libapp.so")
        packed = offload_bundle.prune("app.whl", keep="gfx906", in_place=True)
        [library] = packed["files"]
        self.assertEqual((library["size"], packed["outcome"], packed.get("unpruned")), (report["size"], "done", None))
        with self.assertRaises(offload_bundle.Error) as nothing:
            offload_bundle.prune("libapp.so", output="other.so", keep="gfx1100")
        self.assertEqual(nothing.exception.code, "nothing-fits")
        with self.assertRaises(offload_bundle.Error) as all_of_it:
            offload_bundle.prune("libapp.so", output="other.so", drop=["gfx906", "gfx90a"])
        self.assertEqual(all_of_it.exception.code, "nothing-kept")
        with self.assertRaises(offload_bundle.Error):
            offload_bundle.prune(LIBRARY.read_bytes(), keep="gfx906", in_place=True)
        self.assertFalse(Path("other.so").exists())

    def test_libraries_and_wheels_are_compressed_in_place(self) -> None:
        def codes(name: offload_bundle.Source) -> list[bytes]:
            return [bytes(entry) for entry in offload_bundle.open(name)]

        before = codes("libapp.so")
        report = offload_bundle.compress_file("libapp.so", output="packed.so", method="zlib", level=9, version=2)
        self.assertEqual((report["outcome"], report["output"], report["size"]), ("done", "packed.so", Path("packed.so").stat().st_size))
        self.assertLess(report["size"], report["size_before"])
        [bundle] = offload_bundle.open("packed.so").bundles
        compression = bundle.compression
        assert compression is not None
        self.assertEqual((compression["method"], compression["version"]), ("zlib", 2))
        offload_bundle.decompress_file("packed.so", in_place=True)
        self.assertEqual(codes("packed.so"), before)
        self.assertIsNone(offload_bundle.open("packed.so").bundles[0].compression)
        self.assertEqual(offload_bundle.compress_file("libapp.so", dry_run=True)["dry_run"], True)
        self.assertEqual(Path("libapp.so").read_bytes(), LIBRARY.read_bytes())
        with zipfile.ZipFile("app.whl", "w") as wheel:
            wheel.write("libapp.so")
        [library] = offload_bundle.compress_file("app.whl", in_place=True)["files"]
        self.assertLess(library["rewritten"]["size"], library["rewritten"]["size_before"])
        with self.assertRaises(offload_bundle.Error):
            offload_bundle.compress_file(LIBRARY.read_bytes(), in_place=True)
        with self.assertRaises(offload_bundle.Error) as bounded:
            offload_bundle.decompress_file(COMPRESSED, output="other.so", max_size=100)
        self.assertFalse(Path("other.so").exists(), bounded.exception)

    def test_replace(self) -> None:
        code = bytes(offload_bundle.open("libapp.so").entries[1])
        changed = code[:-1] + b"!"
        report = offload_bundle.replace("libapp.so", {GFX906: changed}, output="other.so")
        self.assertEqual((report["outcome"], [entry["id"] for entry in report["entries"]]), ("done", [GFX906]))
        self.assertEqual(bytes(offload_bundle.open("other.so").entries[1]), changed)
        Path("code").write_bytes(code)
        offload_bundle.replace("other.so", {GFX906: "code"}, bundle=0, in_place=True)
        self.assertEqual(bytes(offload_bundle.open("other.so").entries[1]), code)
        with self.assertRaises(offload_bundle.Error):
            offload_bundle.replace("other.so", {GFX906: "code"}, bundle=1, in_place=True)
        with self.assertRaises(FileNotFoundError):
            offload_bundle.replace("other.so", {GFX906: "no such file"}, in_place=True)

    def test_bundles_are_made_and_compressed(self) -> None:
        entries = [("host-x86_64-unknown-linux-gnu-", b""), (GFX906, b"x" * 10_000)]
        plain = offload_bundle.bundle(entries)
        packed = offload_bundle.bundle(entries, compressed=True)
        self.assertLess(len(packed), 1_000)
        self.assertEqual(offload_bundle.decompress(packed), plain)
        again = offload_bundle.compress(plain, method="zlib", version=2)
        [bundle] = offload_bundle.open(again).bundles
        compression = bundle.compression
        assert compression is not None
        self.assertEqual((compression["method"], compression["version"]), ("zlib", 2))
        self.assertEqual([(entry.id, bytes(entry)) for entry in bundle], entries)
        with self.assertRaises(offload_bundle.InvalidId):
            offload_bundle.bundle([("no ID", b"")])

    def test_threads_share_a_file(self) -> None:
        file = offload_bundle.open(COMPRESSED)
        seen: list[list[bytes]] = []
        threads = [threading.Thread(target=lambda: seen.append([bytes(entry) for entry in file])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(seen, [[bytes(entry) for entry in file]] * 8)


class Options(InFolder):
    """Each option changes the answer, so a lost option is noticed."""

    def test_how_files_are_looked_into(self) -> None:
        library = LIBRARY.read_bytes()
        hidden = b"\0" * 64 + library[4096:]
        with self.assertRaises(offload_bundle.NotABundle):
            offload_bundle.open(hidden)
        self.assertEqual(len(offload_bundle.open(hidden, carve=True).bundles), 1)
        self.assertEqual(offload_bundle.verify(hidden, carve=True)["files"][0]["bundle_count"], 1)
        self.assertEqual(offload_bundle.verify(hidden)["files"][0]["bundle_count"], 0)
        self.assertEqual(offload_bundle.verify(COMPRESSED, max_size=100)["files"][0]["verdict"], "undecided")
        with self.assertRaises(offload_bundle.NotABundle):
            offload_bundle.open(LIBRARY, file_type="bc")
        self.assertEqual(offload_bundle.supports("gfx906", LIBRARY, file_type="bc")["outcome"], "negative")
        packed = bytearray(offload_bundle.bundle([("host-x86_64-unknown-linux-gnu-", b"")], version=2))
        # The digest of what is compressed.
        packed[16] ^= 1
        with self.assertRaises(offload_bundle.Error):
            list(map(bytes, offload_bundle.open(bytes(packed), lenient=True)))
        wrong = offload_bundle.open(bytes(packed), lenient=True, verify_digests=False)
        self.assertEqual([bytes(entry) for entry in wrong], [b""])

    def test_which_files_and_entries(self) -> None:
        self.assertEqual(offload_bundle.verify(".", exclude=["damaged*", "app.o"])["outcome"], "done")
        self.assertEqual(offload_bundle.verify(".")["outcome"], "negative")
        report = offload_bundle.verify("libapp.so", require=["gfx1100"])
        self.assertEqual((report["outcome"], report["required"][0]["gpus"][0]["supported"]), ("negative", False))
        self.assertEqual(offload_bundle.supports(["gfx906", "gfx1100"], "libapp.so", kind="hip")["outcome"], "negative")
        self.assertEqual(offload_bundle.supports(["gfx906"], "libapp.so", kind="openmp")["outcome"], "negative")
        rows = offload_bundle.size("libapp.so", arch=["gfx906", "gfx90a"], kind="hip", triple="amdgcn-amd-amdhsa")["rows"]
        self.assertEqual(len(rows), 2)
        self.assertEqual(offload_bundle.size("libapp.so", kind="openmp")["outcome"], "negative")
        self.assertEqual(offload_bundle.size("libapp.so", triple="spirv64")["outcome"], "negative")
        changes = offload_bundle.diff(LIBRARY, "app.o", arch="gfx906")["changes"]
        self.assertEqual({change["target"] for change in changes}, {"gfx906"})

    def test_a_wheel_says_which_processors_it_is_for(self) -> None:
        with zipfile.ZipFile("x-1-py3-none-any-fast.whl", "w") as wheel:
            wheel.write("libapp.so")
            said = {"variants": {"fast": {"amd": {"gfx_arch": ["gfx906", "gfx942"]}}}}
            wheel.writestr("x-1.dist-info/variant.json", json.dumps(said))
        self.addCleanup(os.remove, "x-1-py3-none-any-fast.whl")
        report = offload_bundle.verify("x-1-py3-none-any-fast.whl", variant=True)
        self.assertEqual(report["outcome"], "negative")
        [variant] = report["variants"]
        self.assertIn("amd :: gfx_arch :: gfx906", variant["claimable"])
        self.assertEqual([unmet["property"] for unmet in variant["false_claims"]], ["amd :: gfx_arch :: gfx942"])
        self.assertNotIn("variants", offload_bundle.verify("libapp.so"))

    def test_one_word_will_do(self) -> None:
        report = offload_bundle.verify("libapp.so", require="gfx1100", allow="coverage")
        self.assertEqual((report["outcome"], report["files"][0]["allowed_count"]), ("negative", 0))
        self.assertEqual(offload_bundle.verify(".", exclude="[da]*[do].*")["outcome"], "done")

    def test_mistakes_are_told_with_what_would_do(self) -> None:
        cases: list[tuple[Callable[[], object], str]] = [
            (lambda: offload_bundle.open(LIBRARY, file_type="no"), '"no": unknown file type; known: i, ii'),
            (lambda: offload_bundle.size(LIBRARY, by="no"), '"no": unknown sum; known: arch, kind, file'),  # type: ignore[arg-type]
            (lambda: offload_bundle.compress(b"", method="no"), '"no": unknown method; known: zstd, zlib'),
            (lambda: offload_bundle.verify(LIBRARY, allow=["covrage"]), "did you mean `coverage`?"),
            (lambda: offload_bundle.verify(LIBRARY, exclude="["), '"[": at character 0'),
            (lambda: offload_bundle.supports("RTX 4000", LIBRARY), '"RTX 4000" names several GPUs: '),
            (lambda: offload_bundle.supports("gfx90a:xnack", LIBRARY), '"gfx90a:xnack": column '),
            # An empty list of files does not count as checked.
            (lambda: offload_bundle.verify(*[]), "there is nothing to look into"),
        ]
        for mistake, expected in cases:
            with self.subTest(expected=expected), self.assertRaises(ValueError) as raised:
                mistake()
            self.assertIn(expected, str(raised.exception))
            self.assertEqual(str(raised.exception).count("RTX 4000\""), expected.count("RTX 4000\""))

    def test_names_of_kernels(self) -> None:
        for mangled, name in ((False, "add(float*, float const*, int)"), (True, "_Z3addPfPKfi")):
            kernels = [row.get("kernel") for row in offload_bundle.size(LIBRARY, by="kernel", mangled=mangled)["rows"]]
            self.assertIn(name, kernels)

    def test_what_is_written(self) -> None:
        self.assertEqual(len(offload_bundle.extract("libapp.so", folder="parts", dry_run=True)["outputs"]), 2)
        self.assertFalse(Path("parts").exists())
        offload_bundle.extract("libapp.so", folder="parts")
        self.assertEqual(len(offload_bundle.extract("libapp.so", folder="parts", force=True, empty=True)["outputs"]), 3)
        self.assertEqual(offload_bundle.extract("damaged.so", folder="more")["outcome"], "failed")
        self.assertFalse(Path("more").exists())
        self.assertEqual(len(offload_bundle.extract("damaged.so", folder="more", lenient=True)["outputs"]), 2)

    def test_how_much_is_compressed(self) -> None:
        bundle = offload_bundle.bundle([("host-x86_64-unknown-linux-gnu-", b""), (GFX906, LIBRARY.read_bytes() * 9)])
        levels = [offload_bundle.compress(bundle, method="zlib", level=level) for level in (1, 9)]
        self.assertGreater(len(levels[0]), len(levels[1]))
        for wrong in ({"method": "no such method"}, {"level": 1000}, {"version": 99}):
            with self.subTest(wrong=wrong), self.assertRaises((ValueError, offload_bundle.Error)):
                offload_bundle.compress(bundle, **wrong)


class Hostile(unittest.TestCase):
    def test_no_cut_and_no_changed_byte_does_more_than_raise_an_error(self) -> None:
        whole = LIBRARY.read_bytes()
        for at in range(0, len(whole), 997):
            changed = bytearray(whole)
            changed[at] ^= 0xFF
            for data in (whole[:at], bytes(changed)):
                try:
                    file = offload_bundle.open(data, lenient=True)
                    for entry in file:
                        repr(entry)
                        bytes(entry)
                except offload_bundle.Error as error:
                    self.assertTrue(error.code)
                offload_bundle.verify(data)


if __name__ == "__main__":
    unittest.main()
