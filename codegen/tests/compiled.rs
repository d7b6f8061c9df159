//! Compiles the expected files of the features and runs their tests.

// A feature is a whole module of the formats' crate: its tests use only a part, and this crate lacks its Cargo
// features.
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

#[path = "features/ids_and_placement/expected/atlas/mod.rs"]
mod atlas;

#[path = "features/ids_and_placement/expected/leaflet/mod.rs"]
mod leaflet;

#[path = "features/ids_and_placement/expected/pins/mod.rs"]
mod pins;

#[path = "features/ids_and_placement/expected/leaf_parts/mod.rs"]
mod leaf_parts;

#[path = "features/ids_and_placement/expected/hamper/mod.rs"]
mod hamper;

#[path = "features/ids_and_placement/expected/registry.rs"]
mod registry;

#[path = "features/ids_and_placement/expected/samples.rs"]
mod samples;

/// An interpreted format.
// A failing test is meant to panic.
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod trees {
    use offload_bundle_core::bytes::Bytes;
    use offload_bundle_core::describe::{Row, rows};
    use offload_bundle_core::error::Stop;

    use super::registry::REGISTRY;

    /// A leaflet with big-endian numbers, a title, and two drawn pages.
    const LEAFLET: &[u8] = b"LEAF\0\x02\x4bTitle\0\0\x02\
        \x09one \x3f\x80\0\0ab.\x02\x09\
        \x04two \xc0\0\0\0\
        \0\x07\xff\xfe\x05stampINK!";

    fn read(bytes: Bytes<'_>) -> Result<Vec<Row>, Stop> {
        let format = REGISTRY.plain(b"LEAF\0\x01").unwrap();
        assert_eq!(format.name, "leaflet");
        rows(|describer| format.describe(bytes, describer))
    }

    #[test]
    fn section_format_is_not_recognised_in_files() {
        assert_eq!(REGISTRY.host("pins").unwrap().title, "Pins");
        assert!(REGISTRY.plain.iter().all(|format| format.name != "pins"));
        assert!(REGISTRY.host("leaflet").is_none());
        let mut pins = REGISTRY.sections.iter().filter(|rule| rule.shown_by == Some("pins"));
        assert_eq!(pins.next().map(|rule| rule.name), Some("pins"));
    }

    #[test]
    fn interpreted_format_is_described_by_field() {
        let rows = read(Bytes::new(LEAFLET)).unwrap();
        let shown = |path: &str| {
            let row = rows.iter().find(|row| row.path == path);
            row.map(|row| (row.offset, row.value.as_str()))
        };
        for (path, offset, value) in [
            ("order", 5, "2 (large)"),
            ("flags.has_title", 6, "true"),
            ("flags.kind", 6, "1 (drawn)"),
            ("flags.level", 6, "9"),
            ("body.title", 7, "\"Title\""),
            ("body.pages[0].name", 16, "\"one\""),
            ("body.pages[0].content.scale", 20, "1"),
            ("body.pages[0].content.line", 24, "2 bytes"),
            ("body.pages[0].content.dots[0].y", 28, "9"),
            ("body.pages[0].content.whole", 0, "76"),
            ("body.pages[1].content.scale", 34, "-2"),
            ("body.pages[1].number", 29, "2"),
            ("body.numbers[1]", 40, "-2"),
            ("body.rest.color", 42, "5"),
            ("body.last_name", 7, "\"two\""),
            ("body.ink", 48, "4 bytes"),
        ] {
            assert_eq!(shown(path), Some((offset, value)), "{path}");
        }
        assert!(rows.iter().all(|row| row.error.is_none() && !row.meaning.is_empty()));
    }

    #[test]
    fn errors_have_offset_and_path() {
        for (at, byte, path, offset) in [
            (0, b'X', "magic", 0),
            (5, 3, "order", 5),
            (14, 9, "body.num_pages", 13),
            (27, 7, "body.pages[0].content.dots[0].x", 27),
            (28, 2, "body.pages[0].content.dots[0].y", 28),
        ] {
            let mut bytes = LEAFLET.to_vec();
            bytes[at] = byte;
            let Err(Stop::Failed(error)) = read(Bytes::new(&bytes)) else {
                unreachable!("{path} is wrong")
            };
            assert_eq!(
                (error.path.to_string().as_str(), error.offset),
                (path, offset),
                "{error}"
            );
        }
    }

    #[test]
    fn short_window_requests_more() {
        let whole = read(Bytes::new(LEAFLET)).unwrap();
        let len = u64::try_from(LEAFLET.len()).unwrap();
        for shown in 0..LEAFLET.len() {
            match read(Bytes::windowed(&LEAFLET[..shown], len)) {
                Err(Stop::NeedMore { upto }) => assert!(upto > u64::try_from(shown).unwrap() && upto <= len),
                // Opaque bytes are not required to be present.
                other => assert_eq!(other.unwrap(), whole, "{shown}"),
            }
        }
    }

    #[test]
    fn cut_files_are_refused() {
        for len in 0..LEAFLET.len() - 9 {
            assert!(
                matches!(read(Bytes::new(&LEAFLET[..len])), Err(Stop::Failed(_))),
                "{len}"
            );
        }
    }
}

