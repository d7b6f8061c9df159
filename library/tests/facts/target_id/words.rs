//! The words of the grammar against compilers and bundlers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle_core::ids::tables::{Processor, Words};
use offload_bundle_testing::tools::{self, present};

use crate::interpreted::GRAMMAR;

const CLANG: &str = "clang-22";
const BUNDLER: &str = "clang-offload-bundler-22";

/// Generic names that the compiler lists.
const NO_PROCESSORS: &[&str] = &["generic", "generic-hsa"];

fn known_to(release: &str, fits: impl Fn(&[&str]) -> bool) -> impl Iterator<Item = &'static Processor<'static>> {
    let groups = GRAMMAR.processors.iter().filter(move |group| fits(group.architectures));
    groups
        .flat_map(|group| group.processors)
        .filter(move |processor| processor.is_known_to(release))
}

fn listed(release: &str, triple: &str) -> BTreeSet<String> {
    let target = format!("--target={triple}");
    let clang = format!("clang-{release}");
    let out = tools::run(
        offload_bundle_testing::scratch().path(),
        &clang,
        &["--print-supported-cpus", "-nogpulib", &target],
    );
    let text = String::from_utf8_lossy(&out.stderr).into_owned() + &String::from_utf8_lossy(&out.stdout);
    text.lines()
        .filter_map(|line| line.strip_prefix('\t'))
        .map(str::to_owned)
        .filter(|name| !NO_PROCESSORS.contains(&name.as_str()))
        .collect()
}

fn ours(release: &str, architecture: &str) -> BTreeSet<String> {
    known_to(release, |architectures| architectures.last() == Some(&architecture))
        .flat_map(|processor| processor.also.iter().chain([&processor.name]))
        .map(|name| (*name).to_owned())
        .collect()
}

#[test]
fn processors_match_the_compiler() {
    for release in ["19", "22"] {
        if !present(&format!("clang-{release}")) {
            continue;
        }
        for (architecture, triple) in
            [("amdgcn", "amdgcn-amd-amdhsa"), ("nvptx64", "nvptx64-nvidia-cuda"), ("r600", "r600-amd-mesa3d")]
        {
            assert_eq!(ours(release, architecture), listed(release, triple), "{release}");
        }
    }
}

#[test]
fn features_match_the_compiler() {
    if !present(CLANG) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in.hip"), "").expect("an input");
    for processor in known_to("22", |architectures| architectures.contains(&"amdgcn")) {
        for feature in GRAMMAR.features {
            let arch = format!("--offload-arch={}:{}+", processor.name, feature.name);
            let words = ["-x", "hip", &arch, "-nogpulib", "-nogpuinc", "--cuda-device-only", "-###", "in.hip"];
            let taken = tools::run(folder.path(), CLANG, &words).status.success();
            assert_eq!(taken, processor.features.contains(&feature.name), "{arch}");
        }
    }
}

#[test]
fn elf_numbers_match_the_compiler() {
    if !present(CLANG) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in.c"), "int x;").expect("an input");
    for processor in known_to("22", |architectures| architectures == ["amdgcn"]) {
        let cpu = format!("-mcpu={}", processor.name);
        let words = ["--target=amdgcn-amd-amdhsa", &cpu, "-nogpulib", "-c", "in.c", "-o", "out.o"];
        assert!(tools::run(folder.path(), CLANG, &words).status.success(), "{cpu}");
        let object = fs::read(folder.path().join("out.o")).expect("an object");
        // The flags are at 48 in the header of a 64-bit ELF file; their low byte is the processor.
        assert_eq!(processor.elf_machine, Some(u32::from(object[48])), "{cpu}");
    }
}

fn bundles(folder: &Path, triple: &str) -> bool {
    let targets = format!("-targets=hip-{triple}");
    tools::run(folder, BUNDLER, &["-type=bc", &targets, "-input=in", "-output=out"])
        .status
        .success()
}

