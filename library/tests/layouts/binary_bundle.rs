//! Binary bundles, valid and malformed.

use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Content;
use offload_bundle_formats::binary_bundle::{BinaryBundle, BinaryBundleBuilder, CONTAINER, EntryBuilder};

const HOST: &str = "host-x86_64-unknown-linux-gnu";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";

/// A bundle of two entries: 4 bytes at 138, 8 bytes at 142.
fn sample() -> Vec<u8> {
    let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    file.extend(2_u64.to_le_bytes());
    for (ofs, len, id) in [(138_u64, 4_u64, HOST), (142, 8, DEVICE)] {
        file.extend(ofs.to_le_bytes());
        file.extend(len.to_le_bytes());
        file.extend(29_u64.to_le_bytes());
        file.extend(id.as_bytes());
    }
    file.extend(b"HOSTDEV1DATA");
    file
}

fn builder(alignment: u64, contents: &[&'static [u8]]) -> BinaryBundleBuilder<'static> {
    let entries = contents
        .iter()
        .zip([HOST, DEVICE, DEVICE])
        .map(|(content, id)| EntryBuilder { id: id.to_owned(), code_object: Content::from(*content) });
    BinaryBundleBuilder { alignment, entries: entries.collect() }
}

fn with(at: usize, number: u64) -> Vec<u8> {
    let mut file = sample();
    file[at..at + 8].copy_from_slice(&number.to_le_bytes());
    file
}

#[test]
fn layout_matches_the_tool() {
    assert_eq!(builder(1, &[b"HOST", b"DEV1DATA"]).write(), Ok(sample()));
    assert_eq!(
        BinaryBundle::read(Bytes::new(&sample())).unwrap().to_builder(),
        Ok(builder(1, &[b"HOST", b"DEV1DATA"]))
    );
}

#[test]
fn ids_parse_with_their_grammar() {
    let mut file = sample();
    let parsed = |file: &[u8]| -> Vec<Option<String>> {
        let entries = BinaryBundle::read(Bytes::new(file)).unwrap().entries().unwrap();
        let ids = entries.iter().map(|entry| {
            let entry = entry.unwrap();
            entry.parsed_id().ok().map(|id| id.to_string())
        });
        ids.collect()
    };
    // The canonical triple has four fields.
    assert_eq!(parsed(&file), [format!("{HOST}-"), DEVICE.to_owned()].map(Some));
    // Text that does not follow the grammar is still text.
    let at = file.windows(3).position(|bytes| bytes == b"hip").unwrap();
    file[at..at + 29].fill(b'-');
    assert_eq!(parsed(&file)[1], None);
}

#[test]
fn contents_are_aligned_without_final_padding() {
    let three = builder(4096, &[b"", b"DEV1DATA", b"DD"]);
    let plan = three.plan().unwrap();
    let ofs: Vec<u64> = plan.places.iter().map(|place| place.ofs).collect();
    assert_eq!((ofs, plan.len()), (vec![4096, 4096, 8192], 8194));
    let odd = builder(3, &[b"HOST!", b"DEV1DATA"]);
    assert_eq!(
        odd.plan().unwrap().places,
        [Place { ofs: 138, len: 5 }, Place { ofs: 144, len: 8 }]
    );
}

#[test]
fn plan_needs_only_content_lengths() {
    let new = [NewEntry::new(HOST, 4), NewEntry::new(DEVICE, 1 << 40)];
    let plan = CONTAINER.plan(&new, PlanOptions::default()).unwrap();
    assert_eq!(plan.len(), 142 + (1 << 40));
    let too_long = [NewEntry::new(HOST, u64::MAX)];
    let error = CONTAINER.plan(&too_long, PlanOptions::default()).unwrap_err();
    assert_eq!(error.path.to_string(), "entries[0].code_object");
    let error = CONTAINER.plan(&[], PlanOptions::with_alignment(0)).unwrap_err();
    assert_eq!(error.to_string(), "alignment: expected 1 to 4294967295, found 0");
}

#[test]
fn damaged_header_is_refused_with_location() {
    for (file, message) in [
        (
            Vec::new(),
            "at byte 0x0 (magic): the file ends too early: the field needs 24 bytes, but 0 are left",
        ),
        (
            // The third record would begin with the content of the first.
            with(24, 3),
            "at byte 0x92 (entries[2].len_code_object): the file ends too early: the field needs 8 bytes, but 4 are left",
        ),
        (
            with(24, u64::MAX),
            "at byte 0x18 (num_entries): expected at most 65536, found 18446744073709551615",
        ),
        (
            with(48, u64::MAX),
            "at byte 0x38 (entries[0].id): the file ends too early: the field needs 18446744073709551615 bytes, but 94 are left",
        ),
    ] {
        let error = BinaryBundle::read(Bytes::new(&file)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn wrong_entry_leaves_the_rest_readable() {
    for (at, number, path) in [
        (85, 150, "entries[1].len_code_object"),
        (85, 151, "entries[1].ofs_code_object"),
        (85, u64::MAX, "entries[1].ofs_code_object"),
        (93, 9, "entries[1].len_code_object"),
        (93, u64::MAX, "entries[1].len_code_object"),
        (93, 0_u64.wrapping_sub(142), "entries[1].len_code_object"),
    ] {
        let file = with(at, number);
        let bundle = CONTAINER.read(Bytes::new(&file)).unwrap();
        assert_eq!(bundle.entries[0].place, Ok(Place { ofs: 138, len: 4 }));
        let error = bundle.entries[1].place.as_ref().unwrap_err();
        assert_eq!(
            (error.path.to_string().as_str(), error.problem.code()),
            (path, "out-of-bounds"),
            "{at}: {number}"
        );
    }
}

#[test]
fn invalid_id_text_is_an_entry_error() {
    let mut file = sample();
    file[60] = 0xff;
    let bundle = CONTAINER.read(Bytes::new(&file).at_origin(4096)).unwrap();
    let error = bundle.entries[0].id.as_ref().unwrap_err();
    assert_eq!(
        (error.offset, error.path.to_string().as_str()),
        (4096 + 56, "entries[0].id")
    );
    assert_eq!(bundle.entries[1].id, Ok(DEVICE.to_owned()));
    assert_eq!((bundle.start, bundle.frame_len, bundle.len), (4096, 138, 150));
    assert_eq!(bundle.entries[1].place, Ok(Place { ofs: 4096 + 142, len: 8 }));
    assert_eq!(
        (
            bundle.entries[1].ofs_offset,
            bundle.entries[1].ofs_path().to_string().as_str()
        ),
        (4096 + 85, "entries[1].ofs_code_object")
    );
}

#[test]
fn header_window_suffices() {
    let file = sample();
    let bundle = CONTAINER.read(Bytes::windowed(&file[..138], 150)).unwrap();
    assert_eq!(bundle.len, 150);
    let error = CONTAINER.read(Bytes::windowed(&file[..137], 150)).unwrap_err();
    assert_eq!(error, Stop::NeedMore { upto: 138 });
}

/// clang-offload-bundler pads with zeros; linkers put zeros between bundles.
#[test]
fn zeros_pad_code_objects_and_bundles() {
    let file = builder(16, &[b"HOST", b"DEV1DATA"]).write().unwrap();
    assert_eq!(file[138..], *b"\0\0\0\0\0\0HOST\0\0\0\0\0\0\0\0\0\0\0\0DEV1DATA");
    assert_eq!(CONTAINER.padding(), Some(0));
}
