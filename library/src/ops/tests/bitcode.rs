//! Containers in sections that LLVM bitcode speaks of.

use super::archives::{archive, member};
use super::objects::{messages, scanned, scanned_with};
use super::packed::packed;
use crate::bitcode::tests::bitcode;
use crate::request::ScanRequest;
use crate::scan::Scan;

/// Each bundle: its section, where it begins in what is embedded, and its first content.
fn contents(scan: &Scan) -> Vec<(String, u64, Vec<u8>)> {
    let contents = scan.bundles.iter().map(|found| {
        let region = &scan.regions[found.region];
        let place = *found.bundle.entries[0].place.as_ref().unwrap();
        let bytes = found.input.window(place.ofs, place.len).unwrap().into_vec();
        (region.kind.section().unwrap().to_owned(), found.bundle.start, bytes)
    });
    contents.collect()
}

#[test]
fn what_globals_hold_is_found() {
    let (one, two) = (packed(&[("a-b", b"one")]), packed(&[("a-b", b"two")]));
    let both = [one.as_slice(), &two].concat();
    let bytes = bitcode(&[(".packs", &both), (".data", &one), (".packs", &two)]);
    let scan = scanned(bytes.clone()).unwrap();
    let packs = |start: usize, content: &[u8]| (".packs".to_owned(), start as u64, content.to_vec());
    let expected = [packs(0, b"one"), packs(one.len(), b"two"), packs(0, b"two")];
    assert_eq!(contents(&scan), expected);
    for found in &scan.bundles {
        let place = found.apart.unwrap();
        assert!(found.start() == place.ofs && place.end() < bytes.len() as u64);
    }
    let members = [member("a.bc/", &bytes), member("b.bc/", &bitcode(&[(".data", b"no")]))];
    let scan = scanned(archive(&members)).unwrap();
    assert_eq!(contents(&scan), expected);
    let member = scan.bundles[0].member().unwrap();
    assert_eq!(member.name.to_string(), "a.bc");
}

#[test]
fn other_bitcode_is_no_object() {
    let error = scanned_with(bitcode(&[(".data", b"no")]), &ScanRequest::default()).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

#[test]
fn bytes_that_are_no_container_are_told() {
    let scan = scanned(bitcode(&[(".packs", b"something else")])).unwrap();
    let messages = messages(&scan);
    assert!(messages[0].contains(".packs"), "{messages:?}");
}
