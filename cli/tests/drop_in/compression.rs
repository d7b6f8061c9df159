//! Compressed bundles and statistics of releases 19 and 22.

use std::fs;

use offload_bundle_testing::compressed::Header;
use offload_bundle_testing::tools::living;

use crate::scene::{Done, HOST, ONE, TWO, ours_on, ours_with, theirs, theirs_on};

type Variables<'v> = Vec<(&'v str, &'v str)>;

const OFF: (&str, &str) = ("OFFLOAD_BUNDLER_IGNORE_ENV_VAR", "1");
const ON: (&str, &str) = ("OFFLOAD_BUNDLER_COMPRESS", "1");

fn bundling(file_type: &str, more: &[&str]) -> Vec<String> {
    let start = [
        format!("-type={file_type}"),
        format!("-targets={HOST},{ONE},{TWO}"),
        "-input=host".to_owned(),
        "-input=one".to_owned(),
        "-input=long".to_owned(),
        "-output=out".to_owned(),
    ];
    start
        .into_iter()
        .chain(more.iter().map(|word| (*word).to_owned()))
        .collect()
}

fn both(release: &str, environment: &[(&str, &str)], words: &[String]) -> (Done, Done) {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let real = theirs(release, environment, &words);
    let emulate = format!("--emulate={release}");
    words.push(&emulate);
    (real, ours_with(environment, &words))
}

fn both_on(release: &str, files: &[(&str, &[u8])], words: &[String]) -> (Done, Done) {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let real = theirs_on(release, files, &words);
    let emulate = format!("--emulate={release}");
    words.push(&emulate);
    (real, ours_on(files, &words))
}

fn written(done: &Done) -> (Option<Header>, Vec<u8>) {
    let bytes = &done.files["out"];
    match Header::split(bytes) {
        Some((header, data)) => {
            assert_eq!(header.file_len, Some(bytes.len() as u64));
            assert_eq!(header.method, 1);
            let header = Header { file_len: None, ..header };
            (Some(header), zstd::decode_all(data).unwrap())
        }
        None => (None, bytes.clone()),
    }
}

fn said(done: &Done) -> Vec<String> {
    let compresses = done.stderr.contains("Compression level");
    let lines = done.stderr.lines().map(|line| match line.rsplit_once(": ") {
        Some((name, value)) if varies(name, compresses) => {
            let shape = value.replace(|c: char| c.is_ascii_digit(), "0");
            format!("{name}: {}", shape.trim_start_matches(['0', ',']))
        }
        _ => line.to_owned(),
    });
    lines.filter(|line| !is_timer(line)).collect()
}

fn varies(name: &str, compresses: bool) -> bool {
    let lengths = [
        "Binary size after compression",
        "Total file size (including headers)",
        "Compression rate",
        "Compression ratio",
    ];
    name.ends_with("speed") || (compresses && lengths.contains(&name))
}

/// Release 19 also prints LLVM's timers.
fn is_timer(line: &str) -> bool {
    line.is_empty()
        || ["===", "---", "  ", "Total  "]
            .iter()
            .any(|start| line.starts_with(start))
        || line.contains("Wall Time")
}

