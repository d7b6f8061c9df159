//! How much of each generated file the corpora reach: the targets are built with counters, run over what is there, and counted.

use std::collections::BTreeMap;
use std::path::Path;
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
    command.args(["+nightly", "build", "--release", "--bins", "--quiet", "--manifest-path"]);
    command
        .arg(engine.root.join("fuzz/Cargo.toml"))
        .arg("--target-dir")
        .arg(&folder);
    // Without a sanitizer the targets need no flags of cargo-fuzz but this: libFuzzer must not expect its own counters.
    command.env("RUSTFLAGS", "-Cinstrument-coverage --cfg fuzzing -Ccodegen-units=16");
    // Programs that run while others are built count too, and would leave that where they run.
    command.env("LLVM_PROFILE_FILE", folder.join("build-%p.profraw"));
    command.env_remove("RUSTUP_TOOLCHAIN");
    if !command.status().map_err(|error| format!("cargo: {error}"))?.success() {
        return Err("the targets do not build with counters".to_owned());
    }
    let mut raw = Vec::new();
    let mut programs = Vec::new();
    for target in targets {
        let program = folder.join("release").join(&target.name);
        let profile = folder.join(format!("{}.profraw", target.name));
        let mut command = Command::new(&program);
        command.env("LLVM_PROFILE_FILE", &profile).arg("-runs=0");
        command.arg(engine.corpus(target)?).args(seeds.of(target));
        output(&mut command)?;
        raw.push(profile);
        programs.push(program);
    }
    let merged = folder.join("all.profdata");
    output(
        Command::new(&profdata)
            .args(["merge", "-sparse", "-o"])
            .arg(&merged)
            .args(&raw),
    )?;
    let mut command = Command::new(&cov);
    command.args(["export", "-format=lcov", "-instr-profile"]).arg(&merged);
    for (index, program) in programs.iter().enumerate() {
        if index > 0 {
            command.arg("-object");
        }
        command.arg(program);
    }
    print(&engine.root, &reached(&output(&mut command)?))
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
fn reached(report: &str) -> BTreeMap<String, BTreeMap<u64, u64>> {
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

/// Prints how much of each generated file is reached, and which lines of readers are not.
///
/// # Errors
///
/// Those lines.
fn print(root: &Path, all: &BTreeMap<String, BTreeMap<u64, u64>>) -> Result<(), String> {
    let mut missed = String::new();
    for (file, lines) in all {
        let Ok(name) = Path::new(file).strip_prefix(root.join("generated")) else {
            continue;
        };
        let count = lines.values().filter(|times| **times > 0).count();
        println!("{:<56} {count:>5} of {:>5} lines", name.display(), lines.len());
        if name.ends_with("read.rs") {
            let text = files::read(Path::new(file))?;
            let text: Vec<&str> = text.lines().collect();
            for line in lines.iter().filter(|(_, times)| **times == 0).map(|(line, _)| *line) {
                let index = usize::try_from(line).unwrap_or(0).saturating_sub(1);
                let shown = text.get(index).map_or("", |line| line.trim());
                missed.push_str(&format!(
                    "generated/{}:{line}: never reached: {shown}\n",
                    name.display()
                ));
            }
        }
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(missed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_over_all_programs() {
        let report = "SF:/a.rs\nFN:1,f\nDA:1,2\nDA:2,0\nend_of_record\nSF:/a.rs\nDA:1,1\nDA:2,0\nend_of_record\n";
        let expected = BTreeMap::from([("/a.rs".to_owned(), BTreeMap::from([(1, 3), (2, 0)]))]);
        assert_eq!(reached(report), expected);
    }
}
