//! Objects that were pruned, compressed and decompressed before they are linked, by each linker: what runs then is told of the same code
//! objects.

use std::fs;
use std::path::Path;

use offload_bundle::OffloadFile;
use offload_bundle_testing::tools;

use super::compiled::{COMPILERS, units, with_runtime};
use super::{KEPT, TARGETS, build, compressed, is_pruned, pruned, said, workshop};

/// Linkers by the name that compilers call them by, and the program.
const LINKERS: [(&str, &str); 4] = [("bfd", "ld"), ("gold", "ld.gold"), ("lld", "ld.lld-22"), ("mold", "mold")];

fn linkers() -> impl Iterator<Item = &'static str> {
    LINKERS
        .into_iter()
        .filter(|(_, program)| tools::optional(program))
        .map(|(name, _)| name)
}

/// What a library of these objects says when it is loaded.
fn linked(folder: &Path, linker: &str, objects: &[&str]) -> String {
    let fuse = format!("-fuse-ld={linker}");
    let words =
        [&[fuse.as_str(), "-shared", "-o", "linked.so"], objects, &["-L.", "-lamdhip64", "-lstdc++", "-Wl,-rpath,."]];
    said(folder, super::COMPILER, &words.concat());
    said(folder, "./loader", &["./linked.so"])
}

/// Prunes `name`, which has so many wrappers, and compresses and decompresses what comes out. The results tell what they are called.
fn rewritten(folder: &Path, name: &str, wrappers: usize) -> [String; 3] {
    let [small, packed, plain] = ["small", "packed", "plain"].map(|what| format!("{what}.{name}"));
    let report = pruned(folder, name, &small, KEPT).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(
        (report.way, report.wrapper_count),
        (Some("shift"), Some(wrappers)),
        "{name}"
    );
    assert!(report.size.0 + 8000 < report.size_before.0, "{name}");
    let again = pruned(folder, &small, "again.o", KEPT).unwrap();
    assert_eq!(again.way, None);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read(&small) == read("again.o"), "{name}: once more changes it");
    let report = compressed::compressed(folder, &small, &packed);
    assert_eq!(report.bundles.len(), wrappers);
    compressed::decompressed(folder, &packed, &plain).unwrap();
    [small, packed, plain]
}

#[test]
fn what_is_pruned_before_it_is_linked_runs_as_before() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    with_runtime(folder);
    for release in COMPILERS {
        if !tools::living(release) {
            continue;
        }
        units(folder, release, "");
        let (first, second) = (rewritten(folder, "first.o", 1), rewritten(folder, "second.o", 1));
        for linker in linkers() {
            let before = linked(folder, linker, &["first.o", "second.o"]);
            is_pruned(2, &before, &linked(folder, linker, &[&first[0], &second[0]]));
            is_pruned(2, &before, &linked(folder, linker, &[&first[2], "small.second.o"]));
            let packed = linked(folder, linker, &[&first[1], &second[1]]);
            assert_eq!(
                packed.lines().filter(|line| line.starts_with("packed ")).count(),
                2,
                "{packed}"
            );
            // Both as one object that is not linked yet: the second bundle is behind the first.
            let both = format!("{linker}.o");
            let fuse = format!("-fuse-ld={linker}");
            said(
                folder,
                super::COMPILER,
                &[&fuse, "-nostdlib", "-r", "first.o", "second.o", "-o", &both],
            );
            for made in [&rewritten(folder, &both, 2)[0], &format!("plain.{both}")] {
                is_pruned(2, &before, &linked(folder, linker, &[made]));
            }
            said(folder, "readelf", &["-aW", &format!("packed.{both}")]);
        }
        if tools::optional("llvm-objcopy-22") {
            said(
                folder,
                "llvm-objcopy-22",
                &["--strip-debug", "small.first.o", "stripped.o"],
            );
            linked(folder, "bfd", &["stripped.o", "small.second.o"]);
        }
    }
}

/// Static libraries by each archiver: linkers find by the table of symbols what is in them.
#[test]
fn archives_that_were_pruned_are_linked_as_before() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    with_runtime(folder);
    units(folder, super::COMPILER, "");
    for (archiver, words) in [("ar", "rcs"), ("llvm-ar-22", "rcs"), ("llvm-ar-22", "--format=bsd rcs")] {
        if !tools::optional(archiver) {
            continue;
        }
        let words: Vec<&str> = words.split(' ').chain(["lib.a", "second.o", "first.o"]).collect();
        let _ = fs::remove_file(folder.join("lib.a"));
        said(folder, archiver, &words);
        let report = pruned(folder, "lib.a", "small.a", KEPT).unwrap();
        assert_eq!(
            (report.files.len(), report.size.0),
            (2, fs::metadata(folder.join("small.a")).unwrap().len())
        );
        for (tool, word) in [("nm", "-s"), (archiver, "tv")] {
            let told = |archive: &str| said(folder, tool, &[word, archive]);
            // Lengths are others.
            let names = |text: &str| -> Vec<String> {
                let lines = text
                    .lines()
                    .map(|line| line.split_whitespace().filter(|word| word.parse::<u64>().is_err()));
                lines.map(|words| words.collect::<Vec<_>>().join(" ")).collect()
            };
            assert_eq!(names(&told("small.a")), names(&told("lib.a")), "{tool}");
        }
        // GNU's linkers want symbol tables of GNU.
        for linker in linkers().filter(|linker| *linker == "lld" || !words.contains(&"--format=bsd")) {
            // What is asked for is in one member, and asks for the other.
            let link = |archive: &str| linked(folder, linker, &["-Wl,-u,answer", archive]);
            is_pruned(2, &link("lib.a"), &link("small.a"));
        }
    }
}

