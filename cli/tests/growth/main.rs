//! Doubling the parts of a file at most doubles the memory, in total and at once. Allocations are counted, so results are equal on every
//! machine; hardly any work grows faster without allocating.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod files;
mod kpack;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use files::{KINDS, Kind};
use offload_bundle_cli::{Surroundings, Terminal};
use offload_bundle_testing::crowded::CROWDS;

/// Largest growth of allocated memory if the file doubles.
const GROWTH: f64 = 2.2;
/// Most bytes held at once per byte of the file.
const HELD: u64 = 40;
/// The same for parts with shared bytes, which can be held once per part up to a limit.
const HELD_OF_SHARED: u64 = 80;
/// Smaller peaks are ignored: they are buffers of constant size.
const BUFFERS: u64 = 192 << 10;

/// Lines of a text that is much longer than the search buffers.
const LONG: usize = 10_000;
const BUFFERS_OF_TEXT: u64 = 1 << 20;

const READING: [&str; 12] = [
    "list in",
    "list --json in",
    "size in",
    "size --by kernel in",
    "diff in in",
    "verify in",
    "verify --json in",
    "inspect in",
    "extract --dry-run -d parts in",
    "prune --dry-run --keep gfx906 in",
    "decompress --dry-run in",
    "replace --dry-run in hip-amdgcn-amd-amdhsa--gfx906=in",
];
const PAGES: [&str; 2] = ["size --html page in", "inspect --html page in"];
const HELD_OF_PAGES: u64 = 100;
/// Small files are mapped in windows of their own length: a page has two per part.
const GROWTH_OF_PAGES: f64 = 2.3;
const UNBUNDLE: &str = "unbundle --force -t o in host-x86_64-unknown-linux-gnu-=out";
/// Parts that share bytes: fewer cost less than their surroundings.
const SHARING: usize = 200;

#[test]
fn memory_grows_no_faster_than_the_file() {
    let mut steep = Vec::new();
    for kind in KINDS {
        let words = READING.iter().chain(kind.also);
        steep.extend(words.filter_map(|words| kind.steep(words)));
        let pages = Kind { held: HELD_OF_PAGES.max(kind.held), ..*kind };
        steep.extend(PAGES.iter().filter_map(|words| pages.steep_by(words, GROWTH_OF_PAGES)));
    }
    for crowd in CROWDS {
        let kind = Kind { name: crowd.name, make: crowd.make, also: &[], n: SHARING, held: HELD_OF_SHARED };
        let words = ["list --json in", "verify in"];
        steep.extend(words.iter().filter_map(|words| kind.steep(words)));
        steep.extend(crowd.fat.then(|| kind.steep(UNBUNDLE)).flatten());
    }
    assert!(steep.is_empty(), "{:#?}", steep);
}

#[test]
fn longer_text_needs_no_more_memory() {
    let folder = offload_bundle_testing::scratch();
    for words in READING.into_iter().chain(PAGES) {
        let [once, twice] = [LONG, 2 * LONG].map(|n| cost(folder.path(), &files::lines(n), words));
        assert!(
            twice.peak <= once.peak.max(BUFFERS_OF_TEXT),
            "{words}: {once:?} {twice:?}"
        );
    }
}

#[test]
fn larger_package_needs_no_more_memory() {
    for words in ["list in", "extract --dry-run -d parts in", "extract --force -d parts in"] {
        let folder = offload_bundle_testing::scratch();
        let [once, twice] = [4, 8].map(|n| cost(folder.path(), &files::package(n), words));
        assert!(twice.peak <= once.peak + BUFFERS_OF_TEXT, "{words}: {once:?} {twice:?}");
        let parts = fs::read_dir(folder.path().join("parts")).map_or(0, Iterator::count);
        assert_eq!(parts, if words.contains("--force") { 8 } else { 0 }, "{words}");
    }
}

