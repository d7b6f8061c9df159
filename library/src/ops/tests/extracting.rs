//! `extract`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde_json::Value;

use super::compressing::{compressed, usual};
use super::formats::packed;
use super::{Folder, REGISTRY, Run, said};
use crate::ops::{Context, extract, extract_to};
use crate::report::Outcome;
use crate::request::{ExtractRequest, Filter, RequestedKind, RequestedTarget};

fn request(folder: &Folder, inputs: &[&str]) -> ExtractRequest {
    ExtractRequest {
        inputs: inputs.iter().map(|input| (*input).into()).collect(),
        folder: PathBuf::from(folder.path("parts")),
        ..ExtractRequest::default()
    }
}

fn asked(target: &str) -> RequestedTarget {
    RequestedTarget::parse(&REGISTRY, target).unwrap()
}

fn extracted(request: &ExtractRequest) -> Run {
    Run::from_result(extract(&REGISTRY, request, &mut Context::default()), |report| {
        report.summary.outcome
    })
}

fn sample(folder: &Folder) -> String {
    let one = packed(&[("own--a", b""), ("far--a", b"any"), ("far--b+x", b"with x")]);
    let two = packed(&[("far--b+y", b"with y"), ("own--a", b"HOME")]);
    folder.put("in", [one, two].concat())
}

fn parts(folder: &Folder) -> Vec<String> {
    folder.names_in("parts")
}

#[test]
fn nonempty_entries_get_files_named_by_origin() {
    let folder = Folder::new();
    let input = sample(&folder);
    let run_ = extracted(&request(&folder, &[&input]));
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    let names = ["in.0.far--a", "in.0.far--b+x", "in.1.far--b+y", "in.1.own--a"];
    assert_eq!(parts(&folder), names);
    for (output, name) in run_.report["outputs"].as_array().unwrap().iter().zip(names) {
        assert_eq!(
            folder.strip(output["output"].as_str().unwrap()),
            format!("parts/{name}")
        );
    }
    // The empty entry belongs to the host.
    assert_eq!(run_.report["omitted"], 0);
    assert_eq!(folder.get("parts/in.0.far--b+x"), b"with x");
}

