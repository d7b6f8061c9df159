//! Results with a fault of each kind, which the check must find.
// Small files, made for tests.
#![allow(clippy::arithmetic_side_effects)]

mod elf;
mod fat_binaries;
#[path = "../suite/pruning/linked_file.rs"]
#[allow(dead_code, unreachable_pub, clippy::cast_possible_truncation)]
mod linked_file;
mod silent;
mod windows;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::assemble;
use offload_bundle::internal::scan::scan;
use offload_bundle::request::ScanRequest;
use offload_bundle_core::bytes::Place;
use offload_bundle_formats::registry::REGISTRY;

use super::check;
use crate::holder::{Edit, Holder};
use crate::made::Made;
use crate::unit::Unit;
use linked_file::{Shape, bundle};

const TARGETS: [&str; 3] = ["gfx906", "gfx90a", "gfx1030"];
const PAGE: u64 = 4096;
const PLAIN: Shape = Shape {
    phdr: false,
    interpreter: false,
    fixed: false,
    relr: false,
    in_place: false,
    symbol: false,
    last: false,
    padding: false,
    sysv: false,
    arm: false,
    pages: 0,
};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
    fs::read(folder.join(name)).unwrap()
}

fn linked(shape: Shape) -> Vec<u8> {
    let count = if shape.symbol { 1 } else { 2 };
    let bundles: Vec<_> = (0..count).map(|seed| bundle(seed, &TARGETS, 5000)).collect();
    shape.file(&bundles).bytes
}

/// The change to the code objects.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// Only gfx906 or sm_90 stays.
    Pruned,
    /// The code for gfx906 becomes much longer.
    Longer,
}

/// Gets a result, the places of its bundles, and a function that checks changed bytes.
type Judge<'j> = dyn FnMut(&[u8], &[Place], &dyn Fn(Vec<u8>) -> Result<(), String>) + 'j;

/// Makes the file and calls `judge`, unless there is no room.
fn judged(bytes: &[u8], change: Change, judge: &mut Judge<'_>) {
    let input = Arc::new(Input::from_bytes("in", bytes.to_vec()));
    let options = ScanRequest::default();
    let scan = scan(&REGISTRY, &input, &options).unwrap();
    let holder = Holder::find(&scan, &input, Edit::Removal).unwrap();
    let mut units = Unit::all(&scan, holder.region);
    for bundle in units.iter_mut().map(|unit| &mut unit.bundles[0]) {
        let is_kept = |id: &str| id.contains("gfx906") || id.contains("sm_90");
        match change {
            Change::Pruned => {
                let ids = bundle.kept.iter().map(|kept| kept.stored.id.as_deref().unwrap());
                let chosen = ids.map(|id| REGISTRY.ids.is_host(id) || is_kept(id));
                bundle.retain(chosen.collect()).unwrap();
            }
            Change::Longer => {
                let mut kept = bundle.kept.iter_mut();
                let kept = kept.find(|kept| kept.stored.id.as_deref().is_ok_and(is_kept)).unwrap();
                kept.replacement = Some(Arc::new(Input::from_bytes("new", vec![7; 60_000])));
            }
        }
    }
    let made = match Made::make(&REGISTRY, (&input, &holder), &units, &"out".into(), &mut ()) {
        Err(Error::LongerBundles { .. }) => return,
        made => made.unwrap(),
    };
    let whole = assemble("out", made.pieces.clone());
    let result = whole.window(0, whole.len()).unwrap().into_vec();
    let verdict = |bytes: Vec<u8>| {
        let result = Arc::new(Input::from_bytes("out", bytes));
        check((&REGISTRY, &options), (&input, &units), &made, &result).map_err(|error| error.to_string())
    };
    verdict(result.clone()).unwrap();
    judge(&result, &made.places, &verdict);
}

fn word(bytes: &[u8], at: u64) -> u64 {
    let at = usize::try_from(at).unwrap();
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

fn set(bytes: &mut [u8], at: u64, value: &[u8]) {
    let at = usize::try_from(at).unwrap();
    bytes[at..at + value.len()].copy_from_slice(value);
}

fn add(bytes: &mut [u8], at: u64, more: u64) {
    let value = word(bytes, at).wrapping_add(more);
    set(bytes, at, &value.to_le_bytes());
}

/// The check finds every changed byte, except bytes without a meaning.
#[test]
fn result_with_wrong_byte_is_refused() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for name in ["hip.22.so", "hip.22.dll"] {
        files.push((name.to_owned(), fixture(name)));
    }
    let last = Shape { last: true, ..PLAIN };
    let shapes = [
        PLAIN,
        Shape { phdr: true, ..PLAIN },
        last,
        Shape { padding: true, ..last },
        Shape { symbol: true, ..PLAIN },
        Shape { relr: true, ..PLAIN },
        Shape { in_place: true, phdr: true, ..PLAIN },
        Shape { fixed: true, phdr: true, ..PLAIN },
        Shape { arm: true, ..PLAIN },
        Shape { sysv: true, interpreter: true, phdr: true, ..PLAIN },
    ];
    files.extend(shapes.map(|shape| (format!("{shape:?}"), linked(shape))));
    for (name, bytes) in files {
        for change in [Change::Pruned, Change::Longer] {
            judged(&bytes, change, &mut |result, bundles, verdict| {
                let in_file = |ofs: u64| usize::try_from(ofs).unwrap();
                let ranges: Vec<_> = bundles
                    .iter()
                    .map(|place| in_file(place.ofs)..in_file(place.end()))
                    .collect();
                let says_nothing = silent::bytes_of(result, &ranges);
                let in_bundles = |at: usize| ranges.iter().any(|range| range.contains(&at));
                let is_unseen = |at: &usize| {
                    let mut wrong = result.to_vec();
                    wrong[*at] ^= 0x10;
                    !says_nothing[*at] && verdict(wrong).is_ok()
                };
                // Headers are at the start or the end. Each byte between them, except bundle bytes, is tried in some
                // file.
                let ends = (0..900).chain(result.len() - 1900..result.len());
                let between = (900..result.len()).step_by(97);
                let unseen: Vec<usize> = ends
                    .chain(between)
                    .filter(|at| !in_bundles(*at))
                    .filter(is_unseen)
                    .collect();
                assert_eq!(unseen, [0; 0], "{name} {change:?}: {unseen:x?}");
            });
        }
    }
}

/// The message of the check about the result with a fault.
fn said(bytes: &[u8], change: Change, fault: &dyn Fn(&mut Vec<u8>, &[Place])) -> String {
    let mut said = "there is no room".to_owned();
    judged(bytes, change, &mut |result, places, verdict| {
        let mut wrong = result.to_vec();
        fault(&mut wrong, places);
        assert_ne!(wrong, result, "it changes nothing");
        said = verdict(wrong).err().unwrap_or_else(|| "it is not seen".to_owned());
    });
    said
}
