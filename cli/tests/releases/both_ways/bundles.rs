//! Bundles of every file type except archives, compared with each release's bundler.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::told;
use offload_bundle_testing::releases::{RELEASES, compiler};
use offload_bundle_testing::tools;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::drawn::{alignment, check, entries, get, is_known_to, ours, put, same};
use super::known::{Shown, known};

pub const TEXT: &[&str] = &["i", "ii", "cui", "hipi", "d", "ll", "s"];
pub const BINARY: &[&str] = &["bc", "gch", "ast"];

#[derive(Debug, Clone)]
pub struct Drawn {
    pub file_type: &'static str,
    pub alignment: u32,
    pub entries: Vec<(String, Vec<u8>)>,
}

impl Drawn {
    fn ids(&self) -> String {
        let ids: Vec<&str> = self.entries.iter().map(|(id, _)| id.as_str()).collect();
        ids.join(",")
    }

    fn shown(&self) -> Vec<Shown> {
        let mut shown = Vec::new();
        if self.entries.iter().any(|(_, content)| content.is_empty()) {
            shown.push(Shown::Empty);
        }
        if !self.alignment.is_power_of_two() {
            shown.push(Shown::OddAlignment);
        }
        if self.entries.len() == 1 {
            shown.push(Shown::HostAlone);
        }
        shown
    }

    pub fn align(&self) -> Vec<String> {
        match BINARY.contains(&self.file_type) {
            true => vec!["--align".into(), self.alignment.to_string()],
            false => Vec::new(),
        }
    }
}

pub fn drawn(types: Vec<&'static str>) -> impl Strategy<Value = Drawn> {
    (select(types), alignment(), entries()).prop_map(|(file_type, alignment, entries)| Drawn {
        file_type,
        alignment,
        entries,
    })
}

/// Runs the bundler of `release`; `input` and `output` are its options.
pub fn theirs(release: &str, folder: &Path, words: &[String], inputs: &[String], outputs: &[String]) -> Output {
    let mut all = words.to_vec();
    if release == "14" {
        all.push(format!("-inputs={}", inputs.join(",")));
        all.push(format!("-outputs={}", outputs.join(",")));
    } else {
        all.extend(inputs.iter().map(|input| format!("-input={input}")));
        all.extend(outputs.iter().map(|output| format!("-output={output}")));
    }
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    tools::run(folder, &format!("clang-offload-bundler-{release}"), &all)
}

fn names(begins: &str, drawn: &Drawn) -> Vec<String> {
    (0..drawn.entries.len()).map(|at| format!("{begins}{at}")).collect()
}

fn done(release: &str, output: &Output) -> Result<(), TestCaseError> {
    prop_assert!(output.status.success(), "release {}: {}", release, told(output));
    Ok(())
}

fn both_ways(release: &str, drawn: &Drawn) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let Drawn { file_type, alignment, entries } = drawn;
    for (name, (_, content)) in names("in", drawn).iter().zip(entries) {
        put(here, name, content);
    }
    // Ours writes.
    let mut words = ["bundle", "-t", file_type, "--id-style", release, "-o", "ours"]
        .map(String::from)
        .to_vec();
    words.extend(drawn.align());
    let inputs = names("in", drawn);
    words.extend(
        entries
            .iter()
            .zip(&inputs)
            .map(|((id, _), name)| format!("{id}={name}")),
    );
    ours(here, &words)?;
    let words = |more: &[String]| {
        let mut words = vec![format!("-type={file_type}"), format!("-targets={}", drawn.ids())];
        words.extend_from_slice(more);
        words
    };
    let read = theirs(
        release,
        here,
        &words(&["-unbundle".into()]),
        &["ours".into()],
        &names("theirs", drawn),
    );
    done(release, &read)?;
    // Theirs writes.
    let align = [format!("-bundle-align={alignment}")];
    done(
        release,
        &theirs(release, here, &words(&align), &inputs, &["bundle".into()]),
    )?;
    let mut words = ["unbundle", "-t", file_type, "bundle"].map(String::from).to_vec();
    words.extend(
        entries
            .iter()
            .zip(names("out", drawn))
            .map(|((id, _), name)| format!("{id}={name}")),
    );
    ours(here, &words)?;
    for (at, (id, content)) in entries.iter().enumerate() {
        // The tools leave the host's object file in this form.
        if *file_type == "o" && at == 0 {
            continue;
        }
        let what = |way: &str| format!("release {release}, type {file_type}, {id}, {way}");
        same(&get(here, &format!("theirs{at}"))?, content, &what("theirs reads"))?;
        same(&get(here, &format!("out{at}"))?, content, &what("ours reads"))?;
    }
    if BINARY.contains(file_type) {
        let equal = get(here, "ours")? == get(here, "bundle")?;
        prop_assert!(equal || release != "22", "ours and theirs write other bytes");
    }
    Ok(())
}

#[test]
fn texts_and_binaries() {
    for release in RELEASES {
        check(drawn([TEXT, BINARY].concat()), |mut drawn| {
            drawn.entries.retain(|(id, _)| is_known_to(release, id));
            if known(release, drawn.file_type, &drawn.shown()) {
                return Ok(());
            }
            both_ways(release, &drawn)
        });
    }
}

#[test]
fn object_files() {
    for release in RELEASES {
        let compiler = compiler(release);
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "host.c", b"int main(void) { return 0; }");
        let made = tools::run(folder.path(), &compiler, &["-c", "host.c", "-o", "host.o"]);
        assert!(made.status.success(), "{}", told(&made));
        let host = fs::read(folder.path().join("host.o")).unwrap();
        check(drawn(vec!["o"]), |mut drawn| {
            drawn.entries.retain(|(id, _)| is_known_to(release, id));
            drawn.entries[0].1.clone_from(&host);
            if known(release, drawn.file_type, &drawn.shown()) {
                return Ok(());
            }
            both_ways(release, &drawn)
        });
    }
}
