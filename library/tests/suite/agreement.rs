//! All interfaces give the same answer about support.

use std::fs;

use offload_bundle::ops::{self, Context};
use offload_bundle::report::SupportedInput;
use offload_bundle::request::{EntryRequest, SupportsRequest, TargetCompatRequest, UnbundleRequest, VerifyRequest};
use offload_bundle::{BundleBuilder, Error, OffloadFile, REGISTRY};

use crate::support::{memory, targets};

fn id(target: &str) -> String {
    match target {
        "amdgcnspirv" => format!("hip-spirv64-amd-amdhsa--{target}"),
        target if target.starts_with("sm_") => format!("openmp-nvptx64-nvidia-cuda--{target}"),
        target => format!("hip-amdgcn-amd-amdhsa--{target}"),
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    /// `supports` and `verify --require`.
    runs: bool,
    only_with: Vec<String>,
    /// `best_match`.
    best: Option<String>,
    /// `unbundle`.
    by_name: Option<String>,
}

/// A feature that the processor lacks. Files may name it, but no tool writes it: the bytes belong to a processor with
/// the feature.
const FOREIGN: [&str; 2] = ["gfx906:sramecc+", "gfx900:sramecc+"];

fn bundle(stored: &[&str]) -> Vec<u8> {
    let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
    let [written, foreign] = FOREIGN;
    let with = |bundle: BundleBuilder, target: &&str| {
        let target = target.replace(foreign, written);
        bundle.entry(id(&target), target)
    };
    let mut bytes = stored.iter().fold(host, with).to_bytes().unwrap();
    if stored.contains(&foreign) {
        for at in 0..=bytes.len() - written.len() {
            let place = &mut bytes[at..at + written.len()];
            if place == written.as_bytes() {
                place.copy_from_slice(foreign.as_bytes());
            }
        }
    }
    bytes
}

fn told(stored: &[&str], gpu: &str) -> Told {
    let bytes = bundle(stored);

    let mut request = SupportsRequest::default();
    (request.targets, request.inputs) = (targets(&[gpu]), vec![memory(&bytes)]);
    let answer = |input: &SupportedInput| (input.is_supported(), input.gpus[0].only_with.clone());
    let (runs, only_with) = answer(&ops::supports(&REGISTRY, &request).unwrap().inputs[0].answer);
    let mut gate = VerifyRequest::default();
    (gate.required, gate.inputs) = (request.targets, vec![memory(&bytes)]);
    let required = ops::verify(&REGISTRY, &gate).unwrap().summary.required.unwrap();
    assert_eq!(
        answer(&required[0]),
        (runs, only_with.clone()),
        "verify: {stored:?} {gpu}"
    );

    let file = OffloadFile::from_bytes(bytes.clone()).unwrap();
    let best = file
        .best_match(gpu)
        .unwrap()
        .map(|best| String::from_utf8(best.bytes().unwrap().to_vec()).unwrap());

    let folder = tempfile::tempdir().unwrap();
    let mut request = UnbundleRequest::default();
    request.input = memory(&bytes);
    request.wanted = vec![EntryRequest::new(gpu, folder.path().join("out"))];
    let by_name = match ops::unbundle(&REGISTRY, &request, &mut Context::default()) {
        Ok(_) => Some(fs::read_to_string(folder.path().join("out")).unwrap()),
        Err(Error::NotFound { .. }) => None,
        Err(error) => panic!("{stored:?} {gpu}: {error}"),
    };
    Told { runs, only_with, best, by_name }
}

fn compat(stored: &str, gpu: &str) -> (bool, bool) {
    let mut request = TargetCompatRequest::default();
    (request.stored, request.requested) = (id(stored), gpu.into());
    let report = ops::target_compat(&REGISTRY, &request).unwrap();
    (report.compatible, report.loadable)
}

#[test]
fn all_interfaces_agree() {
    type Row = (
        &'static [&'static str],
        &'static str,
        Result<(), &'static str>,
        Option<&'static str>,
    );
    let table: &[Row] = &[
        // A processor without features means each setting.
        (&["gfx90a:xnack+"], "gfx90a", Err("xnack+"), None),
        (&["gfx90a:xnack+"], "gfx90a:xnack+", Ok(()), Some("gfx90a:xnack+")),
        (&["gfx90a:xnack+"], "gfx90a:xnack-", Err(""), None),
        (
            &["gfx90a:xnack+"],
            "gfx90a:sramecc+:xnack+",
            Ok(()),
            Some("gfx90a:xnack+"),
        ),
        (&["gfx90a:xnack+"], "gfx90a:sramecc+", Err("xnack+"), None),
        (&["gfx90a:sramecc+:xnack+"], "gfx90a", Err("sramecc+ xnack+"), None),
        (&["gfx90a"], "gfx90a", Ok(()), Some("gfx90a")),
        (&["gfx90a"], "gfx90a:xnack-", Ok(()), Some("gfx90a")),
        // No entry serves every setting, but each setting is served.
        (&["gfx90a:xnack+", "gfx90a:xnack-"], "gfx90a", Ok(()), None),
        (
            &["gfx90a:xnack+", "gfx90a:xnack-"],
            "gfx90a:xnack-",
            Ok(()),
            Some("gfx90a:xnack-"),
        ),
        (
            &["gfx90a:sramecc+:xnack+", "gfx90a:sramecc-:xnack-"],
            "gfx90a",
            Err("sramecc+ xnack+ or sramecc- xnack-"),
            None,
        ),
        // Native, then generic, then portable.
        (
            &["gfx900", "gfx9-generic", "amdgcnspirv"],
            "gfx900",
            Ok(()),
            Some("gfx900"),
        ),
        (&["gfx9-generic", "amdgcnspirv"], "gfx900", Ok(()), Some("gfx9-generic")),
        (&["amdgcnspirv", "gfx906"], "gfx900", Ok(()), Some("amdgcnspirv")),
        (&["gfx9-generic:xnack+"], "gfx900", Err("xnack+"), None),
        (
            &["gfx9-generic:xnack+", "amdgcnspirv"],
            "gfx900:xnack-",
            Ok(()),
            Some("amdgcnspirv"),
        ),
        (
            &["gfx9-generic:xnack+", "amdgcnspirv"],
            "gfx900:xnack+",
            Ok(()),
            Some("gfx9-generic:xnack+"),
        ),
        (
            &["gfx9-generic:xnack+", "amdgcnspirv"],
            "gfx900",
            Ok(()),
            Some("amdgcnspirv"),
        ),
        (&["gfx90a"], "gfx908", Err(""), None),
        (&["amdgcnspirv"], "sm_80", Err(""), None),
        (&["gfx900"], "gfx9-generic", Err(""), None),
        // The processor lacks the feature.
        (&["gfx900:sramecc+"], "gfx900", Err(""), None),
        // Unknown processors.
        (&["gfx1999"], "gfx1999", Ok(()), Some("gfx1999")),
        (&["gfx1999:xnack+"], "gfx1999", Err("xnack+"), None),
        (&["amdgcnspirv"], "gfx1999", Ok(()), Some("amdgcnspirv")),
        // Numbers and letters.
        (&["sm_80"], "sm_86", Ok(()), Some("sm_80")),
        (&["sm_86"], "sm_80", Err(""), None),
        (&["sm_101"], "sm_110", Ok(()), Some("sm_101")),
        (&["sm_110f"], "sm_101", Ok(()), Some("sm_110f")),
        (&["sm_100f"], "sm_101", Err(""), None),
        (&["sm_100f"], "sm_107", Ok(()), Some("sm_100f")),
        (&["sm_100a"], "sm_103", Err(""), None),
    ];
    for (stored, gpu, runs, best) in table {
        let found = told(stored, gpu);
        let expected = match runs {
            Ok(()) => (true, String::new()),
            Err(only_with) => (false, (*only_with).to_owned()),
        };
        assert_eq!(
            (found.runs, found.only_with.join(" or ")),
            expected,
            "supports: {stored:?} {gpu}"
        );
        assert_eq!(found.best.as_deref(), *best, "best_match: {stored:?} {gpu}");
        let (by_name, loads): (Vec<&str>, Vec<&str>) = (
            stored.iter().filter(|stored| compat(stored, gpu).0).copied().collect(),
            stored.iter().filter(|stored| compat(stored, gpu).1).copied().collect(),
        );
        // An entry that serves by name is loaded, a loaded entry is matched, and a matched entry runs.
        assert_eq!(
            found.by_name.is_some(),
            !by_name.is_empty(),
            "unbundle: {stored:?} {gpu}"
        );
        assert!(by_name.iter().all(|stored| loads.contains(stored)), "{stored:?} {gpu}");
        assert_eq!(found.best.is_some(), !loads.is_empty(), "compat: {stored:?} {gpu}");
        assert!(found.best.is_none() || found.runs, "{stored:?} {gpu}");
        // With every setting named, all questions are the same.
        for device in REGISTRY.ids.devices(gpu) {
            let of_device = told(stored, &device);
            assert_eq!(of_device.runs, of_device.best.is_some(), "{stored:?} {device}");
        }
    }
}
