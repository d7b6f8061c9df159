//! How clang finds the bundler: with `-B`or a folder of links with the compiler, by several names, and not through `PATH`.

#![expect(clippy::disallowed_methods, reason = "clang itself is asked")]

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::program::{clean, offload_bundle, told};

use super::asked;
use super::cases::code;
use super::workshop::{Bundler, Workshop, words};

const LINE: &str = "clang {hip} -c a.hip -o a.hipfb --cuda-device-only --gpu-bundle-output";

fn compile(release: &str) -> Command {
    let (program, words) = words(release, LINE);
    let mut command = Command::new(program);
    clean(&mut command).args(words);
    command
}

#[test]
fn name_without_release_is_enough() {
    for release in asked() {
        let lines = ["clang {hip} -S a.hip -o a.s", LINE];
        let workshop = Workshop::new();
        let real = workshop.made(release, Bundler::Real, &lines);
        let ours = workshop.made(release, Bundler::Ours("clang-offload-bundler"), &lines);
        if release == "22" {
            assert!(real == ours, "what is called without a release is the newest one");
        }
        for (name, made) in &real {
            let [theirs, mine] = [made, &ours[name]].map(|bytes| code(name, bytes));
            assert!(
                theirs.len() >= 2 && theirs.values().eq(mine.values()),
                "{release}: {name}"
            );
        }
    }
}

#[test]
fn environment_names_release_without_name() {
    for release in asked() {
        let real = Workshop::new().made(release, Bundler::Real, &[LINE]);
        let folder = Workshop::with_tools("clang-offload-bundler");
        let mut command = compile(release);
        command.args(["-B", "tools"]).current_dir(folder.path());
        let output = command.env("OFFLOAD_BUNDLE_EMULATE", release).output().unwrap();
        assert!(output.status.success(), "{release}: {}", told(&output));
        assert!(real == folder.take(), "{release}");
    }
}

#[test]
fn links_replace_compiler_folder() {
    for release in asked() {
        let real = Workshop::new().made(release, Bundler::Real, &[LINE]);
        let folder = Workshop::with_tools(&format!("clang-offload-bundler-{release}"));
        let tools = folder.path().join("tools");
        let told_by = |word: &str| {
            let output = Command::new(format!("clang-{release}")).arg(word).output().unwrap();
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        };
        let clang = format!("clang-{release}");
        for (name, tool) in
            [(clang.as_str(), "clang"), ("lld", "lld"), ("clang-linker-wrapper", "clang-linker-wrapper")]
        {
            symlink(told_by(&format!("-print-prog-name={tool}")), tools.join(name)).unwrap();
        }
        let output = Command::new(tools.join(&clang))
            .args(words(release, LINE).1)
            .args(["-no-canonical-prefixes", "-v", "-resource-dir", &told_by("-print-resource-dir")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{release}: {}", told(&output));
        let called = tools.join("clang-offload-bundler");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&*called.to_string_lossy()), "{release}: {said}");
        assert!(real == folder.take(), "{release}");
    }
}

#[test]
fn clang_ignores_path() {
    for release in asked() {
        let folder = Workshop::with_tools(&format!("clang-offload-bundler-{release}"));
        let called = |mut command: Command| {
            let output = command.arg("-###").current_dir(folder.path()).output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let mut words = said.split('"');
            let bundler = words.find(|word| word.ends_with("clang-offload-bundler"));
            bundler.map(str::to_owned)
        };
        let mut command = compile(release);
        command.args(["-B", "tools"]);
        assert_eq!(called(command).as_deref(), Some("tools/clang-offload-bundler"));
        let mut command = compile(release);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [folder.path().join("tools")].into_iter().chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).unwrap());
        let own = called(command).unwrap();
        assert!(!own.contains("tools/"), "{own}");
    }
}

#[test]
fn links_lead_to_program() {
    let name = "clang-offload-bundler-19";
    let folder = Workshop::with_tools(name);
    for link in ["clang-offload-bundler", name] {
        let program = fs::canonicalize(folder.path().join("tools").join(link)).unwrap();
        assert_eq!(program, fs::canonicalize(offload_bundle()).unwrap());
    }
}
