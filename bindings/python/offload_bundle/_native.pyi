"""The native part of the module."""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import final

from . import Report, Source

@final
class Reason:
    """A reason for or against a match of two targets."""

    @property
    def rule(self) -> str:
        """The rule's name in the schema."""

    @property
    def text(self) -> str:
        """The message."""

@final
class Verdict:
    """Whether code for one target runs on another; true if it does by name."""

    @property
    def compatible(self) -> bool:
        """Whether the IDs match by name."""

    @property
    def loadable(self) -> bool:
        """Whether loaders run the code, which includes generic processors of a family and earlier ones of a generation."""

    @property
    def rank(self) -> int:
        """The rank of the match: the highest is best."""

    @property
    def reasons(self) -> list[Reason]:
        """The reasons, at least one."""

    def __bool__(self) -> bool: ...

@final
class TargetId:
    """A target ID, such as `gfx90a:sramecc+:xnack-`. Different spellings of a target ID are equal."""

    def __new__(cls, text: str) -> TargetId: ...
    @staticmethod
    def of_gpu(name: str) -> TargetId:
        """The target ID of a product such as `RX 7900 XTX`, or a target ID in any case."""

    @property
    def processor(self) -> str:
        """The processor, such as `gfx90a`."""

    @property
    def features(self) -> dict[str, bool]:
        """The features, with whether each is on."""

    def may_serve(self, requested: TargetId) -> Verdict:
        """Whether code for this target runs on the other."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Entry:
    """An entry of a bundle. `bytes(entry)` copies its code object, `memoryview(entry)` does not."""

    @property
    def number(self) -> int:
        """Its position in the bundle, from 0."""

    @property
    def bundle(self) -> int:
        """The position of its bundle in `File.bundles`."""

    @property
    def id(self) -> str:
        """Its bundle entry ID, as stored."""

    @property
    def kind(self) -> str | None:
        """Its offload kind; `None` if the ID is malformed."""

    @property
    def triple(self) -> str | None:
        """Its target triple; `None` if the ID is malformed."""

    @property
    def target(self) -> TargetId | None:
        """Its target ID; `None` without one, such as the host's."""

    @property
    def size(self) -> int:
        """The size of its decompressed code object, in bytes."""

    @property
    def offset(self) -> int | None:
        """The offset of its code object in the file or the decompressed bundle; `None` if its bytes are not contiguous."""

    def __bytes__(self) -> bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Match:
    """The best entry for a GPU."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def reasons(self) -> list[Reason]:
        """The reasons, at least one."""

    @property
    def others(self) -> list[Entry]:
        """The best entry of every other bundle, and equally specific entries of the same bundle."""

@final
class Candidate:
    """An entry, and whether it runs on a GPU."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def is_compatible(self) -> bool:
        """Whether it runs."""

    @property
    def reasons(self) -> list[Reason]:
        """The reasons. Empty if its ID has no processor."""

@final
class Bundle:
    """A bundle in an opened file, a sequence of entries."""

    @property
    def number(self) -> int:
        """Its position among the bundles of the file, from 0."""

    @property
    def format(self) -> str:
        """The name of its format, such as `binary_bundle`."""

    @property
    def offset(self) -> int:
        """The offset in the file or archive member."""

    @property
    def size(self) -> int:
        """The size in the file, in bytes."""

    @property
    def section(self) -> str | None:
        """The section of the object file."""

    @property
    def member(self) -> Report | None:
        """The archive member, with `name` and `offset`."""

    @property
    def compression(self) -> Report | None:
        """The compression, as in `list --json`; `None` if uncompressed."""

    @property
    def entries(self) -> list[Entry]:
        """Its entries, in file order."""

    def best_match(self, target: str) -> Match | None:
        """The best entry for a target ID, a product, or a bundle entry ID; `None` if no entry runs."""

    def __iter__(self) -> Iterator[Entry]: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class File:
    """A file with GPU code, a sequence of the entries of all bundles."""

    @property
    def name(self) -> PathLike[str]:
        """The path of the file."""

    @property
    def bundles(self) -> list[Bundle]:
        """The bundles, in file order."""

    @property
    def entries(self) -> list[Entry]:
        """The entries of all bundles, in file order."""

    @property
    def findings(self) -> list[Report]:
        """The findings from opening the file, as in `verify --json`. `verify` checks the code objects too."""

    def best_match(self, target: str) -> Match | None:
        """The best entry for a target ID, a product, or a bundle entry ID; `None` if no entry runs.

        A program can have one bundle for each of its parts, and needs code of each: ask `Bundle.best_match`.
        """

    def candidates(self, target: str) -> list[Candidate]:
        """All entries, with whether they run on the target, and reasons."""

    def __iter__(self) -> Iterator[Entry]: ...

def open(
    source: Source,
    *,
    lenient: bool = False,
    carve: bool = False,
    max_size: int | None = None,
    verify_digests: bool = True,
    file_type: str | None = None,
) -> File:
    """Opens a file with GPU code: a bundle, a library, a program, an object or an archive. Damaged files need `lenient`.
    A file in a package is called `PACKAGE!PATH`, as `list` shows it.

    `carve` searches the whole file for bundles outside of the places that are known. `max_size` is how many bytes a compressed bundle may
    hold.
    """

def run(words: Sequence[str]) -> int: ...
def verify(inputs: list[Source], looking: object, require: list[str], allow: list[str], variant: bool) -> Report: ...
def list_files(inputs: list[Source], looking: object, wanted: object, lenient: bool) -> Report: ...
def size(
    inputs: list[Source], looking: object, wanted: object, by: str, budget: int | None, mangled: bool
) -> Report: ...
def supports(gpus: list[str], inputs: list[Source], looking: object, kinds: list[str]) -> Report: ...
def extract(
    inputs: list[Source],
    folder: str | PathLike[str],
    looking: object,
    wanted: object,
    empty: bool,
    lenient: bool,
    force: bool,
    dry_run: bool,
) -> Report: ...
def diff(before: Source, after: Source, looking: object, wanted: object) -> Report: ...
def prune(
    input: Source,
    looking: object,
    keep: list[str],
    drop: list[str],
    output: str | PathLike[str] | None,
    in_place: bool,
    dry_run: bool,
) -> Report: ...
def bundle(entries: list[tuple[str, bytes]], compressing: object) -> bytes: ...
def compress(given: bytes, compressing: object) -> bytes: ...
def decompress(given: bytes) -> bytes: ...
def compress_file(input: Source, looking: object, writing: object, compressing: object) -> Report: ...
def decompress_file(input: Source, looking: object, writing: object) -> Report: ...
def replace(
    input: Source, looking: object, writing: object, entries: list[tuple[str, Source]], bundle: int | None
) -> Report: ...
