//! Runs a program in its own folder, with limits on time, memory and output.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use super::answer::Breakdown;
use super::ended::Ended;
use super::process_group::ProcessGroup;

/// Limits of a program.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum time.
    pub time: Duration,
    /// Maximum address space in KiB; `None` is unlimited.
    pub address_space: Option<u64>,
    /// Maximum size of a written file in KiB.
    pub file: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), address_space: Some(4 << 20), file: 256 << 10 }
    }
}

impl Limits {
    pub(super) fn memory(&self) -> String {
        self.address_space
            .map(|kib| format!("ulimit -v {kib}; "))
            .unwrap_or_default()
    }
}

/// A folder for a run.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
}

const SIGNALS: [(i32, &str); 7] = [
    (4, "illegal instruction"),
    (6, "aborted"),
    (7, "bus error"),
    (8, "arithmetic error"),
    (9, "killed"),
    (11, "segmentation fault"),
    (31, "bad system call"),
];
/// The processor time is up.
const SIGXCPU: i32 = 24;
/// A file exceeds its limit.
const SIGXFSZ: i32 = 25;

impl Scratch {
    /// Creates the folder. The program runs two levels deep, so that files in the parent are visible.
    ///
    /// # Errors
    ///
    /// Returns any system error.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("conformance-").tempdir()?;
        fs::create_dir_all(folder.path().join("outer/run"))?;
        Ok(Self { folder })
    }

    /// Keeps the folder after the run.
    pub fn keep(&mut self) {
        self.folder.disable_cleanup(true);
    }

    /// The working directory of the program.
    pub fn run_folder(&self) -> PathBuf {
        self.folder.path().join("outer/run")
    }

    /// Writes a file into the working directory.
    ///
    /// # Errors
    ///
    /// Returns any system error.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(self.run_folder().join(name), bytes)
    }

    /// Reads a file from the working directory.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.run_folder().join(name)).ok()
    }

    pub(super) fn inputs(&self) -> Vec<(String, Vec<u8>)> {
        let names = self.beginning_with("");
        names
            .into_iter()
            .filter_map(|name| Some((name.clone(), self.get(&name)?)))
            .collect()
    }

    /// In the working directory.
    pub(super) fn beginning_with(&self, begin: &str) -> Vec<String> {
        let entries = fs::read_dir(self.run_folder()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.starts_with(begin) && name != begin).collect();
        names.sort_unstable();
        names
    }

    /// Runs `program` in the working directory. It may write only `outputs`; a trailing `*` matches any suffix.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not start.
    pub fn run(
        &self,
        program: &Path,
        words: &[String],
        environment: &[(String, String)],
        outputs: &[String],
        limits: Limits,
    ) -> io::Result<Ended> {
        let before = self.files()?;
        let streams = |name: &str| File::create(self.folder.path().join(name));
        let line = format!(
            "ulimit -c 0; {}ulimit -f {}; ulimit -t {}; exec \"$0\" \"$@\"",
            limits.memory(),
            limits.file.saturating_mul(2),
            limits.time.as_secs().saturating_add(1)
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &line])
            .arg(program)
            .args(words)
            // Symbolizing a trace takes longer than the rest of the run.
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .current_dir(self.run_folder())
            .stdin(Stdio::null())
            .stdout(streams("stdout")?)
            .stderr(streams("stderr")?);
        let status = ProcessGroup::start(&mut command)?.wait(limits.time)?;
        let printed = |name: &str| fs::read(self.folder.path().join(name));
        let (stdout, stderr) = (
            printed("stdout")?,
            String::from_utf8_lossy(&printed("stderr")?).into_owned(),
        );
        let run_folder = self.run_folder();
        let allowed = |file: &Path| {
            let name = file.strip_prefix(&run_folder).ok().and_then(Path::to_str);
            let fits = |output: &String, name: &str| match output.strip_suffix('*') {
                Some(begin) => name.starts_with(begin) && !name.contains('/'),
                None => name == output,
            };
            name.is_some_and(|name| outputs.iter().any(|output| fits(output, name)))
        };
        let elsewhere: Vec<String> = self
            .files()?
            .difference(&before)
            .filter(|file| !allowed(file))
            .map(|file| {
                let shown = file.strip_prefix(&run_folder).unwrap_or(file);
                shown.display().to_string()
            })
            .collect();
        let breakdown = match status {
            None => Some(Breakdown::Hang),
            Some(status) => broken(status, &stderr)
                .or_else(|| (!elsewhere.is_empty()).then_some(Breakdown::WroteElsewhere(elsewhere))),
        };
        Ok(Ended { code: status.and_then(|status| status.code()), stdout, stderr, breakdown })
    }

    fn files(&self) -> io::Result<BTreeSet<PathBuf>> {
        let mut found = BTreeSet::new();
        let mut folders = vec![self.folder.path().join("outer")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                match entry.file_type()?.is_dir() {
                    true => folders.push(entry.path()),
                    false => drop(found.insert(entry.path())),
                }
            }
        }
        Ok(found)
    }
}

fn broken(status: ExitStatus, stderr: &str) -> Option<Breakdown> {
    let memory = ["out of memory", "bad_alloc", "memory allocation of", "MemoryError"];
    if !status.success() && memory.iter().any(|words| stderr.contains(words)) {
        return Some(Breakdown::OutOfMemory);
    }
    if let Some(fault) = sanitizer(stderr) {
        return Some(Breakdown::Crash(format!("sanitizer: {fault}")));
    }
    match status.signal() {
        Some(SIGXCPU) => Some(Breakdown::Hang),
        Some(SIGXFSZ) => Some(Breakdown::TooMuchOutput),
        Some(signal) => {
            let known = SIGNALS.iter().find(|(number, _)| *number == signal);
            Some(Breakdown::Crash(known.map_or_else(
                || format!("signal {signal}"),
                |(_, name)| name.to_string(),
            )))
        }
        // Shells and signal handlers exit with 128 plus the signal.
        None => match status.code() {
            Some(code @ 129..=165) => Some(Breakdown::Crash(format!("exit code {code}"))),
            _ => None,
        },
    }
}

