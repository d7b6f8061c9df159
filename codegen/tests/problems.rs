//! Every way in which a schema can be wrong: each schema in `problems/` begins with the exact problems that it must give.
//! A folder is a project of several schemas. `BLESS=1` rewrites those lines; read the difference before committing it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::{Source, generate};

const MARK: &str = "# problem: ";

#[test]
fn every_wrong_schema_gives_exactly_its_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut wrong = Vec::new();
    for path in listed(&folder) {
        let sources = if path.is_dir() { listed(&path) } else { vec![path] };
        let sources: Vec<(PathBuf, Source)> = sources.into_iter().map(|path| (path.clone(), source(&path))).collect();
        let expected: BTreeSet<String> = sources
            .iter()
            .flat_map(|(_, source)| problems_of(&source.text))
            .collect();
        let texts: Vec<Source> = sources.iter().map(|(_, source)| source.clone()).collect();
        let found: BTreeSet<String> = match generate(&texts) {
            Ok(_) => BTreeSet::new(),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        };
        if std::env::var_os("BLESS").is_some() {
            sources.iter().for_each(|(path, source)| bless(path, source, &texts));
        } else if found != expected || found.is_empty() {
            let list = |lines: &BTreeSet<String>| lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
            let names: Vec<&str> = texts.iter().map(|source| source.name.as_str()).collect();
            wrong.push(format!(
                "{names:?}\n expected:\n{} found:\n{}",
                list(&expected),
                list(&found)
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn source(path: &Path) -> Source {
    Source {
        name: path
            .file_name()
            .expect("a listed file has a name")
            .to_string_lossy()
            .into_owned(),
        text: fs::read_to_string(path).expect("the schema can be read"),
    }
}

fn problems_of(text: &str) -> Vec<String> {
    text.lines()
        .map_while(|line| line.strip_prefix(MARK))
        .map(str::to_owned)
        .collect()
}

/// Writes the problems found in `source` into its first lines. Twice, because the lines move what follows them.
fn bless(path: &Path, source: &Source, all: &[Source]) {
    let body: String = source
        .text
        .lines()
        .skip_while(|line| line.starts_with(MARK))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut text = body.clone();
    for _ in 0..2 {
        let changed: Vec<Source> = all
            .iter()
            .map(|other| Source {
                name: other.name.clone(),
                text: if other.name == source.name {
                    text.clone()
                } else {
                    other.text.clone()
                },
            })
            .collect();
        let problems = generate(&changed).err().unwrap_or_default();
        let own = problems.iter().filter(|problem| problem.file == source.name);
        let lines: BTreeSet<String> = own.map(|problem| format!("{MARK}{problem}\n")).collect();
        text = lines.into_iter().collect::<String>() + &body;
    }
    fs::write(path, text).expect("the schema can be written");
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    found.sort();
    found
}
