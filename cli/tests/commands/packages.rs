//! Files in packages and folders are searched, named alike by all commands, and counted.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{run, told};

pub(crate) fn library() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects/hip.22.so");
    fs::read(path).unwrap()
}

pub(crate) fn zip(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
    let stored = files
        .iter()
        .map(|(name, content, is_sound)| (*name, *content, None, *is_sound));
    zip_of(&stored.collect::<Vec<_>>())
}

type Zipped<'z> = (&'z str, &'z [u8], Option<&'z [u8]>, bool);

fn zip_of(files: &[Zipped<'_>]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content, deflated, is_sound) in files {
        let stored = deflated.unwrap_or(content);
        let mut checksum = flate2::Crc::new();
        checksum.update(content);
        let checksum = checksum.sum() ^ u32::from(!is_sound);
        let len = u32::try_from(content.len()).unwrap().to_le_bytes();
        let packed = u32::try_from(stored.len()).unwrap().to_le_bytes();
        let method = [0, 0, 0, 0, if deflated.is_some() { 8 } else { 0 }, 0, 0, 0, 0, 0];
        let numbers =
            [&method, &checksum.to_le_bytes()[..], &packed, &len, &(name.len() as u16).to_le_bytes(), &[0; 2]];
        let offset = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        directory.extend(b"PK\x01\x02\x14\x00\x14\x00");
        directory.extend(&numbers.concat()[2..]);
        directory.extend([&[0; 10][..], &offset, name.as_bytes()].concat());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(numbers.concat());
        bytes.extend(name.as_bytes());
        bytes.extend(stored);
    }
    let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let (count, len) = (
        (files.len() as u16).to_le_bytes(),
        (directory.len() as u32).to_le_bytes(),
    );
    bytes.extend(&directory);
    bytes.extend([&b"PK\x05\x06"[..], &[0; 4], &count, &count, &len, &start, &[0; 2]].concat());
    bytes
}

fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let library = library();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    put(
        "app.whl",
        &zip(&[("app/lib.so", &library, true), ("app/x.py", b"import os\n", true)]),
    );
    put(
        "bad.whl",
        &zip(&[("lib.so", &library, false), ("../out", b"x", true), ("ok.so", &library, true)]),
    );
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&library).unwrap();
    put("lib.so.gz", &gzip.finish().unwrap());
    fs::create_dir_all(folder.path().join("tree/lib")).unwrap();
    fs::create_dir_all(folder.path().join("empty")).unwrap();
    put("tree/lib/a.so", &library);
    put("tree/notes.txt", b"nothing here");
    folder
}

fn json(folder: &Path, words: &[&str]) -> Value {
    serde_json::from_slice(&run(folder, &[words, &["--json"]].concat()).stdout).unwrap()
}

#[test]
fn package_files_have_same_names_everywhere() {
    let folder = scene();
    for (package, file) in
        [("app.whl", "app.whl!app/lib.so"), ("lib.so.gz", "lib.so.gz!lib.so"), ("tree", "tree/lib/a.so")]
    {
        for command in
            [&["list"][..], &["list", "--ids-only"], &["verify"], &["inspect"], &["extract", "-n", "-d", "d"]]
        {
            let found = json(folder.path(), &[command, &[package]].concat());
            let files = found["files"].as_array().unwrap();
            assert_eq!(files.len(), 1, "{package} {command:?}: {found}");
            assert_eq!(files[0]["file"], file, "{package} {command:?}");
        }
        let text = told(&run(folder.path(), &["list", package]));
        assert!(text.contains(&format!("{file}:\n")), "{text}");
        let text = told(&run(folder.path(), &["verify", package]));
        assert!(text.contains(&format!("{file}: sound: 1 bundle")), "{text}");
    }
}

