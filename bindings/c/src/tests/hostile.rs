//! Arbitrary bytes: no call faults, and every getter works on opened files.

use proptest::prelude::*;

use crate::bundle::{ob_bundle_compression, ob_bundle_entry, ob_bundle_entry_count, ob_bundle_member};
use crate::bytes::ob_buffer_size;
use crate::compression::{ob_decompress, ob_image_length};
use crate::entry::{ob_entry_bytes, ob_entry_copy, ob_entry_id, ob_entry_kind, ob_entry_size, ob_entry_target};
use crate::file::{ob_file_bundle, ob_file_bundle_count};
use crate::foreign::tests::asked;
use crate::foreign::{Chars, Data, Held, Out, Room};
use crate::input::{OB_CARVE, OB_LENIENT, OB_SKIP_DIGESTS};
use crate::matching::ob_file_best_match;
use crate::status::Status;
use crate::tests::{fixture, made, open};
use crate::text::Text;

const FILES: [&str; 3] = ["objects/hip.22.so", "objects/hip-compressed.22.so", "kinds/archive.22.a"];

/// Returns whether the bytes could be opened.
fn look_at_all(bytes: &[u8], flags: u32) -> bool {
    let (status, file, _) = open(bytes, flags);
    assert_ne!(status, Status::Fault);
    if let Some(file) = &file {
        let held = Held::new(&**file);
        for number in 0..ob_file_bundle_count(held) {
            let bundle = ob_file_bundle(held, number);
            assert_ne!(ob_bundle_compression(bundle, Out::NULL, Out::NULL), Status::Fault);
            assert_ne!(
                made(|name, error| ob_bundle_member(bundle, name, error)).0,
                Status::Fault
            );
            for number in 0..ob_bundle_entry_count(bundle) {
                let entry = ob_bundle_entry(bundle, number);
                let (status, _) = asked(Text::NONE, |id| ob_entry_id(entry, id, Out::NULL));
                assert_ne!(status, Status::Fault);
                let _ = ob_entry_kind(entry);
                assert_ne!(
                    made(|target, error| ob_entry_target(entry, target, error)).0,
                    Status::Fault
                );
                let (status, size) = asked(0, |size| ob_entry_size(entry, size, Out::NULL));
                assert_ne!(status, Status::Fault);
                let (status, code, _) = made(|code, error| ob_entry_bytes(entry, code, error));
                assert_ne!(status, Status::Fault);
                if let Some(code) = code {
                    assert_eq!(ob_buffer_size(Held::new(&*code)) as u64, size);
                    let mut room = vec![0; ob_buffer_size(Held::new(&*code))];
                    let room_size = room.len();
                    let status = ob_entry_copy(entry, Room::new(&mut room), room_size, Out::NULL, Out::NULL);
                    assert_eq!(status, Status::Ok);
                }
            }
        }
        let (status, _, _) =
            made(|best, error| ob_file_best_match(held, Chars::from_c_str(c"gfx90a:xnack+"), best, error));
        assert_ne!(status, Status::Fault);
    }
    let (status, _, _) = made(|made, error| ob_decompress(Data::new(bytes), bytes.len(), made, error));
    assert_ne!(status, Status::Fault);
    let (status, _) = asked(0, |length| {
        ob_image_length(Data::new(bytes), bytes.len(), length, Out::NULL)
    });
    assert_ne!(status, Status::Fault);
    file.is_some()
}

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (
        prop::sample::select(&FILES[..]),
        changes,
        prop::option::of(any::<prop::sample::Index>()),
    )
        .prop_map(|(name, changes, end)| {
            let mut bytes = fixture(name);
            for (index, byte) in changes {
                let place = index.index(bytes.len());
                bytes[place] = byte;
            }
            bytes.truncate(end.map_or(bytes.len(), |end| end.index(bytes.len())));
            bytes
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_files_are_no_fault(bytes in damaged(), carve in any::<bool>()) {
        let carve = if carve { OB_CARVE | OB_SKIP_DIGESTS } else { 0 };
        look_at_all(&bytes, OB_LENIENT | carve);
        look_at_all(&bytes, 0);
    }

    #[test]
    fn random_bytes_are_no_fault(bytes in prop::collection::vec(any::<u8>(), 0..512), magic in 0_usize..3) {
        let heads: [&[u8]; 3] = [b"", b"__CLANG_OFFLOAD_BUNDLE__", b"CCOB"];
        look_at_all(&[heads[magic], &bytes].concat(), OB_LENIENT);
    }
}

#[test]
fn whole_files_can_be_opened() {
    // The undamaged files can be opened.
    for name in FILES {
        assert!(look_at_all(&fixture(name), 0), "{name}");
    }
}
