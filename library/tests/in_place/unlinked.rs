//! Objects that are not linked yet: ELF and COFF, with bundles in a section of their own and with a section for each entry.

use super::asked::{Bench, WITH_BUNDLES, WITH_ENTRIES, compress, decompress, entries, fixture, kept, prune, replace};
use super::outside::{Outside, with_two_bundles};

#[test]
fn what_is_kept_is_there_and_nothing_else_has_changed() {
    let bench = Bench::new();
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        for target in ["gfx906", "gfx90a:xnack+"] {
            let report = prune(&sound, &[target], bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let small = bench.written();
            assert_eq!(report.way, Some("shift"), "{name}");
            assert_eq!(
                (report.size_before.0, report.size.0),
                (sound.len() as u64, small.len() as u64)
            );
            assert!(
                entries(&small) == kept(&sound, target) && entries(&small).len() == 2,
                "{name} {target}"
            );
            assert_eq!(Outside::of(&small), Outside::of(&sound), "{name} {target}");
            let linked_later: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
            assert_eq!(linked_later == ["linked-later"], name.starts_with("rdc"), "{name}");
            let again = prune(&small, &[target], bench.out()).unwrap();
            assert_eq!((again.way, again.notes.len()), (None, 0), "{name}");
            assert!(bench.written() == small, "{name}: once more changes it");
        }
    }
}

#[test]
fn bundles_in_a_section_are_compressed_and_decompressed() {
    let bench = Bench::new();
    for name in WITH_BUNDLES {
        let sound = fixture(name);
        compress(&sound, bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let packed = bench.written();
        assert!(
            entries(&packed) == entries(&sound) && packed.len() <= sound.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&packed), Outside::of(&sound), "{name}");
        compress(&packed, bench.out()).unwrap();
        assert!(bench.written() == packed, "{name}: once more changes it");
        decompress(&packed, bench.out()).unwrap();
        let plain = bench.written();
        assert!(
            entries(&plain) == entries(&sound) && plain.len() > packed.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&plain), Outside::of(&sound), "{name}");
    }
    for name in WITH_ENTRIES {
        let error = compress(&fixture(name), bench.out()).unwrap_err();
        assert_eq!(error.code(), "never-compressed", "{error}");
    }
}

#[test]
fn any_content_can_be_put_in_the_place_of_another() {
    let bench = Bench::new();
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        let before = entries(&sound);
        let (id, old) = before.iter().find(|(id, _)| id.ends_with("gfx906")).unwrap();
        for content in [&b"short"[..], &[], &[7; 60_001], old] {
            replace(&sound, &[(id, content)], bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let new = bench.written();
            let expected: Vec<_> = before
                .iter()
                .map(|(other, old)| (other.clone(), if other == id { content.to_vec() } else { old.clone() }))
                .collect();
            assert!(entries(&new) == expected, "{name}: {}", content.len());
            assert_eq!(Outside::of(&new), Outside::of(&sound), "{name}: {}", content.len());
            // And back, which is what it was but for padding.
            replace(&new, &[(id, old)], bench.out()).unwrap();
            assert!(entries(&bench.written()) == before, "{name}");
            assert_eq!(content == old, bench.written() == sound && new == sound, "{name}");
        }
    }
}

/// Of several bundles each is found by what led to it, wherever it goes.
#[test]
fn addends_follow_the_bundles_behind_the_first() {
    let bench = Bench::new();
    let two = with_two_bundles(&fixture("hip.22.o"));
    assert_eq!(Outside::of(&two).wrapped, [0, 1]);
    let len = two.len();
    prune(&two, &["gfx90a"], bench.out()).unwrap();
    let small = bench.written();
    assert!(entries(&small) == kept(&two, "gfx90a:xnack+") && entries(&small).len() == 4);
    assert_eq!(Outside::of(&small), Outside::of(&two));
    assert!(small.len() + 2 * 3000 < len);
    compress(&small, bench.out()).unwrap();
    let packed = bench.written();
    assert_eq!(Outside::of(&packed), Outside::of(&two));
    assert!(entries(&packed) == entries(&small));
}
