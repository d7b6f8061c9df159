//! Completions in shells, and the manual in its viewers. Without the programs, tests print `skipped`; `OFFLOAD_BUNDLE_REQUIRE_SHELLS=1`
//! makes that an error (empty and `0` do not).

#![expect(clippy::disallowed_methods, reason = "shells are the subject")]
#![cfg(unix)]
// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{run, told};
use offload_bundle_testing::tools::shell_present;
use tempfile::TempDir;

fn folder(shell: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["completions", shell]);
    assert!(output.status.success(), "{}", told(&output));
    fs::write(folder.path().join("script"), output.stdout).unwrap();
    fs::write(folder.path().join("a_file"), "").unwrap();
    fs::create_dir(folder.path().join("a_folder")).unwrap();
    folder
}

fn words(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", told(output));
    let text = String::from_utf8_lossy(&output.stdout);
    // A meaning is after a tab.
    let words = text.lines().filter_map(|line| line.split('\t').next());
    words.map(|word| word.trim_end_matches('/').to_owned()).collect()
}

type Case = (
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

const CASES: [Case; 8] = [
    (&["list", "--type"], &["bc", "hipi", "o"], &["a_file", "a_folder"]),
    (&["list", "--color"], &["auto", "always", "never"], &["a_file"]),
    (&["list", "--sizes"], &["auto", "exact", "human"], &["a_file"]),
    (&["extract", "--arch"], &["gfx90a", "gfx942"], &["a_file"]),
    (&["extract", "--kind"], &["hip", "openmp"], &["a_file"]),
    (&["extract", "--dir"], &["a_folder"], &["a_file"]),
    (&["compress", "--output"], &["a_file"], &["bc"]),
    (&["completions"], &["bash", "zsh"], &["a_file"]),
];

fn check(shell: &str, complete: impl Fn(&Path, &[&str]) -> Output) {
    let folder = folder(shell);
    for (line, expected, others) in CASES {
        let found = words(&complete(folder.path(), line));
        for word in expected {
            assert!(
                found.iter().any(|found| found == word),
                "{shell}: {line:?}: no {word} in {found:?}"
            );
        }
        for word in others {
            assert!(
                found.iter().all(|found| found != word),
                "{shell}: {line:?}: {word} in {found:?}"
            );
        }
    }
}

#[test]
fn bash_completes_values_files_and_folders() {
    if !shell_present("bash") {
        return;
    }
    check("bash", |folder, line| {
        let last = line.last().unwrap();
        // Does the work of readline for `plusdirs`: there is no terminal here.
        let script = format!(
            "source ./script; compopt() {{ options=$*; }}; COMP_WORDS=(offload-bundle {} ''); COMP_CWORD={}; \
             _offload__bundle offload-bundle '' {last}; \
             if [ \"$options\" = '-o plusdirs' ]; then COMPREPLY+=($(compgen -d)); fi; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            line.join(" "),
            line.len() + 1,
        );
        Command::new("bash")
            .args(["--norc", "-c", &script])
            .current_dir(folder)
            .output()
            .unwrap()
    });
}

#[test]
fn bash_completes_commands_options_and_files() {
    if !shell_present("bash") {
        return;
    }
    let folder = folder("bash");
    // The word to complete, the words before it, and the expected offers.
    for (word, before, expected) in [
        ("ins", "", &["inspect"][..]),
        ("comp", "", &["compress", "completions"]),
        ("--bud", "size", &["--budget"]),
        ("--ids", "--json list some_file", &["--ids-only"]),
        ("--col", "target parse", &["--color"]),
        ("can", "target", &["canonical"]),
        ("json", "", &["json-schema"]),
        ("li", "json-schema", &["list"]),
        ("a_f", "list", &[]),
        ("a_f", "extract a_file", &[]),
    ] {
        let script = format!(
            "source ./script; compopt() {{ :; }}; words=(offload-bundle {before}); \
             COMP_WORDS=(\"${{words[@]}}\" {word}); COMP_CWORD=${{#words[@]}}; \
             _offload__bundle offload-bundle {word} \"${{words[-1]}}\"; \
             if (( ${{#COMPREPLY[@]}} )); then printf '%s\\n' \"${{COMPREPLY[@]}}\"; fi; complete -p offload-bundle >&2",
        );
        let mut bash = Command::new("bash");
        let output = bash
            .args(["--norc", "-c", &script])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(words(&output), expected, "{before} {word}");
        // Without offers of the script, bash completes files.
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("-o default") && said.contains("-F _offload__bundle offload-bundle"),
            "{said}"
        );
    }
}

#[test]
fn fish_completes_values_files_and_folders() {
    if !shell_present("fish") {
        return;
    }
    check("fish", |folder, line| {
        let script = format!("source ./script; complete -C 'offload-bundle {} '", line.join(" "));
        let mut fish = Command::new("fish");
        fish.args(["--no-config", "-c", &script])
            .current_dir(folder)
            .env("HOME", folder);
        let output = fish.output().unwrap();
        assert!(output.stderr.is_empty(), "{}", told(&output));
        output
    });
}

#[test]
fn zsh_script_names_values() {
    let folder = folder("zsh");
    let script = fs::read_to_string(folder.path().join("script")).unwrap();
    for piece in ["bc\\:", "hipi\\:", "(auto always never)", "gfx90a", "_files -/", "_files"] {
        assert!(script.contains(piece), "{piece}");
    }
    if shell_present("zsh") {
        let output = Command::new("zsh")
            .args(["-n", "script"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", told(&output));
    }
}

#[test]
fn other_shells_get_values_too() {
    for shell in ["powershell", "elvish"] {
        let folder = folder(shell);
        let script = fs::read_to_string(folder.path().join("script")).unwrap();
        for option in ["--type", "--arch", "--color", "json-schema"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
}

fn manual() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["man", "--dir", "pages"]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(fs::read_dir(folder.path().join("pages")).unwrap().count() > 15);
    folder
}

#[test]
fn pages_are_written_all_or_none() {
    let folder = manual();
    let pages = folder.path().join("pages");
    let page = pages.join("offload-bundle.1");
    let text = fs::read(&page).unwrap();
    fs::write(&page, "an older one").unwrap();
    let output = run(folder.path(), &["man", "--dir", "pages"]);
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(fs::read(&page).unwrap(), text);

    fs::write(&page, "an older one").unwrap();
    let other = pages.join("offload-bundle-verify.1");
    fs::remove_file(&other).unwrap();
    symlink(folder.path().join("elsewhere"), &other).unwrap();
    let output = run(folder.path(), &["man", "--dir", "pages"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert_eq!(fs::read(&page).unwrap(), b"an older one");
    assert!(!folder.path().join("elsewhere").exists());
}

fn complaints(words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for page in fs::read_dir(manual().path().join("pages")).unwrap() {
        let mut reader = Command::new(words[0]);
        let output = reader.args(&words[1..]).arg(page.unwrap().path()).output().unwrap();
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8_lossy(&text).into_owned();
            let lines = text.lines().filter(|line| {
                !line.contains("missing date") && !line.contains("cannot parse date") && !line.trim().is_empty()
            });
            found.extend(lines.map(str::to_owned));
        }
    }
    found
}

#[test]
fn manual_viewers_print_no_warnings() {
    for reader in [&["mandoc", "-Tlint", "-Wwarning"][..], &["groff", "-man", "-ww", "-z", "-Tutf8"]] {
        if shell_present(reader[0]) {
            assert_eq!(complaints(reader), [""; 0], "{}", reader[0]);
        }
    }
}