/// The exit code does not matter, because the program may continue.
pub(super) fn sanitizer(stderr: &str) -> Option<&str> {
    let told = |line| {
        let (tool, fault) = str::strip_prefix(line, "SUMMARY: ")?.split_once(": ")?;
        (tool.ends_with("Sanitizer") && !fault.is_empty()).then_some(fault)
    };
    let fault = stderr.lines().find_map(told)?;
    match fault.contains(" leaked in ") {
        true => Some("memory-leak"),
        false => fault.split_whitespace().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: &str, outputs: &[&str], limits: Limits) -> Ended {
        let scratch = Scratch::new().unwrap();
        let words = ["-c".to_string(), line.to_string()];
        let outputs: Vec<String> = outputs.iter().map(ToString::to_string).collect();
        scratch.run(Path::new("sh"), &words, &[], &outputs, limits).unwrap()
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        let ended = run("echo out; echo err >&2; exit 3", &[], Limits::default());
        assert_eq!(
            (ended.code, &*ended.stdout, &*ended.stderr),
            (Some(3), &b"out\n"[..], "err\n")
        );
        assert_eq!(ended.breakdown, None);
    }

    #[test]
    fn failures_are_distinguished() {
        let hour = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        assert_eq!(
            run("kill -SEGV $$", &[], hour).breakdown,
            Some(Breakdown::Crash("segmentation fault".into()))
        );
        let second = Limits { time: Duration::from_secs(1), ..hour };
        for line in ["sleep 60; echo late", "(sleep 60; echo late) & wait"] {
            let ended = run(line, &[], second);
            assert_eq!(
                (ended.breakdown, &*ended.stdout),
                (Some(Breakdown::Hang), &b""[..]),
                "{line}"
            );
        }
        let small = Limits { file: 16, ..hour };
        assert_eq!(
            run("exec head -c 1000000 /dev/zero > out", &["out"], small).breakdown,
            Some(Breakdown::TooMuchOutput)
        );
        let memory = run("echo LLVM ERROR: out of memory >&2; exit 1", &[], hour);
        assert_eq!(memory.breakdown, Some(Breakdown::OutOfMemory));
    }

    #[test]
    fn sanitizer_report_is_a_crash() {
        let fault = |line: &str| run(&format!("echo '{line}' >&2"), &[], Limits::default()).breakdown;
        let crash = |fault: &str| Some(Breakdown::Crash(format!("sanitizer: {fault}")));
        assert_eq!(
            fault("SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3:5 in main"),
            crash("heap-buffer-overflow")
        );
        assert_eq!(
            fault("SUMMARY: AddressSanitizer: 7 byte(s) leaked in 1 allocation(s)."),
            crash("memory-leak")
        );
        assert_eq!(
            fault("SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:3:5"),
            crash("undefined-behavior")
        );
        assert_eq!(fault("no SUMMARY: AddressSanitizer: x"), None);
        assert_eq!(fault("SUMMARY: 3 errors"), None);
    }

    /// With AddressSanitizer, if clang and its runtime are installed.
    #[test]
    fn sanitizer_build_has_no_memory_limit() {
        let scene = tempfile::tempdir().unwrap();
        let source = scene.path().join("overflow.c");
        let text = "#include <stdlib.h>\nint main(int n, char **w) { char *p = malloc(4); p[3] = (char)n; char c = p[n + 2]; free(p); return c; }\n";
        fs::write(&source, text).unwrap();
        let program = scene.path().join("overflow");
        let clang = ["clang", "clang-22", "clang-19", "clang-16", "clang-14"]
            .into_iter()
            .find(|clang| {
                let mut built = Command::new(clang);
                built.args(["-fsanitize=address", "-o"]).arg(&program).arg(&source);
                built.output().is_ok_and(|output| output.status.success())
            });
        if clang.is_none() {
            offload_bundle_testing::skip("no clang with AddressSanitizer is installed");
            return;
        }
        let asked = |words: &[String], address_space| {
            let limits = Limits { address_space, ..Limits::default() };
            Scratch::new()
                .unwrap()
                .run(&program, words, &[], &[], limits)
                .unwrap()
                .breakdown
        };
        assert_eq!(asked(&[], None), None);
        let overflow = Some(Breakdown::Crash("sanitizer: heap-buffer-overflow".into()));
        assert_eq!(asked(&["x".into()], None), overflow);
    }

    #[test]
    fn files_outside_outputs_are_seen() {
        let elsewhere = |line, outputs: &[&str]| match run(line, outputs, Limits::default()).breakdown {
            Some(Breakdown::WroteElsewhere(files)) => files.len(),
            _ => 0,
        };
        assert_eq!(elsewhere("echo > out", &["out"]), 0);
        assert_eq!(elsewhere("echo > out; echo > other", &["out"]), 1);
        assert_eq!(elsewhere("echo > out-1; echo > out-2; echo > o", &["out-*"]), 1);
        assert_eq!(elsewhere("mkdir out-1; echo > out-1/a; echo > ../out-2", &["out-*"]), 2);
        assert_eq!(elsewhere("echo > ../evil; mkdir a; echo > a/b", &["out"]), 2);
    }
}
