//! Containers anywhere in a file.

use proptest::prelude::*;

use super::objects::{FORMS, entries, messages, object, scanned_with};
use super::packed::packed;
use crate::request::ScanRequest;
use crate::request::rules::ScanRules;
use crate::scan::RegionKind;

const CARVE: ScanRequest = ScanRequest {
    file_type: None,
    carve: true,
    no_verify: false,
    no_follow: false,
    max_size: None,
    rules: ScanRules { own_form: false, unchecked: false },
};

fn ids(bytes: Vec<u8>) -> Vec<String> {
    let scan = scanned_with(bytes, &CARVE).unwrap();
    entries(&scan).into_iter().map(|(_, id, _)| id).collect()
}

#[test]
fn containers_between_other_bytes_are_found() {
    let one = packed(&[("own--a", b"A"), ("far--b", b"PACK")]);
    let two = packed(&[("own--c", b"")]);
    let bytes = [&b"some bytes"[..], &one, b"more", &two, b"end"].concat();
    let scan = scanned_with(bytes.clone(), &CARVE).unwrap();
    let starts: Vec<u64> = scan.bundles.iter().map(|found| found.bundle.start).collect();
    assert_eq!(starts, [10, 14 + one.len() as u64]);
    assert_eq!(messages(&scan), Vec::<String>::new());
    let carved = &scan.regions[scan.bundles[0].region];
    assert_eq!(carved.kind, RegionKind::Searched { section: None });
    assert_eq!(carved.place.len, one.len() as u64);
    let error = scanned_with(bytes, &ScanRequest::default()).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

#[test]
fn what_only_begins_like_a_container_is_passed_over() {
    let good = packed(&[("own--a", b"A")]);
    let bad = packed(&[("odd", b"x")]);
    let none = packed(&[]);
    let mut cut = packed(&[("own--z", b"long content")]);
    cut.truncate(40);
    let mut inside = packed(&[("own--y", b"AAAA")]);
    inside[12] = 3;
    let bytes = [&b"."[..], &bad, b"PACK", b"PACKPACK", &none, &inside, &good, &cut].concat();
    assert_eq!(ids(bytes), ["own--a"]);
    let error = scanned_with([&b"."[..], &bad, &none].concat(), &CARVE).unwrap_err();
    assert_eq!(error.to_string(), "in: not an offload bundle");
}

/// Each of these has all that follow as its entries: reading every one to its end would take for ever.
fn frames(many: u64) -> Vec<u8> {
    let mut bytes = b".".to_vec();
    for left in (0..many).rev() {
        if left.saturating_add(1) < many {
            let place = [0_u64, 0, 12];
            bytes.extend(place.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend_from_slice(b"PACK");
        bytes.extend(left.to_le_bytes());
    }
    bytes
}

#[test]
fn frames_in_frames_are_passed_over_until_that_costs_too_much() {
    assert_eq!(scanned_with(frames(100), &CARVE).unwrap_err().code(), "not-a-bundle");
    let good = packed(&[("own--a", b"A")]);
    let scan = scanned_with([&good[..], &frames(2_000), &good].concat(), &CARVE).unwrap();
    assert_eq!(scan.bundles.len(), 1, "what stands before is found");
    let error = scan.first_error().unwrap();
    assert_eq!(error.code(), "over-budget");
    assert!(
        error.to_string().contains("the beginnings of bundles take more than"),
        "{error}"
    );
}

#[test]
fn a_container_inside_one_that_was_found_is_not_another() {
    let inner = packed(&[("own--a", b"inner")]);
    let outer = packed(&[("own--b", &inner), ("far--b", b"x")]);
    assert_eq!(ids([&b"."[..], &outer].concat()), ["own--b", "far--b"]);
    assert_eq!(
        ids([&outer[..], b"junk", &inner].concat()),
        ["own--b", "far--b", "own--a"]
    );
}

#[test]
fn objects_are_searched_within_and_outside_of_their_sections() {
    let one = packed(&[("own--a", b"A")]);
    let two = packed(&[("own--b", b"B")]);
    let junk = [&one[..], b"junk", &two].concat();
    for form in FORMS {
        let bytes = object(form, &[(".packs", &junk), (".rodata.x", &two), ("SPLIT:far--c", &one)]);
        let scan = scanned_with(bytes, &CARVE).unwrap();
        let found: Vec<_> = entries(&scan).into_iter().map(|(region, id, _)| (region, id)).collect();
        let row = |region: &str, id: &str| (String::from(region), String::from(id));
        assert_eq!(
            found,
            [row(".packs", "own--a"), row(".packs", "own--b"), row(".rodata.x", "own--b"), row("SPLIT:*", "far--c")]
        );
    }
    let plain = object(FORMS[0], &[(".rodata.x", &two)]);
    assert_eq!(ids(plain), ["own--b"]);
}

proptest! {
    #[test]
    fn every_container_is_found_wherever_it_stands(parts in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..300), 0..200_usize), 1..12)) {
        let mut bytes = Vec::new();
        let mut expected = Vec::new();
        for (content, junk) in &parts {
            bytes.extend(vec![b'.'; junk.saturating_add(1)]);
            expected.push(bytes.len() as u64);
            bytes.extend(packed(&[("own--a", content), ("far--b", b"!")]));
        }
        let scan = scanned_with(bytes, &CARVE).unwrap();
        let starts: Vec<u64> = scan.bundles.iter().map(|found| found.bundle.start).collect();
        prop_assert_eq!(starts, expected);
    }
}
