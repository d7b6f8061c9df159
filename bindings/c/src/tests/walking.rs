//! Iterating over a file does not allocate, and does not copy given bytes.

use crate::bundle::{ob_bundle_entry, ob_bundle_entry_count, ob_bundle_offset, ob_bundle_section, ob_bundle_size};
use crate::bytes::{ob_buffer_data, ob_buffer_size};
use crate::entry::{ob_entry_bytes, ob_entry_copy, ob_entry_id, ob_entry_offset, ob_entry_size};
use crate::error::OB_NONE;
use crate::file::{ob_file_bundle, ob_file_bundle_count};
use crate::foreign::tests::{asked, shown};
use crate::foreign::{Held, Out, Room};
use crate::matching::{ob_file_best_match, ob_match_entry};
use crate::opened::Entry;
use crate::status::Status;
use crate::tests::{fixture, made, open};
use crate::text::Text;

fn size(entry: Entry) -> u64 {
    asked(OB_NONE, |size| ob_entry_size(entry, size, Out::NULL)).1
}

#[test]
fn iteration_does_not_allocate() {
    let bytes = [fixture("objects/hip.22.so"), fixture("objects/hip-compressed.22.so")];
    for bytes in &bytes {
        let file = open(bytes, 0).1.unwrap();
        let mut seen = (0, 0);
        let allocated = allocation_counter::measure(|| {
            let held = Held::new(&*file);
            for number in 0..ob_file_bundle_count(held) {
                let bundle = ob_file_bundle(held, number);
                assert!(ob_bundle_offset(bundle) > 0 && ob_bundle_size(bundle) > 0);
                assert_eq!(ob_bundle_section(bundle).size, ".hip_fatbin".len());
                for number in 0..ob_bundle_entry_count(bundle) {
                    let entry = ob_bundle_entry(bundle, number);
                    let (status, id) = asked(Text::NONE, |id| ob_entry_id(entry, id, Out::NULL));
                    assert!(status == Status::Ok && id.size > 0);
                    assert!(ob_entry_offset(entry) > 0);
                    seen = (seen.0 + 1, seen.1 + size(entry));
                }
            }
        });
        assert_eq!(seen, (3, 3544 + 4616));
        assert_eq!(allocated.count_total, 0);
    }
}

#[test]
fn given_bytes_are_not_copied() {
    let bytes = fixture("objects/hip.22.so");
    let file = open(&bytes, 0).1.unwrap();
    let bundle = ob_file_bundle(Held::new(&*file), 0);
    for number in 0..3 {
        let entry = ob_bundle_entry(bundle, number);
        let code = made(|code, error| ob_entry_bytes(entry, code, error)).1.unwrap();
        let start = usize::try_from(ob_entry_offset(entry)).unwrap();
        assert_eq!(ob_buffer_data(Held::new(&*code)), bytes[start..].as_ptr());
        assert_eq!(ob_buffer_size(Held::new(&*code)) as u64, size(entry));
    }
}

#[test]
fn code_object_getters_agree() {
    let bytes = fixture("objects/hip-compressed.22.so");
    let file = open(&bytes, 0).1.unwrap();
    let entry = ob_bundle_entry(ob_file_bundle(Held::new(&*file), 0), 1);
    let code = made(|code, error| ob_entry_bytes(entry, code, error)).1.unwrap();
    let code = shown(ob_buffer_data(Held::new(&*code)), ob_buffer_size(Held::new(&*code)));
    let mut room = vec![7; 3600];
    let (status, size) = asked(0, |size| {
        ob_entry_copy(entry, Room::new(&mut room), 3600, size, Out::NULL)
    });
    assert_eq!((status, size), (Status::Ok, 3544));
    assert_eq!(room[..3544], code);
    assert!(room[3544..].iter().all(|byte| *byte == 7));
    // If the space is too small, it is not written.
    let mut little = vec![7; 3543];
    let (status, size) = asked(0, |size| {
        ob_entry_copy(entry, Room::new(&mut little), 3543, size, Out::NULL)
    });
    assert_eq!((status, size), (Status::InvalidArgument, 3544));
    assert!(little.iter().all(|byte| *byte == 7));
}

#[test]
fn out_of_range_numbers_give_nothing() {
    let bytes = fixture("objects/hip.22.so");
    let file = open(&bytes, 0).1.unwrap();
    let held = Held::new(&*file);
    assert!(ob_file_bundle(held, 1).file.get().is_none());
    assert!(ob_bundle_entry(ob_file_bundle(held, 0), 3).file.get().is_none());
    // Values made by the caller.
    for entry in [Entry { file: held, bundle: 9, number: 0 }, Entry { file: held, bundle: 0, number: usize::MAX }] {
        assert_eq!((size(entry), ob_entry_offset(entry)), (0, OB_NONE));
        let (status, _, _) = made(|code, error| ob_entry_bytes(entry, code, error));
        assert_eq!(status, Status::InvalidArgument);
    }
}

#[test]
fn best_match_belongs_to_same_file() {
    let bytes = fixture("objects/hip.22.so");
    let file = open(&bytes, 0).1.unwrap();
    let held = Held::new(&*file);
    let target = crate::foreign::Chars::from_c_str(c"gfx906");
    let best = made(|best, error| ob_file_best_match(held, target, best, error))
        .1
        .unwrap();
    let entry = ob_match_entry(Held::new(&*best));
    assert_eq!((entry.bundle, entry.number, size(entry)), (0, 1, 3544));
    assert!(std::ptr::eq(entry.file.get().unwrap(), &*file));
}