/// Device code that is linked with that of others: by bundler, and by the new driver. Linkers say nothing of what is missing.
#[test]
fn device_code_that_is_linked_later_is_that_of_what_is_kept() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    with_runtime(folder);
    let new = [("clang-22", "-fgpu-rdc --offload-new-driver")];
    for (release, options) in COMPILERS.map(|release| (release, "-fgpu-rdc")).into_iter().chain(new) {
        if !tools::living(release) {
            continue;
        }
        units(folder, release, options);
        for unit in ["first.o", "second.o"] {
            let small = format!("small.{unit}");
            let report =
                pruned(folder, unit, &small, "gfx90a:xnack+").unwrap_or_else(|error| panic!("{release}: {error}"));
            let notes: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
            assert_eq!(
                (report.way, notes),
                (Some("shift"), vec!["linked-later"]),
                "{release} {options}"
            );
            let again = pruned(folder, &small, "again.o", "gfx90a:xnack+").unwrap();
            assert_eq!((again.way, again.notes.len()), (None, 0));
            said(folder, "readelf", &["-aW", &small]);
        }
        let link = |objects: &str, target: &str, to: &str| {
            let options = format!(
                "-O1 -nogpulib -nogpuinc -fPIC --offload-arch={target} --hip-link {options} -fuse-ld=lld -shared {objects} -L. -lamdhip64 \
                 -lstdc++ -Wl,-rpath,. -o {to}"
            );
            said(folder, release, &options.split_whitespace().collect::<Vec<_>>());
            said(folder, "./loader", &[&format!("./{to}")])
        };
        let before = link("first.o second.o", "gfx90a:xnack+", "before.so");
        assert!(
            before.contains("gfx90a:xnack+") && before.ends_with("answer 42\n"),
            "{before}"
        );
        // The new driver links what is in the objects, for whatever processor.
        let is_kept =
            |line: &&str| line.contains("gfx90a:xnack+") || line.starts_with("host") || line.starts_with("answer");
        let kept: Vec<&str> = before.lines().filter(is_kept).collect();
        let after = link("small.first.o small.second.o", "gfx90a:xnack+", "after.so");
        assert_eq!(after.lines().collect::<Vec<_>>(), kept, "{release}");
        // The kernels of one unit are missing, and nothing says so.
        let silent = link("small.first.o second.o", TARGETS[1], "silent.so");
        assert!(silent.ends_with("answer 42\n"), "{silent}");
    }
}

/// The same relocations have other numbers on another machine.
#[test]
fn objects_for_another_machine_are_pruned_too() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    if !tools::optional("ld.lld-22") {
        return;
    }
    for machine in ["x86_64", "aarch64"] {
        let name = format!("{machine}.o");
        build(
            folder,
            &name,
            &format!("--target={machine}-linux-gnu -fPIC -c"),
            &["unit.c"],
        );
        let [small, ..] = rewritten(folder, &name, 2);
        for object in [name.as_str(), &small] {
            said(folder, "ld.lld-22", &["-shared", object, "-o", &format!("{object}.so")]);
        }
        let wrapped = |name: &str| said(folder, "readelf", &["-rW", &format!("{name}.so")]);
        let relative = |text: &str| text.lines().filter(|line| line.contains("_RELATIVE")).count();
        assert_eq!(relative(&wrapped(&name)), relative(&wrapped(&small)), "{machine}");
        let entries = |name: &str| -> Vec<(String, Vec<u8>)> {
            let file = OffloadFile::from_bytes(fs::read(folder.join(format!("{name}.so"))).unwrap()).unwrap();
            let entries = file.bundles().flat_map(|bundle| bundle.entries().collect::<Vec<_>>());
            let entries = entries.map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()));
            entries.collect()
        };
        let kept: Vec<_> = entries(&name)
            .into_iter()
            .filter(|(id, _)| id.starts_with("host") || id.contains(KEPT))
            .collect();
        assert!(entries(&small) == kept && kept.len() == 6, "{machine}");
        // What is linked of it is pruned alike. Pages may be longer than four KiB on one of these machines.
        let library = format!("{name}.so");
        let report =
            pruned(folder, &library, "library.o.so", KEPT).unwrap_or_else(|error| panic!("{machine}: {error}"));
        assert_eq!((report.way, report.wrapper_count), (Some("phdr"), Some(2)), "{machine}");
        assert!(
            report.size.0 + 60_000 < report.size_before.0 && entries("library.o") == kept,
            "{machine}"
        );
        let headers = said(folder, "readelf", &["-lW", "library.o.so"]);
        let unit = if machine == "aarch64" { 0x10000 } else { 0x1000 };
        let loads = headers.lines().filter(|line| line.trim_start().starts_with("LOAD"));
        let mut end = 0;
        for line in loads {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| u64::from_str_radix(words[at].trim_start_matches("0x"), 16).unwrap();
            let (offset, address, len) = (number(1), number(2), number(5));
            assert!(
                address / unit >= end && offset % unit == address % unit,
                "{machine}: {headers}"
            );
            end = (address + len).div_ceil(unit);
        }
    }
    build(folder, "other.o", "--target=riscv64-linux-gnu -fPIC -c", &["unit.c"]);
    let error = pruned(folder, "other.o", "out.o", KEPT).unwrap_err().to_string();
    assert!(
        error.contains("one for another machine") && !folder.join("out.o").exists(),
        "{error}"
    );
}
