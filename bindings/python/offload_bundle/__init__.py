"""Reads and rewrites GPU code in libraries, programs, objects, wheels and bundles.

>>> import offload_bundle
>>> file = offload_bundle.open(library)
>>> for entry in file:
...     print(entry.id, entry.size)
host-x86_64-unknown-linux-gnu- 0
hipv4-amdgcn-amd-amdhsa--gfx906 3544
hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+ 4616
>>> best = file.best_match("gfx90a:sramecc+:xnack+")
>>> best.entry.target
TargetId("gfx90a:xnack+")
>>> code = bytes(best.entry)
"""

import builtins
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import IO, Any, Literal

from . import _native, errors
from ._native import Bundle, Candidate, Entry, File, Match, Reason, TargetId, Verdict, open
from .errors import Error, InvalidId, NotABundle

__all__ = [
    "Bundle",
    "Candidate",
    "Entry",
    "Error",
    "File",
    "InvalidId",
    "Match",
    "NotABundle",
    "Reason",
    "Report",
    "Source",
    "TargetId",
    "Verdict",
    "Words",
    "bundle",
    "compress",
    "compress_file",
    "decompress",
    "decompress_file",
    "diff",
    "errors",
    "extract",
    "list",
    "open",
    "prune",
    "replace",
    "size",
    "supports",
    "verify",
]

Source = str | PathLike[str] | bytes | bytearray | memoryview | IO[bytes]
"""A path, bytes, or a file object opened in binary mode. `bytes` are not copied; mutable bytes are."""


Words = str | Iterable[str]
"""One or several words."""

Report = dict[str, Any]
"""The `--json` output of a command; `offload-bundle json-schema COMMAND` prints its JSON Schema. The key `outcome` is `"done"` (or yes),
`"negative"` (no), or `"failed"`."""


def _listed(words: Words) -> builtins.list[str]:
    return [words] if isinstance(words, str) else [*words]


def _looking(
    exclude: Words, file_type: str | None, carve: bool, max_size: int | None, follow: bool = False
) -> dict[str, object]:
    looking: dict[str, object] = {"exclude": _listed(exclude), "file_type": file_type, "carve": carve}
    return looking | {"max_size": max_size, "follow": follow}


def _wanted(arch: Words, kind: Words, triple: Words) -> dict[str, object]:
    return {"arch": _listed(arch), "kind": _listed(kind), "triple": _listed(triple)}


def verify(
    *inputs: Source,
    require: Words = (),
    allow: Words = (),
    variant: bool = False,
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
    follow: bool = True,
) -> Report:
    """Checks files, packages and folders to the last byte of every code object.

    Without `follow`, archives with a library's moved device code are not read.

    `require` names GPUs that each input must run on, with the answers of `supports` in `report["required"]`. `allow` names findings to ignore. With
    `variant`, `report["variants"]` contains each wheel's valid properties, and the false claims of its metadata.

    >>> report = offload_bundle.verify(library, require=["gfx90a:xnack+", "gfx1100"])
    >>> report["outcome"]
    'negative'
    >>> [(answer["gpu"], answer["supported"]) for answer in report["required"][0]["gpus"]]
    [('gfx90a:xnack+', True), ('gfx1100', False)]
    """
    looking = _looking(exclude, file_type, carve, max_size, follow)
    return _native.verify([*inputs], looking, _listed(require), _listed(allow), variant)


def list(
    *inputs: Source,
    arch: Words = (),
    kind: Words = (),
    triple: Words = (),
    lenient: bool = False,
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
    follow: bool = True,
) -> Report:
    """Lists bundles and entries of files, packages and folders. `open` accepts the listed names of files in packages.

    Without `follow`, archives with a library's moved device code are not read.

    >>> for file in offload_bundle.list(library)["files"]:
    ...     for bundle in file["bundles"]:
    ...         print([entry["id"] for entry in bundle["entries"]])
    ['host-x86_64-unknown-linux-gnu-', 'hipv4-amdgcn-amd-amdhsa--gfx906', 'hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+']
    """
    looking = _looking(exclude, file_type, carve, max_size, follow)
    return _native.list_files([*inputs], looking, _wanted(arch, kind, triple), lenient)