#[test]
fn filters_follow_compatibility_rules() {
    type Case<'c> = (&'c [&'c str], &'c [&'c str], bool, &'c [&'c str]);
    let cases: [Case<'_>; 6] = [
        (&["far"], &[], false, &["in.0.far--a", "in.0.far--b+x", "in.1.far--b+y"]),
        (&["own"], &[], false, &["in.0.own--a", "in.1.own--a"]),
        (&[], &["b+y"], false, &["in.1.far--b+y"]),
        (
            &[],
            &["b+x", "a+z"],
            true,
            &["in.0.far--a", "in.0.far--b+x", "in.0.own--a", "in.1.own--a"],
        ),
        (&["far"], &["a"], false, &["in.0.far--a"]),
        (
            &["own", "far"],
            &["a"],
            false,
            &["in.0.far--a", "in.0.own--a", "in.1.own--a"],
        ),
    ];
    for (kinds, targets, empty, names) in cases {
        let folder = Folder::new();
        let input = sample(&folder);
        let kinds: Vec<_> = kinds
            .iter()
            .map(|kind| RequestedKind::parse(&REGISTRY, kind).unwrap())
            .collect();
        let targets: Vec<_> = targets.iter().map(|target| asked(target)).collect();
        let request = ExtractRequest {
            filter: Filter { kinds, targets, triples: Vec::new() },
            empty,
            ..request(&folder, &[&input])
        };
        extracted(&request).done();
        assert_eq!(parts(&folder), names, "{:?}", request.filter);
    }
}

#[test]
fn unmatched_request_lists_stored_ids() {
    let folder = Folder::new();
    let input = sample(&folder);
    let mut request = ExtractRequest {
        filter: Filter { targets: vec![asked("zzz")], ..Filter::default() },
        ..request(&folder, &[&input, &input])
    };
    let error = extracted(&request).result.unwrap_err();
    assert_eq!((error.code(), error.outcome()), ("nothing-fits", Outcome::Negative));
    assert_eq!(
        folder.strip(&error.to_string()),
        "in and 1 more: no entry matches; available: \"own--a\", \"far--a\", \"far--b+x\", \"far--b+y\""
    );
    assert_eq!(folder.names(), ["in"]);
    let ids: Vec<String> = (0..40).map(|n| format!("far--{n}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (id.as_str(), b"".as_slice())).collect();
    request.inputs = vec![folder.put("many", packed(&entries)).into()];
    request.filter.targets = vec![asked("7")];
    let error = folder.strip(&extracted(&request).error());
    assert!(
        error.starts_with("many: no entry matches, except 1 without content; available: \"far--0\""),
        "{error}"
    );
    assert!(error.ends_with("\"far--11\" and 28 more"), "{error}");
}

#[test]
fn existing_files_need_force_and_links_stay() {
    let folder = Folder::new();
    let input = sample(&folder);
    fs::create_dir(folder.path("parts")).unwrap();
    folder.put("parts/in.1.own--a", "before");
    let mut request = request(&folder, &[&input]);
    let error = folder.strip(&extracted(&request).error());
    assert_eq!(error, "parts/in.1.own--a: already exists");
    assert_eq!(parts(&folder), ["in.1.own--a"]);
    request.force = true;
    extracted(&request).done();
    assert_eq!(folder.get("parts/in.1.own--a"), b"HOME");
    #[cfg(unix)]
    {
        folder.put("outside", "outside");
        fs::remove_file(folder.path("parts/in.0.far--a")).unwrap();
        std::os::unix::fs::symlink(folder.path("outside"), folder.path("parts/in.0.far--a")).unwrap();
        let error = folder.strip(&extracted(&request).error());
        assert_eq!(error, "parts/in.0.far--a: not a regular file; refusing to replace it");
        assert_eq!(folder.get("outside"), b"outside");
    }
}

#[test]
fn extracted_names_stay_in_the_folder() {
    let folder = Folder::new();
    let long = format!("far--{}", "x".repeat(500));
    let ids = ["far--../../x", "/far--x", "far--\\x", "far--x.", "far--:", &long, "far--X", "far--x"];
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (*id, id.as_bytes())).collect();
    let input = folder.put("in", packed(&entries));
    let mut request = request(&folder, &[&input]);
    // Some IDs are not valid or are duplicates.
    request.lenient = true;
    let run_ = extracted(&request);
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    let names = parts(&folder);
    assert_eq!(names.len(), ids.len());
    for name in [
        "in.0.far--..%2F..%2Fx",
        "in.0.%2Ffar--x",
        "in.0.far--%5Cx",
        "in.0.far--x%2E",
        "in.0.far--%3A",
        "in.0.far--x.2",
    ] {
        assert!(names.iter().any(|known| known == name), "{name} is not among {names:?}");
    }
    assert_eq!(folder.names(), ["in", "parts"]);
}

#[test]
fn failed_input_does_not_stop_the_rest() {
    let folder = Folder::new();
    let input = sample(&folder);
    let other = folder.put("other", "text");
    let missing = folder.path("missing");
    for (inputs, outcome, message) in [
        ([&other, &input], Outcome::Done, "other: not an offload bundle\n"),
        (
            [&input, &missing],
            Outcome::Failed,
            "missing: No such file or directory\n",
        ),
    ] {
        let run_ = extracted(&ExtractRequest { force: true, ..request(&folder, &inputs.map(String::as_str)) });
        assert_eq!(folder.strip(&run_.said), message);
        assert_eq!(run_.result.unwrap(), outcome);
        assert_eq!(parts(&folder).len(), 4);
    }
    fs::remove_dir_all(folder.path("parts")).unwrap();
    let none = extracted(&request(&folder, &[&other]));
    assert_eq!(none.result.unwrap(), Outcome::Negative);
    assert_eq!(folder.names(), ["in", "other"]);
    // An unreadable input is worse than an input without bundles.
    let neither = extracted(&request(&folder, &[&other, &missing]));
    assert_eq!(
        folder.strip(&said(&neither.report)),
        "other: not an offload bundle\nmissing: No such file or directory\n"
    );
    assert_eq!(neither.result.unwrap(), Outcome::Failed);
}

#[test]
fn dry_run_reports_without_writing() {
    let folder = Folder::new();
    let input = sample(&folder);
    let request = ExtractRequest { dry_run: true, ..request(&folder, &[&input]) };
    let report = folder.stripped(&extracted(&request).report);
    assert_eq!(folder.names(), ["in"]);
    assert_eq!((&report["dry_run"], &report["omitted"]), (&true.into(), &0.into()));
    let file = &report["outputs"][2];
    assert_eq!((&file["file"], &file["bundle"]), (&"in".into(), &1.into()));
    assert_eq!((&file["start"], &file["section"]), (&113.into(), &Value::Null));
    assert_eq!(
        (&file["id"], &file["canonical"]),
        (&"far--b+y".into(), &"far--b+y".into())
    );
    assert_eq!((&file["offset"], &file["size"]), (&187.into(), &6.into()));
    assert_eq!(file["output"], "parts/in.1.far--b+y");
}

#[test]
fn unknown_target_reports_nearest_entries() {
    let folder = Folder::new();
    let input = sample(&folder);
    let mut request = request(&folder, &[&input]);
    request.filter = Filter { targets: vec![asked("b+z")], ..Filter::default() };
    assert_eq!(
        folder.strip(&extracted(&request).error()),
        "in: no entry matches; available: \"own--a\", \"far--a\", \"far--b+x\", \"far--b+y\"; \
         nearest: \"far--b+x\" (x+ is not none), \"far--b+y\" (y+ is not none)"
    );
    // No entry has anything in common with it.
    request.filter = Filter { targets: vec![asked("new")], ..Filter::default() };
    let error = extracted(&request).error();
    assert!(error.ends_with("\"far--b+y\""), "{error}");
    request.filter.targets.push(asked("a"));
    let report = extracted(&request).report;
    assert_eq!(report["notes"][0]["code"], "unknown-name");
    assert_eq!(report["outputs"].as_array().unwrap().len(), 2);
}

#[test]
fn writers_get_same_bytes_and_names() {
    let folder = Folder::new();
    let request = request(&folder, &[&sample(&folder)]);
    let mut given = BTreeMap::new();
    for number in 0..4 {
        let mut bytes = Vec::new();
        let (mut seen, mut name) = (0, PathBuf::new());
        let mut out: Option<&mut dyn Write> = Some(&mut bytes);
        let report = extract_to(&REGISTRY, &request, &mut |entry| {
            seen += 1;
            if seen != number + 1 {
                return None;
            }
            name = entry.output.as_path().into();
            out.take()
        });
        assert_eq!((report.unwrap().outputs.len(), seen), (4, 4));
        given.insert(name, bytes);
    }
    assert_eq!(folder.names(), ["in"]);
    extracted(&request).done();
    let written = parts(&folder).into_iter().map(|name| {
        let path = PathBuf::from(folder.path("parts")).join(name);
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    });
    assert_eq!(given, written.collect());
}

#[test]
fn writers_get_an_error_after_bad_digest() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    compressed(&[&plain], &folder.path("packed"), usual()).done();
    let mut bytes = folder.get("packed");
    // A byte of the digest.
    bytes[6] ^= 1;
    let request = request(&folder, &[&folder.put("wrong", bytes)]);
    let mut given = Vec::new();
    let mut out: Option<&mut dyn Write> = Some(&mut given);
    let error = extract_to(&REGISTRY, &request, &mut |_| out.take()).unwrap_err();
    assert_eq!(error.code(), "wrong-digest", "{error}");
    assert_eq!(given.as_slice(), b"AAAA".as_slice(), "{error}");
}
