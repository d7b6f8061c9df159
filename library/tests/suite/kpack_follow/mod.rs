//! Libraries with device code in kpack archives.

mod environment;
pub mod installed;

use std::fs;

use environment::in_environment;
use installed::{Installed, NAME, found, library, library_of, names, rows, started_without_variables};
use offload_bundle::REGISTRY;
use offload_bundle::ops::{self};
use offload_bundle::report::{Outcome, Verdict};
use offload_bundle::request::ListRequest;
use offload_bundle_testing::kpack::{Archive, Row, Scheme};

use crate::support::{about, extracted, listed};

#[test]
fn library_lists_code_found_by_loaders() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    let file = listed(installed.library()).files.remove(0);
    let bundles = file.bundles.iter().map(|bundle| {
        assert_eq!(bundle.section.as_deref(), Some(".rocm_kpack_ref"));
        let entries = bundle.entries.iter().map(|entry| {
            let archive = entry
                .archive
                .as_ref()
                .unwrap()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (
                entry.id.as_deref().unwrap().rsplit("--").next().unwrap().to_owned(),
                entry.size.unwrap().0,
                archive,
            )
        });
        (
            bundle.member.as_ref().unwrap().name.to_string(),
            entries.collect::<Vec<_>>(),
        )
    });
    let entry = |target: &str, size| (target.to_owned(), size, format!("one_{target}.kpack"));
    let expected = [
        (format!("{NAME}#0"), vec![entry("gfx90a", 4), entry("gfx11-generic", 3)]),
        (
            format!("{NAME}#1"),
            vec![entry("gfx90a:xnack+", 7), entry("gfx90a", 4), entry("gfx11-generic", 3)],
        ),
        // Units without a wrapper, and units of other libraries.
        (format!("{NAME}#2"), vec![entry("gfx90a", 4)]),
    ];
    assert_eq!(bundles.collect::<Vec<_>>(), expected);
    let mut request: ListRequest = about(installed.library());
    request.scan.no_follow = true;
    let file = ops::list(&REGISTRY, &request).unwrap().files.remove(0);
    assert_eq!((file.bundles.len(), file.notes.external_code.len()), (0, 1));
}

#[test]
fn gpu_needs_code_for_every_unit() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    let (file, outcome) = installed.asked("gfx90a:xnack+");
    assert_eq!(file.supported, Some(true));
    assert_eq!(file.unit_count, 3);
    assert_eq!(outcome, Outcome::Done);
    let with: Vec<(&str, usize)> = file
        .with
        .iter()
        .map(|with| (with.target.as_str(), with.unit_count))
        .collect();
    assert_eq!(with, [("gfx90a:xnack+", 1), ("gfx90a", 2)]);
    let (file, outcome) = installed.asked("gfx1100");
    assert_eq!(file.supported_unit_count, 2);
    assert_eq!(file.bundles_without[..], [2][..]);
    assert_eq!(outcome, Outcome::Negative);
    assert!(installed.codes().is_empty(), "{:?}", installed.codes());
    assert_eq!(installed.verified().summary.verdict, Some(Verdict::Sound));
}

#[test]
fn unit_without_archive_is_reported() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    fs::remove_file(installed.0.path().join(".kpack/one_gfx90a.kpack")).unwrap();
    assert_eq!(installed.codes(), ["missing-unit"]);
    assert_eq!(installed.verified().summary.verdict, Some(Verdict::NotSound));
    assert_eq!(installed.asked("gfx1100").0.supported, Some(false));
}

#[test]
fn code_of_many_units_is_found() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    // More than the number of reported misses, and more than are remembered.
    let units = 300_000;
    fs::write(
        installed.library(),
        library_of(units, &["../.kpack/one_@GFXARCH@.kpack"]),
    )
    .unwrap();
    let last = format!("{NAME}#{}", units - 1);
    installed.archive(
        "one_gfx90a.kpack",
        Scheme::None,
        "gfx90a",
        vec![(&last, "gfx90a", b"last")],
    );
    let file = listed(installed.library()).files.remove(0);
    let with_code = file.bundles.iter().filter(|bundle| !bundle.entries.is_empty());
    let names: Vec<String> = with_code
        .map(|bundle| bundle.member.as_ref().unwrap().name.to_string())
        .collect();
    assert_eq!(names, [format!("{NAME}#0"), format!("{NAME}#1"), last]);
}

