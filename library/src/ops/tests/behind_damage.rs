//! Behind a container that is damaged, and behind what is none, the next sound one is found, and what is wrong is reported.

// Numbers here are small.
#![allow(clippy::arithmetic_side_effects)]

use super::objects::{FORMS, object, scanned, scanned_with};
use super::packed::packed;
use crate::finding::Anomaly;
use crate::request::ScanRequest;
use crate::request::rules::ScanRules;
use crate::scan::{RegionKind, Scan};

/// The IDs in the sound containers in `bytes`, which are not all sound: in a file alone, and in a section that is known.
fn found(bytes: &[u8]) -> Vec<String> {
    let bare = scanned(bytes.to_vec()).unwrap();
    let in_section = scanned(object(FORMS[0], &[(".packs", bytes)])).unwrap();
    let ids = |scan: &Scan| -> Vec<String> {
        let sound = scan.bundles.iter().filter(|found| found.findings.is_empty());
        let entries = sound.flat_map(|found| &found.bundle.entries);
        entries.filter_map(|entry| entry.id.clone().ok()).collect()
    };
    assert_eq!(ids(&bare), ids(&in_section));
    let told = |scan: &Scan| {
        scan.unread.len() + scan.anomalies.len() + scan.bundles.iter().map(|found| found.findings.len()).sum::<usize>()
    };
    assert_eq!(told(&bare), told(&in_section));
    assert!(told(&bare) > 0);
    let regions = in_section
        .bundles
        .iter()
        .map(|found| &in_section.regions[found.region].kind);
    assert!(
        regions
            .into_iter()
            .all(|kind| matches!(kind, RegionKind::Section { .. }))
    );
    ids(&bare)
}

/// A container of which the number at `offset` is `value`.
fn with_number(offset: usize, value: u64) -> Vec<u8> {
    let mut bytes = packed(&[("own--x", b"X"), ("far--x", b"x")]);
    bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn sound_containers_behind_damaged_ones_are_found() {
    let sound = packed(&[("own--a", b"A"), ("far--a", b"a")]);
    let other = packed(&[("own--b", b"B")]);
    // The number of entries, and of the first the place, the length, and the length of its ID.
    for offset in [4, 12, 20, 28] {
        for value in [1 << 40, u64::MAX] {
            let damaged = with_number(offset, value);
            let once = [&damaged[..], &sound, &other].concat();
            assert_eq!(found(&once), ["own--a", "far--a", "own--b"], "{offset} {value:#x}");
            let between = [&other[..], &damaged, &sound, &damaged, b"....", &other].concat();
            assert_eq!(
                found(&between),
                ["own--b", "own--a", "far--a", "own--b"],
                "{offset} {value:#x}"
            );
        }
    }
}

#[test]
fn sound_containers_behind_something_else_are_found() {
    let sound = packed(&[("own--a", b"A"), ("far--a", b"a")]);
    let bytes = [&sound[..], b"junk", &sound, b"more", &sound, b"end"].concat();
    assert_eq!(found(&bytes).len(), 6);
    let scan = scanned(bytes).unwrap();
    let told: Vec<_> = scan
        .anomalies
        .iter()
        .map(|located| located.finding.anomaly.clone())
        .collect();
    assert_eq!(told, [4, 4, 3].map(|len| Anomaly::Trailing { len }));
    // A section in which something else comes first.
    let scan = scanned(object(FORMS[0], &[(".packs", &[b"junk", &sound[..]].concat())])).unwrap();
    assert_eq!(scan.bundles.len(), 1);
    let told: Vec<_> = scan
        .anomalies
        .iter()
        .map(|located| located.finding.anomaly.clone())
        .collect();
    assert_eq!(told, [Anomaly::Unrecognised { len: 4, section: ".packs".into() }]);
}

#[test]
fn whoever_asks_for_one_form_only_gets_what_follows_without_a_gap() {
    let sound = packed(&[("own--a", b"A")]);
    let options = ScanRequest::default().by(ScanRules { own_form: true, unchecked: false });
    let scan = scanned_with([&sound[..], &sound, b"junk", &sound].concat(), &options).unwrap();
    assert_eq!(scan.bundles.len(), 2);
}
