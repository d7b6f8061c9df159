//! Every command reports unknown or malformed words in IDs, and the other entries.

use std::fs;
use std::path::Path;

use offload_bundle_core::bytes::Bytes;
use offload_bundle_formats::binary_bundle::BinaryBundle;
use offload_bundle_formats::target_id::GRAMMAR;

use super::target_ids::{bundle, ended, text};
use crate::support::program::{run, told};

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const KNOWN: &str = "hip-amdgcn-amd-amdhsa--gfx906";
const OLD: &str = "hip-amdgcn-amd-amdhsa--gfx908";

const ODD: &[(&str, &str, &str)] = &[
    (
        "hip-amdgpu99.99-amd-amdhsa--gfx908",
        "note",
        "unknown triple \"amdgpu99.99-amd-amdhsa-\"",
    ),
    ("hip-zzz-yyy-xxx--gfx908", "note", "unknown triple \"zzz-yyy-xxx-\""),
    ("else-amdgcn-amd-amdhsa--gfx908", "note", "unknown kind \"else\""),
    (
        "else-zzz-yyy-xxx--gfx908",
        "note",
        "unknown kind \"else\", unknown triple \"zzz-yyy-xxx-\"",
    ),
    ("foo", "warning", "column 4: expected `-`, found the end"),
    (
        "hip-amdgcn-amd-amdhsa--gfx908:xnack",
        "warning",
        "column 36: expected `+` or `-`, found the end",
    ),
    (
        "hip-amdgpu-amd-amdhsa--gfx908",
        "warning",
        "`amdgpu` names no processor; write `amdgcn`",
    ),
    (
        "hip-amdgpu9-amd-amdhsa--gfx908",
        "warning",
        "`amdgpu9` has no processor `gfx908`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx900:sramecc+",
        "warning",
        "`gfx900` has no selectable feature `sramecc`",
    ),
];

fn ids(folder: &Path, name: &str) -> Vec<String> {
    let bytes = fs::read(folder.join(name)).unwrap();
    let bundle = BinaryBundle::read(Bytes::new(&bytes)).unwrap();
    let entries = bundle.entries().unwrap().iter();
    entries.map(|entry| entry.unwrap().id().unwrap().to_owned()).collect()
}

#[test]
fn commands_agree_on_odd_ids() {
    for (id, level, end) in ODD {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        bundle(here, "b", &[HOST, KNOWN, id]);
        let wanted = format!("{KNOWN}=known");
        let itself = format!("{id}=itself");
        for words in [
            &["list", "b"][..],
            &["size", "b"],
            &["supports", "gfx906", "b"],
            &["extract", "-d", "parts", "b"],
            &["unbundle", "b", &wanted],
            &["unbundle", "b", &itself],
            &["prune", "--keep", "gfx906", "b", "-o", "pruned"],
            &["compress", "b", "-o", "compressed"],
        ] {
            let done = ended(here, 0, words);
            let said = text(&done.stderr);
            let begin = format!("{level}: b: at byte 0x");
            let lines: Vec<&str> = said.lines().filter(|line| line.ends_with(end)).collect();
            assert!(
                matches!(lines[..], [line] if line.starts_with(&begin) && line.contains("(entries[2])")),
                "{words:?}: {}",
                told(&done)
            );
        }
        let verified = ended(
            here,
            i32::from(*level != "note"),
            &["verify", "--allow", "unknown-content", "b"],
        );
        let finding = text(&verified.stdout);
        assert!(
            finding.contains(&format!("(entries[2]): {level}[")) && finding.contains(end),
            "{finding}"
        );
        let listed = text(&ended(here, 0, &["list", "b"]).stdout);
        assert!([HOST, KNOWN, id].iter().all(|id| listed.contains(id)), "{listed}");
        assert_eq!(fs::read_to_string(here.join("known")).unwrap(), KNOWN);
        assert_eq!(fs::read_to_string(here.join("itself")).unwrap(), *id);
        assert_eq!(fs::read_dir(here.join("parts")).unwrap().count(), 3, "{id}");
        assert!(ids(here, "pruned").contains(&KNOWN.to_owned()), "{id}");
    }
}

#[test]
fn target_commands_agree_too() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (id, level, end) in ODD {
        let is_contradictory = GRAMMAR
            .validate(id)
            .is_err_and(|invalid| invalid.contradiction.is_some());
        let is_malformed = *level == "warning" && !is_contradictory;
        let code = if is_malformed { 2 } else { 0 };
        for (code, words) in [
            (if *level == "warning" { 2 } else { 0 }, &["target", "parse", id][..]),
            (code, &["target", "canonical", id]),
            (code, &["target", "compat", id, id]),
        ] {
            let done = ended(here, code, words);
            assert!(text(&done.stderr).contains(end), "{words:?}: {}", told(&done));
        }
    }
}

