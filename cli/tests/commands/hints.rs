//! Refusals have a sentence and a hint line.

use std::fs;

use offload_bundle_testing::fixtures;

use crate::support::program::run;

fn fixture(path: &str) -> Vec<u8> {
    fs::read(fixtures().join(path)).unwrap()
}

fn number(bytes: &[u8], at: usize, len: usize) -> usize {
    bytes[at..at + len]
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn section(bytes: &[u8], wanted: &str) -> usize {
    let headers = |index: usize| number(bytes, 40, 8) + 64 * index;
    let names = number(bytes, headers(number(bytes, 62, 2)) + 24, 8);
    let name = [wanted.as_bytes(), b"\0"].concat();
    let is_wanted = |header: &usize| bytes[names + number(bytes, *header, 4)..].starts_with(&name);
    (1..number(bytes, 60, 2)).map(headers).find(is_wanted).unwrap()
}

fn said(words: &[&str], bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), bytes).unwrap();
    let output = run(folder.path(), words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines().map(str::to_owned).collect()
}

const COMPRESS: [&str; 4] = ["compress", "in", "-o", "out"];
const PRUNE: [&str; 6] = ["prune", "--keep", "gfx906", "in", "-o", "out"];

#[test]
fn refusals_have_hints() {
    let library = fixture("objects/hip.22.so");
    let without_bytes = {
        let mut bytes = library.clone();
        let header = section(&bytes, ".hip_fatbin");
        bytes[header + 4] = 8;
        bytes
    };
    let without_pointer = {
        let mut bytes = library.clone();
        let wrapper = number(&bytes, section(&bytes, ".hipFatBinSegment") + 16, 8) + 8;
        let relocations = section(&bytes, ".rela.dyn");
        let (start, len) = (number(&bytes, relocations + 24, 8), number(&bytes, relocations + 32, 8));
        let is_its = |at: &usize| number(&bytes, *at, 8) == wrapper;
        let at = (start..start + len).step_by(24).find(is_its).unwrap();
        bytes[at + 8..at + 16].fill(0);
        bytes
    };
    let signed = {
        let mut bytes = fixture("objects/hip.22.dll");
        let directory = number(&bytes, 60, 4) + 24 + 112 + 4 * 8;
        bytes[directory..directory + 8].copy_from_slice(&[0, 4, 0, 0, 8, 0, 0, 0]);
        bytes
    };
    let other_order = {
        let mut bytes = fixture("compressed/device-version2.22.hipfb");
        bytes.swap(4, 5);
        bytes
    };
    let mach_o = fixture("kinds/mach-o-64.22.o");
    let cases: [(&[&str], &[u8], &str, &str); 8] = [
        (
            &COMPRESS,
            &without_bytes,
            "the section `.hip_fatbin` has no data",
            "debug information",
        ),
        (
            &PRUNE,
            &without_bytes,
            "the section `.hip_fatbin` has no data",
            "debug information",
        ),
        (
            &COMPRESS,
            &without_pointer,
            "no wrapper points to the bundle",
            "AddressSanitizer",
        ),
        (
            &COMPRESS,
            &signed,
            "the file is signed",
            "osslsigncode remove-signature",
        ),
        (
            &["list", "in"],
            &other_order,
            "expected one of 1, 2, 3, found 512",
            "the big-endian machine",
        ),
        (
            &["decompress", "in", "-o", "out"],
            &other_order,
            "found 512",
            "in the other byte order, this is 2",
        ),
        (&["list", "in"], &mach_o, "Mach-O file", "`--carve`"),
        (&["verify", "in"], &mach_o, "Mach-O file", "`--carve`"),
    ];
    for (words, bytes, sentence, hint) in cases {
        let said = said(words, bytes);
        let [message, advice] = said.as_slice() else {
            panic!("{words:?}: {said:?}")
        };
        assert!(
            message.starts_with("error: ") && message.contains(sentence),
            "{message}"
        );
        assert!(advice.starts_with("hint: ") && advice.contains(hint), "{advice}");
    }
}

#[test]
fn other_errors_have_no_hint() {
    let mut bytes = fixture("compressed/device-version2.22.hipfb");
    bytes[4] = 9;
    assert_eq!(said(&["list", "in"], &bytes).len(), 1);
    assert_eq!(said(&["list", "missing"], b"").len(), 1);
}

#[test]
fn refusals_name_their_option() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("in", &fixture("objects/hip.22.so"));
    write("linked", &fixture("objects/hip.22.so"));
    fs::hard_link(folder.path().join("linked"), folder.path().join("other")).unwrap();
    write("twice", &fixture("hip/device.22.hipfb").repeat(2));
    let entry = "hipv4-amdgcn-amd-amdhsa--gfx906=in";
    write("texts", &fixture("compressed/four.22.s").repeat(2));
    let cases: [(&[&str], &str); 8] = [
        (
            &["prune", "--keep", "gfx906", "in"],
            "\nhint: use `--output` or `--in-place`",
        ),
        (&["prune", "in", "-o", "out"], "\nhint: use `--keep` or `--drop`"),
        (&["compress", "--in-place", "in", "twice"], "\nhint: use `--output`"),
        (
            &["prune", "--keep", "gfx906", "--in-place", "-"],
            "\nhint: use `--output`",
        ),
        (
            &["prune", "--keep", "gfx906", "--in-place", "linked"],
            "\nhint: use `--output`",
        ),
        (
            &["compress", "--ccob-version", "1", "in", "-o", "out"],
            "\nhint: choose another `--ccob-version`",
        ),
        (
            &["replace", "twice", "-o", "out", entry],
            "\nhint: `--bundle` selects the bundle",
        ),
        (
            &["decompress", "texts", "-o", "out"],
            "\nhint: `extract` writes the code objects",
        ),
    ];
    for (words, option) in cases {
        let output = run(folder.path(), words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.trim_end().ends_with(option), "{words:?}: {said}");
    }
}