#[test]
fn list_prints_line_per_file() {
    let folder = scene();
    let path = folder.path();
    fs::copy(path.join("tree/lib/a.so"), path.join("tree/lib/b.so")).unwrap();
    let lines = |words: &[&str]| -> Vec<String> {
        let output = run(path, words);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(Into::into)
            .collect()
    };
    let held = |bundles: u32, entries: u32, size: &str| {
        let targets = "2 targets: gfx906, gfx90a:xnack+";
        let (bundle, entry) = (if bundles == 1 { "bundle" } else { "bundles" }, "entries");
        format!("binary_bundle: {size}, {bundles} {bundle}, {entries} {entry}, {targets}")
    };
    let (one, both) = (held(1, 3, "8.0 KiB"), held(2, 6, "15.9 KiB"));
    let expected = [format!("tree/lib/a.so: {one}"), format!("tree/lib/b.so: {one}"), format!("all 3 files: {both}")];
    assert_eq!(lines(&["list", "tree"]), expected);
    // Other commands print the same counts.
    let verified = &json(path, &["verify", "tree"])["totals"];
    let sized = &json(path, &["size", "tree"])["total"];
    for (found, expected) in [
        (&verified["bundle_count"], 2),
        (&verified["entry_count"], 6),
        (&sized["bundle_count"], 2),
        (&sized["size"], 3544 * 2 + 4616 * 2),
    ] {
        assert_eq!(*found, expected);
    }
    // Entries that are not asked for do not count.
    let of_one = lines(&["list", "tree", "--arch", "gfx906"]);
    assert!(
        of_one[0].ends_with("3.5 KiB, 1 bundle, 1 entry, 1 target: gfx906"),
        "{of_one:?}"
    );
    // Entries of a given file, or of a single one, are shown on request.
    let all = lines(&["list", "--all", "tree"]);
    assert_eq!(all.len(), 2 * (1 + 1 + 3 + 1), "{all:?}");
    assert_eq!(lines(&["list", "tree/lib/a.so", "tree/lib/b.so"]), all);
    assert_eq!(lines(&["list", "tree", "--exclude", "b.so"]), all[..6]);
    assert_eq!(lines(&["list", "tree", "app.whl", "--exclude", "b.so"]).len(), 3);
}

#[test]
fn package_size_is_file_size() {
    let folder = scene();
    let path = folder.path();
    let library = library();
    let mut deflated = flate2::write::DeflateEncoder::new(Vec::new(), Compression::fast());
    deflated.write_all(&library).unwrap();
    let deflated = deflated.finish().unwrap();
    let packed = deflated.len();
    let deflate = zip_of(&["a.so", "b.so"].map(|name| (name, &library[..], Some(&deflated[..]), true)));
    fs::write(path.join("two.whl"), &deflate).unwrap();
    let own = deflate.len();
    let report = json(path, &["size", "--by", "file", "two.whl", "--budget", "1M"]);
    let of_file = &report["rows"][0];
    assert_eq!(
        (&report["packages_size"], &report["budget_size"], &report["over_budget"]),
        (&own.into(), &own.into(), &false.into())
    );
    assert_eq!(
        (&of_file["packed_size"], &report["files"][1]["packed_size"]),
        (&packed.into(), &packed.into())
    );
    let code = |words: &[&str]| run(path, words).status.code();
    let (fits, less) = (own.to_string(), (own - 1).to_string());
    assert_eq!(code(&["size", "--budget", &fits, "two.whl"]), Some(0));
    assert_eq!(code(&["size", "--budget", &less, "two.whl"]), Some(1));
    // Rows count in plain files, next to packages in a folder, and for selected entries.
    let rows = 2 * (3544 + 4616);
    let (fits, less) = (rows.to_string(), (rows - 1).to_string());
    assert_eq!(
        code(&["size", "--budget", &fits, "tree/lib/a.so", "two.whl!b.so"]),
        Some(0)
    );
    assert_eq!(
        code(&["size", "--budget", &less, "tree/lib/a.so", "two.whl!b.so"]),
        Some(1)
    );
    assert_eq!(
        code(&["size", "--budget", "7088", "--arch", "gfx906", "two.whl"]),
        Some(0)
    );
    assert_eq!(
        code(&["size", "--budget", "7087", "--arch", "gfx906", "two.whl"]),
        Some(1)
    );
    fs::copy(path.join("two.whl"), path.join("tree/two.whl")).unwrap();
    let report = json(path, &["size", "tree", "--budget", "1M"]);
    assert_eq!(report["budget_size"], own + rows / 2);
    let output = run(path, &["size", "--by", "file", "--sizes", "exact", "two.whl"]);
    let text = told(&output);
    let both = 2 * packed;
    assert!(text.contains(&format!("packed, {own} bytes: {both} bytes (")), "{text}");
}

