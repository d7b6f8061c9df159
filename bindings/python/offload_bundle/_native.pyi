"""What is written in Rust."""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import final

from . import Report, Source

@final
class Reason:
    """Why one target may serve another, or why not."""

    @property
    def rule(self) -> str:
        """The rule's name in the schema."""

    @property
    def text(self) -> str:
        """What it says, for people."""

@final
class Verdict:
    """Whether code for one target may serve a request for another. It is true where it may."""

    @property
    def compatible(self) -> bool:
        """Whether it may, by the rules of those who match names."""

    @property
    def loads(self) -> bool:
        """Whether loaders run it, as they also do what is for the generic processor of a family, or an earlier one of a generation."""

    @property
    def rank(self) -> int:
        """How well it serves: of several the highest is best."""

    @property
    def reasons(self) -> list[Reason]:
        """Why. Never empty."""

    def __bool__(self) -> bool: ...

@final
class TargetId:
    """A target ID, such as `gfx90a:sramecc+:xnack-`. Two are equal that mean the same, however they are spelled."""

    def __new__(cls, text: str) -> TargetId: ...
    @staticmethod
    def of_gpu(name: str) -> TargetId:
        """That of the product with this name, such as `RX 7900 XTX`; or of a target ID in any case of letters."""

    @property
    def processor(self) -> str:
        """The processor, such as `gfx90a`."""

    @property
    def features(self) -> dict[str, bool]:
        """The features that it fixes: whether each is on."""

    def may_serve(self, requested: TargetId) -> Verdict:
        """Whether code for this target may serve a request for the other."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Entry:
    """An entry of a bundle. `bytes(entry)` is its code object, and `memoryview(entry)` shows it."""

    @property
    def number(self) -> int:
        """Its position in the bundle, from 0."""

    @property
    def bundle(self) -> int:
        """The number of the bundle that it is in: its position among `File.bundles`."""

    @property
    def id(self) -> str:
        """Its bundle entry ID, as it is stored."""

    @property
    def kind(self) -> str | None:
        """Its offload kind; none where the ID does not follow the grammar."""

    @property
    def triple(self) -> str | None:
        """Its target triple; none where the ID does not follow the grammar."""

    @property
    def target(self) -> TargetId | None:
        """Its target ID; none where its ID has none, as that of the host."""

    @property
    def size(self) -> int:
        """Bytes of its code object, decompressed."""

    @property
    def offset(self) -> int | None:
        """First byte of its code object in the file, or in the decompressed bundle; none where its bytes are not in one place."""

    def __bytes__(self) -> bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Match:
    """The entry that serves a GPU best."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def reasons(self) -> list[Reason]:
        """Why it may serve. Never empty."""

    @property
    def others(self) -> list[Entry]:
        """The best of every other bundle, and those of the same bundle that are as specific."""

@final
class Candidate:
    """An entry, and whether it may serve a GPU."""

    @property
    def entry(self) -> Entry:
        """The entry."""

    @property
    def is_compatible(self) -> bool:
        """Whether it may."""

    @property
    def reasons(self) -> list[Reason]:
        """Why, or why not. Empty where its ID names no processor."""

@final
class Bundle:
    """A bundle in an opened file: its entries, one after the other."""

    @property
    def number(self) -> int:
        """Its position among the bundles of the file, from 0."""

    @property
    def format(self) -> str:
        """The name of its format, such as `binary_bundle`."""

    @property
    def offset(self) -> int:
        """First byte in the file, or in the member of an archive."""

    @property
    def size(self) -> int:
        """Bytes that it takes in the file."""

    @property
    def section(self) -> str | None:
        """The section that it is in, where the file is an object file."""

    @property
    def member(self) -> Report | None:
        """The member of an archive that it is in, with `name` and `offset`."""

    @property
    def compression(self) -> Report | None:
        """How it is compressed, as `list --json` tells it; none where it is not."""

    @property
    def entries(self) -> list[Entry]:
        """Its entries, in file order."""

    def best_match(self, target: str) -> Match | None:
        """The entry that serves a target ID, a product, or a whole bundle entry ID best; none where none may."""

    def __iter__(self) -> Iterator[Entry]: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class File:
    """A file with GPU code: the entries of all of its bundles, one after the other."""

    @property
    def name(self) -> PathLike[str]:
        """The path that it was opened by."""

    @property
    def bundles(self) -> list[Bundle]:
        """The bundles, in file order."""

    @property
    def entries(self) -> list[Entry]:
        """The entries of all bundles, in file order."""

    @property
    def findings(self) -> list[Report]:
        """What is wrong or odd, as `verify --json` tells it, as far as opening the file showed it. `verify` looks into the code objects too."""

    def best_match(self, target: str) -> Match | None:
        """The entry that serves a target ID, a product, or a whole bundle entry ID best; none where none may.

        A program can have one bundle for each of its parts, and needs code of each: ask `Bundle.best_match`.
        """

    def candidates(self, target: str) -> list[Candidate]:
        """Each entry, and whether it may serve the target, and why or why not."""

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
    """Opens a file with GPU code: a bundle, a library, a program, an object or an archive. What is not sound is opened only if `lenient`.
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
