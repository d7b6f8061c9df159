//! Sets of units, and alternatives.

use std::fs;
use std::path::Path;

use offload_bundle::ops;
use offload_bundle::report::{Outcome, SupportedInput};
use offload_bundle::request::{RequestedKind, SupportsRequest, VerifyRequest};
use offload_bundle::{BundleBuilder, Image, OffloadBinaryBuilder, REGISTRY};
use tempfile::TempDir;

use crate::kpack_follow::installed::{library, started_without_variables};
use crate::support::targets;
use offload_bundle_testing::kpack::{Archive, Row, Scheme};

fn bundle(kind: &str, ids: &[&str]) -> Vec<u8> {
    let with = |bundle: BundleBuilder, id: &&str| match id.starts_with("sm_") {
        true => bundle.entry(format!("openmp-nvptx64-nvidia-cuda--{id}"), *id),
        false if *id == "amdgcnspirv" => bundle.entry(format!("{kind}-spirv64-amd-amdhsa--{id}"), *id),
        false => bundle.entry(format!("{kind}-amdgcn-amd-amdhsa--{id}"), *id),
    };
    let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
    ids.iter().fold(host, with).to_bytes().unwrap()
}

/// `a|b` are two bundles in a file.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, targets) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let bundles = targets
            .split('|')
            .map(|one| bundle("hip", &one.split(' ').collect::<Vec<_>>()));
        fs::write(path, bundles.collect::<Vec<_>>().concat()).unwrap();
    }
    folder
}

/// `verify --require` must agree.
fn asked(path: &Path, gpus: &[&str], kinds: &[&str]) -> (SupportedInput, Outcome) {
    let mut request = SupportsRequest::default();
    request.targets = targets(gpus);
    request.kinds = kinds
        .iter()
        .map(|kind| RequestedKind::parse(&REGISTRY, kind).unwrap())
        .collect();
    request.inputs = vec![path.into()];
    let report = ops::supports(&REGISTRY, &request).unwrap();
    if kinds.is_empty() {
        let mut gate = VerifyRequest::default();
        (gate.required, gate.inputs) = (request.targets, request.inputs);
        let verified = ops::verify(&REGISTRY, &gate).unwrap();
        let required = &verified.summary.required.unwrap()[0];
        assert_eq!(
            (&required.gpus, &required.sets),
            (&report.inputs[0].answer.gpus, &report.inputs[0].answer.sets)
        );
    }
    (report.inputs.into_iter().next().unwrap().answer, report.summary.outcome)
}

fn yes(path: &Path, gpu: &str) -> Option<bool> {
    let (input, outcome) = asked(path, &[gpu], &[]);
    assert_eq!(outcome == Outcome::Done, input.gpus[0].supported == Some(true));
    input.gpus[0].supported
}

