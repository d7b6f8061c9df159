//! The command lines of drop-ins, parsed with the tables of each tool, without the drivers that open files.

#[path = "../../cli/src/drop_ins/llvm_options/mod.rs"]
#[allow(dead_code)]
mod llvm_options;

use std::ffi::OsString;

use llvm_options::{CommandLine, ParseOutcome, Parsed, Release, command_line_of, parse, show};
use offload_bundle_cli_definitions::{clang_offload_bundler, clang_offload_packager};
use offload_bundle_core::options::DropIn;

/// Reads `bytes` as a command line for each drop-in, with a NUL after each word. Response files are excluded, so that
/// no file is touched.
pub fn command_line(bytes: &[u8]) {
    let words = bytes.split(|byte| *byte == 0).filter(|word| !word.starts_with(b"@"));
    let words: Vec<OsString> = words.map(word).collect();
    called(&clang_offload_bundler::DROP_IN, &words, |given| {
        clang_offload_bundler::Options::of(given).emulate
    });
    called(&clang_offload_packager::DROP_IN, &words, |given| {
        clang_offload_packager::Options::of(given).emulate
    });
}

/// Names include a release, so that no link is followed.
fn called(tool: &'static DropIn<'static>, words: &[OsString], emulated: fn(&Parsed) -> Option<String>) {
    for name in tool.names() {
        for release in tool.releases {
            let program = OsString::from(format!("{name}-{release}"));
            let line: Vec<OsString> = std::iter::once(program).chain(words.iter().cloned()).collect();
            let Some(line) = command_line_of(&line, name) else {
                panic!("{name}-{release} does not call {name}")
            };
            assert_eq!(line.words, words);
            read(tool, &line, emulated);
        }
    }
}

/// Parsing is deterministic, only mistakes have messages, and help can be shown.
fn read(tool: &'static DropIn<'static>, line: &CommandLine, emulated: fn(&Parsed) -> Option<String>) {
    let (release, outcome, said) = parsed(tool, line, emulated);
    assert_eq!(
        parsed(tool, line, emulated),
        (release.clone(), outcome.clone(), said.clone())
    );
    assert!(std::str::from_utf8(&said).is_ok(), "messages are text");
    match outcome {
        ParseOutcome::Run(given) => {
            assert!(said.is_empty(), "a message, and no mistake");
            let _ = emulated(&given);
        }
        ParseOutcome::Show(action) => {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            assert!(
                show(tool, line, &release, action, (&mut out, &mut err)),
                "there is room in memory"
            );
            assert!(out.ends_with(b"\n") && err.is_empty());
        }
        ParseOutcome::Mistakes => assert!(said.ends_with(b"\n"), "a mistake without a message"),
    }
}

fn parsed(
    tool: &'static DropIn<'static>,
    line: &CommandLine,
    emulated: fn(&Parsed) -> Option<String>,
) -> (Release, ParseOutcome, Vec<u8>) {
    let mut said = Vec::new();
    let release_of = |given: &Parsed| Release::choose(tool, line, emulated(given).as_deref());
    let (release, outcome) = parse(tool, line, release_of, &mut said);
    (release, outcome, said)
}

fn word(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec());
    #[cfg(not(unix))]
    return String::from_utf8_lossy(bytes).into_owned().into();
}
