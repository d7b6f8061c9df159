//! `prune` on files from compilers, and on damaged files.

mod compressed;
mod edited;
mod fat_binaries;
mod layouts;
mod led_to;
mod linked_file;
mod loader;
mod offload_binaries;
mod packages;
mod replaced;

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::ops::Context;
use offload_bundle::{BundleBuilder, Error, REGISTRY};
use offload_bundle_rewrite::{PruneReport, PruneRequest};
use proptest::prelude::*;

use crate::rewriting::{Written, compressed_with, pruned, pruned_with};
use crate::support::{HOST, entries, fixture, folder_with, memory, new_folder, targets};

const VARIANTS: [&str; 6] = ["gfx906", "gfx908", "gfx90a:xnack+", "gfx90a:xnack-", "gfx10-3-generic", "gfx1031"];

fn request(bytes: Vec<u8>, keep: &[&str], drop: &[&str], output: PathBuf) -> PruneRequest {
    let mut request = PruneRequest::default();
    request.input = memory(bytes);
    request.keep = targets(keep);
    request.drop = targets(drop);
    request.output = Some(output);
    request
}

/// Keeps code for `keep`, drops code for `drop`.
fn pruned_but(bytes: Vec<u8>, keep: &[&str], drop: &[&str]) -> Written<PruneReport> {
    pruned_with(bytes, |asked| (asked.keep, asked.drop) = (targets(keep), targets(drop)))
}

fn run(request: &PruneRequest) -> Result<PruneReport, Error> {
    offload_bundle_rewrite::prune(&REGISTRY, request, &mut Context::default())
}

fn id(target: &str) -> String {
    format!("hipv4-amdgcn-amd-amdhsa--{target}")
}

fn bundle(names: &[&str]) -> Vec<u8> {
    let host = BundleBuilder::new().alignment(4096).entry(HOST, b"");
    let add = |builder: BundleBuilder, name: &&str| builder.entry(id(name), name.repeat(900).into_bytes());
    names.iter().fold(host, add).to_bytes().unwrap()
}

#[test]
fn bundle_file_keeps_only_requested_entries() {
    let others = |dropped: &[&str]| {
        VARIANTS
            .into_iter()
            .filter(|name| !dropped.contains(name))
            .collect::<Vec<_>>()
    };
    for (keep, drop, left) in [
        (&["gfx90a"][..], &[][..], vec!["gfx90a:xnack+", "gfx90a:xnack-"]),
        (&["gfx90a:xnack+"], &[], vec!["gfx90a:xnack+"]),
        (&["gfx908:xnack-"], &[], vec!["gfx908"]),
        (&["gfx1031"], &[], vec!["gfx10-3-generic", "gfx1031"]),
        (
            &["gfx906", "gfx1031"],
            &[],
            vec!["gfx906", "gfx10-3-generic", "gfx1031"],
        ),
        (&[], &["gfx90a"], others(&["gfx90a:xnack+", "gfx90a:xnack-"])),
        (&[], &["gfx90a:xnack+"], others(&["gfx90a:xnack+"])),
        (&[], &["gfx1031"], others(&["gfx1031"])),
        (
            &[],
            &["gfx10-3-generic", "gfx906"],
            others(&["gfx10-3-generic", "gfx906"]),
        ),
    ] {
        let (report, small) = pruned_but(bundle(&VARIANTS), keep, drop).unwrap();
        assert!(small == bundle(&left), "{keep:?} {drop:?}");
        assert_eq!(report.size, small.len() as u64);
        let kept: Vec<String> = report
            .targets
            .iter()
            .filter(|target| target.kept)
            .map(|target| target.id.clone())
            .collect();
        let left: Vec<String> = [HOST.to_owned()]
            .into_iter()
            .chain(left.iter().map(|name| id(name)))
            .collect();
        assert_eq!(kept, left);
    }
}

#[test]
fn invalid_request_writes_nothing() {
    let (_folder, out) = folder_with("out");
    for (keep, drop, code) in [
        (&["gfx1100"][..], &[][..], "nothing-fits"),
        (&["gfx906", "gfx1100"], &[], "nothing-fits"),
        (&[], &["gfx908:xnack-"], "nothing-fits"),
        (&[], &VARIANTS, "nothing-kept"),
        (&[], &[], "nothing-asked"),
    ] {
        let error = run(&request(bundle(&VARIANTS), keep, drop, out.clone())).unwrap_err();
        assert_eq!(error.code(), code, "{keep:?} {drop:?}");
    }
    let mut no_output = request(bundle(&VARIANTS), &["gfx906"], &[], out.clone());
    no_output.output = None;
    assert_eq!(run(&no_output).unwrap_err().code(), "no-output");
    let mut in_place = no_output.clone();
    in_place.in_place = true;
    assert_eq!(run(&in_place).unwrap_err().code(), "not-in-place");
    no_output.dry_run = true;
    let dry = run(&no_output).unwrap();
    assert_eq!((dry.output, dry.size < dry.size_before), (None, true));
    assert!(!out.exists());
}