#[test]
fn members_and_dry_runs_are_worded_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let library = library();
    fs::write(path.join("dot.whl"), zip(&[("./lib//libapp.so", &library, true)])).unwrap();
    fs::write(path.join("new.co"), "new").unwrap();
    let name = "dot.whl!lib/libapp.so";
    let id = "hipv4-amdgcn-amd-amdhsa--gfx906=new.co";
    for words in [&["prune", "--keep", "gfx906", "dot.whl"][..], &["compress", "dot.whl"], &["replace", "dot.whl", id]]
    {
        let report = json(path, &[words, &["--dry-run"]].concat());
        assert_eq!(report["files"][0]["file"], name, "{words:?}");
        let output = run(path, &[words, &["--dry-run"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().all(|line| line.contains("would ")), "{text}");
        // The last line is for the package.
        assert!(text.lines().last().unwrap().starts_with("dot.whl: was "), "{text}");
        // The same without `would`, once it is done.
        let output = run(path, &[words, &["-o", "out.whl"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(!told(&output).contains("would"), "{}", told(&output));
    }
    assert_eq!(run(path, &["list", name]).status.code(), Some(0));
}

/// A name of 255 bytes with a line break and invalid UTF-8.
#[cfg(unix)]
#[test]
fn invalid_utf8_names_are_escaped() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let name = [&b"a\n\x1b[31m\xff"[..], &[b'x'; 244]].concat();
    assert_eq!(name.len(), 252);
    let name = [&name[..], b".so"].concat();
    // A placeholder of the same length, replaced below.
    let blank = "_".repeat(name.len());
    let mut bytes = zip(&[(&blank, &library(), true), ("b.so", &library(), true)]);
    let places: Vec<usize> = (0..bytes.len() - name.len())
        .filter(|at| bytes[*at..].starts_with(blank.as_bytes()))
        .collect();
    assert_eq!(places.len(), 2);
    for place in places {
        bytes[place..place + name.len()].copy_from_slice(&name);
    }
    fs::write(path.join("in.whl"), bytes).unwrap();
    let shown = format!("in.whl!a\\n\\u{{1b}}[31m\\xFF{}.so: ", "x".repeat(244));
    let full = [b"in.whl!", &name[..]].concat();
    for words in [&["list"][..], &["verify"], &["supports", "gfx906"], &["prune", "--keep", "gfx906", "-n"]] {
        let output = run(path, &[words, &["in.whl"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().any(|line| line.starts_with(&shown)), "{words:?} {text}");
        assert!(
            text.chars()
                .all(|character| character == '\n' || !character.is_control()),
            "{words:?} {text:?}"
        );
        let mut words: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
        words.push(OsStr::from_bytes(&full));
        assert_eq!(run(path, &words).status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn files_without_bundles_are_counted() {
    let folder = scene();
    let output = run(folder.path(), &["list", "app.whl"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        told(&output).contains("1 of 2 files holds no offload bundle"),
        "{}",
        told(&output)
    );
    let totals = &json(folder.path(), &["verify", "app.whl", "tree"])["totals"];
    assert_eq!(
        (&totals["file_count"], &totals["without_bundles_count"]),
        (&4.into(), &2.into())
    );
    let output = run(folder.path(), &["list", "-v", "tree"]);
    assert!(
        told(&output).contains("tree/notes.txt: not an offload bundle"),
        "{}",
        told(&output)
    );
    let output = run(folder.path(), &["list", "--exclude", "lib", "tree"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told(&output).contains("none of 1 file holds an offload bundle"),
        "{}",
        told(&output)
    );
    // Data that resembles a compressed file is not a damaged package.
    for (name, bytes) in
        [("data", &b"\x1f\x8b\x07 and so on"[..]), ("text", b"BZhang's notes"), ("more", b"]\0\0\0 records")]
    {
        fs::write(folder.path().join("tree").join(name), bytes).unwrap();
    }
    let output = run(folder.path(), &["verify", "tree"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    for command in ["list", "verify", "inspect"] {
        let output = run(folder.path(), &[command, "empty"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            told(&output).contains("no files were found"),
            "{command} {}",
            told(&output)
        );
    }
}

#[test]
fn package_file_is_accepted_as_input() {
    let folder = scene();
    let within = "app.whl!app/lib.so";
    let output = run(folder.path(), &["unbundle", within, "gfx906=one.co"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let output = run(folder.path(), &["unbundle", "tree/lib/a.so", "gfx906=two.co"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("one.co") == read("two.co") && !read("one.co").is_empty());
    let alone = told(&run(folder.path(), &["list", within]));
    let given = told(&run(folder.path(), &["list", "tree/lib/a.so"]));
    assert_eq!(alone, given);
    let output = run(folder.path(), &["unbundle", "app.whl!nothing", "gfx906=x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("app.whl!nothing: no such file in the package"),
        "{}",
        told(&output)
    );
    let output = run(folder.path(), &["unbundle", "app.whl", "gfx906=x"]);
    let expected = "app.whl: not an offload bundle: a zip archive\nhint: name a file in it: `ARCHIVE!FILE`; `list`, `verify` and `extract` \
                    search packages\n";
    assert!(told(&output).contains(expected), "{}", told(&output));
}

#[test]
fn damage_does_not_hide_other_files() {
    let folder = scene();
    let output = run(folder.path(), &["list", "bad.whl"]);
    let text = told(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("bad.whl!ok.so:\n"), "{text}");
    assert!(text.contains("bad.whl!lib.so: damaged package: "), "{text}");
    assert!(
        text.contains("bad.whl!../out: the name leads out of the package"),
        "{text}"
    );
    let codes = json(folder.path(), &["verify", "bad.whl"]);
    let codes: Vec<&Value> = codes["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| &file["error"]["code"])
        .collect();
    assert_eq!(
        codes,
        ["damaged-package", "name-leads-out", "null"]
            .map(|code| match code {
                "null" => Value::Null,
                code => code.into(),
            })
            .iter()
            .collect::<Vec<_>>()
    );
    let output = run(folder.path(), &["list", "app.whl", "--max-size", "1K"]);
    assert!(told(&output).contains("--max-size"), "{}", told(&output));
}

#[test]
fn extracted_package_code_is_equal() {
    let folder = scene();
    let output = run(
        folder.path(),
        &["extract", "app.whl", "tree", "--arch", "gfx906", "-d", "parts"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let mut names: Vec<_> = fs::read_dir(folder.path().join("parts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["a.so.0.hipv4-amdgcn-amd-amdhsa--gfx906", "lib.so.0.hipv4-amdgcn-amd-amdhsa--gfx906"]
    );
    // The offset of the code object for gfx906.
    let code = &library()[8192..8192 + 3544];
    for name in names {
        assert!(fs::read(folder.path().join("parts").join(name)).unwrap() == code);
    }
}

#[test]
fn first_of_many_unchanged_files_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let library = library();
    fs::write(folder.path().join("lib.so"), &library).unwrap();
    let output = run(folder.path(), &["extract", "lib.so", "--arch", "gfx906", "-d", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let code = fs::read_dir(folder.path().join("out")).unwrap().next().unwrap();
    let code = fs::read(code.unwrap().path()).unwrap();
    for (count, expected) in [
        (
            2,
            &["0.co: left as found, 3544 bytes in the package: it is", "1.co: left as found, 3544"][..],
        ),
        (
            9,
            &["0.co and 8 other files: left as found, 31896 bytes in the package: it is a code object by itself\n"],
        ),
    ] {
        let names: Vec<String> = (0..count).map(|number| format!("{number}.co")).collect();
        let mut files = vec![("lib.so", &library[..], true)];
        files.extend(names.iter().map(|name| (name.as_str(), &code[..], true)));
        fs::write(folder.path().join("in.whl"), zip(&files)).unwrap();
        let output = run(folder.path(), &["prune", "--keep", "gfx906", "-o", "out.whl", "in.whl"]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let text = told(&output);
        assert_eq!(text.matches("left as found").count(), expected.len(), "{text}");
        assert!(expected.iter().all(|line| text.contains(line)), "{text}");
    }
}