#[test]
fn compression_options_and_variables_agree() {
    let level = |level: &'static str| ("OFFLOAD_BUNDLER_COMPRESSION_LEVEL", level);
    let version = |version: &'static str| ("COMPRESSED_BUNDLE_FORMAT_VERSION", version);
    let cases: Vec<(Variables, Vec<&str>)> = vec![
        (vec![], vec![]),
        (vec![], vec!["-compress"]),
        (vec![ON], vec![]),
        (vec![("OFFLOAD_BUNDLER_COMPRESS", "true")], vec![]),
        (vec![ON], vec!["-compress=0"]),
        (vec![ON, OFF], vec![]),
        (vec![ON, ("OFFLOAD_BUNDLER_IGNORE_ENV_VAR", "0")], vec![]),
        (vec![], vec!["-compress", "-compression-level=1"]),
        (vec![], vec!["-compress", "-compression-level=22"]),
        (vec![], vec!["-compress", "-compression-level=99"]),
        (vec![], vec!["-compress", "-compression-level=0"]),
        (vec![], vec!["-compress", "-compression-level=-5"]),
        (vec![], vec!["-compress", "-compression-level=-2147483648"]),
        (vec![level("9")], vec!["-compress"]),
        (vec![level("9")], vec!["-compress", "-compression-level=5"]),
        (vec![level("zz")], vec!["-compress"]),
        (vec![level("")], vec!["-compress"]),
        (vec![level("+7")], vec!["-compress"]),
        (vec![level("-7")], vec!["-compress"]),
        (vec![level("99")], vec!["-compress"]),
        (vec![level("99999999999")], vec!["-compress"]),
        (vec![level("zz"), OFF], vec!["-compress"]),
        (vec![level("zz")], vec![]),
        (vec![version("1")], vec!["-compress"]),
        (vec![version("2")], vec!["-compress"]),
        (vec![version("3")], vec!["-compress"]),
        (vec![version("4")], vec!["-compress"]),
        (vec![version("x")], vec!["-compress"]),
        (vec![version("")], vec!["-compress"]),
        (vec![version("02")], vec!["-compress"]),
        (vec![version("+3")], vec!["-compress"]),
        (vec![version("-1")], vec!["-compress"]),
        (vec![version("2"), OFF], vec!["-compress"]),
        (vec![version("7"), level("q")], vec![]),
        (vec![("OFFLOAD_BUNDLER_VERBOSE", "1")], vec!["-compress", "-verbose=0"]),
        (vec![("OFFLOAD_BUNDLER_VERBOSE", "1")], vec!["-compress"]),
        (vec![("OFFLOAD_BUNDLER_VERBOSE", "true")], vec!["-compress"]),
        (vec![("OFFLOAD_BUNDLER_VERBOSE", "1"), OFF], vec!["-compress"]),
    ];
    let mut different = Vec::new();
    for release in ["19", "22"] {
        for (environment, words) in &cases {
            for more in [&[][..], &["-verbose"]] {
                let words = bundling("bc", &[words, more].concat());
                let (real, here) = both(release, environment, &words);
                let same = real.code == here.code && said(&real) == said(&here) && written(&real) == written(&here);
                if !same {
                    different.push(format!(
                        "{release}: {environment:?} {words:?}\n{}\n{}",
                        real.stderr, here.stderr
                    ));
                }
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn levels_are_clamped_and_option_wins() {
    let bytes = |environment: &[(&str, &str)], words: &[&str]| {
        let words = bundling("bc", &[&["-compress"], words].concat());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = ours_with(environment, &words);
        assert_eq!(done.code, Some(0), "{done:?}");
        done.files["out"].clone()
    };
    let level = |level: &'static str| [("OFFLOAD_BUNDLER_COMPRESSION_LEVEL", level)];
    let usual = bytes(&[], &[]);
    let nine = bytes(&[], &["-compression-level=9"]);
    let most = bytes(&[], &["-compression-level=22"]);
    let least = bytes(&[], &["-compression-level=-131072"]);
    assert!(least.len() > usual.len());
    assert!(nine != usual && nine != most);
    assert!(bytes(&[], &["-compression-level=3"]) == usual);
    assert!(bytes(&[], &["-compression-level=0"]) == usual);
    assert!(bytes(&[], &["-compression-level=99"]) == most);
    assert!(bytes(&[], &["-compression-level=-2147483648"]) == least);
    assert!(bytes(&level("9"), &[]) == nine);
    assert!(bytes(&level("9"), &["-compression-level=22"]) == most);
    assert!(bytes(&level("99"), &[]) == most);
    assert!(bytes(&level("0"), &[]) == usual);
    assert!(bytes(&level("nine"), &[]) == usual);
}

#[test]
fn types_are_compressed_and_read_by_both() {
    for file_type in ["i", "ii", "cui", "hipi", "d", "ll", "bc", "s", "o", "gch", "ast"] {
        for release in ["19", "22"] {
            let (real, here) = both(release, &[], &bundling(file_type, &["-compress"]));
            assert_eq!((real.code, here.code), (Some(0), Some(0)), "{file_type}: {here:?}");
            assert_eq!(written(&real), written(&here), "{release}: {file_type}");
            let readers: &[&str] = if release == "19" { &["19", "22"] } else { &["22"] };
            for file in [&real.files["out"], &here.files["out"]] {
                for reader in readers {
                    reads_alike(reader, file_type, file);
                }
            }
        }
    }
}

fn reads_alike(reader: &str, file_type: &str, file: &[u8]) {
    let files = [("packed", file)];
    let start = [format!("-type={file_type}"), "-input=packed".to_owned()];
    let sorted = |done: Done| {
        let mut lines: Vec<String> = done.stdout.lines().map(str::to_owned).collect();
        lines.sort();
        (done.code, lines, said(&done))
    };
    let list: Vec<String> = start
        .iter()
        .cloned()
        .chain(["-list".to_owned(), "-verbose".to_owned()])
        .collect();
    let (real, here) = both_on(reader, &files, &list);
    assert_eq!(sorted(real), sorted(here), "{reader}: {file_type}");
    let take = ["-unbundle", "-verbose", "-output=a", "-output=b", "-output=c"].map(str::to_owned);
    let targets = format!("-targets={TWO},{HOST},{ONE}");
    let take: Vec<String> = start.iter().cloned().chain(take).chain([targets]).collect();
    let (real, here) = both_on(reader, &files, &take);
    assert_eq!(
        (real.code, said(&real)),
        (here.code, said(&here)),
        "{reader}: {file_type}"
    );
    assert_eq!(real.code, Some(0), "{reader}: {file_type}: {real:?}");
    assert_eq!(real.files, here.files, "{reader}: {file_type}");
}

fn old_bundling(more: &[&str]) -> Vec<String> {
    let targets = format!("-targets={HOST},{ONE},{TWO}");
    let start = ["-type=bc", &targets, "-inputs=host,one,long", "-outputs=out"];
    start.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

#[test]
fn releases_without_compression_lack_its_options() {
    for release in ["14", "16"] {
        let emulate = format!("--emulate={release}");
        for option in ["-compress", "-compression-level=3", "-verbose"] {
            let words = old_bundling(&[option, &emulate]);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let done = ours_with(&[], &words);
            assert_eq!(done.code, Some(1), "{done:?}");
            let name = option.split('=').next().unwrap();
            let reason = format!("release {release} has no -{name}; it is an option of 19 and 22");
            assert!(done.stderr.contains(&reason), "{done:?}");
            assert!(!done.files.contains_key("out"), "{done:?}");
        }
        let words = old_bundling(&[&emulate]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let bad = [ON, ("COMPRESSED_BUNDLE_FORMAT_VERSION", "x"), ("OFFLOAD_BUNDLER_COMPRESSION_LEVEL", "x")];
        let done = ours_with(&bad, &words);
        assert_eq!(done.code, Some(0));
        assert!(!done.stderr.contains("Invalid value"), "{done:?}");
        assert!(done.files["out"].starts_with(b"__CLANG"));
    }
}

#[test]
fn large_files_compress_as_well_as_release() {
    // The test program contains code, different in each build.
    if !living("clang-offload-bundler-22") {
        return;
    }
    let code = fs::read(std::env::current_exe().unwrap()).unwrap();
    let code = code.repeat((24 << 20) / code.len() + 1);
    let targets = format!("-targets={HOST},{ONE},{TWO}");
    let words = ["-type=bc", &targets, "-input=host", "-input=code", "-input=code", "-output=out", "-compress"];
    let words = words.map(str::to_owned);
    let (real, here) = both_on("22", &[("code", &code[..24 << 20])], &words);
    assert_eq!((real.code, here.code), (Some(0), Some(0)), "{}", here.stderr);
    assert!(written(&real) == written(&here));
    let (theirs, ours) = (real.files["out"].len(), here.files["out"].len());
    assert!(ours <= theirs, "{ours} bytes; release 22: {theirs}");
    reads_alike("22", "bc", &here.files["out"]);
}
