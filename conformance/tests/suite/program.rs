//! The program as users run it: exit codes, selection, expectations, journals, reports.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use offload_bundle_conformance::embedded;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_offload-bundle-conformance");

pub(crate) fn run(words: &[&str]) -> Output {
    Command::new(PROGRAM).args(words).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A testee `no` that refuses every question.
fn refuser(folder: &Path) -> String {
    let script = folder.join("no.sh");
    let describe = r#"{"name": "no", "version": "1", "protocol": 1, "ops": ["parse_id"]}"#;
    // It records a question before its answer, because the suite ends it after the last answer.
    let text = format!(
        "read line; echo '{describe}'\nwhile read -r line; do\n  id=${{line#*'\"id\":\"'}}\n  printf '%s\\n' \"$id\" >> '{}'\n  \
         echo \"{{\\\"id\\\": \\\"${{id%%'\"'*}}\\\", \\\"rejected\\\": \\\"no\\\"}}\"\ndone\n",
        folder.join("asked").display()
    );
    std::fs::write(&script, text).unwrap();
    format!("sh {}", script.display())
}

fn asked(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("asked"))
        .unwrap_or_default()
        .lines()
        .count()
}

const GROUP: &str = "target_id/parts/";

#[test]
fn failures_exit_1_and_errors_2() {
    let scene = tempfile::tempdir().unwrap();
    let expectations = scene.path().to_str().unwrap();
    let ours = |lines: &str, more: &[&str]| {
        std::fs::write(scene.path().join("offload-bundle.txt"), lines).unwrap();
        let words = ["--testee", "offload-bundle", "--expectations", expectations, "--filter", GROUP];
        let output = run(&[&words, more].concat());
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(ours("", &[]), (Some(0), String::new()));
    let passes = format!("{GROUP}feature_twice fail # it does\n");
    for (more, expected) in [(&[][..], Some(0)), (&["--strict"], Some(1))] {
        let (code, said) = ours(&passes, more);
        let better = format!("1 case better than expected: {GROUP}feature_twice");
        assert!(code == expected && said.contains(&better), "{code:?}: {said}");
    }
    let (code, said) = ours("target_id/gone fail # it did\n", &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("target_id/gone: no such case; delete its line"), "{said}");
    // A partial run ignores expectations for other cases.
    assert_eq!(ours("archive/splitting/two_members fail # it does\n", &[]).0, Some(0));
    assert_eq!(
        ours("archive/splitting/two_members fail # it does\n", &["--shard", "2/3"]).0,
        Some(0)
    );
    let (code, said) = ours(&format!("{GROUP}feature_twice fail #\n"), &[]);
    assert_eq!(code, Some(0));
    assert!(said.starts_with("warning: 1 lines in offload-bundle.txt"), "{said}");
    let (code, said) = ours(&format!("{GROUP}feature_twice\n"), &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("line 1") && said.contains("feature_twice"), "{said}");
    for wrong in [&["--case", "none"][..], &["--filter", "no case"], &["--shard", "0/2"], &["--testee", "none"]] {
        let output = run(&[&["--list"][..], wrong].concat());
        let listed = wrong == ["--testee", "none"];
        assert_eq!(output.status.code(), Some(if listed { 0 } else { 2 }), "{wrong:?}");
    }
    assert_eq!(run(&["--testee", "none"]).status.code(), Some(2));
}

#[test]
fn shards_cover_all_cases_once() {
    let list = |words: &[&str]| -> Vec<String> {
        text(&run(&[&["--list"], words].concat()).stdout)
            .lines()
            .map(String::from)
            .collect()
    };
    let all = list(&[]);
    assert_eq!(all.len(), embedded::cases().unwrap().cases().count());
    let shards: Vec<Vec<String>> = ["1/3", "2/3", "3/3"]
        .iter()
        .map(|shard| list(&["--shard", shard]))
        .collect();
    let mut merged: Vec<&String> = shards.iter().flatten().collect();
    merged.sort_by_key(|id| all.iter().position(|known| known == *id));
    assert_eq!(merged, all.iter().collect::<Vec<_>>());
    assert!(shards.iter().all(|shard| shard.len() >= all.len() / 3));
}

#[test]
fn blessed_lines_are_expected_at_once() {
    let scene = tempfile::tempdir().unwrap();
    let (pipe, folder) = (refuser(scene.path()), scene.path().join("made/known"));
    let words = ["--pipe", &pipe, "--expectations", folder.to_str().unwrap(), "--filter", GROUP, "--jobs", "1"];
    let unknown = run(&words);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(
        text(&unknown.stderr).contains("no such folder"),
        "{}",
        text(&unknown.stderr)
    );
    let bless = || run(&[&words[..], &["--bless"]].concat());
    assert_eq!(bless().status.code(), Some(0));
    let known = run(&words);
    let said = text(&known.stderr);
    assert_eq!(known.status.code(), Some(0), "{said}");
    assert!(said.starts_with("warning: ") && said.lines().count() == 1, "{said}");
    let file = folder.join("no.txt");
    let lines = std::fs::read_to_string(&file).unwrap();
    let old = "# about no\ngone fail # it did\ntarget_id/parts/feature_twice fail # passes\n";
    std::fs::write(&file, old).unwrap();
    bless();
    let blessed = std::fs::read_to_string(&file).unwrap();
    assert_eq!(blessed, format!("# about no\n{lines}"));
    std::fs::write(&file, blessed.replace(" fail #\n", " fail # it refuses everything\n")).unwrap();
    assert_eq!(text(&run(&words).stderr), "");
}

#[test]
fn blessing_starts_from_program_lines() {
    let scene = tempfile::tempdir().unwrap();
    let tool = scene.path().join("clang-offload-bundler");
    std::os::unix::fs::symlink("/bin/false", &tool).unwrap();
    let folder = scene.path().join("known");
    let case = "binary_bundle/header/two_entries";
    let words = ["--program", tool.to_str().unwrap(), "--release", "22", "--case", case, "--bless", "--expectations"];
    assert_eq!(
        run(&[&words[..], &[folder.to_str().unwrap()]].concat()).status.code(),
        Some(0)
    );
    let blessed = std::fs::read_to_string(folder.join("clang-offload-bundler.txt")).unwrap();
    let known = embedded::expectations_text(None, "clang-offload-bundler-22").unwrap();
    assert!(blessed.contains(&format!("{case} fail #\n")));
    assert!(
        known.lines().count() > 100 && known.lines().all(|line| blessed.contains(line)),
        "{blessed}"
    );
}

#[test]
fn interrupted_run_resumes() {
    let scene = tempfile::tempdir().unwrap();
    let (pipe, journal) = (refuser(scene.path()), scene.path().join("journal"));
    let words = ["--pipe", &pipe, "--filter", GROUP, "--jobs", "1", "--resume", journal.to_str().unwrap()];
    let whole = run(&words);
    let all = asked(scene.path());
    assert!(all > 5);
    let text_of = std::fs::read_to_string(&journal).unwrap();
    let was_asked = |line: &&str| !line.contains("\"skipped\"");
    let kept = text_of.lines().skip(1).take(3).filter(was_asked).count();
    assert!(kept > 0);
    let half: String = text_of.lines().take(4).map(|line| format!("{line}\n")).collect();
    std::fs::write(&journal, half + "{\"testee\": \"no\", \"ca").unwrap();
    let resumed = run(&words);
    assert_eq!(asked(scene.path()), all + all - kept);
    assert_eq!(
        (text(&resumed.stdout), resumed.status.code()),
        (text(&whole.stdout), whole.status.code())
    );
    assert_eq!(text(&resumed.stderr), text(&whole.stderr));
    let mut lines = text_of.lines();
    let other = format!(
        "{}\n",
        lines.next().unwrap().replace(env!("CARGO_PKG_VERSION"), "0.0.1")
    );
    std::fs::write(&journal, other).unwrap();
    let refused = run(&words);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("found 0.0.1"),
        "{}",
        text(&refused.stderr)
    );
}