/// Entries with offsets of their IDs.
// A failing test is meant to panic.
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod far_ids {
    use offload_bundle_core::bytes::Bytes;
    use offload_bundle_core::container::{Bundle, Container};
    use offload_bundle_core::error::Stop;

    use super::hamper::CONTAINER;

    /// Items without content, with a common `label`, and bytes after it.
    fn hamper(count: u8, label: &str, after: &[u8]) -> Vec<u8> {
        const MD5: [u8; 16] = [0; 16];
        const ITEM: usize = 12;
        let start = 9 + ITEM * usize::from(count) + MD5.len();
        let ofs = u16::try_from(start).unwrap().to_be_bytes();
        let item = [&ofs[..], &[1, 0], &[0; 8]].concat();
        [b"HAMPER\x01\0", &[count][..], &item.repeat(count.into()), &MD5, label.as_bytes(), b"\0", after].concat()
    }

    fn read(bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        CONTAINER.read(bytes)
    }

    #[test]
    fn bundle_ends_after_its_last_id() {
        let file = hamper(2, "hip", b"rest");
        let bundle = read(Bytes::new(&file)).unwrap();
        assert_eq!(bundle.entries[1].id, Ok("hip".to_owned()));
        assert_eq!(bundle.len, u64::try_from(file.len() - 4).unwrap());
    }

    #[test]
    fn window_without_id_requests_more() {
        let file = hamper(1, "hip", b"");
        let len = u64::try_from(file.len()).unwrap();
        assert!(matches!(
            read(Bytes::windowed(&file[..file.len() - 2], len)),
            Err(Stop::NeedMore { .. })
        ));
    }

    #[test]
    fn entries_sharing_long_id_are_refused() {
        let label = "x".repeat(5000);
        assert!(read(Bytes::new(&hamper(2, &label, b""))).is_ok());
        let Err(Stop::Failed(error)) = read(Bytes::new(&hamper(250, &label, b""))) else {
            unreachable!("the IDs take more than the budget")
        };
        assert_eq!(error.problem.code(), "over-budget");
    }
}

