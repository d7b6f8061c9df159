//! The check of what was written.

use std::fs;
use std::path::Path;

use offload_bundle_formats::registry::REGISTRY;

use super::*;
use crate::request::ScanRequest;

/// The check sees every byte that is not as it was.
#[test]
fn a_result_with_a_wrong_byte_is_thrown_away() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects/hip.22.so");
    let input = Arc::new(Input::from_bytes("in", fs::read(path).unwrap()));
    let options = ScanRequest::default();
    let scan = scan(&REGISTRY, &input, &options).unwrap();
    let holder = Holder::of(&scan, &input).unwrap();
    let mut units = Unit::all(&scan, holder.region);
    let device = units[0].bundles[0]
        .kept
        .iter()
        .filter_map(|entry| entry.stored.id.as_deref().ok());
    let device = device.into_iter().find(|id| !REGISTRY.ids.is_host(id)).unwrap();
    let device = device.to_owned();
    let mut keeps = |id: &str, _| REGISTRY.ids.is_host(id) || id == device;
    units[0].bundles[0].retain(&mut keeps).unwrap();
    let made = Made::of(&REGISTRY, (&input, &holder), &units, &"out".into(), &mut ()).unwrap();
    let whole = crate::input::assembled("out", made.pieces.clone());
    let bytes = whole.window(0, whole.len()).unwrap().into_vec();
    let verdict = |bytes: Vec<u8>| {
        let result = Arc::new(Input::from_bytes("out", bytes));
        check((&REGISTRY, &options), &units, (&input, &made), &result)
    };
    verdict(bytes.clone()).unwrap();
    let mut unseen = Vec::new();
    for at in (0..bytes.len()).step_by(37).chain(0..1024) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x10;
        if verdict(wrong).is_ok() {
            unseen.push(at);
        }
    }
    // What no loader looks at: parts of the file header, what says of the stack, padding in and behind the bundle and between sections.
    let stack = 64 + 7 * 56..64 + 8 * 56;
    let matters = |at: &&usize| bytes[**at] != 0 && **at >= 64 && !stack.contains(*at);
    assert_eq!(unseen.iter().filter(matters).collect::<Vec<_>>(), [&0_usize; 0]);
}

#[test]
fn what_is_only_read_is_not_rewritten() {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/plain.fatbin")).unwrap();
    let input = Arc::new(Input::from_bytes("in", bytes));
    let scan = scan(&REGISTRY, &input, &ScanRequest::default()).unwrap();
    let error = Holder::of(&scan, &input).err().unwrap();
    assert_eq!(error.to_string(), "in: a CUDA fat binary is read, and not written");
}
