//! The environment variables of loaders, in separate processes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use super::installed::{Installed, VARIABLES, found, names, rows, started_anew, started_without_variables};
use crate::support::{supports, verified};
use offload_bundle_testing::kpack::Scheme;

/// The library for [`followed_archives_are_printed`].
const OF_LIBRARY: &str = "OFFLOAD_BUNDLE_TEST_LIBRARY";

pub fn in_environment(library: &Path, variables: &[(&str, &str)]) -> String {
    let mut program = started_anew("kpack_follow::environment::followed_archives_are_printed");
    program.env(OF_LIBRARY, library).envs(variables.iter().copied());
    program.current_dir(library.parent().unwrap());
    let Output { stdout, .. } = program.output().unwrap();
    let said = String::from_utf8(stdout).unwrap();
    let line = said
        .lines()
        .find_map(|line| Some(line.split_once("followed: ")?.1.to_owned()));
    line.unwrap_or_else(|| panic!("{said}"))
}

/// The next tests start this test in a new process, with a library and variables.
#[test]
fn followed_archives_are_printed() {
    let given = env::var_os(OF_LIBRARY);
    if given.is_none() && started_without_variables() {
        return;
    }
    let installed = Installed::usual();
    let library = given.as_ref().map_or_else(|| installed.library(), PathBuf::from);
    let (file, _) = supports("gfx90a", library.as_path());
    let with = file
        .with
        .iter()
        .map(|with| format!("{} {}", with.target, with.unit_count));
    let archives = found(&library)
        .into_iter()
        .map(|(target, archive)| format!("{target} in {archive}"));
    let off = file
        .notes
        .external_code
        .iter()
        .filter_map(|external| external.disabled_by.clone());
    let verified = verified(library).files.remove(0);
    let named = |message: &str| VARIABLES.into_iter().rev().find(|variable| message.contains(variable));
    let findings = verified.findings.iter().filter_map(|found| {
        let variable = named(&found.message)?;
        Some(format!("{} by {variable}", found.code))
    });
    let shown: Vec<String> = with.chain(archives).chain(off).chain(findings).collect();
    println!("followed: {:?} {shown:?}", file.supported);
    assert!(given.is_some() || shown.contains(&"gfx90a 3".to_owned()));
}

#[test]
fn environment_variables_redirect_the_search() {
    let (installed, other, names) = (Installed::usual(), Installed::new(&[]), names());
    let variant = other.archive(
        "any name",
        Scheme::None,
        "gfx90a:xnack+",
        rows(&names, "gfx90a:xnack+", b"code"),
    );
    let bare = other.archive("another", Scheme::None, "gfx90a", rows(&names, "gfx90a", b"code"));
    let [variant, bare] = [&variant, &bare].map(|path| path.to_str().unwrap());
    let said = |variables: &[(&str, &str)]| in_environment(&installed.library(), variables);
    let usual = r#"Some(true) ["gfx90a 3", "gfx11-generic in one_gfx11-generic.kpack", "gfx90a in one_gfx90a.kpack", "gfx90a:xnack+ in one_gfx90a:xnack+.kpack"]"#;
    assert_eq!(said(&[]), usual);
    // Code for one setting does not suffice for all GPUs.
    let replaced = r#"Some(false) ["gfx90a:xnack+ 3", "gfx90a:xnack+ in any name"]"#;
    assert_eq!(said(&[("ROCM_KPACK_PATH", variant)]), replaced);
    assert_eq!(
        said(&[("ROCM_KPACK_PATH", variant), ("ROCM_KPACK_PATH_PREFIX", bare)]),
        replaced
    );
    assert_eq!(said(&[("ROCM_KPACK_PATH", "")]), usual);
    // It replaces everything, although it names nothing.
    assert_eq!(said(&[("ROCM_KPACK_PATH", ":")]), "None []");
    assert_eq!(
        said(&[("ROCM_KPACK_PATH_PREFIX", bare)]),
        usual.replace("gfx90a in one_gfx90a.kpack", "gfx90a in another")
    );
    assert_eq!(
        said(&[("ROCM_KPACK_PATH_PREFIX", variant)]),
        usual.replace("gfx90a:xnack+ in one_gfx90a:xnack+.kpack", "gfx90a:xnack+ in any name")
    );
    assert_eq!(said(&[("ROCM_KPACK_DISABLE", "1")]), r#"None ["ROCM_KPACK_DISABLE"]"#);
    assert_eq!(said(&[("ROCM_KPACK_DISABLE", "0")]), usual);
    assert_eq!(said(&[("ROCM_KPACK_DISABLE", "")]), usual);
}

/// Other things than regular files may be endless: they are not read.
#[cfg(unix)]
#[test]
fn endless_files_are_not_read() {
    let installed = Installed::new(&["/proc/self/pagemap", "/dev/zero", "pipe", "-", "empty", "../.kpack/one.kpack"]);
    let (names, lib) = (names(), installed.library().parent().unwrap().to_owned());
    let code = installed.archive("one.kpack", Scheme::None, "gfx90a", rows(&names, "gfx90a", b"code"));
    #[expect(
        clippy::disallowed_methods,
        reason = "the standard library makes no pipe with a name"
    )]
    let made = Command::new("mkfifo").arg(lib.join("pipe")).status();
    assert!(made.unwrap().success());
    fs::write(lib.join("empty"), "").unwrap();
    let said = |variables: &[(&str, &str)]| in_environment(&installed.library(), variables);
    assert_eq!(said(&[]), r#"Some(true) ["gfx90a 3", "gfx90a in one.kpack"]"#);
    let not_read: Vec<(&str, &str)> = [
        ("/proc/self/pagemap", "unreadable-archive"),
        ("/dev/zero", "unreadable-archive"),
        ("pipe", "unreadable-archive"),
        ("empty", "unreadable-archive"),
        ("/no such file", "unreadable-archive"),
        (".", "unreadable-archive"),
        ("libone.so", "no-archive"),
    ]
    .into();
    for (path, expected) in not_read {
        for variable in ["ROCM_KPACK_PATH", "ROCM_KPACK_PATH_PREFIX"] {
            let answer = match variable {
                "ROCM_KPACK_PATH" => format!(r#"None ["{expected} by {variable}"]"#),
                _ => format!(r#"Some(true) ["gfx90a 3", "gfx90a in one.kpack", "{expected} by {variable}"]"#),
            };
            assert_eq!(said(&[(variable, path)]), answer, "{path}");
        }
    }
    // It is a regular file, and never standard input.
    fs::rename(code, lib.join("-")).unwrap();
    assert_eq!(
        said(&[("ROCM_KPACK_PATH", "-")]),
        r#"Some(true) ["gfx90a 3", "gfx90a in -"]"#
    );
}
