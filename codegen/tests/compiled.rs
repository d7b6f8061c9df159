//! What is expected of the features compiles, and its own tests pass.

// A feature is whole modules of the crate of formats: its tests use a part of them, and this crate has not its Cargo features.
#![allow(dead_code, unexpected_cfgs, unused_imports)]

extern crate alloc;

#[path = "features/ids_and_placement/expected/tiny_id/mod.rs"]
mod tiny_id;

#[path = "features/ids_and_placement/expected/memo/mod.rs"]
mod memo;

#[path = "features/ids_and_placement/expected/gallery/mod.rs"]
mod gallery;

#[path = "features/ids_and_placement/expected/train/mod.rs"]
mod train;

#[path = "features/ids_and_placement/expected/registry.rs"]
mod registry;

/// What is walked over, by a schema of its own: big-endian, with other widths and places than any real format has.
// A failing test is meant to panic.
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
mod walked {
    use offload_bundle_core::bytes::{Bytes, Place};
    use offload_bundle_core::container::{Bundle, Container};
    use offload_bundle_core::error::Stop;

    use super::train::CONTAINER;

    /// A wagon: its number for what it holds, its marks, lengths of its load as it is stored, tight and loose; and what is in it.
    fn wagon(kind: u8, marks: u8, tight: u8, loose: u8, behind: &[u8], load: &[u8]) -> Vec<u8> {
        let front = u8::try_from(14 + behind.len()).unwrap();
        let len = u8::try_from(load.len()).unwrap();
        let numbers = [front, 0, len, 0, tight, 0, loose, kind, marks, 1, 14, 2, 16, 9];
        [&numbers, behind, load].concat()
    }

    fn train(wagons: &[Vec<u8>]) -> Vec<u8> {
        let wagons = wagons.concat();
        [&b"TRAIN"[..], &u16::try_from(wagons.len()).unwrap().to_be_bytes(), &wagons].concat()
    }

    fn read(bytes: &[u8]) -> Bundle {
        CONTAINER.read(Bytes::new(bytes)).unwrap()
    }

    /// A name, a NUL, a byte of padding, where the note is, the note.
    const BEHIND: &[u8] = b"ab\x12\x02hi";

    #[test]
    fn entries_are_where_lengths_say() {
        let bytes = train(&[wagon(1, 0, 0, 0, BEHIND, b"load"), wagon(7, 8, 0, 0, BEHIND, b"")]);
        let bundle = read(&bytes);
        let len = u64::try_from(bytes.len()).unwrap();
        assert_eq!((bundle.frame_len, bundle.len, bundle.entries.len()), (7, len, 2));
        let [first, second] = bundle.entries.as_slice() else {
            panic!("two")
        };
        assert_eq!(first.place, Ok(Place { ofs: 7 + 20, len: 4 }));
        let ids = [first, second].map(|entry| entry.id.clone().unwrap());
        assert_eq!(
            ids.map(|id| id.rsplit(['/', '-']).next().unwrap().to_owned()),
            ["t1", "t1x"]
        );
        assert_eq!(
            (first.attributes.number("kind"), second.attributes.number("kind")),
            (Some(1), Some(7))
        );
        assert_eq!(
            (first.attributes.text("name"), first.attributes.text("options")),
            (Some("ab"), Some("hi"))
        );
        assert!(CONTAINER.plan(&[], Default::default()).is_err());
    }

    #[test]
    fn packed_content_is_told_with_its_lengths() {
        let wagons = [
            wagon(1, 1, 3, 9, BEHIND, b"load"),
            wagon(1, 2, 0, 8, BEHIND, b"load"),
            wagon(1, 6, 3, 9, BEHIND, b"load"),
        ];
        let bytes = train(&wagons);
        let whole = Bytes::new(&bytes);
        let mut view = |place: Place| Ok::<_, Stop>(whole.take(place.ofs, place.len)?.into());
        let null = &mut offload_bundle_core::describe::NullDescriber;
        let walked = CONTAINER.0.walk(0, whole.len(), &mut view, null).unwrap().unwrap();
        let told = walked
            .packed
            .iter()
            .map(|packed| (packed.entry, packed.stored.len, packed.unpacked_len));
        // What is sealed is as it is stored.
        assert_eq!(told.collect::<Vec<_>>(), [(0, 3, 9), (1, 4, 8)]);
        assert_eq!(walked.bundle.entries[2].place, Ok(Place { ofs: 7 + 48 + 20, len: 3 }));
    }

    #[test]
    fn images_of_a_group_are_entries() {
        // Two crates: the first from byte 0 on, the second from byte 2 on; each record has a name behind it.
        let crate_ = |begin: u8, long: u8| [&[begin, long, 1, 0, 1, 8, 3, 0][..], b"abc\0"].concat();
        let table = [&[2, 26][..], &crate_(0, 2), &crate_(2, 2)].concat();
        let group = |table: &[u8]| {
            let behind = [b"ab", table].concat();
            train(&[wagon(2, 0, 0, 0, &behind, b"load")])
        };
        let entries = read(&group(&table)).entries;
        let places: Vec<Place> = entries.iter().map(|entry| entry.place.clone().unwrap()).collect();
        let start = 7 + 14 + 2 + 26;
        assert_eq!(places, [Place { ofs: start, len: 2 }, Place { ofs: start + 2, len: 2 }]);
        assert!(entries.iter().all(|entry| entry.attributes.text("name") == Some("abc")));
        // More images than the table has room for, and one that is not in the load.
        for (at, value) in [(0, 3), (1, 40), (2, 9), (3, 5)] {
            let mut damaged = table.clone();
            damaged[at] = value;
            let entries = read(&group(&damaged)).entries;
            assert!(entries.len() == 1 && entries[0].place.is_err(), "{at} {value}");
        }
    }

    #[test]
    fn limits_hold_and_a_wagon_that_cannot_be_read_is_the_last() {
        let good = || wagon(1, 0, 0, 0, BEHIND, b"load");
        let entries = read(&train(&[good(), good(), good(), good(), good()])).entries;
        assert_eq!(entries.len(), 4);
        assert!(entries[2].place.is_ok() && entries[3].place.is_err());
        // Header too short, too long, odd, outside; load odd, outside; more tight than there is; a number that may not be.
        for (at, value) in [(0, 12), (0, 102), (0, 21), (0, 60), (2, 5), (2, 60), (4, 5), (13, 8)] {
            let mut bad = good();
            bad[at] = value;
            let entries = read(&train(&[good(), bad])).entries;
            let outcome = (entries.len(), entries[0].place.is_ok(), entries[1].place.is_ok());
            assert_eq!(outcome, (2, true, false), "{at} {value}");
        }
        let whole = train(&[good(), good()]);
        for len in 0..whole.len() {
            assert!(CONTAINER.read(Bytes::new(&whole[..len])).is_err(), "{len}");
            let asks = CONTAINER.read(Bytes::windowed(&whole[..len], u64::try_from(whole.len()).unwrap()));
            // The last load need not be in view.
            assert!(asks.is_ok() == (len >= whole.len() - 4) || asks.unwrap_err().needs().is_some());
        }
    }
}
