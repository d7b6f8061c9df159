//! The cases of `problems/`: edits of valid schemas, each with its problems.
//!
//! A `.cases` file has a line `base: NAME` for a schema or folder in `problems/bases/`, followed by cases. Without a
//! base, a case has whole schemas. A case is a line `== NAME`, an edit, and a line `! PROBLEM` for each problem. An
//! edit has hunks as in `diff -u`: context lines begin with a space, removed lines with `-`, added lines with `+`. The
//! context and removed lines must occur exactly once in the base. `@@ FILE` begins a hunk in that schema, and `@@` in
//! the only schema of the base.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Source;

type Schemas = BTreeMap<String, Vec<String>>;

pub struct Case {
    pub name: String,
    pub sources: Vec<Source>,
    pub problems: BTreeSet<String>,
}

#[derive(Default)]
struct Hunk {
    file: Option<String>,
    old: Vec<String>,
    new: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems")
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

pub fn files() -> Vec<PathBuf> {
    let is_cases = |path: &PathBuf| path.extension().is_some_and(|end| end == "cases");
    listed(&folder()).into_iter().filter(is_cases).collect()
}

pub fn bases() -> Vec<Case> {
    let bases = listed(&folder().join("bases")).into_iter().map(|path| name(&path));
    let base = |name: String| Case { sources: sources(base(&name)), name, problems: BTreeSet::new() };
    bases.map(base).collect()
}

fn base(called: &str) -> Schemas {
    let path = folder().join("bases").join(called);
    let paths = if path.is_dir() { listed(&path) } else { vec![path] };
    let lines = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    paths.iter().map(|path| (name(path), lines(path))).collect()
}

fn sources(schemas: Schemas) -> Vec<Source> {
    let schemas = schemas.into_iter();
    schemas
        .map(|(name, lines)| Source { name, text: lines.join("\n") + "\n" })
        .collect()
}

pub fn cases() -> Vec<Case> {
    files()
        .iter()
        .flat_map(|path| read(&fs::read_to_string(path).unwrap()))
        .collect()
}

pub fn read(text: &str) -> Vec<Case> {
    let mut pieces = format!("\n{text}")
        .split("\n== ")
        .map(str::to_owned)
        .collect::<Vec<String>>()
        .into_iter();
    let head = pieces.next().unwrap();
    let base = head
        .lines()
        .find_map(|line| line.strip_prefix("base: "))
        .map(base)
        .unwrap_or_default();
    pieces.map(|piece| case(&base, &piece)).collect()
}

fn case(base: &Schemas, piece: &str) -> Case {
    let (name, body) = piece.split_once('\n').unwrap();
    let (mut hunks, mut problems) = (vec![Hunk::default()], BTreeSet::new());
    for line in body.lines() {
        let hunk = hunks.last_mut().unwrap();
        let (sign, rest) = line.split_at(line.len().min(1));
        match sign {
            "" | "#" => {}
            "!" => drop(problems.insert(rest.trim_start().to_owned())),
            "@" => {
                let file = rest.strip_prefix('@').unwrap().trim();
                let file = (!file.is_empty()).then(|| file.to_owned());
                hunks.push(Hunk { file, ..Hunk::default() });
            }
            "-" => hunk.old.push(rest.to_owned()),
            "+" => hunk.new.push(rest.to_owned()),
            " " => [&mut hunk.old, &mut hunk.new]
                .into_iter()
                .for_each(|side| side.push(rest.to_owned())),
            _ => panic!("{name}: a line that begins otherwise: {line}"),
        }
    }
    Case { name: name.to_owned(), sources: sources(edited(name, base, hunks)), problems }
}

fn edited(name: &str, base: &Schemas, hunks: Vec<Hunk>) -> Schemas {
    let mut schemas = base.clone();
    let mut places: Vec<(String, usize, Hunk)> = Vec::new();
    for hunk in hunks
        .into_iter()
        .filter(|hunk| !hunk.old.is_empty() || !hunk.new.is_empty())
    {
        let only = || base.keys().next().filter(|_| base.len() == 1);
        let file = hunk.file.as_ref().or_else(only);
        let file = file.unwrap_or_else(|| panic!("{name}: a hunk of no file")).clone();
        let Some(lines) = base.get(&file) else {
            assert!(hunk.old.is_empty(), "{name}: the base has no {file}");
            schemas.insert(file, hunk.new);
            continue;
        };
        let windows = lines.windows(hunk.old.len().max(1)).enumerate();
        let found: Vec<usize> = windows
            .filter(|(_, lines)| *lines == hunk.old)
            .map(|(at, _)| at)
            .collect();
        assert!(
            found.len() == 1,
            "{name}: {:?} is at {} places of {file}",
            hunk.old,
            found.len()
        );
        places.push((file, found[0], hunk));
    }
    // Apply hunks from the end, so that earlier positions remain valid.
    places.sort_by_key(|(_, at, _)| std::cmp::Reverse(*at));
    for (file, at, hunk) in places {
        schemas
            .get_mut(&file)
            .unwrap()
            .splice(at..at + hunk.old.len(), hunk.new);
    }
    schemas
}