#[test]
fn extracted_code_matches_the_archives() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    let report = extracted(installed.library(), installed.0.path().join("out"));
    let contents: Vec<String> = report
        .outputs
        .iter()
        .map(|output| fs::read_to_string(&output.output).unwrap())
        .collect();
    assert_eq!(contents, ["bare", "any", "variant", "bare", "any", "bare"]);
}

#[test]
fn damaged_archive_hides_no_other_archive() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    let folder = installed.0.path().join(".kpack");
    fs::write(folder.join("one_gfx906.kpack"), "text").unwrap();
    assert_eq!(installed.codes(), ["no-archive"]);
    assert_eq!(installed.asked("gfx90a").0.supported, Some(true));
    fs::write(folder.join("one_gfx906.kpack"), b"KPAK\x01\0\0\0\xff\0\0\0\0\0\0\0.").unwrap();
    assert_eq!(installed.codes(), ["out-of-range"]);
    // In the archive, not in the library.
    let file = installed.verified();
    let finding = file
        .findings
        .iter()
        .find(|finding| finding.code == "out-of-range")
        .unwrap();
    assert!(finding.file.as_ref().unwrap().ends_with("one_gfx906.kpack"));
}

#[test]
fn first_archive_with_announced_target_wins() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::new(&["../.kpack/second.kpack", "../.kpack/first.kpack"]);
    let names: Vec<String> = (0..3).map(|number| format!("{NAME}#{number}")).collect();
    let rows = |target: &'static str, code: &'static [u8]| names.iter().map(move |name| (name, target, code)).collect();
    installed.archive("first.kpack", Scheme::None, "gfx906", rows("gfx906", b"later"));
    installed.archive("second.kpack", Scheme::Zstd, "gfx906", rows("gfx906", b"now"));
    let file = listed(installed.library()).files.remove(0);
    let sizes: Vec<u64> = file
        .bundles
        .iter()
        .flat_map(|bundle| &bundle.entries)
        .map(|entry| entry.size.unwrap().0)
        .collect();
    assert_eq!(sizes, [3, 3, 3]);
    installed.archive("second.kpack", Scheme::Zstd, "gfx90a", rows("gfx906", b"now"));
    assert_eq!(installed.asked("gfx906").0.supported, Some(true));
    fs::remove_file(installed.0.path().join(".kpack/first.kpack")).unwrap();
    assert_eq!(installed.asked("gfx906").0.supported, Some(false));
}

/// For each target, a loader takes the code of the first archive that declares the target and contains it. An archive
/// with a target in its name is used only for that target, most specific first.
#[test]
fn archives_are_searched_in_loader_order() {
    if started_without_variables() {
        return;
    }
    let (names, pair) = (names(), |target: &str, file: &str| (target.to_owned(), file.to_owned()));
    let installed = Installed::new(&["../.kpack/one_@GFXARCH@.kpack", "../.kpack/all.kpack"]);
    for file in ["one_gfx90a.kpack", "one_gfx90a:xnack+.kpack", "all.kpack"] {
        installed.archive(
            file,
            Scheme::None,
            "gfx90a:xnack+",
            rows(&names, "gfx90a:xnack+", b"code"),
        );
    }
    assert_eq!(installed.found(), [pair("gfx90a:xnack+", "one_gfx90a:xnack+.kpack")]);
    // A miss continues with the next archive.
    installed.archive(
        "one_gfx90a:xnack+.kpack",
        Scheme::None,
        "gfx90a:xnack+",
        rows(&names[..1], "gfx90a:xnack+", b"code"),
    );
    let both = [pair("gfx90a:xnack+", "one_gfx90a.kpack"), pair("gfx90a:xnack+", "one_gfx90a:xnack+.kpack")];
    assert_eq!(installed.found(), both);
    // Loaders for other GPUs, and with xnack off, do not look there.
    for file in ["one_gfx906.kpack", "one_gfx90a:xnack-.kpack"] {
        let installed = Installed::new(&["../.kpack/one_@GFXARCH@.kpack"]);
        installed.archive(
            file,
            Scheme::None,
            "gfx90a:xnack+",
            rows(&names, "gfx90a:xnack+", b"code"),
        );
        assert_eq!(installed.found(), vec![], "{file}");
        assert_eq!(installed.codes(), vec!["missing-unit"; 3], "{file}");
    }
    // Family code comes last under any name.
    let installed = Installed::new(&["../.kpack/one_@GFXARCH@.kpack"]);
    for file in ["one_gfx1100.kpack", "one_gfx11-generic.kpack"] {
        installed.archive(file, Scheme::None, "gfx1100", rows(&names, "gfx1100", b"code"));
    }
    assert_eq!(installed.found(), [pair("gfx1100", "one_gfx1100.kpack")]);
    fs::remove_file(installed.0.path().join(".kpack/one_gfx1100.kpack")).unwrap();
    assert_eq!(installed.found(), [pair("gfx1100", "one_gfx11-generic.kpack")]);
}