#[test]
fn gpu_needs_every_relevant_set() {
    type Row = (&'static [(&'static str, &'static str)], &'static str, Option<bool>);
    let table: &[Row] = &[
        // Libraries for different vendors do not affect each other.
        (&[("cuda.so", "sm_80"), ("hip.so", "gfx1103")], "gfx1103", Some(true)),
        (&[("cuda.so", "sm_80"), ("hip.so", "gfx1103")], "sm_80", Some(true)),
        (&[("cuda.so", "sm_80"), ("hip.so", "gfx906")], "gfx1103", Some(false)),
        (&[("cuda.so", "sm_80"), ("hip.so", "gfx1103")], "sm_90", Some(false)),
        // No code exists for it.
        (&[("cuda.so", "sm_80")], "gfx1103", Some(false)),
        (&[("cuda.so", "sm_80")], "gfx1999", Some(false)),
        // Two libraries ship together.
        (&[("a.so", "gfx1103"), ("b.so", "gfx906")], "gfx1103", Some(false)),
        (
            &[("a.so", "gfx1103"), ("b.so", "gfx906 gfx1103")],
            "gfx1103",
            Some(true),
        ),
        // One bundle of a library lacks code.
        (&[("a.so", "gfx1103|gfx906")], "gfx1103", Some(false)),
        (&[("a.so", "gfx1103|sm_80")], "gfx1103", Some(true)),
        // A file per processor.
        (
            &[("T_gfx906.co", "gfx906"), ("T_gfx90a.co", "gfx90a")],
            "gfx906",
            Some(true),
        ),
        (
            &[("gfx906/a.co", "gfx906"), ("gfx90a/a.co", "gfx90a")],
            "gfx90a",
            Some(true),
        ),
        (
            &[("T_gfx906.co", "gfx906"), ("T_gfx90a.co", "gfx90a")],
            "gfx1100",
            Some(false),
        ),
        // One of its files is missing.
        (
            &[("T_gfx906.co", "gfx906"), ("T_gfx90a.co", "gfx90a"), ("U_gfx906.co", "gfx906")],
            "gfx90a",
            Some(false),
        ),
        // All bundles of the chosen file must have code.
        (
            &[("T_gfx906.so", "gfx906|gfx906"), ("T_gfx90a.so", "gfx90a")],
            "gfx906",
            Some(true),
        ),
        // Names without processors, or that contradict the content, are not alternatives.
        (&[("a.co", "gfx906"), ("b.co", "gfx90a")], "gfx906", Some(false)),
        (
            &[("T_gfx90a.co", "gfx906"), ("T_gfx906.co", "gfx90a")],
            "gfx906",
            Some(false),
        ),
        (
            &[("T_gfx906.so", "gfx906 gfx90a"), ("T_gfx1100.so", "gfx1100")],
            "gfx906",
            Some(false),
        ),
        (
            &[("Tgfx906x.co", "gfx906"), ("Tgfx90ax.co", "gfx90a")],
            "gfx906",
            Some(false),
        ),
        // A file per setting.
        (
            &[("T-gfx90a-xnack+.co", "gfx90a:xnack+"), ("T-gfx90a-xnack-.co", "gfx90a:xnack-")],
            "gfx90a",
            Some(true),
        ),
        (
            &[("T-gfx90a-xnack+.co", "gfx90a:xnack+"), ("T-gfx906.co", "gfx906")],
            "gfx90a",
            Some(false),
        ),
        // Portable code counts for all AMD GPUs only.
        (&[("a.so", "amdgcnspirv gfx906|gfx1100")], "gfx1100", Some(true)),
        (&[("a.so", "amdgcnspirv")], "gfx90a", Some(true)),
        (&[("a.so", "amdgcnspirv")], "sm_80", Some(false)),
    ];
    for (files, gpu, expected) in table {
        let folder = folder(files);
        assert_eq!(yes(folder.path(), gpu), *expected, "{files:?} {gpu}");
    }
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(yes(empty.path(), "gfx906"), None);
}

#[test]
fn input_name_does_not_affect_sets() {
    let folder = folder(&[("gfx906/a.co", "gfx906"), ("gfx906/b_gfx906.co", "gfx906"), ("gfx90a/a.co", "gfx90a")]);
    let (input, _) = asked(&folder.path().join("gfx906"), &["gfx906"], &[]);
    let names: Vec<String> = input.sets.iter().map(|set| set.name.to_string()).collect();
    assert!(
        names[0].ends_with("gfx906/a.co") && names[1].ends_with("gfx906/b_gfx906.co"),
        "{names:?}"
    );
    assert_eq!(yes(&folder.path().join("gfx906/a.co"), "gfx90a"), Some(false));
}

#[test]
fn gpus_are_answered_separately() {
    let folder =
        folder(&[("cuda.so", "sm_80"), ("hip.so", "gfx906 gfx90a:xnack+|gfx906 gfx90a:xnack+"), ("x.so", "gfx906")]);
    let (input, outcome) = asked(folder.path(), &["gfx906", "gfx90a", "sm_80", "gfx1100"], &[]);
    assert_eq!(outcome, Outcome::Negative);
    let answers = input.gpus.iter().map(|answer| {
        (
            answer.supported,
            answer.set_count,
            answer.supported_set_count,
            answer.other_set_count,
        )
    });
    assert_eq!(
        answers.collect::<Vec<_>>(),
        [(Some(true), 2, 2, 1), (Some(false), 2, 0, 1), (Some(true), 1, 1, 2), (Some(false), 2, 0, 1)]
    );
    let hip = input
        .sets
        .iter()
        .find(|set| set.name.to_string().ends_with("hip.so"))
        .unwrap();
    assert_eq!(hip.gpus[1].only_with, ["xnack+"]);
    assert_eq!((hip.gpus[1].supported, hip.gpus[2].supported), (Some(false), None));
    assert!(asked(folder.path(), &["gfx906", "sm_80"], &[]).0.is_supported());
}

