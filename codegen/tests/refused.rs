//! The column "refused where" of `schemas/README.md` is true. What can be done to any schema (a key left out, another word, a list that is
//! empty) is done to a sound one, which must be refused for it then, at that place; for what takes a schema of its own, one of
//! `problems/` must be refused at that key.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::spanned::Spanned;
use offload_bundle_codegen::yaml::{Node, Value};
use offload_bundle_codegen::{Problem, Source, checked, mappings};

/// A row of a table: what the mapping is called, the key, and where it is refused.
struct Row {
    on: String,
    key: String,
    refused: Vec<String>,
}

fn rows(readme: &str) -> Vec<Row> {
    let sections = readme.split("\n## Keys of ").skip(1);
    let lines = sections.flat_map(|section| section.split("\n## ").next().unwrap().lines());
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let refused = cells[4].split(';').map(str::trim).filter(|where_| !where_.is_empty());
        Row {
            on: cells[2].to_owned(),
            key: cells[1].trim_matches('`').to_owned(),
            refused: refused.map(str::to_owned).collect(),
        }
    };
    lines.filter(|line| line.starts_with("| `")).map(row).collect()
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// What is done to the value of a key; nothing where the words speak of more than the value.
fn instead(refused: &str) -> Vec<Value> {
    let unknown = || ["zzz_unknown", "Zzz zzz!", "{zzz}"].map(text).to_vec();
    match refused {
        "not true or false" => vec![text("maybe")],
        "not a number" | "no number" => vec![text("many")],
        "not text" => vec![Value::Int(7)],
        "not bytes" => vec![text("x"), Value::Int(999)],
        "empty" | "empty text" => vec![Value::List(Vec::new()), Value::Map(Vec::new()), text("")],
        "0" | "0 for an alignment" | "none of 32 bits" => vec![Value::Int(0)],
        "above 255" | "larger" => vec![Value::Int(256)],
        "not in snake case" | "not lower case" => vec![text("Not Snake")],
        "a keyword" => vec![text("fn")],
        "not within the first 512 bytes" => vec![Value::Int(600)],
        "not from 1 to 8" => vec![Value::Int(9)],
        "outside the bits" | "more than 8 bits" | "more than 16 bits" => vec![Value::Int(1 << 40)],
        "longer" => vec![text("longer")],
        "several lines" => vec![text("one\ntwo")],
        "a line of more than 76 columns" => vec![text(&"x".repeat(80))],
        "not a dot and letters" => vec![text("x")],
        "another" | "another word" | "other words" | "anything else" | "another placeholder" | "another stream" => {
            unknown()
        }
        words
            if ["unknown", "no ", "other than "]
                .iter()
                .any(|begins| words.starts_with(begins)) =>
        {
            unknown()
        }
        _ => Vec::new(),
    }
}

fn is_twice(refused: &str) -> bool {
    matches!(refused, "twice" | "one twice" | "repeated")
}

/// The node at `path`.
fn at<'n>(node: &'n mut Node, path: &str) -> Option<&'n mut Node> {
    let Some((step, rest)) = path
        .strip_prefix('/')
        .map(|path| path.split_once('/').unwrap_or((path, "")))
    else {
        return Some(node);
    };
    let rest = if rest.is_empty() {
        String::new()
    } else {
        format!("/{rest}")
    };
    let inner = match &mut node.value {
        Value::List(items) => items.get_mut(step.parse::<usize>().ok()?)?,
        Value::Map(members) => &mut members.iter_mut().find(|(key, _)| key.value == step)?.1,
        _ => return None,
    };
    at(inner, &rest)
}

/// The node with `value` in the place of the first leaf, or of the whole.
fn replaced(node: &Node, value: &Value) -> Vec<Node> {
    let mut ways = vec![node.with(value.clone())];
    match &node.value {
        Value::List(items) if !items.is_empty() => {
            for way in replaced(&items[0], value) {
                let mut items = items.clone();
                items[0] = way;
                ways.push(node.with(Value::List(items)));
            }
        }
        Value::Map(members) if !members.is_empty() => {
            for index in 0..members.len() {
                for way in replaced(&members[index].1, value) {
                    let mut members = members.clone();
                    members[index].1 = way;
                    ways.push(node.with(Value::Map(members)));
                }
            }
            if let Value::Text(word) = value {
                let mut members = members.clone();
                members[0].0 = members[0].0.with(word.clone());
                ways.push(node.with(Value::Map(members)));
            }
        }
        _ => {}
    }
    ways
}

