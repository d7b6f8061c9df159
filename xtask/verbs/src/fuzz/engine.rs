//! Builds and runs fuzz targets: cargo-fuzz with a nightly toolchain builds them, libFuzzer in them does the rest.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::seeds::Seeds;
use super::targets::Target;
use crate::files;

/// How much memory one target may take, in mebibytes; how long one input may take, in seconds.
const MEMORY: &str = "-rss_limit_mb=2048";
const PATIENCE: &str = "-timeout=20";

/// What builds and runs targets.
#[derive(Debug)]
pub struct Engine {
    pub root: PathBuf,
    /// What checks memory while they run.
    sanitizer: String,
    /// The triple of this machine.
    host: String,
}

/// What a run may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Ran {
    name: String,
    seconds: f64,
    executions: u64,
    corpus: usize,
    /// The inputs that broke something.
    pub finds: Vec<PathBuf>,
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, seconds, executions, corpus, finds } = self;
        let rate = *executions as f64 / seconds.max(0.001);
        write!(
            f,
            "{name:<40} {seconds:>8.0} {executions:>12} {rate:>10.0} {corpus:>8}  {}",
            finds.len()
        )
    }
}

impl Engine {
    /// What there is on this machine.
    ///
    /// # Errors
    ///
    /// Which of the tools is missing, and how to install it.
    pub fn find(root: PathBuf, sanitizer: &str) -> Result<Self, String> {
        let version = output(Command::new("rustc").args(["+nightly", "-vV"]));
        let version =
            version.map_err(|_| "no nightly toolchain, which fuzzing needs: rustup toolchain install nightly")?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.ok_or("rustc +nightly -vV names no host")?.to_owned();
        output(Command::new("cargo").args(["+nightly", "fuzz", "--version"]))
            .map_err(|_| "no cargo-fuzz: cargo install --locked cargo-fuzz")?;
        Ok(Self { root, sanitizer: sanitizer.to_owned(), host })
    }

    /// A command of cargo-fuzz.
    pub fn cargo_fuzz(&self, verb: &str) -> Command {
        let mut command = Command::new("cargo");
        command
            .args(["+nightly", "fuzz", verb])
            .current_dir(self.root.join("fuzz"));
        // What the outer cargo sets for this package must not reach the inner one.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("CARGO_PKG_")
                || name.starts_with("CARGO_MANIFEST_")
                || name.starts_with("RUSTUP_TOOLCHAIN")
            {
                command.env_remove(name);
            }
        }
        command
    }

    /// Builds the targets: the one, or all of them.
    pub fn build(&self, targets: &[Target]) -> Result<(), String> {
        let mut command = self.cargo_fuzz("build");
        // Links some twenty programs: in one unit each they would be a little faster, and take minutes more.
        command.args(["--sanitizer", &self.sanitizer, "--codegen-units", "16", "--target-dir"]);
        command.arg(self.build_folder());
        if let [one] = targets {
            command.arg(&one.name);
        }
        match command
            .status()
            .map_err(|error| format!("cargo fuzz: {error}"))?
            .success()
        {
            true => Ok(()),
            false => Err("the fuzz targets do not build".to_owned()),
        }
    }

    /// Where programs are built: each sanitizer has its own, so that none is built over another.
    fn build_folder(&self) -> PathBuf {
        self.root.join("target/fuzz").join(&self.sanitizer)
    }

    /// The program of a target.
    pub fn program(&self, target: &Target) -> Command {
        let mut command = Command::new(self.build_folder().join(&self.host).join("release").join(&target.name));
        command.current_dir(self.root.join("fuzz")).args([MEMORY, PATIENCE]);
        command.arg(format!("-artifact_prefix=artifacts/{}/", target.name));
        command
    }

    /// The inputs that a target has found worth keeping.
    pub fn corpus(&self, target: &Target) -> Result<PathBuf, String> {
        self.folder("corpus", target)
    }

    fn folder(&self, name: &str, target: &Target) -> Result<PathBuf, String> {
        let folder = self.root.join("fuzz").join(name).join(&target.name);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    /// Runs a target for as long as `limits` say, or until something breaks.
    pub fn run(&self, target: &Target, seeds: &Seeds, limits: Limits) -> Result<Ran, String> {
        let (corpus, artifacts) = (self.corpus(target)?, self.folder("artifacts", target)?);
        let before = files::below(&artifacts)?;
        let mut command = self.program(target);
        command.arg(format!("-max_total_time={}", limits.time.as_secs()));
        command.arg(format!("-max_len={}", seeds.longest(target)));
        command.args(["-print_final_stats=1", "-verbosity=1"]);
        if let Some(dictionary) = target.dictionary(&seeds.folder) {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        command.arg(&corpus).args(seeds.folder_of(target));
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("{}: {error}", target.name))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let new = files::below(&artifacts)?
            .into_iter()
            .filter(|name| !before.contains(name));
        let finds: Vec<PathBuf> = new.map(|name| artifacts.join(name)).collect();
        if !output.status.success() && finds.is_empty() {
            let last: Vec<&str> = said.lines().rev().take(12).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            return Err(format!("{}: {}\n{}", target.name, output.status, last.join("\n")));
        }
        let (executions, seconds) = done(&said).unwrap_or_default();
        let name = target.name.clone();
        Ok(Ran { name, seconds, executions, corpus: files::below(&corpus)?.len(), finds })
    }

    /// Keeps of the corpus only what reaches something that the rest does not. The result is how many files there were, and are.
    pub fn minimise(&self, target: &Target) -> Result<(usize, usize), String> {
        let (corpus, smaller) = (
            self.corpus(target)?,
            self.root.join("fuzz/corpus").join(format!("{}.new", target.name)),
        );
        let fail = |error: std::io::Error| format!("{}: {error}", corpus.display());
        fs::create_dir_all(&smaller).map_err(fail)?;
        output(self.program(target).arg("-merge=1").arg(&smaller).arg(&corpus))?;
        let (before, after) = (files::below(&corpus)?.len(), files::below(&smaller)?.len());
        fs::remove_dir_all(&corpus).map_err(fail)?;
        fs::rename(&smaller, &corpus).map_err(fail)?;
        Ok((before, after))
    }
}

/// How many executions there were, and in how many seconds: libFuzzer's last words.
fn done(said: &str) -> Option<(u64, f64)> {
    let last = said
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let executions: u64 = match last {
        Some(number) => number.trim().parse().ok()?,
        // A find ends it before.
        None => said
            .lines()
            .filter_map(|line| line.strip_prefix('#')?.split('\t').next()?.parse().ok())
            .next_back()?,
    };
    let seconds = said.lines().rev().find_map(|line| {
        let (_, rest) = line.split_once(" runs in ")?;
        rest.split(' ').next()?.parse().ok()
    });
    Some((executions, seconds.unwrap_or(0.0)))
}

/// What a command prints, or why it fails.
pub fn output(command: &mut Command) -> Result<String, String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{name}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_run_are_read() {
        let said =
            "#1\tINITED cov: 2\n#8\tNEW cov: 3\nDone 4096 runs in 3 second(s)\nstat::number_of_executed_units: 4096\n";
        assert_eq!(done(said), Some((4096, 3.0)));
        assert_eq!(done("#1\tINITED\n#77\tNEW cov: 3\npanicked"), Some((77, 0.0)));
        assert_eq!(done("no such file"), None);
    }
}
