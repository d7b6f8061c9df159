//! Members of archives: names, dates, modes and order stay, and what says where members are follows.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;

use super::asked;
use super::made::{Form, archive, members, starts, symbols};
use crate::rewriting::{Written, compressed, decompressed, pruned, replaced};

/// The members of the archives here.
const MEMBERS: [&str; 5] = ["hip.22.o", "rdc.22.o", "text", "hip-compressed.19.o", "hip.19.o"];

/// What a command makes of these bytes, unless it refuses them.
type Change<'c> = &'c dyn Fn(&[u8]) -> Option<Vec<u8>>;

fn of<R>(written: Written<R>) -> Option<Vec<u8>> {
    written.ok().map(|(_, bytes)| bytes)
}

fn fixture(name: &str) -> Vec<u8> {
    match name {
        "text" => b"a text of odd length.".to_vec(),
        name => asked::fixture(name),
    }
}

/// What a command makes of a file by itself; the file where it cannot.
fn alone(bytes: &[u8], change: Change<'_>) -> Vec<u8> {
    change(bytes).unwrap_or_else(|| bytes.to_vec())
}

/// Each member is what a command makes of it by itself; headers but for lengths, and the members that symbols are in, are what they were.
fn each_is_as_alone(form: Form, command: &str, change: Change<'_>) {
    let contents: Vec<Vec<u8>> = MEMBERS.iter().map(|name| fixture(name)).collect();
    let before = archive(form, &contents);
    let after = change(&before).unwrap_or_else(|| panic!("{form:?} {command}"));
    let expected: Vec<Vec<u8>> = contents.iter().map(|content| alone(content, change)).collect();
    let found: Vec<Vec<u8>> = members(&after).into_iter().map(|(_, content)| content).collect();
    assert!(found == expected, "{form:?} {command}");
    let fronts = |bytes: &[u8]| members(bytes).into_iter().map(|(front, _)| front).collect::<Vec<_>>();
    assert_eq!(fronts(&after), fronts(&before), "{form:?} {command}");
    assert_eq!(symbols(form, &after), symbols(form, &before), "{form:?} {command}");
    // And nothing else: an archive of the same members is the same.
    assert!(after == archive(form, &expected), "{form:?} {command}");
    assert!(
        change(&after).unwrap() == after,
        "{form:?} {command}: once more changes it"
    );
}

#[test]
fn members_are_changed_as_they_are_by_themselves() {
    for form in Form::ALL {
        each_is_as_alone(form, "prune", &|bytes| of(pruned(bytes, &["gfx906"])));
        each_is_as_alone(form, "compress", &|bytes| of(compressed(bytes)));
        each_is_as_alone(form, "decompress", &|bytes| of(decompressed(bytes)));
    }
}

#[test]
fn reports_tell_of_each_member() {
    let contents: Vec<Vec<u8>> = MEMBERS.iter().map(|name| fixture(name)).collect();
    let bytes = archive(Form::Gnu(4), &contents);
    let (report, small) = pruned(&bytes, &["gfx906"]).unwrap();
    assert_eq!(report.size_before.0, bytes.len() as u64);
    assert_eq!(report.size.0, small.len() as u64);
    let names: Vec<String> = report.files.iter().map(|file| file.file.to_string()).collect();
    assert_eq!(names.len(), 4);
    assert!(names[1].starts_with("in(") && names[1].ends_with("1.o)"), "{names:?}");
    let notes: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
    assert_eq!(notes, ["linked-later"]);
    let (packed, _) = compressed(&bytes).unwrap();
    let left: Vec<&str> = packed.left.iter().map(|file| file.why).collect();
    assert_eq!(left, ["its entries are never compressed"]);
    // Three members have an entry of this name.
    let replace = |id| replaced(&bytes, &[(id, b"odd")]);
    let error = replace("hipv4-amdgcn-amd-amdhsa--gfx906").unwrap_err();
    assert_eq!(error.code(), "several-entries", "{error}");
    let (report, other) = replace("hip-amdgcn-amd-amdhsa--gfx906").unwrap();
    assert_eq!((report.entries.len(), report.left.len()), (1, 3));
    assert!(symbols(Form::Gnu(4), &other) == symbols(Form::Gnu(4), &bytes));
}

#[test]
fn what_cannot_follow_is_refused_and_nothing_is_written() {
    let contents = [fixture("hip.22.o"), fixture("text")];
    let sound = archive(Form::Gnu(4), &contents);
    let refused = |bytes: &[u8], keep: &str, told: &str| {
        let error = pruned(bytes, &[keep]).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
    };
    refused(&sound, "gfx1100", "gfx1100");
    let mut thin = sound.clone();
    thin[..8].copy_from_slice(b"!<thin>\n");
    refused(&thin, "gfx906", "a thin archive");
    refused(
        &archive(Form::Gnu(4), &contents[1..]),
        "gfx906",
        "an archive without bundles that can be changed",
    );
    let mut elsewhere = sound.clone();
    // The offset of the first symbol.
    elsewhere[8 + 60 + 4 + 3] ^= 2;
    refused(&elsewhere, "gfx906", "the offset of a member");
    let cut = &sound[..sound.len() - 30];
    refused(cut, "gfx906", "members");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Where headers and tables say something else, that is refused, or what comes out holds what it should.
    #[test]
    fn damage_is_refused_or_harmless(
        form in proptest::sample::select(Form::ALL.to_vec()),
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in proptest::option::weighted(0.2, any::<usize>()),
    ) {
        let contents = [fixture("text"), fixture("hip-compressed.22.o"), fixture("hip-compressed.19.o")];
        let sound = archive(form, &contents);
        let mut bytes = sound.clone();
        let at_headers = starts(&sound);
        for (at, value) in changes {
            let places: Vec<usize> = (0..at_headers[0]).chain(at_headers.iter().flat_map(|start| *start..start + 60)).collect();
            bytes[places[at % places.len()]] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % sound.len());
        }
        if let Ok((report, new)) = pruned(&bytes, &["gfx906"]) {
            prop_assert_eq!(report.size.0, new.len() as u64);
            // Where it can still be seen which members there are, each is what it is by itself.
            if let Ok(before) = catch_unwind(AssertUnwindSafe(|| members(&bytes))) {
                let pruned = |content: &[u8]| alone(content, &|bytes| of(pruned(bytes, &["gfx906"])));
                let expected: Vec<_> = before.into_iter().map(|(front, content)| (front, pruned(&content))).collect();
                prop_assert!(members(&new) == expected, "a member is another one");
            }
            prop_assert!(pruned(&new, &["gfx906"]).unwrap().1 == new, "once more changes it");
        }
    }
}