/// The schema with one more of what the mapping at `path` is, or of the items of its key.
fn doubled(root: &Node, path: &str, key: &str) -> Vec<Node> {
    let mut ways = Vec::new();
    for path in [path.to_owned(), format!("{path}/{key}/0")] {
        let (parent, step) = path.rsplit_once('/').unwrap_or_default();
        let mut changed = root.clone();
        let again = at(&mut changed, &path).cloned();
        let Some(again) = again else { continue };
        match at(&mut changed, parent).map(|node| &mut node.value) {
            Some(Value::List(items)) => items.push(again),
            Some(Value::Map(members)) => {
                let number = step.parse::<u64>().map(|number| (number + 50).to_string());
                let name = number.unwrap_or_else(|_| format!("{step}_2"));
                members.push((Spanned::new(&again, name), again));
            }
            _ => continue,
        }
        ways.push(changed);
    }
    ways
}

/// The ways in which `refused` is done to the key of the mapping at `path`.
fn changes(root: &Node, path: &str, key: &str, refused: &str) -> Vec<Node> {
    let mut ways = Vec::new();
    if refused == "missing" {
        let mut changed = root.clone();
        if let Some(Value::Map(members)) = at(&mut changed, path).map(|node| &mut node.value) {
            members.retain(|(known, _)| known.value != key);
            ways.push(changed);
        }
    }
    if is_twice(refused) {
        ways.extend(doubled(root, path, key));
    }
    let place = format!("{path}/{key}");
    for value in instead(refused) {
        let node = at(&mut root.clone(), &place).cloned().unwrap();
        for way in replaced(&node, &value) {
            let mut changed = root.clone();
            *at(&mut changed, &place).unwrap() = way;
            ways.push(changed);
        }
    }
    ways
}

