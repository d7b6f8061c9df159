//! Compares the generated files of each folder in `features/` with the expected ones, formatted. `BLESS=1` rewrites the
//! expected files; review the difference before committing it.

#![expect(
    clippy::disallowed_methods,
    reason = "rustfmt formats what is compared, and diff shows it"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use offload_bundle_codegen::{Source, generate, unformatted};

/// The feature with a compared C header. Other headers resemble `generated/c`, and `c_header` compiles them.
const WITH_HEADER: &str = "awkward_names";

fn folders() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let entries = fs::read_dir(folder).expect("the features can be listed");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder").path()).collect();
    found.sort();
    found
}

fn sources(folder: &Path) -> Vec<Source> {
    let entries = fs::read_dir(folder).expect("the feature can be listed");
    let paths = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.is_file());
    let mut sources: Vec<Source> = paths
        .map(|path| Source {
            name: format!(
                "schemas/{}",
                path.file_name().expect("a file has a name").to_string_lossy()
            ),
            text: fs::read_to_string(&path).expect("the schema can be read"),
        })
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

/// The rest of the C header is the same for all features.
fn without_runtime(text: &str) -> String {
    const BEGIN: &str = "/* Shared runtime.";
    const END: &str = "/* The formats. */";
    let (before, _) = text.split_once(BEGIN).expect("the header has the runtime");
    let (_, after) = text.split_once(END).expect("the header says where the formats begin");
    format!("{before}{END}{after}")
}

fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).expect("the expected files can be listed");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                below(&path)
            } else {
                BTreeSet::from([path])
            }
        })
        .collect()
}

fn generated(sources: &[Source]) -> BTreeMap<String, String> {
    let files = generate(sources).expect("the schemas are sound");
    files.into_iter().map(|file| (file.path, file.text)).collect()
}

#[test]
fn schemas_generate_expected_files() {
    let mut wrong = String::new();
    for folder in folders() {
        let mut wanted = BTreeSet::new();
        for (path, text) in generated(&sources(&folder)) {
            if path.ends_with(".h") && !folder.ends_with(WITH_HEADER) {
                continue;
            }
            let file = folder.join("expected").join(path.replace("formats/src/", ""));
            wanted.insert(file.clone());
            let text = match path.rsplit('.').next() {
                Some("rs") => formatted(&text),
                Some("h") => without_runtime(&text),
                _ => text,
            };
            if std::env::var_os("BLESS").is_some() {
                fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
                fs::write(&file, text).expect("the expected file can be written");
            } else if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
                wrong.push_str(&difference(&file, &text));
            }
        }
        for orphan in below(&folder.join("expected")).difference(&wanted) {
            wrong.push_str(&format!("{}: nothing generates it\n", orphan.display()));
        }
    }
    assert!(wrong.is_empty(), "run with BLESS=1 if this is right:\n{wrong}");
}

#[test]
fn generation_is_deterministic_in_any_order() {
    let all: Vec<Source> = folders()
        .iter()
        .flat_map(|folder| {
            let name = folder
                .file_name()
                .expect("a folder has a name")
                .to_string_lossy()
                .into_owned();
            sources(folder).into_iter().map(move |source| Source {
                name: source.name.replace("schemas/", &format!("schemas/{name}_")),
                // Merge all features into one project.
                text: source.text.replace(
                    "formats: [gallery, memo, train, atlas]",
                    "formats: [gallery, memo, train, atlas, chest, parcel, notes]",
                ),
            })
        })
        .collect();
    let once = generated(&all);
    assert_eq!(once, generated(&all));
    let mut turned = all.clone();
    for _ in 0..all.len() {
        turned.rotate_left(1);
        assert_eq!(once, generated(&turned));
    }
    turned.reverse();
    assert_eq!(once, generated(&turned));
}

#[test]
fn help_lists_versions_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = sources(&root.join("tests/features/command_line"));
    for source in &mut sources {
        let (plain, listed) = ("help: The colour }", "help: 'The colour, as in {versions of ccob}' }");
        assert!(source.text.contains(plain));
        source.text = source.text.replace(plain, listed);
    }
    let text = fs::read_to_string(root.join("../schemas/ccob.ksy")).expect("the schema can be read");
    sources.push(Source { name: "schemas/ccob.ksy".to_owned(), text });
    let files = generated(&sources);
    let holding = |text: &str| files.values().filter(|file| file.contains(text)).count();
    assert_eq!(holding("{versions of"), 0);
    assert!(
        holding("The colour, as in `1`") >= 3,
        "the command, the request and the documentation"
    );
}

#[test]
fn unformatted_code_is_detected() {
    let calls = |text: &str| format!("fn f() -> A {{\n    A::new().b(\"{text}\").c(1,\n2)\n}}\n");
    assert_eq!(
        formatted(&calls("short")).lines().nth(1),
        Some("    A::new().b(\"short\").c(1, 2)")
    );
    let left = rustfmt(&calls(&"long".repeat(40))).stdout;
    assert_eq!(unformatted::left_behind(&String::from_utf8_lossy(&left)), Some(2));
}

fn formatted(text: &str) -> String {
    let output = rustfmt(text);
    assert!(output.status.success(), "rustfmt does not format the text");
    let text = String::from_utf8(output.stdout).expect("rustfmt gives text");
    assert_eq!(unformatted::left_behind(&text), None, "{text}");
    text
}

fn rustfmt(text: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root.join("rustfmt.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("rustfmt starts");
    let mut input = child.stdin.take().expect("rustfmt reads its input");
    let text = unformatted::mark(text);
    input.write_all(text.as_bytes()).expect("rustfmt takes the text");
    drop(input);
    child.wait_with_output().expect("rustfmt ends")
}

fn difference(file: &Path, text: &str) -> String {
    let old = if file.exists() { file } else { Path::new("/dev/null") };
    let mut child = Command::new("diff")
        .args(["-u", "--label", "expected", "--label"])
        .arg(file)
        .arg(old)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("diff starts");
    let mut input = child.stdin.take().expect("diff reads its input");
    input.write_all(text.as_bytes()).expect("diff takes the text");
    drop(input);
    let output = child.wait_with_output().expect("diff ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