#[test]
fn shard_reports_merge() {
    let scene = tempfile::tempdir().unwrap();
    let file = |name: &str| scene.path().join(name).to_str().unwrap().to_string();
    let ours = ["--testee", "offload-bundle", "--filter", "ccob/"];
    let write = |name: &str, more: &[&str]| {
        let output = run(&[&ours[..], more, &["--json", &file(name)]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output
    };
    let whole = write("whole.json", &[]);
    write("1.json", &["--shard", "1/2"]);
    write("2.json", &["--shard", "2/2"]);
    let merged = run(&["merge", &file("2.json"), &file("1.json"), "--json", &file("merged.json")]);
    assert_eq!(
        (merged.status.code(), text(&merged.stdout)),
        (Some(0), text(&whole.stdout))
    );
    let read = |name: &str| std::fs::read_to_string(file(name)).unwrap();
    // Durations vary between runs.
    let untimed = |name: &str| {
        let mut report: serde_json::Value = serde_json::from_str(&read(name)).unwrap();
        let took = report["testees"][0].as_object_mut().unwrap().remove("milliseconds");
        (took.unwrap().as_object().unwrap().len(), report)
    };
    assert_eq!(untimed("merged.json"), untimed("whole.json"));
    let refuses = |files: &[&str], words: &str| {
        let files: Vec<String> = files.iter().map(|name| file(name)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let output = run(&[&["merge"], &files[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{files:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    };
    refuses(&["1.json"], "shard 2/2 is missing");
    refuses(&["1.json", "1.json", "2.json"], "two reports contain");
    refuses(&["whole.json", "whole.json"], "two reports contain");
    write("3.json", &["--shard", "3/3"]);
    refuses(&["1.json", "3.json"], "two reports contain");
    std::fs::write(
        file("1.json"),
        read("1.json").replace(env!("CARGO_PKG_VERSION"), "0.0.1"),
    )
    .unwrap();
    let refused = run(&["merge", &file("1.json"), &file("2.json")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("0.0.1"));
}

#[test]
fn levels_are_selected() {
    let list = |words: &[&str]| text(&run(&[&["--list"], words].concat()).stdout).lines().count();
    let of = ["required", "recommended", "observed"].map(|level| list(&["--level", level]));
    assert!(of.iter().all(|count| *count > 0), "{of:?}");
    assert_eq!(of.iter().sum::<usize>(), list(&[]));
    assert_eq!(of[0] + of[1], list(&["--level", "required", "--level", "recommended"]));
    assert_eq!(run(&["--list", "--level", "must"]).status.code(), Some(2));
}

#[test]
fn single_case_is_repeated() {
    let output = run(&["--testee", "offload-bundle", "--case", "target_id/parts/feature_twice", "--verbose"]);
    let said = text(&output.stdout);
    let line = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("again: "))
        .expect(&said);
    let again = Command::new("sh").args(["-c", line]).output().unwrap();
    let answers = text(&again.stdout);
    assert_eq!(answers.lines().count(), 2, "{answers}");
    assert!(answers.contains("rejected"), "{answers}");
    let folder = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("files: "))
        .unwrap();
    let case = std::fs::read_to_string(Path::new(folder).join("case.json")).unwrap();
    assert!(case.contains("\"target_id/parts/feature_twice\""));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A folder with only these programs.
fn folder_of(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let found = Command::new("sh")
            .args(["-c", "command -v \"$0\"", name])
            .output()
            .unwrap();
        std::os::unix::fs::symlink(text(&found.stdout).trim(), folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn late_program_ends_without_kill() {
    let scene = tempfile::tempdir().unwrap();
    let path = folder_of(&["sh", "sleep"]);
    let script = scene.path().join("slow.sh");
    // Its questions exceed a pipe's capacity.
    let case = "ccob/round_trips/does_not_compress";
    std::fs::write(
        &script,
        "read line; echo '{\"name\": \"slow\", \"protocol\": 1, \"ops\": [\"compress\"]}'; sleep 100000 & sleep 100000\n",
    )
    .unwrap();
    let mut suite = Command::new(PROGRAM)
        .args(["--pipe", &format!("sh {}", script.display()), "--timeout", "1", "--case", case])
        .env("PATH", path.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let ended = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        suite.try_wait().unwrap()
    });
    suite.kill().unwrap();
    let said = text(&suite.wait_with_output().unwrap().stderr);
    assert_eq!(ended.and_then(|status| status.code()), Some(1), "{said}");
    assert!(said.contains(" · hang · "), "{said}");
}

/// Output of a run with only `names` on PATH.
fn run_with(names: &[&str], words: &[&str]) -> Output {
    let path = folder_of(names);
    // The tool may be in the folder of the suite's program.
    let alone = path.path().join("alone");
    std::fs::copy(PROGRAM, &alone).unwrap();
    let variables = ["OFFLOAD_BUNDLE_PROGRAM", "OFFLOAD_BUNDLE_KAITAI_PYTHON", "OFFLOAD_BUNDLE_KAITAI"];
    let mut suite = Command::new(alone);
    for name in variables {
        suite.env_remove(name);
    }
    suite.args(words).env("PATH", path.path()).output().unwrap()
}

#[test]
fn missing_tools_are_one_line() {
    let bare = run_with(&["sh"], &["--filter", GROUP]);
    let said = text(&bare.stderr);
    assert_eq!(bare.status.code(), Some(0), "{said}");
    let names = said.strip_prefix("Skipped, because not installed: ").expect(&said);
    assert!(names.ends_with(".\n") && names.lines().count() == 1, "{said}");
    let names: Vec<&str> = names.trim_end_matches(".\n").split(", ").collect();
    let known = embedded::adapters().unwrap();
    assert_eq!(names, known.iter().map(|adapter| &*adapter.name).collect::<Vec<_>>());
    let asked = run_with(&["sh"], &["--testee", "amd-comgr"]);
    assert_eq!(
        (asked.status.code(), &*text(&asked.stderr)),
        (
            Some(2),
            "offload-bundle-conformance: amd-comgr: python3 is not installed\n"
        )
    );
}