def size(
    *inputs: Source,
    by: Literal["arch", "kind", "file", "bundle", "kernel"] = "arch",
    arch: Words = (),
    kind: Words = (),
    triple: Words = (),
    budget: int | None = None,
    mangled: bool = False,
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
) -> Report:
    """Show which code takes the space.

    >>> for row in offload_bundle.size(library)["rows"]:
    ...     print(row["target"], row["size_in_file"])
    gfx90a:xnack+ 4616
    gfx906 3544
    """
    looking = _looking(exclude, file_type, carve, max_size)
    return _native.size([*inputs], looking, _wanted(arch, kind, triple), by, budget, mangled)


def supports(
    gpus: Words,
    *inputs: Source,
    kind: Words = (),
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
    follow: bool = True,
) -> Report:
    """Reports whether the inputs run on GPUs: target IDs, processors, or products such as `MI300X`.

    A processor without features means every setting. Only code for the same architecture counts, and with `kind` only code of that kind.
    `report["inputs"]` contains an answer per input and GPU, and per set of an input.

    Without `follow`, archives with a library's moved device code are not read.

    >>> offload_bundle.supports(["MI60", "gfx90a:xnack+"], library)["outcome"]
    'done'
    >>> offload_bundle.supports("MI210", library)["inputs"][0]["gpus"][0]["only_with"]
    ['xnack+']
    >>> offload_bundle.supports("RX 7900 XTX", library)["outcome"]
    'negative'
    """
    looking = _looking(exclude, file_type, carve, max_size, follow)
    return _native.supports(_listed(gpus), [*inputs], looking, _listed(kind))


def extract(
    *inputs: Source,
    folder: str | PathLike[str],
    arch: Words = (),
    kind: Words = (),
    triple: Words = (),
    empty: bool = False,
    lenient: bool = False,
    force: bool = False,
    dry_run: bool = False,
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
    follow: bool = True,
) -> Report:
    """Writes code objects to files. Either all files appear or no file does.

    Without `follow`, archives with a library's moved device code are not read.

    >>> report = offload_bundle.extract(library, folder=parts, arch="gfx906")
    >>> [entry["id"] for entry in report["outputs"]]
    ['hipv4-amdgcn-amd-amdhsa--gfx906']
    """
    looking = _looking(exclude, file_type, carve, max_size, follow)
    wanted = _wanted(arch, kind, triple)
    return _native.extract([*inputs], folder, looking, wanted, empty, lenient, force, dry_run)


def prune(
    input: Source,
    *,
    keep: Words = (),
    drop: Words = (),
    output: str | PathLike[str] | None = None,
    in_place: bool = False,
    dry_run: bool = False,
    max_size: int | None = None,
) -> Report:
    """Removes the code for other GPUs from a library, program, bundle or wheel.

    `keep` names the GPUs to keep, `drop` the GPUs to remove. The result is read back and compared with the input, then written to `output`, or
    with `in_place` to the file itself; `dry_run` only reports.

    >>> report = offload_bundle.prune(library, keep="gfx906", dry_run=True)
    >>> [(target["id"], target["kept"]) for target in report["targets"]]
    [('host-x86_64-unknown-linux-gnu-', True), ('hipv4-amdgcn-amd-amdhsa--gfx906', True), ('hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+', False)]
    >>> report["size"] < report["size_before"]
    True
    """
    looking = _looking((), None, False, max_size)
    return _native.prune(input, looking, _listed(keep), _listed(drop), output, in_place, dry_run)


def _writing(output: str | PathLike[str] | None, in_place: bool, dry_run: bool) -> dict[str, object]:
    return {"output": output, "in_place": in_place, "dry_run": dry_run}