/// A table of contents: big-endian, with different keys, words and widths than any real format.
// A failing test is meant to panic.
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod contents {
    use offload_bundle_core::bytes::{Bytes, Place};
    use offload_bundle_core::container::Container;
    use offload_bundle_core::error::Stop;

    use super::atlas::CONTAINER;

    /// The header, leaves from byte 7, and the MessagePack table.
    fn atlas(leaves: &[u8], table: &[&[u8]]) -> Vec<u8> {
        let legend = u16::try_from(7 + leaves.len()).unwrap();
        [b"ATLAS", &legend.to_be_bytes()[..], leaves, &table.concat()].concat()
    }

    /// A land with one traveller and a map on this leaf.
    fn land(leaf: u8, area: u8) -> Vec<u8> {
        let entry = [&b"\xa3t90\x83\xa3ink\xa3red\xa4leaf"[..], &[leaf], b"\xa4area", &[area]].concat();
        [&b"\xa5lands\x81\xa2up\x81"[..], &entry].concat()
    }

    const EDITION: &[u8] = b"\xa7edition\x03";

    fn places(bytes: &[u8]) -> Result<Vec<Result<Place, &'static str>>, &'static str> {
        let read = CONTAINER.read(Bytes::new(bytes));
        let bundle = read.map_err(|stop| match stop {
            Stop::Failed(error) => error.problem.code(),
            Stop::NeedMore { .. } => "need-more",
        })?;
        let places = bundle.entries.into_iter().map(|entry| {
            assert!(entry.id.unwrap().ends_with("t90"));
            entry.place.map_err(|error| error.problem.code())
        });
        Ok(places.collect())
    }

    #[test]
    fn leaves_follow_list_offsets() {
        let leaves = |from: u8, long: u8| [&b"\xa6leaves\x91\x82\xa4from"[..], &[from], b"\xa4long", &[long]].concat();
        let file = |leaf, from, long| atlas(b"leaf", &[b"\x83", EDITION, &land(leaf, 4), &leaves(from, long)]);
        assert_eq!(places(&file(0, 7, 4)), Ok(vec![Ok(Place { ofs: 7, len: 4 })]));
        assert_eq!(places(&file(1, 7, 4)), Ok(vec![Err("out-of-range")]));
        assert_eq!(places(&file(0, 6, 4)), Ok(vec![Err("out-of-range")]));
        assert_eq!(places(&file(0, 7, 5)), Ok(vec![Err("unexpected")]));
        assert_eq!(places(&file(0, 7, 127)), Ok(vec![Err("out-of-bounds")]));
        // Another edition; no lands; no list; more lands than the bytes allow.
        let other = atlas(b"leaf", &[b"\x83", b"\xa7edition\x04", &land(0, 4), &leaves(7, 4)]);
        assert_eq!(places(&other), Err("unexpected"));
        assert_eq!(
            places(&atlas(b"leaf", &[b"\x82", EDITION, &leaves(7, 4)])),
            Err("unexpected")
        );
        assert_eq!(
            places(&atlas(b"leaf", &[b"\x82", EDITION, &land(0, 4)])),
            Err("unexpected")
        );
        let many: Vec<u8> = (b'a'..b'n').flat_map(|name| [0xa1, name, 0x80]).collect();
        assert_eq!(
            places(&atlas(b"", &[b"\x82", EDITION, b"\xa5lands\x8d", &many])),
            Err("unexpected")
        );
    }

    #[test]
    fn folded_leaves_follow_their_lengths() {
        let folded = |from: u8, long: u8| {
            let range = [&b"\xa4from"[..], &[from], b"\xa4long", &[long]].concat();
            [&b"\xa5paper\xa6folded"[..], &range].concat()
        };
        let file = |leaf, leaves: &[u8]| {
            let len = u8::try_from(leaves.len()).unwrap();
            atlas(leaves, &[b"\x85", EDITION, &land(leaf, 9), &folded(7, len)])
        };
        let leaves = b"\x00\x02w\x00\x01aw\x00\x03bcd";
        assert_eq!(places(&file(0, leaves)), Ok(vec![Ok(Place { ofs: 12, len: 1 })]));
        assert_eq!(places(&file(1, leaves)), Ok(vec![Ok(Place { ofs: 16, len: 3 })]));
        assert_eq!(places(&file(2, leaves)), Ok(vec![Err("out-of-range")]));
        assert_eq!(
            places(&file(1, b"\x00\x02w\x00\x01aw\x00\x04bcd")),
            Ok(vec![Err("out-of-bounds")])
        );
        // The offset of a leaf's length differs from the offset of its record.
        let whole = file(1, leaves);
        let bytes = Bytes::new(&whole);
        let mut view = |place: Place| Ok::<_, Stop>(bytes.take(place.ofs, place.len)?.into());
        let toc = CONTAINER.0.read(0, bytes.len(), &mut view).unwrap();
        let packed: Vec<_> = toc.rows().flat_map(|row| row.packed).collect();
        assert_eq!(packed[0].unwrap().stored_at, 14);
        assert_eq!(places(&file(0, b"\x00\x04w\x00\x01a")), Err("over-limit"));
        assert!(CONTAINER.plan(&[], Default::default()).is_err());
        let whole = file(1, leaves);
        for len in 0..whole.len() {
            assert!(places(&whole[..len]).is_err(), "{len}");
        }
    }
}

