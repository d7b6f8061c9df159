//! What changes bundles where they are, in the members of archives: names, dates, modes and order stay, and what says where members are follows.

// A test that fails is meant to panic.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod made;

use std::fs;
use std::path::{Path, PathBuf};

use made::{Form, archive, members, starts, symbols};
use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{CompressReport, PruneReport, ReplaceReport};
use offload_bundle::request::{
    CompressRequest, DecompressRequest, EntrySource, PruneRequest, ReplaceRequest, RequestedTarget,
};
use offload_bundle::{Error, REGISTRY};
use proptest::prelude::*;

/// The members of the archives here.
const MEMBERS: [&str; 5] = ["hip.22.o", "rdc.22.o", "text", "hip-compressed.19.o", "hip.19.o"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
    match name {
        "text" => b"a text of odd length.".to_vec(),
        name => fs::read(folder.join(name)).unwrap(),
    }
}

fn prune(bytes: &[u8], keep: &[&str], output: PathBuf) -> Result<PruneReport, Error> {
    let mut request = PruneRequest::default();
    request.input = Input::from_bytes("lib.a", bytes.to_vec()).into();
    request.keep = keep
        .iter()
        .map(|target| RequestedTarget::parse(&REGISTRY, target).unwrap())
        .collect();
    request.output = Some(output);
    ops::prune(&REGISTRY, &request, &mut Context::default())
}

fn compress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    let mut request = CompressRequest::default();
    request.inputs = vec![Input::from_bytes("lib.a", bytes.to_vec()).into()];
    request.output = Some(output);
    ops::compress(&REGISTRY, &request, &mut Context::default())
}

fn decompress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    let mut request = DecompressRequest::default();
    request.input = Input::from_bytes("lib.a", bytes.to_vec()).into();
    request.output = Some(output);
    ops::decompress(&REGISTRY, &request, &mut Context::default())
}

fn replace(bytes: &[u8], id: &str, bundle: Option<u64>, output: PathBuf) -> Result<ReplaceReport, Error> {
    let mut request = ReplaceRequest::default();
    request.input = Input::from_bytes("lib.a", bytes.to_vec()).into();
    request.entries = vec![EntrySource::new(id, Input::from_bytes("content", b"odd".to_vec()))];
    request.bundle = bundle;
    request.output = Some(output);
    ops::replace(&REGISTRY, &request, &mut Context::default())
}

/// What a command makes of a file by itself; the file where it cannot.
fn alone(name: &str, change: &dyn Fn(&[u8], PathBuf) -> bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let bytes = fixture(name);
    match change(&bytes, out.clone()) {
        true => fs::read(out).unwrap(),
        false => bytes,
    }
}

/// Each member is what a command makes of it by itself; headers but for lengths, and the members that symbols are in, are what they were.
fn each_is_as_alone(form: Form, command: &str, change: &dyn Fn(&[u8], PathBuf) -> bool) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let contents: Vec<Vec<u8>> = MEMBERS.iter().map(|name| fixture(name)).collect();
    let before = archive(form, &contents);
    assert!(change(&before, out.clone()), "{form:?} {command}");
    let after = fs::read(&out).unwrap();
    let expected: Vec<Vec<u8>> = MEMBERS.iter().map(|name| alone(name, change)).collect();
    let found: Vec<Vec<u8>> = members(&after).into_iter().map(|(_, content)| content).collect();
    assert!(found == expected, "{form:?} {command}");
    let fronts = |bytes: &[u8]| members(bytes).into_iter().map(|(front, _)| front).collect::<Vec<_>>();
    assert_eq!(fronts(&after), fronts(&before), "{form:?} {command}");
    assert_eq!(symbols(form, &after), symbols(form, &before), "{form:?} {command}");
    // And nothing else: an archive of the same members is the same.
    assert!(after == archive(form, &expected), "{form:?} {command}");
    assert!(change(&after, out.clone()));
    assert!(
        fs::read(&out).unwrap() == after,
        "{form:?} {command}: once more changes it"
    );
}

#[test]
fn members_are_changed_as_they_are_by_themselves() {
    for form in Form::ALL {
        each_is_as_alone(form, "prune", &|bytes, out| prune(bytes, &["gfx906"], out).is_ok());
        each_is_as_alone(form, "compress", &|bytes, out| compress(bytes, out).is_ok());
        each_is_as_alone(form, "decompress", &|bytes, out| decompress(bytes, out).is_ok());
    }
}

#[test]
fn reports_tell_of_each_member() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let contents: Vec<Vec<u8>> = MEMBERS.iter().map(|name| fixture(name)).collect();
    let bytes = archive(Form::Gnu(4), &contents);
    let report = prune(&bytes, &["gfx906"], out.clone()).unwrap();
    assert_eq!(
        (report.size_before.0, report.size.0),
        (bytes.len() as u64, fs::metadata(&out).unwrap().len())
    );
    let names: Vec<String> = report.files.iter().map(|file| file.file.to_string()).collect();
    assert_eq!(names.len(), 4);
    assert!(
        names[1].starts_with("lib.a(") && names[1].ends_with("1.o)"),
        "{names:?}"
    );
    let notes: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
    assert_eq!(notes, ["linked-later"]);
    let packed = compress(&bytes, out.clone()).unwrap();
    let left: Vec<&str> = packed.left.iter().map(|file| file.why).collect();
    assert_eq!(left, ["its entries are never compressed"]);
    // Three members have an entry of this name.
    let id = "hipv4-amdgcn-amd-amdhsa--gfx906";
    assert_eq!(
        replace(&bytes, id, None, out.clone()).unwrap_err().code(),
        "several-entries"
    );
    let report = replace(&bytes, "hip-amdgcn-amd-amdhsa--gfx906", None, out.clone()).unwrap();
    assert_eq!((report.entries.len(), report.left.len()), (1, 3));
    assert!(symbols(Form::Gnu(4), &fs::read(&out).unwrap()) == symbols(Form::Gnu(4), &bytes));
}

#[test]
fn what_cannot_follow_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let contents = [fixture("hip.22.o"), fixture("text")];
    let sound = archive(Form::Gnu(4), &contents);
    let refused = |bytes: &[u8], keep: &str, told: &str| {
        let error = prune(bytes, &[keep], out.clone()).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        assert!(!out.exists());
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
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        match prune(&bytes, &["gfx906"], out.clone()) {
            Ok(report) => {
                let new = fs::read(&out).unwrap();
                prop_assert_eq!(report.size.0, new.len() as u64);
                let again = prune(&new, &["gfx906"], folder.path().join("again")).unwrap();
                prop_assert_eq!(again.size.0, new.len() as u64);
            }
            Err(_) => prop_assert!(!out.exists()),
        }
    }
}