/// An inflate state takes 46 KiB, a deflate state 370 KiB: less than either is left for each file.
#[test]
fn files_of_a_wheel_share_one_codec() {
    let folder = offload_bundle_testing::scratch();
    let reading = ["list in", "extract --dry-run -d parts in"].map(|words| (words, 40 << 10));
    for (words, each) in reading
        .into_iter()
        .chain([("prune --dry-run --drop gfx906 in", 320 << 10)])
    {
        let [once, twice] = [16, 32].map(|n| cost(folder.path(), &files::wheel(n), words));
        assert!(twice.total < once.total + 16 * each, "{words}: {once:?} {twice:?}");
    }
}

#[test]
fn shared_frame_is_unpacked_once() {
    let folder = offload_bundle_testing::scratch();
    let [once, more] = [4, 8].map(|n| cost(folder.path(), &kpack::shared_frame(n), "verify in"));
    assert!(once.total > 1 << 20, "{once:?}");
    assert!(more.total < once.total + (1 << 20), "{once:?} {more:?}");
}

#[test]
fn damaged_frames_are_held_one_by_one() {
    let folder = offload_bundle_testing::scratch();
    let [once, more] = [4, 8].map(|n| cost(folder.path(), &kpack::wrong_lengths(n), "verify in"));
    assert!(once.total > 4 << 20 && more.total > 8 << 20, "{once:?} {more:?}");
    assert!(more.peak < once.peak + BUFFERS, "{once:?} {more:?}");
}

#[test]
fn faster_growth_is_noticed() {
    let cost = |len, total, peak| Cost { len, total, peak };
    let once = cost(100, 5000, 0);
    assert!(!is_steep(&once, &cost(200, 11_000, BUFFERS + 200 * 7), GROWTH, 7));
    assert!(is_steep(&once, &cost(200, 11_001, 0), GROWTH, 7));
    assert!(is_steep(&once, &cost(200, 10_000, BUFFERS + 200 * 7 + 1), GROWTH, 7));
}

#[derive(Debug)]
struct Cost {
    len: u64,
    total: u64,
    peak: u64,
}

fn is_steep(once: &Cost, twice: &Cost, growth: f64, held: u64) -> bool {
    twice.total as f64 > growth * once.total as f64 || twice.peak > held * twice.len + BUFFERS
}

impl Kind {
    fn steep(&self, words: &str) -> Option<String> {
        self.steep_by(words, GROWTH)
    }

    fn steep_by(&self, words: &str, growth: f64) -> Option<String> {
        let folder = offload_bundle_testing::scratch();
        let [once, twice] = [self.n, 2 * self.n].map(|n| cost(folder.path(), &(self.make)(n), words));
        is_steep(&once, &twice, growth, self.held).then(|| format!("{}: {words}: {once:?} {twice:?}", self.name))
    }
}

fn cost(folder: &Path, bytes: &[u8], words: &str) -> Cost {
    fs::write(folder.join("in"), bytes).unwrap();
    let words = words.split(' ').map(|word| match word.split_once('=') {
        None if ["in", "page", "parts"].contains(&word) => folder.join(word).into_os_string(),
        Some((id, "out")) => format!("{id}={}", folder.join("out").display()).into(),
        _ => word.into(),
    });
    let words: Vec<OsString> = std::iter::once("offload-bundle".into()).chain(words).collect();
    let counted = allocation_counter::measure(|| {
        let code = offload_bundle_cli::run(&words, &mut surroundings(&mut io::sink(), &mut io::sink()));
        assert!(code < 3, "{words:?}");
    });
    Cost { len: bytes.len() as u64, total: counted.bytes_total, peak: counted.bytes_max }
}

fn surroundings<'s>(out: &'s mut io::Sink, err: &'s mut io::Sink) -> Surroundings<'s> {
    let (out_terminal, err_terminal) = (Terminal::default(), Terminal::default());
    Surroundings { out, err, out_terminal, err_terminal, variable: &|_| None }
}