/// A walked format: big-endian, with different widths and offsets than any real format.
// A failing test is meant to panic.
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
mod walked {
    use offload_bundle_core::bytes::{Bytes, Place};
    use offload_bundle_core::container::{Bundle, Container};
    use offload_bundle_core::error::Stop;

    use super::train::CONTAINER;

    /// A wagon: its content type, flags, lengths of the load (stored, packed and unpacked), and its load.
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

    /// A name, a NUL, a padding byte, the offset of the note, and the note.
    const BEHIND: &[u8] = b"ab\x12\x02hi";

    #[test]
    fn entries_follow_declared_lengths() {
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
    fn packed_content_has_both_lengths() {
        let wagons = [
            wagon(1, 1, 3, 9, BEHIND, b"load"),
            wagon(1, 2, 0, 8, BEHIND, b"load"),
            wagon(1, 6, 3, 9, BEHIND, b"load"),
        ];
        let bytes = train(&wagons);
        let whole = Bytes::new(&bytes);
        let mut view = |place: Place| Ok::<_, Stop>(whole.take(place.ofs, place.len)?.into());
        let null = &mut offload_bundle_core::describe::NullDescriber;
        let walked = CONTAINER.0.walk(0, whole.len(), &mut view, null).unwrap();
        let told = walked
            .packed
            .iter()
            .map(|packed| (packed.entry, packed.stored.len, packed.unpacked_len));
        // Sealed content is not packed.
        assert_eq!(told.collect::<Vec<_>>(), [(0, 3, 9), (1, 4, 8)]);
        assert_eq!(walked.bundle.entries[2].place, Ok(Place { ofs: 7 + 48 + 20, len: 3 }));
    }

    #[test]
    fn images_of_a_group_are_entries() {
        // Two crates: from byte 0 and from byte 2. A name follows each record.
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
        // More images than fit the table, and one outside of the load.
        for (at, value) in [(0, 3), (1, 40), (2, 9), (3, 5)] {
            let mut damaged = table.clone();
            damaged[at] = value;
            let entries = read(&group(&damaged)).entries;
            assert!(entries.len() == 1 && entries[0].place.is_err(), "{at} {value}");
        }
    }

    #[test]
    fn limits_hold_and_bad_wagon_is_last() {
        let good = || wagon(1, 0, 0, 0, BEHIND, b"load");
        let entries = read(&train(&[good(), good(), good(), good(), good()])).entries;
        assert_eq!(entries.len(), 4);
        assert!(entries[2].place.is_ok() && entries[3].place.is_err());
        // Header too short, too long, unaligned, outside; load unaligned, outside; more packed bytes than present; an
        // invalid number.
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
            // The window need not include the last load.
            assert!(asks.is_ok() == (len >= whole.len() - 4) || asks.unwrap_err().needs().is_some());
        }
    }
}