fn serves(folder: &Path, stored: &str, asked: &str) -> bool {
    let asked = format!("-targets=hip-{asked}");
    bundles(folder, stored)
        && tools::run(
            folder,
            BUNDLER,
            &["-type=bc", "-unbundle", &asked, "-input=out", "-output=back"],
        )
        .status
        .success()
}

fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in"), "x").expect("an input");
    folder
}

fn words(part: &str) -> &'static [&'static [&'static str]] {
    match GRAMMAR.part(part).and_then(|part| part.words) {
        Some(Words::Table(table)) => table.words,
        _ => panic!("{part} has no plain table"),
    }
}

#[test]
fn architectures_match_the_bundler() {
    if !present(BUNDLER) {
        return;
    }
    let folder = workshop();
    let mut all: BTreeSet<&str> = BTreeSet::new();
    for word in words("arch") {
        all.extend(*word);
    }
    all.extend(crate::llvm_words::ARCHITECTURES.iter().flat_map(|names| *names));
    all.extend(["armv6kz", "armebv7", "thumbv7em", "thumbebv7", "armv8.1m.main", "aarch64_bev8", "arm64v8"]);
    all.extend(["zzz", "x86", "x64", "AMDGCN", "amdgcn6", "gfx906", "le32", "tcele64", "unknown", "iwmmxt", "armfoo"]);
    for arch in all {
        let ours = GRAMMAR.validate(&format!("hip-{arch}-a-b-")).is_ok();
        assert_eq!(ours, bundles(folder.path(), &format!("{arch}-a-b-")), "{arch}");
    }
}

#[test]
fn alternative_names_match_the_bundler() {
    if !present(BUNDLER) {
        return;
    }
    let folder = workshop();
    let ours = words("arch")
        .iter()
        .flat_map(|word| word[1..].iter().map(|other| (word[0], *other)));
    let theirs = crate::llvm_words::ARCHITECTURES
        .iter()
        .filter_map(|names| names.split_first());
    let theirs = theirs.flat_map(|(name, others)| others.iter().map(|other| (*name, *other)));
    for (name, other) in ours.chain(theirs).collect::<BTreeSet<_>>() {
        let [stored, asked] = [name, other].map(|arch| format!("{arch}-foo-linux-gnu"));
        let same = GRAMMAR
            .verdict(&format!("hip-{stored}"), &format!("hip-{asked}"))
            .compatible;
        assert!(same && serves(folder.path(), &stored, &asked), "{stored} {asked}");
    }
}

/// To the bundler and the grammar, listed words differ from unlisted words, and unlisted words are equal.
fn listed_words(part: &str, known: &[&'static str], triple: impl Fn(&str) -> String) {
    if !present(BUNDLER) {
        return;
    }
    let folder = workshop();
    let unlisted = triple("zzz");
    let listed = words(part).iter().copied().flatten();
    let others = ["redhat", "zephyr", "uclibc"];
    for word in listed.chain(known).chain(&others).collect::<BTreeSet<_>>() {
        let stored = triple(word);
        let ours = GRAMMAR
            .verdict(&format!("hip-{stored}"), &format!("hip-{unlisted}"))
            .compatible;
        assert_eq!(ours, serves(folder.path(), &stored, &unlisted), "{word}");
    }
}

#[test]
fn vendors_match_the_bundler() {
    listed_words("vendor", crate::llvm_words::VENDORS, |word| {
        format!("x86_64-{word}-linux-gnu")
    });
}

#[test]
fn systems_match_the_bundler() {
    listed_words("os", crate::llvm_words::SYSTEMS, |word| {
        format!("amdgcn-foo-{word}-gnu")
    });
}

#[test]
fn environments_match_the_bundler() {
    listed_words("environment", crate::llvm_words::ENVIRONMENTS, |word| {
        format!("x86_64-foo-linux-{word}")
    });
}