/// The tree as YAML, in the form of JSON.
fn written(node: &Node) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => value.clone(),
        Value::Text(value) => quoted(value),
        Value::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Map(members) => {
            let members = members
                .iter()
                .map(|(key, member)| format!("{}: {}", quoted(key), written(member)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn sources(folder: &Path) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let is_schema =
        |path: &PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "ksy" || end == "yaml");
    let source = |path: PathBuf| Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().filter(is_schema).map(source).collect()
}

/// Sound schemas, those of one project together, the small ones first.
fn projects() -> Vec<Vec<Source>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("tests/features"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    folders.push(root.join("../schemas"));
    let projects = folders.iter().map(|folder| sources(folder));
    // What is sound alone is asked alone, which is less work.
    let alone = |source: &Source| checked(std::slice::from_ref(source)).is_ok();
    projects
        .flat_map(|project| {
            let mut parts: Vec<Vec<Source>> = project
                .iter()
                .filter(|source| alone(source))
                .map(|source| vec![source.clone()])
                .collect();
            if project.iter().any(|source| !alone(source)) {
                parts.push(project);
            }
            parts
        })
        .collect()
}

/// Where the mappings that are called `on` stand, with the source and its tree.
struct Places {
    projects: Vec<(Vec<Source>, Vec<Node>)>,
    /// By what they are called: project, source, path.
    known: BTreeMap<String, Vec<(usize, usize, String)>>,
}

impl Places {
    fn new() -> Self {
        let mut known: BTreeMap<String, Vec<(usize, usize, String)>> = BTreeMap::new();
        let projects = projects().into_iter().enumerate().map(|(project, sources)| {
            for (index, source) in sources.iter().enumerate() {
                for (path, names) in mappings(source) {
                    for name in names {
                        known.entry(name).or_default().push((project, index, path.clone()));
                    }
                }
            }
            let nodes = sources
                .iter()
                .map(|source| Node::parse(&source.name, &source.text).unwrap());
            let nodes: Vec<Node> = nodes.collect();
            (sources, nodes)
        });
        let projects = projects.collect();
        Self { projects, known }
    }

    /// Whether `refused`, done to some `key` of an `on`, is refused at that place. Nothing where it takes a schema of its own.
    fn refuses(&self, on: &str, key: &str, refused: &str) -> Option<bool> {
        if refused != "missing" && !is_twice(refused) && instead(refused).is_empty() {
            return None;
        }
        let mut tried = 0;
        for (project, index, path) in self.known.get(on).into_iter().flatten() {
            let (sources, nodes) = &self.projects[*project];
            let root = &nodes[*index];
            if at(&mut root.clone(), &format!("{path}/{key}")).is_none() {
                continue;
            }
            for way in changes(root, path, key, refused) {
                let mut changed = sources.clone();
                changed[*index].text = written(&way);
                let problems = checked(&changed).err().unwrap_or_default();
                // One more of an item stands beside it.
                let path = if is_twice(refused) {
                    path.rsplit_once('/').unwrap_or_default().0
                } else {
                    path
                };
                if problems.iter().any(|problem| {
                    speaks_of(problem, path, key) || is_twice(refused) && problem.span.path.starts_with(path)
                }) {
                    return Some(true);
                }
            }
            tried += 1;
            if tried == 12 {
                break;
            }
        }
        (tried > 0).then_some(false)
    }
}

/// Whether the problem is at `key` of the mapping at `path`, or inside, or names the key there.
fn speaks_of(problem: &Problem, path: &str, key: &str) -> bool {
    let place = format!("{path}/{key}");
    let inside = problem.span.path == place || problem.span.path.starts_with(&format!("{place}/"));
    let beside = problem.span.path.starts_with(path) || path.starts_with(&problem.span.path);
    let named = [&problem.expected, &problem.found, &problem.hint]
        .into_iter()
        .any(|text| names(text, key));
    let quoted = [&problem.expected, &problem.hint]
        .into_iter()
        .any(|text| text.contains(&format!("`{key}: ")));
    inside || beside && named || quoted
}

/// Whether `key` is a word of `text`.
fn names(text: &str, key: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(|c| !of_word(c)).any(|word| word == key)
}

/// What the schemas of `problems/` are refused for: what the mappings are called, and the keys.
fn cases() -> BTreeSet<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let projects = paths.map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![Source {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            text: fs::read_to_string(&path).unwrap(),
        }],
    });
    let mut found = BTreeSet::new();
    for sources in projects {
        for problem in checked(&sources).err().unwrap_or_default() {
            let source = sources.iter().find(|source| source.name == problem.file).unwrap();
            let known = mappings(source);
            // The mapping that the problem is in: the innermost one, or one around it whose key is named.
            let mut path = problem.span.path.as_str();
            loop {
                let inside = problem.span.path.strip_prefix(path).unwrap_or_default();
                let next = inside.trim_start_matches('/').split('/').next().unwrap_or_default();
                for on in known.get(path).into_iter().flatten() {
                    found.insert((on.clone(), next.to_owned()));
                    let words = format!("{} {} {}", problem.expected, problem.found, problem.hint);
                    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
                    found.extend(words.split(|c| !of_word(c)).map(|word| (on.clone(), word.to_owned())));
                }
                let Some((around, _)) = path.rsplit_once('/') else {
                    break;
                };
                path = around;
            }
        }
    }
    found
}

#[test]
fn what_the_readme_says_is_refused_is_refused() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/README.md");
    let rows = rows(&fs::read_to_string(readme).unwrap());
    let (places, cases) = (Places::new(), cases());
    let (mut wrong, mut done) = (String::new(), 0);
    for row in &rows {
        // What is said of another row.
        let same = |on: &str| {
            rows.iter()
                .find(|other| other.on == on && other.key == row.key)
                .unwrap()
        };
        let refused = row.refused.iter().flat_map(|refused| match refused.as_str() {
            "as on a field" => same("a field")
                .refused
                .iter()
                .map(|refused| ("a field", refused))
                .collect(),
            "as in a schema" => same("a schema")
                .refused
                .iter()
                .map(|refused| ("a schema", refused))
                .collect(),
            _ => vec![(row.on.as_str(), refused)],
        });
        for (on, refused) in refused {
            let holds = places.refuses(&row.on, &row.key, refused);
            done += usize::from(holds == Some(true));
            let holds = holds.unwrap_or_else(|| cases.contains(&(on.to_owned(), row.key.clone())));
            if !holds {
                wrong.push_str(&format!("`{}` on {}: {refused}\n", row.key, row.on));
            }
        }
    }
    assert!(done > 300, "{done}");
    assert!(wrong.is_empty(), "not refused, or by no schema of problems/:\n{wrong}");
}