#[test]
fn file_is_changed_in_place_once() {
    let folder = tempfile::tempdir().unwrap();
    for (name, way) in [("objects/hip.22.so", "phdr"), ("objects/hip-compressed.22.so", "zero")] {
        let path = folder.path().join("lib.so");
        fs::write(&path, fixture(name)).unwrap();
        let mut asked = request(Vec::new(), &["gfx906"], &[], path.clone());
        asked.input = path.clone().into();
        assert_eq!(run(&asked).unwrap_err().code(), "output-is-input");
        asked.output = None;
        asked.in_place = true;
        asked.dry_run = true;
        let dry = run(&asked).unwrap();
        asked.dry_run = false;
        assert!(fs::read(&path).unwrap() == fixture(name));
        let report = run(&asked).unwrap();
        assert_eq!(report.size, dry.size, "{name}");
        assert_eq!(report.bundles, dry.bundles, "{name}");
        assert_eq!(report.resize_method, Some(way), "{name}");
        let once = fs::read(&path).unwrap();
        assert_eq!(report.size, once.len() as u64);
        let is_kept = |(id, _): &(String, Vec<u8>)| id == HOST || id.ends_with("gfx906");
        let kept: Vec<_> = entries(fixture(name)).into_iter().filter(is_kept).collect();
        assert!(entries(once.clone()) == kept && kept.len() == 2);
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(run(&asked).unwrap().resize_method, None);
        assert_eq!(
            fs::metadata(&path).unwrap().modified().unwrap(),
            written,
            "it is not written again"
        );
    }
}

/// The offset of the header of the section `name`.
fn section_header(bytes: &[u8], name: &str) -> usize {
    let number = |at: usize| usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap();
    let half = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let header = |index: usize| number(40) + index * 64;
    let names = number(header(half(62)) + 24);
    let found = (0..half(60)).map(header).find(|at| {
        let start = names + usize::try_from(u32::from_le_bytes(bytes[*at..at + 4].try_into().unwrap())).unwrap();
        bytes[start..].starts_with(name.as_bytes()) && bytes[start + name.len()] == 0
    });
    found.unwrap()
}

/// The section table must list what the loader finds by the dynamic section.
#[test]
fn unlisted_relocations_are_refused() {
    let sound = fixture("objects/hip.22.so");
    let refused = |change: &dyn Fn(&mut Vec<u8>), told: &str| {
        let mut bytes = sound.clone();
        change(&mut bytes);
        let error = pruned(bytes, &["gfx906"]).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
    };
    let relocations = section_header(&sound, ".rela.dyn");
    let dynamic = section_header(&sound, ".dynamic");
    // The type of a section, and its length.
    refused(&|bytes| bytes[relocations + 4] = 1, "does not list all relocations");
    refused(&|bytes| bytes[relocations + 32] -= 24, "does not list all relocations");
    refused(&|bytes| bytes[relocations + 8] = 0, "does not list all relocations");
    refused(&|bytes| bytes[dynamic + 4] = 1, "does not list the dynamic section");
    refused(&|bytes| bytes[dynamic + 24] += 16, "does not list the dynamic section");
    // The dynamic entries for the address and length of relocations.
    let entries = usize::try_from(u64::from_le_bytes(
        sound[dynamic + 24..dynamic + 32].try_into().unwrap(),
    ))
    .unwrap();
    let entry = |tag: u8| {
        let mut entries = (entries..).step_by(16);
        entries
            .find(|at| sound[*at..at + 8] == [tag, 0, 0, 0, 0, 0, 0, 0])
            .unwrap()
    };
    refused(
        &|bytes| bytes[entry(7)] = 0x70,
        "the dynamic section does not contain the relocations at address",
    );
    refused(
        &|bytes| bytes[entry(8) + 8] -= 24,
        "the dynamic section does not contain the relocations at address",
    );
}