#[test]
fn requested_kinds_limit_the_code() {
    let folder = folder(&[]);
    fs::write(folder.path().join("omp.so"), bundle("openmp", &["gfx906"])).unwrap();
    fs::write(folder.path().join("hip.so"), bundle("hipv4", &["gfx90a"])).unwrap();
    let supported = |gpu: &str, kinds: &[&str]| asked(folder.path(), &[gpu], kinds).0.gpus[0].supported;
    assert_eq!(supported("gfx906", &[]), Some(false));
    assert_eq!(supported("gfx906", &["openmp"]), Some(true));
    assert_eq!(supported("gfx906", &["hip"]), Some(false));
    assert_eq!(supported("gfx90a", &["hip"]), Some(true));
}

/// Like Debian's `libomptarget.devicertl.a`: a member per processor.
#[test]
fn archive_members_are_alternatives_by_name() {
    let archive = |members: &[(&str, &str)]| {
        let mut bytes = b"!<arch>\n".to_vec();
        for (name, arch) in members {
            let image = Image::new(b"code")
                .text("triple", "amdgcn-amd-amdhsa")
                .text("arch", *arch);
            let content = OffloadBinaryBuilder::new().image(image).to_bytes().unwrap();
            bytes.extend(
                format!(
                    "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
                    format!("{name}/"),
                    0,
                    0,
                    0,
                    644,
                    content.len()
                )
                .bytes(),
            );
            bytes.extend(&content);
            bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        }
        bytes
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.a");
    for (members, gpu, expected) in [
        (
            &[("d-gfx906.o", "gfx906"), ("d-gfx90a.o", "gfx90a")][..],
            "gfx90a",
            Some(true),
        ),
        (
            &[("d-gfx906.o", "gfx906"), ("d-gfx90a.o", "gfx90a")],
            "gfx1100",
            Some(false),
        ),
        (
            &[("d-gfx906.o", "gfx906"), ("e-gfx90a.o", "gfx90a")],
            "gfx90a",
            Some(false),
        ),
        // Two translation units for different GPUs.
        (&[("d.o", "gfx906"), ("e.o", "gfx90a")], "gfx90a", Some(false)),
        (&[("d.o", "gfx906"), ("e.o", "gfx906")], "gfx906", Some(true)),
    ] {
        fs::write(&path, archive(members)).unwrap();
        assert_eq!(yes(&path, gpu), expected, "{members:?} {gpu}");
    }
}

/// Like the output of ROCm's splitter: an archive per target, with a row per unit of each library.
#[test]
fn kpack_groups_are_alternatives_per_unit() {
    let folder = tempfile::tempdir().unwrap();
    let write = |target: &str, units: &[&str]| {
        let code: [(&str, &[u8]); 1] = [(target, b"code")];
        let rows: Vec<Row<'_>> = units.iter().map(|unit| (*unit, &code[..])).collect();
        let bytes = Archive::new(Scheme::None, &[target], &rows).bytes();
        fs::write(folder.path().join(format!("k_{target}.kpack")), bytes).unwrap();
    };
    write("gfx906", &["lib/n.so#0", "lib/n.so#1"]);
    write("gfx90a", &["lib/n.so#0", "lib/n.so#1"]);
    for (gpu, expected) in [("gfx906", true), ("gfx90a", true), ("gfx1100", false)] {
        assert_eq!(yes(folder.path(), gpu), Some(expected), "{gpu}");
    }
    write("gfx90a", &["lib/n.so#0"]);
    assert_eq!(yes(folder.path(), "gfx906"), Some(true));
    assert_eq!(yes(folder.path(), "gfx90a"), Some(false));
}

#[test]
fn unseen_archives_leave_support_unknown() {
    if started_without_variables() {
        return;
    }
    let folder = folder(&[("hip.so", "gfx906")]);
    assert_eq!(yes(folder.path(), "gfx906"), Some(true));
    fs::write(folder.path().join("split.so"), library(&["nowhere_@GFXARCH@.kpack"])).unwrap();
    let (input, outcome) = asked(folder.path(), &["gfx906", "gfx1100"], &[]);
    let supported: Vec<Option<bool>> = input.gpus.iter().map(|answer| answer.supported).collect();
    assert_eq!((supported, outcome), (vec![None, Some(false)], Outcome::Negative));
    assert!(input.unsearched[0].to_string().ends_with("split.so"));
}
