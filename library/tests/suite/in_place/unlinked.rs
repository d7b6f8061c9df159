//! Objects that are not linked yet: ELF and COFF, with bundles in a section of their own and with a section for each entry.

use super::asked::{WITH_BUNDLES, WITH_ENTRIES, entries, fixture, is_refused, kept, with};
use super::outside::{Outside, kind_of_other_relocation, with_two_bundles};
use crate::rewriting::{compressed, decompressed, pruned, replaced};

#[test]
fn what_is_kept_is_there_and_nothing_else_has_changed() {
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        for target in ["gfx906", "gfx90a:xnack+"] {
            let (report, small) = pruned(&sound, &[target]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(report.way, Some("shift"), "{name}");
            assert_eq!(report.size_before.0, sound.len() as u64);
            assert_eq!(report.size.0, small.len() as u64);
            assert!(
                entries(&small) == kept(&sound, target) && entries(&small).len() == 2,
                "{name} {target}"
            );
            assert_eq!(Outside::of(&small), Outside::of(&sound), "{name} {target}");
            let linked_later: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
            assert_eq!(linked_later == ["linked-later"], name.starts_with("rdc"), "{name}");
            let (again, twice) = pruned(&small, &[target]).unwrap();
            assert_eq!((again.way, again.notes.len()), (None, 0), "{name}");
            assert!(twice == small, "{name}: once more changes it");
        }
    }
}

#[test]
fn bundles_in_a_section_are_compressed_and_decompressed() {
    for name in WITH_BUNDLES {
        let sound = fixture(name);
        let (_, packed) = compressed(&sound).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            entries(&packed) == entries(&sound) && packed.len() <= sound.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&packed), Outside::of(&sound), "{name}");
        assert!(compressed(&packed).unwrap().1 == packed, "{name}: once more changes it");
        let (_, plain) = decompressed(&packed).unwrap();
        assert!(
            entries(&plain) == entries(&sound) && plain.len() > packed.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&plain), Outside::of(&sound), "{name}");
    }
    for name in WITH_ENTRIES {
        let error = compressed(fixture(name)).unwrap_err();
        assert_eq!(error.code(), "never-compressed", "{error}");
    }
}

#[test]
fn any_content_can_be_put_in_the_place_of_another() {
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        let before = entries(&sound);
        let (id, old) = before.iter().find(|(id, _)| id.ends_with("gfx906")).unwrap();
        for content in [&b"short"[..], &[], &[7; 60_001], old] {
            let (_, new) = replaced(&sound, &[(id, content)]).unwrap_or_else(|error| panic!("{name}: {error}"));
            let expected: Vec<_> = before
                .iter()
                .map(|(other, old)| (other.clone(), if other == id { content.to_vec() } else { old.clone() }))
                .collect();
            assert!(entries(&new) == expected, "{name}: {}", content.len());
            assert_eq!(Outside::of(&new), Outside::of(&sound), "{name}: {}", content.len());
            // And back, which is what it was but for padding.
            let (_, back) = replaced(&new, &[(id, old)]).unwrap();
            assert!(entries(&back) == before, "{name}");
            assert_eq!(content == old, back == sound && new == sound, "{name}");
        }
    }
}

/// What several entries hold changes at once: also where they held nothing.
#[test]
fn several_contents_can_change_at_once() {
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        let devices: Vec<(String, Vec<u8>)> = entries(&sound)
            .into_iter()
            .filter(|(id, _)| !id.starts_with("host"))
            .collect();
        let (long, short) = (vec![7; 10_001], vec![9; 3]);
        let mut bytes = sound.clone();
        for (first, second) in [
            (&long, &short),
            (&Vec::new(), &Vec::new()),
            (&Vec::new(), &Vec::new()),
            (&short, &long),
            (&Vec::new(), &short),
            (&long, &Vec::new()),
            (&devices[0].1, &devices[1].1),
        ] {
            let contents = [(devices[0].0.as_str(), &first[..]), (&devices[1].0, &second[..])];
            let before = bytes.clone();
            let held = entries(&before);
            (_, bytes) = replaced(&before, &contents).unwrap_or_else(|error| panic!("{name}: {error}"));
            let held_now = entries(&bytes).into_iter().filter(|(id, _)| !id.starts_with("host"));
            let expected: Vec<(String, Vec<u8>)> =
                contents.map(|(id, content)| (id.to_owned(), content.to_vec())).into();
            assert!(held_now.collect::<Vec<_>>() == expected, "{name}");
            assert_eq!(Outside::of(&bytes), Outside::of(&sound), "{name}");
            assert_eq!(held == entries(&bytes), bytes == before, "{name}: once more changes it");
        }
        assert!(entries(&bytes) == entries(&sound), "{name}");
    }
}

/// Of several bundles each is found by what led to it, wherever it goes.
#[test]
fn addends_follow_the_bundles_behind_the_first() {
    for name in ["hip.22.o", "hip.22.obj"] {
        let two = with_two_bundles(&fixture(name));
        assert_eq!(Outside::of(&two).wrapped, [0, 1]);
        let (_, small) = pruned(&two, &["gfx90a"]).unwrap();
        assert!(entries(&small) == kept(&two, "gfx90a:xnack+") && entries(&small).len() == 4);
        assert_eq!(Outside::of(&small), Outside::of(&two));
        assert!(small.len() + 2 * 3000 < two.len());
        let (_, packed) = compressed(&small).unwrap();
        assert_eq!(Outside::of(&packed), Outside::of(&two));
        assert!(entries(&packed) == entries(&small));
    }
}

/// What says how far a bundle is holds where none moves; what does nothing says nothing.
#[test]
fn relocations_that_do_nothing_hold_no_bundle_fast() {
    // By the numbers of each form: of one that does nothing, and of one that counts from where it is.
    for (name, nothing, distance) in [("hip.22.o", 0, 2), ("hip.22.obj", 0, 4)] {
        let two = with_two_bundles(&fixture(name));
        let at = kind_of_other_relocation(&two);
        let refused = ("not-repackable", "relocations that hold the address of a bundle");
        is_refused(&with(&two, at, &[distance]), "gfx90a", refused);
        let unused = with(&two, at, &[nothing]);
        let (_, small) = pruned(&unused, &["gfx90a"]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(entries(&small) == kept(&two, "gfx90a:xnack+"), "{name}");
        assert_eq!(Outside::of(&small).wrapped, [0, 1]);
    }
}