/// Loaders choose by this list, so they skip the archive.
#[test]
fn archive_without_target_list_is_skipped() {
    if started_without_variables() {
        return;
    }
    let (installed, names) = (Installed::new(&["../.kpack/one.kpack", "../.kpack/two.kpack"]), names());
    let mut entries: Vec<[(&str, &[u8]); 1]> = Vec::new();
    entries.resize(names.len(), [("gfx90a", b"code")]);
    let made: Vec<Row<'_>> = names
        .iter()
        .zip(&entries)
        .map(|(name, entries)| (name.as_str(), &entries[..]))
        .collect();
    let mut archive = Archive::new(Scheme::None, &["gfx90a"], &made);
    archive.toc.items().retain(|(key, _)| key != "gfx_arches");
    fs::write(installed.0.path().join(".kpack/one.kpack"), archive.bytes()).unwrap();
    assert_eq!(installed.asked("gfx90a").0.supported, None);
    installed.archive("two.kpack", Scheme::None, "gfx90a", rows(&names, "gfx90a", b"code"));
    assert_eq!(installed.found(), [("gfx90a".to_owned(), "two.kpack".to_owned())]);
    assert_eq!(installed.codes(), vec!["unexpected"]);
    assert_eq!(installed.asked("gfx90a").0.supported, Some(true));
}

/// A folder may contain very many files: the limit is reported.
#[test]
fn excess_archives_are_reported() {
    if started_without_variables() {
        return;
    }
    let installed = Installed::new(&["../.kpack/one_@GFXARCH@.kpack"]);
    for number in 0..1025 {
        fs::write(
            installed
                .0
                .path()
                .join(format!(".kpack/one_gfx{}.kpack", 2000 + number)),
            "text",
        )
        .unwrap();
    }
    let codes = installed.codes();
    let count = |code| codes.iter().filter(|found| **found == code).count();
    assert_eq!(count("archives-not-read"), 1);
    assert_eq!(count("no-archive"), 1024);
    assert_eq!(codes.len(), 1025);
}

/// A loader maps libraries, never members of an archive of object files.
#[test]
fn archive_members_are_not_followed() {
    if started_without_variables() {
        return;
    }
    let (installed, names) = (Installed::usual(), names());
    let path = installed.archive("one.kpack", Scheme::None, "gfx90a", rows(&names, "gfx90a", b"code"));
    let object = library(&["../.kpack/one.kpack"]);
    let header = format!(
        "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
        "one.o/",
        0,
        0,
        0,
        644,
        object.len()
    );
    let path_of_archive = installed.0.path().join("lib/libone.a");
    fs::write(&path_of_archive, [b"!<arch>\n", header.as_bytes(), &object].concat()).unwrap();
    assert_eq!(found(&path_of_archive), []);
    let said = in_environment(&path_of_archive, &[("ROCM_KPACK_PATH", path.to_str().unwrap())]);
    assert_eq!(said, "None []");
}

/// Each archive is read once, regardless of links.
#[cfg(unix)]
#[test]
fn linked_archive_is_read_once() {
    if started_without_variables() {
        return;
    }
    let (installed, folder) = (
        Installed::new(&["../.kpack/damaged_@GFXARCH@.kpack", "../.kpack/damaged_gfx90a.kpack"]),
        ".kpack",
    );
    let folder = installed.0.path().join(folder);
    fs::write(
        folder.join("damaged_gfx90a.kpack"),
        b"KPAK\x01\0\0\0\xff\0\0\0\0\0\0\0.",
    )
    .unwrap();
    fs::hard_link(folder.join("damaged_gfx90a.kpack"), folder.join("damaged_gfx906.kpack")).unwrap();
    std::os::unix::fs::symlink("damaged_gfx90a.kpack", folder.join("damaged_gfx1100.kpack")).unwrap();
    assert_eq!(installed.codes(), ["out-of-range"]);
    // It is searched for each target in its names.
    let names = names();
    installed.archive(
        "damaged_gfx90a.kpack",
        Scheme::None,
        "gfx1100",
        rows(&names, "gfx1100", b"code"),
    );
    let (target, files) = installed.found().remove(0);
    assert_eq!((target.as_str(), files.as_str()), ("gfx1100", "damaged_gfx1100.kpack"));
}
