//! Every fixture: ours lists and unbundles what the tool that made it does, and writes the same bytes again.

use std::fs;
use std::path::Path;

use offload_bundle_conformance::manifest::{Fixture, Manifest, Reading, sha256};
use offload_bundle_conformance::program::{run, told};

/// Fixtures that ours does not write, each with the reason.
const NOT_WRITTEN: [(&str, &str, &str); 4] = [
    ("three-devices", "22", "release 22 loses the target ID"),
    ("host-dash", "19", "release 19 stores the ID twice in one"),
    (
        "four-empty-align4096",
        "14",
        "releases 14 and 16 leave out the padding before a last empty entry, and cannot read that themselves",
    ),
    (
        "four-empty-align4096",
        "16",
        "releases 14 and 16 leave out the padding before a last empty entry, and cannot read that themselves",
    ),
];

/// Calls `see` for each fixture with each reading that has something to say, and one type and release of it.
fn each_reading(mut see: impl FnMut(&Fixture, &Reading, &str, &str)) {
    let manifest = Manifest::read().unwrap();
    let mut seen = 0;
    for fixture in &manifest.fixtures {
        for reading in fixture.readings.iter().filter(|reading| reading.refused.is_none()) {
            for release in &reading.releases {
                see(fixture, reading, fixture.file_type(release).unwrap(), release);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen} readings: the manifest is not what it was");
}

fn path(fixture: &Fixture) -> String {
    offload_bundle_conformance::fixtures()
        .join(&fixture.path)
        .to_string_lossy()
        .into_owned()
}

fn sorted_lines(bytes: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn every_fixture_lists_what_its_maker_lists() {
    let here = Path::new(".");
    each_reading(|fixture, reading, file_type, release| {
        let file = path(fixture);
        let stand_in = format!("--emulate={release}");
        let runs: [&[&str]; 3] = [
            &["list", "--ids-only", &file],
            &["list", "--ids-only", "--type", file_type, &file],
            &[
                "clang-offload-bundler",
                &stand_in,
                "-list",
                &format!("-type={file_type}"),
                &format!("-input={file}"),
            ],
        ];
        for words in runs {
            let output = run(here, words);
            assert!(
                output.status.success() && output.stderr.is_empty(),
                "{words:?}: {}",
                told(&output)
            );
            assert_eq!(sorted_lines(&output.stdout), reading.list, "{words:?}");
        }
    });
}

#[test]
fn every_fixture_unbundles_to_what_its_maker_unbundles() {
    each_reading(|fixture, reading, file_type, release| {
        let folder = tempfile::tempdir().unwrap();
        let found: Vec<_> = reading
            .entries
            .iter()
            .filter_map(|entry| Some((entry, entry.sha256.as_ref()?)))
            .collect();
        let pairs = found
            .iter()
            .enumerate()
            .map(|(i, (entry, _))| format!("{}=ours{i}", entry.id));
        let ours: Vec<String> = ["unbundle".to_owned(), path(fixture)]
            .into_iter()
            .chain(pairs)
            .collect();
        let asked: Vec<&str> = found.iter().filter_map(|(entry, _)| entry.asked.as_deref()).collect();
        let mut stand_in = ["clang-offload-bundler", "-unbundle"].map(str::to_owned).to_vec();
        stand_in.extend([
            format!("--emulate={release}"),
            format!("-type={file_type}"),
            format!("-targets={}", asked.join(",")),
        ]);
        stand_in.push(format!("-input={}", path(fixture)));
        stand_in.extend((0..found.len()).map(|i| format!("-output=theirs{i}")));
        for (words, stem) in [(ours, "ours"), (stand_in, "theirs")] {
            let output = run(folder.path(), &words);
            assert!(
                output.status.success(),
                "{}: {words:?}: {}",
                fixture.path,
                told(&output)
            );
            for (i, (entry, digest)) in found.iter().enumerate() {
                let bytes = fs::read(folder.path().join(format!("{stem}{i}"))).unwrap();
                assert_eq!(sha256(&bytes), **digest, "{}: {}", fixture.path, entry.id);
            }
        }
    });
}

#[test]
fn unbundled_and_bundled_again_gives_the_same_bytes() {
    each_reading(|fixture, reading, file_type, release| {
        if exception(fixture, release) || reading.releases.first().is_none_or(|first| first != release) {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = path(fixture);
        let listed = run(folder.path(), &["list", "--ids-only", &file]);
        let ids: Vec<String> = String::from_utf8_lossy(&listed.stdout)
            .lines()
            .map(str::to_owned)
            .collect();
        let pairs: Vec<String> = ids.iter().enumerate().map(|(i, id)| format!("{id}=entry{i}")).collect();
        let words: Vec<String> = ["unbundle".to_owned(), file.clone()]
            .into_iter()
            .chain(pairs.iter().cloned())
            .collect();
        let output = run(folder.path(), &words);
        assert!(output.status.success(), "{words:?}: {}", told(&output));
        let original = fs::read(&file).unwrap();
        let same = ["1", "3", "4096"].iter().any(|alignment| {
            let start = [
                "bundle",
                "--type",
                file_type,
                "--align",
                alignment,
                "--id-style",
                "verbatim",
                "-o",
                "again",
            ];
            let words: Vec<String> = start
                .iter()
                .map(|word| (*word).to_owned())
                .chain(pairs.iter().cloned())
                .collect();
            let output = run(folder.path(), &words);
            assert!(output.status.success(), "{words:?}: {}", told(&output));
            fs::read(folder.path().join("again")).unwrap() == original
        });
        assert!(same, "{}: no alignment gives the same bytes", fixture.path);
    });
}

#[test]
fn the_stand_in_makes_the_same_bytes_with_the_same_command() {
    let manifest = Manifest::read().unwrap();
    let sources = offload_bundle_conformance::fixtures().join("sources");
    let mut same = 0;
    for fixture in &manifest.fixtures {
        for making in fixture
            .made_by
            .iter()
            .filter(|making| making.tool.starts_with("clang-offload-bundler"))
        {
            let folder = tempfile::tempdir().unwrap();
            let words: Vec<String> = making
                .command
                .split(' ')
                .skip(1)
                .map(|word| word.replace("sources/", &format!("{}/", sources.display())))
                .collect();
            let out = words
                .iter()
                .find_map(|word| word.strip_prefix("-output=").or(word.strip_prefix("-outputs=")))
                .unwrap();
            let start = [
                "clang-offload-bundler".to_owned(),
                format!("--emulate={}", making.release),
            ];
            let output = run(
                folder.path(),
                &start.into_iter().chain(words.iter().cloned()).collect::<Vec<_>>(),
            );
            if exception(fixture, &making.release) && !output.status.success() {
                assert!(
                    !folder.path().join(out).exists(),
                    "{}: a refused run leaves a file",
                    making.command
                );
                continue;
            }
            assert!(output.status.success(), "{}: {}", making.command, told(&output));
            if !exception(fixture, &making.release) {
                let bytes = fs::read(folder.path().join(out)).unwrap();
                assert_eq!(
                    sha256(&bytes),
                    sha256(&fs::read(path(fixture)).unwrap()),
                    "{}",
                    making.command
                );
                same += 1;
            }
        }
    }
    assert!(same > 100, "only {same} commands of the matrix were repeated");
}

/// Whether a release makes `fixture` in a way that ours does not repeat.
fn exception(fixture: &Fixture, release: &str) -> bool {
    let name = fixture.path.rsplit('/').next().unwrap_or_default();
    NOT_WRITTEN
        .iter()
        .any(|(stem, of, _)| name.starts_with(stem) && *of == release)
}

#[test]
fn a_last_empty_entry_without_its_padding_is_read() {
    let file = offload_bundle_conformance::fixtures().join("matrix/four-empty-align4096.14.bc");
    let file = file.to_str().unwrap();
    let last = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+";
    let listed = run(Path::new("."), &["list", "--ids-only", file]);
    assert_eq!(listed.status.code(), Some(0), "{}", told(&listed));
    assert!(String::from_utf8_lossy(&listed.stdout).ends_with(&format!("{last}\n")));
    let warned = String::from_utf8_lossy(&listed.stderr).into_owned();
    assert!(
        warned.contains("warning: ") && warned.contains("past the end"),
        "{warned}"
    );
    let taken = run(Path::new("."), &["unbundle", file, &format!("{last}=-")]);
    assert_eq!(taken.status.code(), Some(0), "{}", told(&taken));
    assert!(taken.stdout.is_empty());
}
