//! clang compiles HIP with the drop-in in the place of its own bundler, as the documentation says how, and makes the same files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use offload_bundle_conformance::program::{clean, offload_bundle, told};
use offload_bundle_conformance::releases::{compiler, installed};

/// A table on the device: it takes no header of the language, and the host's object holds the bundle.
const SOURCE: &str = "__attribute__((device)) int table[256] = {1, 2, 3};\n";

/// What a bundle of code objects alone is made with.
const DEVICE_ONLY: &[&str] = &["--cuda-device-only", "--gpu-bundle-output"];

const COMPRESSED: &str = "--offload-compress";

/// The entries of the bundles, as they are asked for.
const ENTRIES: [&str; 2] = ["hipv4-amdgcn-amd-amdhsa--gfx906", "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"];

/// Makes the folder `tools` in `folder`, as the documentation says: the link that clang finds points at one with a release in its name.
fn make_tools(folder: &Path, release: &str) {
    let tools = folder.join("tools");
    let of_release = format!("clang-offload-bundler-{release}");
    fs::create_dir(&tools).unwrap();
    symlink(offload_bundle(), tools.join(&of_release)).unwrap();
    symlink(&of_release, tools.join("clang-offload-bundler")).unwrap();
}

/// The compiler of `release`, about to compile the source in `folder`; nothing in the file depends on the words.
fn compile(release: &str, folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(format!("clang-{release}"));
    clean(&mut command)
        .args(["-x", "hip", "-nogpulib", "-nogpuinc", "-cuid=1", "-c", "source.hip"])
        .args(["--offload-arch=gfx906", "--offload-arch=gfx90a:xnack+"])
        .args(words)
        .current_dir(folder);
    command
}

/// What the compiler makes.
fn compiled(mut command: Command, folder: &Path) -> Vec<u8> {
    let output = command.args(["-o", "out"]).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{command:?}: {}",
        told(&output)
    );
    let made = fs::read(folder.join("out")).unwrap();
    fs::remove_file(folder.join("out")).unwrap();
    made
}

/// Whether a compiler of the release is there that can be told to compress.
fn compresses(release: &str) -> bool {
    !["14", "16"].contains(&release)
}

/// The code objects in a bundle, taken out by the bundler of `release`.
fn code_objects(release: &str, folder: &Path, bundle: &[u8]) -> Vec<Vec<u8>> {
    fs::write(folder.join("bundle"), bundle).unwrap();
    let targets = format!("-targets={}", ENTRIES.join(","));
    let output = Command::new(format!("clang-offload-bundler-{release}"))
        .args(["-type=o", "-unbundle", "-inputs=bundle", "-outputs=one,two", &targets])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", told(&output));
    ["one", "two"].map(|name| fs::read(folder.join(name)).unwrap()).into()
}

#[test]
fn clang_makes_the_same_files_with_it() {
    for release in installed().into_iter().filter(|release| compiler(release).is_some()) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("source.hip"), SOURCE).unwrap();
        make_tools(folder, release);
        for words in [&[][..], DEVICE_ONLY] {
            let real = compiled(compile(release, folder, words), folder);
            let here = compiled(compile(release, folder, &[&["-B", "tools"], words].concat()), folder);
            assert!(
                real == here,
                "{release}: {words:?}: {} and {} bytes",
                real.len(),
                here.len()
            );
        }
        if !compresses(release) {
            continue;
        }
        let words = [DEVICE_ONLY, &[COMPRESSED]].concat();
        let real = compiled(compile(release, folder, &words), folder);
        let here = compiled(
            compile(release, folder, &[&["-B", "tools"], &words[..]].concat()),
            folder,
        );
        for made in [&real, &here] {
            assert!(made.starts_with(b"CCOB"), "{release}");
        }
        // The version of the format is that of the release.
        assert_eq!(real[..8], here[..8], "{release}");
        assert_eq!(
            code_objects(release, folder, &real),
            code_objects(release, folder, &here),
            "{release}"
        );
    }
}

#[test]
fn the_environment_names_the_release_where_no_name_does() {
    for release in installed().into_iter().filter(|release| compiler(release).is_some()) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("source.hip"), SOURCE).unwrap();
        fs::create_dir(folder.join("tools")).unwrap();
        symlink(offload_bundle(), folder.join("tools/clang-offload-bundler")).unwrap();
        let real = compiled(compile(release, folder, DEVICE_ONLY), folder);
        let mut command = compile(release, folder, &[&["-B", "tools"], DEVICE_ONLY].concat());
        command.env("OFFLOAD_BUNDLE_EMULATE", release);
        assert!(real == compiled(command, folder), "{release}");
    }
}

/// Why the documentation says `-B`: a link in `PATH` is not what clang calls.
#[test]
fn clang_looks_beside_itself_and_not_in_the_path() {
    for release in installed().into_iter().filter(|release| compiler(release).is_some()) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("source.hip"), SOURCE).unwrap();
        make_tools(folder, release);
        let called = |mut command: Command| {
            let output = command.arg("-###").output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let mut words = said.split('"');
            let bundler = words.find(|word| word.ends_with("clang-offload-bundler"));
            bundler.map(str::to_owned)
        };
        let told_where = called(compile(release, folder, &["-B", "tools"]));
        assert_eq!(told_where.as_deref(), Some("tools/clang-offload-bundler"));
        let mut command = compile(release, folder, &[]);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [folder.join("tools")].into_iter().chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(folders).unwrap());
        let own = called(command).unwrap();
        assert!(!own.contains("tools/"), "{own}");
    }
}
