//! Whether files run on a GPU: what units are, which code fits, and the gate of `verify`.

use offload_bundle::input::Input;
use offload_bundle::ops::verify;
use offload_bundle::report::{Outcome, SupportedBy, SupportedFile};
use offload_bundle::request::VerifyRequest;
use offload_bundle::{BundleBuilder, Image, OffloadBinaryBuilder, REGISTRY};

use crate::support::{HOST, about, memory, supports, target};

/// Bundles one after the other, each with code for some processors.
fn bundles(all: &[&[&str]]) -> Vec<u8> {
    let bundle = |processors: &&[&str]| {
        let host = BundleBuilder::new().entry(HOST, b"");
        let with = |bundle: BundleBuilder, name: &&str| {
            // It begins as bitcode does.
            let content = [b"BC\xc0\xde", name.as_bytes()].concat();
            bundle.entry(format!("hip-amdgcn-amd-amdhsa--{name}"), content)
        };
        processors.iter().fold(host, with).to_bytes().unwrap()
    };
    all.iter().flat_map(bundle).collect()
}

/// With what it is supported.
fn with(file: &SupportedFile) -> Vec<(&str, SupportedBy, usize)> {
    file.with
        .iter()
        .map(|with| (with.target.as_str(), with.how, with.unit_count))
        .collect()
}

#[test]
fn every_bundle_must_have_code_and_the_best_of_each_is_told() {
    let file = || bundles(&[&["gfx906", "gfx90a:xnack+"], &["gfx906", "gfx90a"], &["gfx906", "gfx9-generic"]]);
    let (found, outcome) = supports("gfx906", memory(file()));
    assert_eq!((found.supported, outcome), (Some(true), Outcome::Done));
    assert_eq!(with(&found), [("gfx906", SupportedBy::Exact, 3)]);
    let (found, outcome) = supports("gfx90a", memory(file()));
    assert_eq!((found.supported, outcome), (Some(false), Outcome::Negative));
    assert_eq!(found.unit_count, 3);
    assert_eq!(found.supported_unit_count, 2);
    assert_eq!(found.bundles_without[..], [2][..]);
    assert_eq!(
        with(&found),
        [("gfx90a", SupportedBy::Exact, 1), ("gfx90a:xnack+", SupportedBy::Variant, 1)]
    );
    assert_eq!(found.targets, ["gfx9-generic", "gfx906", "gfx90a", "gfx90a:xnack+"]);
    let (found, _) = supports("gfx900", memory(bundles(&[&["gfx9-generic"]])));
    assert_eq!(with(&found), [("gfx9-generic", SupportedBy::Generic, 1)]);
    let (found, _) = supports("gfx90a:xnack-", memory(bundles(&[&["gfx90a:xnack+"]])));
    assert_eq!(found.supported, Some(false));
}

#[test]
fn an_empty_entry_is_no_code_and_a_host_alone_is_no_unit() {
    let empty = BundleBuilder::new()
        .entry(HOST, b"")
        .entry("hip-amdgcn-amd-amdhsa--gfx906", b"");
    let (found, _) = supports("gfx906", memory(empty.to_bytes().unwrap()));
    assert_eq!((found.supported, found.unit_count), (Some(false), 1));
    let host = BundleBuilder::new().entry(HOST, b"host").to_bytes().unwrap();
    let (found, outcome) = supports("gfx906", memory(host));
    assert_eq!(found.supported, None);
    assert_eq!(found.unit_count, 0);
    assert_eq!(outcome, Outcome::Negative);
    let (found, outcome) = supports("gfx906", memory(b"nothing at all"));
    assert!(found.notes.error.is_some());
    assert_eq!((found.supported, outcome), (None, Outcome::Negative));
}

#[test]
fn offload_binaries_of_one_place_are_one_unit() {
    let binary = |arch: &str| {
        let image = Image::new(b"code")
            .text("triple", "amdgcn-amd-amdhsa")
            .text("arch", arch);
        OffloadBinaryBuilder::new().image(image).to_bytes().unwrap()
    };
    let both = [binary("gfx906"), binary("gfx90a")].concat();
    for gpu in ["gfx906", "gfx90a"] {
        let (found, _) = supports(gpu, memory(both.clone()));
        assert_eq!((found.supported, found.unit_count), (Some(true), 1), "{gpu}");
    }
    assert_eq!(supports("gfx1100", memory(both)).0.supported, Some(false));
}

#[test]
fn what_is_required_and_missing_is_an_error_at_each_bundle() {
    let file = bundles(&[&["gfx906", "gfx90a"], &["gfx906"], &["gfx906", "gfx90a:xnack+"]]);
    let mut request: VerifyRequest = about(Input::from_bytes("file", file));
    request.required = vec![target("gfx906"), target("gfx90a"), target("gfx1100")];
    let report = verify(&REGISTRY, &request).unwrap();
    let missing = report.files[0]
        .findings
        .iter()
        .filter(|finding| finding.code == "missing-target");
    let found: Vec<(Option<usize>, &str)> = missing
        .map(|finding| (finding.bundle, finding.message.as_str()))
        .collect();
    let none =
        |gpu: &str, others: &str| format!("expected code that runs on {gpu}, found none; there is code for {others}");
    assert_eq!(
        found,
        [
            (Some(0), none("gfx1100", "gfx906, gfx90a").as_str()),
            (Some(1), none("gfx90a", "gfx906").as_str()),
            (Some(1), none("gfx1100", "gfx906").as_str()),
            (Some(2), none("gfx1100", "gfx906, gfx90a:xnack+").as_str()),
        ]
    );
    assert_eq!(report.outcome, Outcome::Negative);
}

#[test]
fn a_file_without_code_fails_the_gate_if_it_is_given() {
    let good = || Input::from_bytes("good", bundles(&[&["gfx906"]])).into();
    let mut request = VerifyRequest::default();
    request.inputs = vec![good(), Input::from_bytes("text", *b"no bundle").into()];
    assert_eq!(verify(&REGISTRY, &request).unwrap().outcome, Outcome::Done);
    request.required = vec![target("gfx906")];
    assert_eq!(verify(&REGISTRY, &request).unwrap().outcome, Outcome::Negative);
    request.inputs = vec![good()];
    assert_eq!(verify(&REGISTRY, &request).unwrap().outcome, Outcome::Done);
}