#[test]
fn odd_ids_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("dev"), "code").unwrap();
    for (id, _, end) in ODD {
        let entry = format!("{id}=dev");
        let refused = ended(here, 2, &["bundle", "-t", "bc", "-o", "b", &entry]);
        assert!(text(&refused.stderr).contains(end), "{}", told(&refused));
        assert!(!here.join("b").exists(), "{id}");
    }
    for (triple, arch) in [("amdgpu-amd-amdhsa", "gfx908"), ("amdgpu9-amd-amdhsa", "gfx908")] {
        let image = format!("file=dev,kind=hip,triple={triple},arch={arch}");
        ended(here, 2, &["pack", "--image", &image, "-o", "p"]);
        assert!(!here.join("p").exists(), "{triple}");
    }
}

#[test]
fn subarchitectures_are_read_and_written_old() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let read = "hip-amdgpu9.06-amd-amdhsa--gfx906";
    let blank = "hip-amdgpu9.0a-amd-amdhsa--";
    bundle(here, "b", &[OLD, read, blank]);
    let listed = ended(here, 0, &["list", "b"]);
    assert_eq!(text(&listed.stderr), "");
    assert!(
        [OLD, read, blank].iter().all(|id| text(&listed.stdout).contains(id)),
        "{}",
        told(&listed)
    );
    ended(here, 0, &["verify", "--allow", "unknown-content", "b"]);
    for (code, gpu) in [(0, "gfx906"), (0, "gfx90a"), (1, "gfx90c"), (1, "gfx900")] {
        ended(here, code, &["supports", gpu, "b"]);
    }
    for (asked, stored) in [
        (KNOWN, read),
        (read, read),
        ("hip-amdgcn-amd-amdhsa--gfx90a", blank),
        ("hip-amdgpu9.08-amd-amdhsa--gfx908", OLD),
    ] {
        ended(here, 0, &["unbundle", "b", &format!("{asked}=out")]);
        assert_eq!(fs::read_to_string(here.join("out")).unwrap(), stored, "{asked}");
    }
    ended(here, 1, &["unbundle", "b", "hip-amdgpu9.00-amd-amdhsa--gfx900=none"]);
    // A file that is rewritten keeps its IDs.
    ended(here, 0, &["prune", "--keep", "gfx906", "b", "-o", "pruned"]);
    assert_eq!(ids(here, "pruned"), [read]);

    fs::write(here.join("dev"), "code").unwrap();
    ended(
        here,
        0,
        &["bundle", "-t", "bc", "-o", "w", &format!("{read}=dev"), &format!("{blank}=dev")],
    );
    assert_eq!(ids(here, "w"), [KNOWN, "hip-amdgcn-amd-amdhsa--gfx90a"]);
    for image in ["triple=amdgpu9.06-amd-amdhsa,arch=gfx906", "triple=amdgpu9.06-amd-amdhsa"] {
        let image = format!("file=dev,kind=hip,{image}");
        let packed = ended(here, 0, &["pack", "--image", &image, "-o", "p"]);
        assert_eq!(text(&packed.stderr), "", "{image}");
        ended(here, 0, &["convert", "--to", "binary_bundle", "p", "-o", "c"]);
        assert_eq!(ids(here, "c"), [KNOWN], "{image}");
    }
    ended(here, 0, &["convert", "--to", "offload_binary", "b", "-o", "o"]);
    let listed = text(&ended(here, 0, &["list", "o"]).stdout);
    assert!(listed.contains(KNOWN) && !listed.contains("amdgpu"), "{listed}");
}

#[test]
fn drop_ins_do_not_know_subarchitectures() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let read = "hip-amdgpu9.06-amd-amdhsa--gfx906";
    bundle(here, "b", &[HOST, read]);
    let bundler = |words: &[&str]| {
        run(
            here,
            &[&["clang-offload-bundler", "-type=bc", "-input=b"], words].concat(),
        )
    };
    let listed = bundler(&["-list"]);
    assert_eq!(listed.status.code(), Some(0), "{}", told(&listed));
    assert!(
        text(&listed.stdout).contains(read) && listed.stderr.is_empty(),
        "{}",
        told(&listed)
    );
    let none = bundler(&["-unbundle", "-output=out", &format!("-targets={KNOWN}")]);
    assert_eq!(none.status.code(), Some(1), "{}", told(&none));
    assert!(text(&none.stderr).contains("Can't find bundles for"), "{}", told(&none));
    let refused = bundler(&["-unbundle", "-output=out", &format!("-targets={read}")]);
    assert!(
        text(&refused.stderr).contains("unknown target triple"),
        "{}",
        told(&refused)
    );
}
