//! Queries of archives for tests.

use offload_bundle::input::Input;
use offload_bundle::report::{ListReport, Outcome, SizeReport, VerifiedFile};
use offload_bundle::request::SizeBy;

use crate::support;
use offload_bundle_testing::kpack::{Archive, Scheme};

pub const SCHEMES: [Scheme; 2] = [Scheme::None, Scheme::Zstd];
pub const LIBRARY: &str = "math-libs/lib/libone.so";

pub fn code(of: &str) -> Vec<u8> {
    format!("code for {of} ").repeat(16).into_bytes()
}

pub fn archive(scheme: Scheme) -> Archive {
    let [one, other, variant, generic] = ["gfx906", "gfx90a", "gfx90a:xnack+", "gfx11-generic"].map(code);
    Archive::new(
        scheme,
        &["gfx906", "gfx90a", "gfx90a:xnack+", "gfx11-generic"],
        &[
            ("math-libs/lib/libone.so#0", &[("gfx906", &one), ("gfx90a", &other)]),
            (
                "math-libs/lib/libone.so#1",
                &[("gfx90a", b"short"), ("gfx90a:xnack+", &variant)],
            ),
            (
                "math-libs/lib/libone.so#2",
                &[("gfx906", &one), ("gfx90a", &other), ("gfx11-generic", &generic)],
            ),
            ("bin/with blank", &[("gfx90a", &other)]),
        ],
    )
}

pub fn input(bytes: Vec<u8>) -> Input {
    Input::from_bytes("in.kpack", bytes)
}

pub fn listed(bytes: Vec<u8>) -> ListReport {
    support::listed(input(bytes))
}

pub fn verified(bytes: Vec<u8>) -> VerifiedFile {
    support::verified(input(bytes)).files.remove(0)
}

pub fn found(bytes: Vec<u8>) -> Vec<(&'static str, String)> {
    let findings = verified(bytes).findings.into_iter();
    let findings = findings.filter(|finding| finding.code != "unknown-content");
    findings.map(|finding| (finding.code, finding.path)).collect()
}

pub fn asked(gpu: &str, bytes: Vec<u8>) -> (support::Supported, Outcome) {
    support::supports(gpu, input(bytes))
}

pub fn sized(bytes: Vec<u8>, by: SizeBy) -> SizeReport {
    support::sized(input(bytes), by)
}

pub fn changed(change: impl FnOnce(&mut Archive)) -> Vec<(&'static str, String)> {
    changed_of(Scheme::None, change)
}

pub fn changed_of(scheme: Scheme, change: impl FnOnce(&mut Archive)) -> Vec<(&'static str, String)> {
    let mut made = archive(scheme);
    change(&mut made);
    found(made.bytes())
}

pub fn row(name: &'static str, path: &str) -> (&'static str, String) {
    (name, path.to_owned())
}
