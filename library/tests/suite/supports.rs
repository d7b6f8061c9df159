//! `supports` and `verify --require`.

use offload_bundle::input::Input;
use offload_bundle::ops::verify;
use offload_bundle::report::{Outcome, SupportedBy};
use offload_bundle::request::VerifyRequest;
use offload_bundle::{BundleBuilder, Image, OffloadBinaryBuilder, REGISTRY};

use crate::support::{HOST, Supported, about, memory, supports, target, targets};

fn bundles(all: &[&[&str]]) -> Vec<u8> {
    let bundle = |processors: &&[&str]| {
        let host = BundleBuilder::new().entry(HOST, b"");
        let with = |bundle: BundleBuilder, name: &&str| {
            // The magic of bitcode.
            let content = [b"BC\xc0\xde", name.as_bytes()].concat();
            bundle.entry(format!("hip-amdgcn-amd-amdhsa--{name}"), content)
        };
        processors.iter().fold(host, with).to_bytes().unwrap()
    };
    all.iter().flat_map(bundle).collect()
}

fn with(file: &Supported) -> Vec<(&str, SupportedBy, usize)> {
    file.with
        .iter()
        .map(|with| (with.target.as_str(), with.how, with.unit_count))
        .collect()
}

#[test]
fn every_bundle_needs_code() {
    let file = || bundles(&[&["gfx906", "gfx90a:xnack+"], &["gfx906", "gfx90a"], &["gfx906", "gfx9-generic"]]);
    let (found, outcome) = supports("gfx906", memory(file()));
    assert_eq!((found.supported, outcome), (Some(true), Outcome::Done));
    assert_eq!(with(&found), [("gfx906", SupportedBy::Exact, 3)]);
    let (found, outcome) = supports("gfx90a", memory(file()));
    assert_eq!((found.supported, outcome), (Some(false), Outcome::Negative));
    assert_eq!((found.unit_count, found.supported_unit_count), (3, 1));
    assert_eq!(found.bundles_without[..], [0, 2][..]);
    assert_eq!(found.only_with, [""; 0], "bundle 2 has nothing for any setting");
    assert_eq!(
        with(&found),
        [("gfx90a", SupportedBy::Exact, 1), ("gfx90a:xnack+", SupportedBy::Variant, 1)]
    );
    assert_eq!(found.targets, ["gfx9-generic", "gfx906", "gfx90a", "gfx90a:xnack+"]);
    let (found, _) = supports("gfx900", memory(bundles(&[&["gfx9-generic"]])));
    assert_eq!(with(&found), [("gfx9-generic", SupportedBy::Generic, 1)]);
    let portable = |target: &str| format!("hip-spirv64-amd-amdhsa--{target}");
    let both = BundleBuilder::new()
        .entry(portable("amdgcnspirv"), b"portable")
        .entry(portable("gfx906"), b"code");
    let (found, _) = supports("gfx1100", memory(both.to_bytes().unwrap()));
    assert_eq!(with(&found), [("amdgcnspirv", SupportedBy::Compiled, 1)]);
    let (found, _) = supports("gfx90a:xnack-", memory(bundles(&[&["gfx90a:xnack+"]])));
    assert_eq!(found.supported, Some(false));
}

#[test]
fn empty_and_host_entries_are_not_code() {
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
fn adjacent_offload_binaries_are_one_unit() {
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
fn verify_require_agrees_with_supports() {
    let file = bundles(&[&["gfx906", "gfx90a"], &["gfx906"], &["gfx906", "gfx90a:xnack+"]]);
    let mut request: VerifyRequest = about(Input::from_bytes("file", file.clone()));
    request.required = targets(&["gfx906", "gfx90a", "gfx1100"]);
    let report = verify(&REGISTRY, &request).unwrap();
    assert_eq!(report.summary.outcome, Outcome::Negative);
    let required = report.summary.required.unwrap().remove(0);
    let of_set = required.sets[0].gpus.iter();
    let of_set: Vec<(Option<bool>, &[usize])> = of_set
        .map(|answer| (answer.supported, answer.bundles_without.as_slice()))
        .collect();
    assert_eq!(
        of_set,
        [(Some(true), &[][..]), (Some(false), &[1, 2]), (Some(false), &[0, 1, 2])]
    );
    for (gpu, whole) in ["gfx906", "gfx90a", "gfx1100"].iter().zip(&required.gpus) {
        let (asked, _) = supports(gpu, memory(file.clone()));
        assert_eq!(
            (asked.supported, asked.only_with),
            (whole.supported, whole.only_with.clone()),
            "{gpu}"
        );
    }
    request.required = vec![target("gfx906")];
    assert!(verify(&REGISTRY, &request).unwrap().summary.required.unwrap()[0].is_supported());
}

#[test]
fn given_file_without_code_fails_require() {
    let good = || Input::from_bytes("good", bundles(&[&["gfx906"]])).into();
    let mut request = VerifyRequest::default();
    request.inputs = vec![good(), Input::from_bytes("text", *b"no bundle").into()];
    assert_eq!(verify(&REGISTRY, &request).unwrap().summary.outcome, Outcome::Done);
    request.required = vec![target("gfx906")];
    assert_eq!(verify(&REGISTRY, &request).unwrap().summary.outcome, Outcome::Negative);
    request.inputs = vec![good()];
    assert_eq!(verify(&REGISTRY, &request).unwrap().summary.outcome, Outcome::Done);
}
