//! The check of what was written.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::assemble;
use offload_bundle::internal::scan::scan;
use offload_bundle::request::ScanRequest;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Bundle;
use offload_bundle_formats::registry::REGISTRY;

use crate::check::check;
use crate::holder::Holder;
use crate::made::Made;
use crate::silent;
use crate::unit::Unit;

/// The check sees every byte that is not as it was, but for those that nothing looks at.
#[test]
fn a_result_with_a_wrong_byte_is_thrown_away() {
    for name in ["hip.22.so", "hip.22.dll"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
        let input = Arc::new(Input::from_bytes("in", fs::read(path.join(name)).unwrap()));
        let options = ScanRequest::default();
        let scan_of = |bytes: &[u8]| {
            let input = Arc::new(Input::from_bytes("in", bytes.to_vec()));
            scan(&REGISTRY, &input, &options).unwrap()
        };
        let scan = scan(&REGISTRY, &input, &options).unwrap();
        let holder = Holder::find(&scan, &input).unwrap();
        let mut units = Unit::all(&scan, holder.region);
        let device = units[0].bundles[0]
            .kept
            .iter()
            .filter_map(|entry| entry.stored.id.as_deref().ok());
        let device = device.into_iter().find(|id| !REGISTRY.ids.is_host(id)).unwrap();
        let device = device.to_owned();
        let mut keeps = |id: &str, _| REGISTRY.ids.is_host(id) || id == device;
        units[0].bundles[0].retain(&mut keeps).unwrap();
        let made = Made::make(&REGISTRY, (&input, &holder), &units, &"out".into(), &mut ()).unwrap();
        let whole = assemble("out", made.pieces.clone());
        let bytes = whole.window(0, whole.len()).unwrap().into_vec();
        let verdict = |bytes: Vec<u8>| {
            let result = Arc::new(Input::from_bytes("out", bytes));
            check((&REGISTRY, &options), &units, &made, &result)
        };
        verdict(bytes.clone()).unwrap();
        let there = scan_of(&bytes);
        let bundles = there.bundles.iter().flat_map(|found| {
            let Bundle { start, frame_len, entries, .. } = &found.bundle;
            let contents = entries.iter().filter_map(|entry| entry.place.clone().ok());
            contents.chain([Place { ofs: *start, len: *frame_len }])
        });
        let in_file = |ofs: u64| usize::try_from(ofs).unwrap();
        let bundles: Vec<_> = bundles.map(|place| in_file(place.ofs)..in_file(place.end())).collect();
        let mut says_nothing = silent::bytes_of(&bytes, &bundles);
        // Where the entry of the host is, which is empty.
        let host = in_file(there.bundles[0].bundle.entries[0].ofs_offset);
        says_nothing[host..host + 8].fill(true);
        let is_unseen = |at: &usize| {
            let mut wrong = bytes.clone();
            wrong[*at] ^= 0x10;
            !says_nothing[*at] && verdict(wrong).is_ok()
        };
        // Headers are at the start or the end.
        let ends = (0..1024).chain(bytes.len() - 2000..bytes.len());
        let unseen: Vec<usize> = ends.chain((1024..bytes.len()).step_by(37)).filter(is_unseen).collect();
        assert_eq!(unseen, [0; 0], "{name}: {unseen:x?}");
    }
}

#[test]
fn what_is_only_read_is_not_rewritten() {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../library/tests/cuda/plain.fatbin")).unwrap();
    let input = Arc::new(Input::from_bytes("in", bytes));
    let scan = scan(&REGISTRY, &input, &ScanRequest::default()).unwrap();
    let error = Holder::find(&scan, &input).err().unwrap();
    assert_eq!(error.to_string(), "in: a CUDA fat binary is read, and not written");
}
