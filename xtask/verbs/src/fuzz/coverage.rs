//! How much of each generated file the corpora reach: the targets are built with counters, run over what is there, and counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::engine::{Engine, output};
use super::seeds::Seeds;
use super::targets::Target;
use crate::files;

/// What merges profiles, and what counts lines: of the toolchain, or of an LLVM that is as new.
const PROFDATA: &[&str] = &["llvm-profdata-22", "llvm-profdata"];
const COV: &[&str] = &["llvm-cov-22", "llvm-cov"];

/// Prints, for each generated reader, how many of its lines are reached, and which are not.
pub fn run(engine: &Engine, targets: &[Target], seeds: &Seeds) -> Result<(), String> {
    let (profdata, cov) = (tool(PROFDATA)?, tool(COV)?);
    let folder = engine.root.join("target/fuzz/coverage");
    let mut command = Command::new("cargo");
    command.args(["+nightly", "build", "--release", "--quiet", "--manifest-path"]);
    command.arg(engine.root.join("fuzz/Cargo.toml"));
    targets
        .iter()
        .for_each(|target| _ = command.args(["--bin", &target.name]));
    command.arg("--target-dir").arg(&folder);
    // Without a sanitizer the targets need no flags of cargo-fuzz but this: libFuzzer must not expect its own counters.
    command.env("RUSTFLAGS", "-Cinstrument-coverage --cfg fuzzing -Ccodegen-units=16");
    // Nothing but what there is in the corpora runs: to build takes longer than that.
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    // Programs that run while others are built count too, and would leave that where they run.
    command.env("LLVM_PROFILE_FILE", folder.join("build-%p.profraw"));
    command.env_remove("RUSTUP_TOOLCHAIN");
    if !command.status().map_err(|error| format!("cargo: {error}"))?.success() {
        return Err("the targets do not build with counters".to_owned());
    }
    let mut report = String::new();
    for target in targets {
        let program = folder.join("release").join(&target.name);
        let profile = folder.join(format!("{}.profraw", target.name));
        let mut command = Command::new(&program);
        command.env("LLVM_PROFILE_FILE", &profile).arg("-runs=0");
        command.arg(engine.corpus(target)?).args(seeds.folder_of(target));
        output(&mut command)?;
        let merged = profile.with_extension("profdata");
        output(
            Command::new(&profdata)
                .args(["merge", "-sparse", "-o"])
                .args([&merged, &profile]),
        )?;
        // Each program by itself: of a function that several have, llvm-cov would count one alone, and that may be the one that none runs.
        let mut command = Command::new(&cov);
        command.args(["export", "-format=lcov", "-instr-profile"]);
        report.push_str(&output(command.args([&merged, &program]))?);
    }
    print(&engine.root, &count_reached(&report))
}

/// The first of these tools that is installed: in the toolchain, or in the path.
fn tool(names: &[&str]) -> Result<String, String> {
    let sysroot = output(Command::new("rustc").args(["+nightly", "--print", "target-libdir"])).unwrap_or_default();
    let own = Path::new(sysroot.trim()).with_file_name("bin");
    let own = names.iter().map(|name| own.join(name).display().to_string());
    let mut all = own.chain(names.iter().map(|name| (*name).to_owned()));
    all.find(|name| output(Command::new(name).arg("--version")).is_ok())
        .ok_or(format!(
            "none of {} is installed: rustup +nightly component add llvm-tools",
            names.join(", ")
        ))
}

/// For each file how often each of its lines is reached, from lcov's form of a report.
fn count_reached(report: &str) -> BTreeMap<String, BTreeMap<u64, u64>> {
    let mut all: BTreeMap<String, BTreeMap<u64, u64>> = BTreeMap::new();
    let mut file = String::new();
    for line in report.lines() {
        if let Some(name) = line.strip_prefix("SF:") {
            file = name.to_owned();
        }
        let numbers = line.strip_prefix("DA:").and_then(|rest| rest.split_once(','));
        if let Some((Ok(line), Ok(times))) = numbers.map(|(line, times)| (line.parse::<u64>(), times.parse::<u64>())) {
            *all.entry(file.clone()).or_default().entry(line).or_insert(0) += times;
        }
    }
    all
}

/// Prints how much of each generated file is reached, readers first, and which lines of readers are not.
///
/// # Errors
///
/// Those lines.
fn print(root: &Path, all: &BTreeMap<String, BTreeMap<u64, u64>>) -> Result<(), String> {
    let generated = |file: &String| {
        Path::new(file)
            .strip_prefix(root.join("generated"))
            .map(Path::to_path_buf)
    };
    let named = all
        .iter()
        .filter_map(|(file, lines)| Some((generated(file).ok()?, lines)));
    let mut files: Vec<(PathBuf, &BTreeMap<u64, u64>)> = named.collect();
    files.sort_by_key(|(name, _)| !is_reader(name));
    let mut missed = String::new();
    println!(
        "{:<56} {:>7} {:>7}",
        "readers, then what else is generated", "reached", "lines"
    );
    for (name, lines) in files {
        let count = lines.values().filter(|times| **times > 0).count();
        println!("{:<56} {count:>7} {:>7}", name.display(), lines.len());
        if is_reader(&name) {
            let text = files::read(&root.join("generated").join(&name))?;
            let never = lines.iter().filter(|(_, times)| **times == 0);
            never.for_each(|(line, _)| missed.push_str(&show(&name, *line, &text)));
        }
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(missed),
    }
}

/// Whether the file reads what is in files or in IDs: views of records, or the module of a format that has but one file.
fn is_reader(name: &Path) -> bool {
    name.ends_with("read.rs") || name.ends_with("mod.rs")
}

/// A line that was never reached.
fn show(name: &Path, line: u64, text: &str) -> String {
    let index = usize::try_from(line).unwrap_or(0).saturating_sub(1);
    let what = text.lines().nth(index).unwrap_or_default().trim();
    format!("generated/{}:{line}: never reached: {what}\n", name.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_over_all_programs() {
        let report = "SF:/a.rs\nFN:1,f\nDA:1,2\nDA:2,0\nend_of_record\nSF:/a.rs\nDA:1,1\nDA:2,0\nend_of_record\n";
        let expected = BTreeMap::from([("/a.rs".to_owned(), BTreeMap::from([(1, 3), (2, 0)]))]);
        assert_eq!(count_reached(report), expected);
    }

    #[test]
    fn a_line_of_a_reader_that_is_not_reached_is_an_error_and_one_of_a_writer_is_not() {
        let root = files::root();
        let lines = |times| BTreeMap::from([(1, times)]);
        let file = |name: &str| root.join("generated/formats/src/ccob").join(name).display().to_string();
        let of = |reader, writer| BTreeMap::from([(file("read.rs"), lines(reader)), (file("write.rs"), lines(writer))]);
        assert_eq!(print(&root, &of(1, 0)), Ok(()));
        let error = print(&root, &of(0, 1)).unwrap_err();
        assert!(
            error.starts_with("generated/formats/src/ccob/read.rs:1: never reached: // @generated"),
            "{error}"
        );
    }
}
