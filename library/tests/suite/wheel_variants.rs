//! Wheels with declared processors, against their content.

use std::io::Write;
use std::path::PathBuf;

use offload_bundle::report::{Outcome, VerifyReport, WheelVariant};
use offload_bundle::request::VerifyRequest;
use offload_bundle::{BundleBuilder, REGISTRY, ops};

use crate::support::{about, own};

const NAME: &str = "x-1-py3-none-any-fast.whl";
const METADATA: &str = "x-1.dist-info/variant.json";

fn bundle(processors: &[&str]) -> Vec<u8> {
    let made = processors.iter().fold(BundleBuilder::new(), |made, processor| {
        made.entry(format!("hip-amdgcn-amd-amdhsa--{processor}"), b"BC\xc0\xde")
    });
    made.to_bytes().unwrap()
}

fn verified(name: &str, files: &[(&str, &[u8])]) -> VerifyReport {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join(name);
    let mut wheel = rawzip::ZipArchiveWriter::new(std::fs::File::create(&path).unwrap());
    for (name, bytes) in files {
        let stored = wheel
            .new_file(name)
            .compression_method(rawzip::CompressionMethod::STORE);
        let (mut entry, config) = stored.start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    wheel.finish().unwrap();
    let mut request: VerifyRequest = about(path);
    request.variant = true;
    ops::verify(&REGISTRY, &request).unwrap()
}

fn told(report: VerifyReport) -> WheelVariant {
    report.summary.variants.unwrap().swap_remove(0)
}

#[test]
fn wheel_may_claim_processors_of_all_bundles() {
    let (one, other) = (
        bundle(&["gfx90a", "gfx942:xnack+", "gfx1100"]),
        bundle(&["gfx942", "gfx11-generic", "gfx906"]),
    );
    let report = verified(
        NAME,
        &[("x/a.so", &one), ("x/b.so", &other), ("x-1.dist-info/WHEEL", b"")],
    );
    assert_eq!(report.summary.outcome, Outcome::Done);
    let variant = told(report);
    assert_eq!(
        variant.claimable,
        ["amd :: gfx_arch :: gfx942", "amd :: gfx_arch :: gfx1100"]
    );
    assert_eq!((variant.label, variant.claimed.len()), (None, 0));
}

#[test]
fn libraries_for_another_vendor_keep_claims() {
    let cuda = std::fs::read(own("cuda/zstd.fatbin")).unwrap();
    let report = verified(
        NAME,
        &[("a", &bundle(&["gfx90a"])), ("b", &cuda), ("x-1.dist-info/WHEEL", b"")],
    );
    let properties = told(report).claimable;
    assert_eq!(
        properties,
        [
            "amd :: gfx_arch :: gfx90a",
            "nvidia :: sm_arch :: 75_real",
            "nvidia :: sm_arch :: 75_virtual",
            "nvidia :: sm_arch :: 90_real",
            "nvidia :: sm_arch :: 100_real",
        ]
    );
}

#[test]
fn claim_without_code_is_an_error() {
    let said = br#"{"variants": {"fast": {"amd": {"gfx_arch": ["gfx90a", "gfx942"], "other": ["1"]}, "nvidia": {"sm_arch": ["90_real"]}}}}"#;
    let (one, other) = (bundle(&["gfx90a", "gfx942"]), bundle(&["gfx90a"]));
    let report = verified(NAME, &[(METADATA, said), ("a", &one), ("b", &other), ("c", &other)]);
    assert_eq!(report.summary.outcome, Outcome::Negative);
    let variant = told(report);
    assert_eq!(variant.label.as_deref(), Some("fast"));
    assert_eq!(variant.claimed.len(), 3);
    let unmet = variant.false_claims.iter().map(|unmet| {
        let file = unmet
            .file
            .as_ref()
            .map(|file| file.to_string().rsplit('!').next().unwrap().to_owned());
        (unmet.property.as_str(), file, unmet.bundle_count)
    });
    assert_eq!(
        unmet.collect::<Vec<_>>(),
        [("amd :: gfx_arch :: gfx942", Some("b".to_owned()), 2), ("nvidia :: sm_arch :: 90_real", None, 0)]
    );
    let right = br#"{"variants": {"fast": {"amd": {"gfx_arch": ["gfx90a"]}}}}"#;
    let report = verified(NAME, &[(METADATA, right), ("a", &one), ("b", &other)]);
    assert_eq!(report.summary.outcome, Outcome::Done);
}

#[test]
fn malformed_metadata_is_reported() {
    let code = bundle(&["gfx90a"]);
    for (name, said, expected) in [
        (NAME, &b"{"[..], "x-1.dist-info/variant.json cannot be read"),
        (NAME, b"[]", "has no map `variants`"),
        (NAME, br#"{"variants": {}}"#, "has 0 variants, but a wheel is one"),
        (
            NAME,
            br#"{"variants": {"a": {}, "b": {}}}"#,
            "has 2 variants, but a wheel is one",
        ),
        (
            "x-1-py3-none-any.whl",
            br#"{"variants": {"fast": {}}}"#,
            "does not end in `-fast.whl`",
        ),
        (
            NAME,
            br#"{"variants": {"fast": {"amd": {"gfx_arch": "gfx90a"}}}}"#,
            "is not a list",
        ),
        (
            NAME,
            br#"{"variants": {"fast": {"amd": {"gfx_arch": ["gfx90a:xnack-"]}}}}"#,
            "is not a value of a variant property",
        ),
        (
            NAME,
            br#"{"variants": {"fast": {"amd": {"gfx_arch": [9]}}}}"#,
            "is not a value of a variant property",
        ),
    ] {
        let report = verified(name, &[(METADATA, said), ("a", &code)]);
        assert_eq!(report.summary.outcome, Outcome::Negative, "{expected}");
        let mistakes = told(report).mistakes;
        assert!(
            matches!(&*mistakes, [mistake] if mistake.contains(expected)),
            "{expected}: {mistakes:?}"
        );
    }
}

#[test]
fn variants_need_a_request_and_a_wheel() {
    let report = verified("x.zip", &[("a", &bundle(&["gfx90a"]))]);
    assert_eq!(
        (report.summary.outcome, report.summary.variants.unwrap().len()),
        (Outcome::Negative, 0)
    );
    assert!(
        ops::verify(&REGISTRY, &VerifyRequest::default())
            .unwrap()
            .summary
            .variants
            .is_none()
    );
}