/// An executable stays executable, and a private file stays private.
#[cfg(unix)]
#[test]
fn new_file_has_mode_of_input() {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let path = new_folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let all = fs::OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o777)
        .open(path("all"));
    drop(all.unwrap());
    let allowed = mode(&path("all"));
    for (number, given) in [0o755, 0o640, 0o4555, 0o700].into_iter().enumerate() {
        let (from, to) = (path(&format!("{number}.so")), path(&format!("{number}.out")));
        fs::write(&from, fixture("objects/hip.22.so")).unwrap();
        fs::set_permissions(&from, fs::Permissions::from_mode(given)).unwrap();
        let mut asked = request(Vec::new(), &["gfx906"], &[], to.clone());
        asked.input = from.clone().into();
        run(&asked).unwrap();
        assert_eq!(mode(&to), given & allowed, "{given:o}");
        // An existing file keeps its mode.
        fs::set_permissions(&to, fs::Permissions::from_mode(0o600)).unwrap();
        run(&asked).unwrap();
        assert_eq!(mode(&to), 0o600);
        fs::set_permissions(&from, fs::Permissions::from_mode(given | 0o200)).unwrap();
        (asked.output, asked.in_place) = (None, true);
        run(&asked).unwrap();
        assert_eq!(mode(&from), given | 0o200, "in place");
    }
}

/// Only zeros are allowed between bundles in a bundle file.
#[test]
fn bytes_between_bundles_are_not_lost() {
    let two = |between: &[u8]| [bundle(&VARIANTS), between.to_vec(), bundle(&VARIANTS)].concat();
    pruned(two(&[0; 4096]), &["gfx906"]).unwrap();
    let mut other = [0; 4096];
    other[100] = 1;
    let at = bundle(&VARIANTS).len() + 100;
    for bytes in [two(&other), [bundle(&VARIANTS), other.to_vec()].concat()] {
        let error = pruned(bytes, &["gfx906"]).unwrap_err();
        assert!(
            error.code() == "other-bytes" && error.to_string().contains(&format!("{at:#x}")),
            "{error}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Damaged headers, tables and relocations are refused, or the result is right.
    #[test]
    fn damage_is_refused_or_harmless(
        name in proptest::sample::select(&["objects/hip.22.so", "objects/hip-compressed.19.so"]),
        changes in proptest::collection::vec((0..4_usize, any::<usize>(), any::<u8>()), 1..5),
    ) {
        let sound = fixture(name);
        let table = usize::try_from(u64::from_le_bytes(sound[40..48].try_into().unwrap())).unwrap();
        let parts = [(0, 64), (64, 64 + 9 * 56), (table, sound.len()), (64, 4096)];
        let mut bytes = sound.clone();
        for (part, at, value) in changes {
            let (start, end) = parts[part];
            bytes[start + at % (end - start)] = value;
        }
        if let Ok((_, small)) = pruned(&bytes, &["gfx906"]) {
            let kept = entries(sound).into_iter().filter(|(id, _)| id.starts_with("host") || id.ends_with("gfx906"));
            let found = entries(small);
            let show = |all: &[(String, Vec<u8>)]| all.iter().map(|(id, content)| (id.clone(), content.len())).collect::<Vec<_>>();
            let kept: Vec<_> = kept.collect();
            prop_assert!(found == kept, "{:?} {:?}", show(&found), show(&kept));
        }
    }
}

/// The error names the processor and its nearest matches.
#[test]
fn dropped_target_must_exist() {
    let error = pruned_but(bundle(&VARIANTS), &[], &["gfx906", "gfx909"]).unwrap_err();
    assert!(error.to_string().contains("gfx909"), "{error}");
}

/// A bundle with more compression than the default gets it again if it would not fit otherwise.
#[test]
fn compressed_bundles_are_made_to_fit() {
    // A long part occurs twice, farther apart than the window of the default level.
    let mut state = 1_u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    let long: Vec<u8> = (0..5 << 20).map(|_| noise()).collect();
    let plain = BundleBuilder::new()
        .entry(HOST, b"")
        .entry(id("gfx906"), long.clone())
        .entry(id("gfx908"), vec![1; 64])
        .entry(id("gfx90a"), long)
        .to_bytes()
        .unwrap();
    let (_, packed) = compressed_with(plain, |asked| asked.compression.level = Some(22)).unwrap();
    let file = linked_file::Shape::default().file(&[packed]);
    let (report, small) = pruned_but(file.bytes.clone(), &[], &["gfx908"]).unwrap();
    assert!(report.size.0 <= file.bytes.len() as u64);
    let kept = entries(small);
    let ids: Vec<&str> = kept.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, [HOST.to_owned(), id("gfx906"), id("gfx90a")]);
}