def compress_file(
    input: Source,
    *,
    output: str | PathLike[str] | None = None,
    in_place: bool = False,
    dry_run: bool = False,
    method: str | None = None,
    level: int | None = None,
    version: int | None = None,
    max_size: int | None = None,
) -> Report:
    """Compresses the bundles in a library, program or wheel in place, or bundle files. No code is removed.

    The result is read back and compared with the input, then written to `output`, or with `in_place` to the file itself; `dry_run` only
    reports.

    >>> report = offload_bundle.compress_file(library, dry_run=True)
    >>> report["size"] < report["size_before"]
    True
    """
    how = {"method": method, "level": level, "version": version}
    looking = _looking((), None, False, max_size)
    return _native.compress_file(input, looking, _writing(output, in_place, dry_run), how)


def decompress_file(
    input: Source,
    *,
    output: str | PathLike[str] | None = None,
    in_place: bool = False,
    dry_run: bool = False,
    max_size: int | None = None,
) -> Report:
    """Decompresses the bundles in a library, program or wheel in place, or bundle files: reverts `compress_file`.

    >>> report = offload_bundle.decompress_file(library, dry_run=True)
    >>> report["size"] == report["size_before"]
    True
    """
    looking = _looking((), None, False, max_size)
    return _native.decompress_file(input, looking, _writing(output, in_place, dry_run))


def replace(
    input: Source,
    entries: Mapping[str, Source],
    *,
    bundle: int | None = None,
    output: str | PathLike[str] | None = None,
    in_place: bool = False,
    dry_run: bool = False,
    max_size: int | None = None,
) -> Report:
    """Replace the code objects with these bundle entry IDs. All other entries stay unchanged.

    `bundle` selects the bundle by number if several have such an entry. `output` and `in_place` work as in `prune`.

    >>> code = bytes(offload_bundle.open(library).entries[1])
    >>> report = offload_bundle.replace(library, {"hipv4-amdgcn-amd-amdhsa--gfx906": code}, dry_run=True)
    >>> [(entry["id"], entry["size"]) for entry in report["entries"]]
    [('hipv4-amdgcn-amd-amdhsa--gfx906', 3544)]
    """
    looking = _looking((), None, False, max_size)
    return _native.replace(input, looking, _writing(output, in_place, dry_run), [*entries.items()], bundle)


def diff(
    before: Source,
    after: Source,
    *,
    arch: Words = (),
    kind: Words = (),
    triple: Words = (),
    exclude: Words = (),
    file_type: str | None = None,
    carve: bool = False,
    max_size: int | None = None,
) -> Report:
    """Compares the code objects of two files, packages or folders.

    >>> offload_bundle.diff(library, library)["outcome"]
    'done'
    """
    looking = _looking(exclude, file_type, carve, max_size)
    return _native.diff(before, after, looking, _wanted(arch, kind, triple))


def bundle(
    entries: Iterable[tuple[str, bytes]],
    *,
    compressed: bool = False,
    method: str | None = None,
    level: int | None = None,
    version: int | None = None,
) -> bytes:
    """Make a bundle of code objects with their bundle entry IDs. An argument about compression compresses it.

    >>> made = offload_bundle.bundle([("host-x86_64-unknown-linux-gnu-", b""), ("hip-amdgcn-amd-amdhsa--gfx90a", b"code")])
    >>> [entry.id for entry in offload_bundle.open(made)]
    ['host-x86_64-unknown-linux-gnu-', 'hip-amdgcn-amd-amdhsa--gfx90a']
    """
    how = {"method": method, "level": level, "version": version}
    asked = compressed or any(word is not None for word in how.values())
    return _native.bundle([*entries], how if asked else None)


def compress(
    data: bytes, *, method: str | None = None, level: int | None = None, version: int | None = None
) -> bytes:
    """Compresses each bundle in `data`."""
    return _native.compress(data, {"method": method, "level": level, "version": version})


def decompress(data: bytes) -> bytes:
    """Decompresses the bundles in `data`, and checks every value in their headers."""
    return _native.decompress(data)
