//! `extract`: selected entries, written files, messages and exit codes.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::program::{offload_bundle, run, shell, told};
use serde_json::Value;

fn fixture(name: &str) -> String {
    let folder = offload_bundle_testing::fixtures();
    folder.join(name).to_str().unwrap().to_owned()
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => {
                    let name = entry.path().strip_prefix(folder).unwrap().to_path_buf();
                    found.insert(name, fs::read(entry.path()).unwrap());
                }
            }
        }
    }
    found
}

fn names(folder: &Path) -> Vec<String> {
    files(folder)
        .into_keys()
        .map(|name| name.to_str().unwrap().to_owned())
        .collect()
}

fn extract(folder: &Path, words: &[&str]) -> Output {
    run(folder, &[&["extract", "-d", "out"], words].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn variety(folder: &Path) -> &'static str {
    let ids = [
        "host-x86_64-unknown-linux-gnu-",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack-",
        "hipv4-amdgcn-amd-amdhsa--gfx1100",
        "hip-amdgcn-amd-amdhsa--gfx803",
        "hip-amdgcn-amd-amdhsa--gfx10-3-generic",
        "hip-amdgcn-amd-amdhsa--gfx1990",
        "openmp-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+",
        "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
    ];
    let mut words = vec!["bundle".to_owned(), "-t".into(), "bc".into(), "-o".into(), "b".into()];
    for (number, id) in ids.iter().enumerate() {
        let file = format!("entry{number}");
        let content = if number == 0 { "" } else { id };
        fs::write(folder.join(&file), content).unwrap();
        words.push(format!("{id}={file}"));
    }
    let done = run(folder, &words);
    assert!(done.status.success(), "{}", told(&done));
    (0..ids.len()).for_each(|number| fs::remove_file(folder.join(format!("entry{number}"))).unwrap());
    "b"
}

#[test]
fn filters_compare_target_ids() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    let cases: &[(&[&str], &[&str])] = &[
        (
            &[],
            &[
                "hip-amdgcn-amd-amdhsa--gfx10-3-generic",
                "hip-amdgcn-amd-amdhsa--gfx1990",
                "hip-amdgcn-amd-amdhsa--gfx803",
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+",
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack-",
                "hipv4-amdgcn-amd-amdhsa--gfx1100",
                "openmp-amdgcn-amd-amdhsa--gfx90a%3Asramecc+%3Axnack+",
                "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
            ],
        ),
        // Every variant of the processor.
        (
            &["--arch", "gfx90a"],
            &[
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+",
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack-",
                "openmp-amdgcn-amd-amdhsa--gfx90a%3Asramecc+%3Axnack+",
            ],
        ),
        // Code that runs with xnack on, for any sramecc.
        (
            &["--arch", "gfx90a:xnack+"],
            &["hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+", "openmp-amdgcn-amd-amdhsa--gfx90a%3Asramecc+%3Axnack+"],
        ),
        (
            &["--arch", "gfx90a:xnack+:sramecc-"],
            &["hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+"],
        ),
        // The generic processor of the family, and its own variants.
        (&["-a", "gfx1031"], &["hip-amdgcn-amd-amdhsa--gfx10-3-generic"]),
        (&["-a", "gfx10-3-generic"], &["hip-amdgcn-amd-amdhsa--gfx10-3-generic"]),
        (
            &["--arch", "gfx90a:xnack+:sramecc+"],
            &["hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+", "openmp-amdgcn-amd-amdhsa--gfx90a%3Asramecc+%3Axnack+"],
        ),
        // Aliases of gfx803.
        (&["-a", "fiji"], &["hip-amdgcn-amd-amdhsa--gfx803"]),
        (&["-a", "polaris10"], &["hip-amdgcn-amd-amdhsa--gfx803"]),
        (
            &["-a", "gfx803", "-a", "gfx1100"],
            &["hip-amdgcn-amd-amdhsa--gfx803", "hipv4-amdgcn-amd-amdhsa--gfx1100"],
        ),
        (&["-k", "host"], &["host-x86_64-unknown-linux-gnu-"]),
        // Kinds that are interchangeable.
        (
            &["-k", "hip"],
            &[
                "hip-amdgcn-amd-amdhsa--gfx10-3-generic",
                "hip-amdgcn-amd-amdhsa--gfx1990",
                "hip-amdgcn-amd-amdhsa--gfx803",
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+",
                "hip-amdgcn-amd-amdhsa--gfx90a%3Axnack-",
                "hipv4-amdgcn-amd-amdhsa--gfx1100",
            ],
        ),
        (
            &["-k", "openmp", "--triple", "amdgcn-amd-amdhsa"],
            &["openmp-amdgcn-amd-amdhsa--gfx90a%3Asramecc+%3Axnack+"],
        ),
        (
            &["--triple", "nvptx64-nvidia-cuda-"],
            &["openmp-nvptx64-nvidia-cuda-unknown-sm_70"],
        ),
        (
            &["--empty", "--triple", "x86_64-pc-linux-gnu", "--triple", "x86_64-unknown-linux-gnu"],
            &["host-x86_64-unknown-linux-gnu-"],
        ),
    ];
    for (words, ids) in cases {
        let done = extract(folder, &[words, [bundle].as_slice()].concat());
        assert_eq!(done.status.code(), Some(0), "{words:?}: {}", told(&done));
        let expected: Vec<String> = ids.iter().map(|id| format!("b.0.{id}")).collect();
        assert_eq!(names(&folder.join("out")), expected, "{words:?}");
        for id in ids.iter().filter(|id| !id.starts_with("host")) {
            let content = text(&fs::read(folder.join(format!("out/b.0.{id}"))).unwrap());
            assert_eq!(content, id.replace("%3A", ":"));
        }
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn invalid_requests_are_usage_errors() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    for (words, message) in [
        (
            ["--arch", "gfx906:wavefront+"],
            "unknown feature \"wavefront\"; known: sramecc, xnack",
        ),
        (["--arch", "gfx906:xnack"], "column 13: expected"),
        (["--arch", ""], "column 1: expected"),
        (["--kind", "hip5"], "unknown kind \"hip5\"; known: hip, hipv4"),
        (["--triple", "amdgcm-amd-amdhsa"], "unknown arch \"amdgcm\""),
        (["--max-size", "64X"], "expected a size such as"),
    ] {
        let done = extract(folder, &[words.as_slice(), &[bundle]].concat());
        assert_eq!(done.status.code(), Some(2), "{words:?}: {}", told(&done));
        assert!(text(&done.stderr).contains(message), "{words:?}: {}", told(&done));
        // The usage follows.
        assert!(
            text(&done.stderr).lines().next().unwrap().contains(message),
            "{}",
            told(&done)
        );
        assert_eq!(names(folder), ["b"]);
    }
}

#[test]
fn missing_match_exits_1_with_list() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    let done = extract(folder, &["--arch", "gfx1200", bundle]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    let message = text(&done.stderr);
    assert!(
        message.starts_with("error: b: no entry matches; available: \"host-x86_64-"),
        "{message}"
    );
    assert!(message.contains("\"hipv4-amdgcn-amd-amdhsa--gfx1100\""), "{message}");
    let done = extract(folder, &["--json", "--arch", "gfx1200", bundle]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(answer["error"]["code"], "nothing-fits");
    fs::write(folder.join("other"), "no bundle").unwrap();
    let done = extract(folder, &["b", "other"]);
    // Files without bundles are skipped: folders often contain some.
    assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    let note = "note: 1 of 2 files holds no offload bundle; `-v` names them\n";
    assert!(text(&done.stderr).contains(note), "{}", told(&done));
    assert!(!files(&folder.join("out")).is_empty());
    fs::remove_dir_all(folder.join("out")).unwrap();
    for (words, code) in [(["other", "other"], 1), (["other", "missing"], 2), (["b", "missing"], 2)] {
        let done = extract(folder, &words);
        assert_eq!(done.status.code(), Some(code), "{}", told(&done));
    }
    assert!(!files(&folder.join("out")).is_empty());
    let done = extract(folder, &["--json", "--force", "b", "other", "missing"]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    let codes = [&answer["files"][1]["error"]["code"], &answer["files"][2]["error"]["code"]];
    assert_eq!(codes, ["not-a-bundle", "io"]);
}

#[test]
fn code_is_extracted_from_every_container() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let held = [
        "hip/device.22.hipfb",
        "compressed/device.22.hipfb",
        "compressed/zlib-version1.hipfb",
        "objects/hip.22.so",
        "objects/hip-compressed.22.obj",
        "objects/hip.22.dll",
    ];
    let inputs: Vec<String> = held.iter().map(|name| fixture(name)).collect();
    let mut words = vec!["--json", "-k", "hip", "-a", "gfx90a:xnack+"];
    words.extend(inputs.iter().map(String::as_str));
    let done = extract(folder, &words);
    assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    let written = answer["outputs"].as_array().unwrap();
    assert_eq!(written.len(), held.len(), "{answer:#}");
    for ((file, input), name) in written.iter().zip(&inputs).zip(held) {
        assert_eq!(file["file"], *input);
        let bytes = fs::read(folder.join(file["output"].as_str().unwrap())).unwrap();
        assert_eq!(file["size"], bytes.len());
        assert!(bytes.starts_with(b"\x7fELF"), "{file:#}");
        assert_eq!(file["canonical"], "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
        let in_object = name.starts_with("objects/");
        assert_eq!(file["section"].is_string(), in_object, "{file:#}");
        assert_eq!(file["start"] != 0, in_object, "{file:#}");
    }
    // `hip/device.22.hipfb` and `compressed/device.22.hipfb` share a name, so the second gets a number.
    let files = files(&folder.join("out"));
    let first = &files[Path::new("device.22.hipfb.0.hipv4-amdgcn-amd-amdhsa--gfx90a%3Axnack+")];
    assert!(files.contains_key(Path::new(
        "device.22.hipfb.0.hipv4-amdgcn-amd-amdhsa--gfx90a%3Axnack+.2"
    )));
    assert_eq!(
        &files[Path::new("hip.22.so.0.hipv4-amdgcn-amd-amdhsa--gfx90a%3Axnack+")],
        first
    );
}

#[test]
fn all_bundles_are_extracted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["mixed.hipfb", "mixed-padded.hipfb", "versions-padded.hipfb", "look-alikes.hipfb"] {
        let input = fixture(&format!("compressed/{name}"));
        let listed = run(folder, &["list", "--json", &input]);
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        let bundles = listed["files"][0]["bundles"].as_array().unwrap();
        let done = extract(folder, &["--force", "--empty", "--json", &input]);
        assert_eq!(done.status.code(), Some(0), "{}", told(&done));
        let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
        let written = answer["outputs"].as_array().unwrap().iter();
        let mut written = written.map(|file| {
            (
                file["bundle"].as_u64().unwrap(),
                file["id"].clone(),
                file["size"].clone(),
            )
        });
        for (number, bundle) in (0_u64..).zip(bundles) {
            for entry in bundle["entries"].as_array().unwrap() {
                assert_eq!(
                    written.next(),
                    Some((number, entry["id"].clone(), entry["size"].clone()))
                );
            }
        }
        assert_eq!(written.next(), None);
    }
}

#[test]
fn standard_input_and_existing_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    variety(folder);
    let script = format!("{} extract -d out -a fiji - < b", offload_bundle().display());
    let piped = shell(&script).current_dir(folder).output().unwrap();
    assert_eq!(piped.status.code(), Some(0), "{}", told(&piped));
    assert_eq!(text(&piped.stdout), "out/stdin.0.hip-amdgcn-amd-amdhsa--gfx803\n");
    fs::rename(folder.join("b"), folder.join("stdin")).unwrap();
    let again = extract(folder, &["-a", "fiji", "-a", "gfx1100", "stdin"]);
    assert_eq!(again.status.code(), Some(2), "{}", told(&again));
    assert!(text(&again.stderr).contains("out/stdin.0.hip-amdgcn-amd-amdhsa--gfx803: already exists"));
    assert_eq!(names(&folder.join("out")).len(), 1);
    let dry = extract(
        folder,
        &["--dry-run", "--force", "-a", "fiji", "-a", "gfx1100", "stdin"],
    );
    assert_eq!(text(&dry.stdout).lines().count(), 2, "{}", told(&dry));
    assert_eq!(names(&folder.join("out")).len(), 1);
    let forced = extract(folder, &["--force", "-a", "fiji", "-a", "gfx1100", "stdin"]);
    assert_eq!(forced.status.code(), Some(0), "{}", told(&forced));
    assert_eq!(names(&folder.join("out")).len(), 2);
}

fn strange(id: &[u8]) -> Vec<u8> {
    let len = |len: usize| (len as u64).to_le_bytes();
    let header = 24 + 8 + 24 + id.len();
    [b"__CLANG_OFFLOAD_BUNDLE__".as_slice(), &len(1), &len(header), &len(4), &len(id.len()), id, b"code"].concat()
}

#[test]
fn names_stay_in_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let long = "x".repeat(5000);
    let cases = [
        ("../../escape", "%2E.%2F..%2Fescape"),
        ("/etc/escape", "%2Fetc%2Fescape"),
        ("..", "%2E%2E"),
        ("nul\0byte", "nul%00byte"),
        ("new\nline", "new%0Aline"),
        ("a\\b:c*d?e|f<g>h\"i", "a%5Cb%3Ac%2Ad%3Fe%7Cf%3Cg%3Eh%22i"),
        ("dots...", "dots..%2E"),
        ("CON", "CON"),
        ("", "entry"),
        (&long, ""),
    ];
    for (number, (id, end)) in cases.iter().enumerate() {
        let name = format!("in{number}");
        fs::write(folder.join(&name), strange(id.as_bytes())).unwrap();
        let done = extract(folder, &["--lenient", &name]);
        assert_eq!(done.status.code(), Some(0), "{id:?}: {}", told(&done));
        let written = names(&folder.join("out"));
        assert_eq!(written.len(), 1, "{id:?}: {written:?}");
        match end.is_empty() {
            true => assert!(written[0].len() < 255, "{written:?}"),
            false => assert_eq!(written[0], format!("{name}.0.{end}"), "{id:?}"),
        }
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
    assert_eq!(names(folder).len(), cases.len());
    // Empty and unprintable IDs are errors without `--keep-going`.
    for (number, (id, _)) in cases.iter().enumerate() {
        let done = extract(folder, &["--dry-run", &format!("in{number}")]);
        let is_error = id.is_empty() || id.contains(char::is_control);
        assert_eq!(
            done.status.code(),
            Some(if is_error { 2 } else { 0 }),
            "{id:?}: {}",
            told(&done)
        );
    }
    // A device name on Windows.
    fs::rename(folder.join("in0"), folder.join("aux.bin")).unwrap();
    extract(folder, &["--lenient", "aux.bin"]);
    assert_eq!(names(&folder.join("out")), ["%61ux.bin.0.%2E.%2F..%2Fescape"]);
}
