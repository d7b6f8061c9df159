//! Checks that the generator refuses everything in `rows.md`. Simple edits (a missing key, another word, an empty list)
//! are applied to valid schemas and must be refused at that place. Otherwise a case in `problems/` must be refused at
//! that key.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../cases/mod.rs"]
#[expect(dead_code, reason = "the tests of the cases themselves use the rest")]
mod cases;
mod edits;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cases::Case;
use edits::{at, changes, instead, is_twice, written};
use offload_bundle_codegen::arena::Arena;
use offload_bundle_codegen::yaml::Node;
use offload_bundle_codegen::{Problem, Source, check, mappings};

struct Row {
    on: String,
    key: String,
    refused: Vec<String>,
}

fn rows(tables: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let refused = cells[3].split(';').map(str::trim).filter(|where_| !where_.is_empty());
        Row {
            on: cells[2].to_owned(),
            key: cells[1].trim_matches('`').to_owned(),
            refused: refused.map(str::to_owned).collect(),
        }
    };
    tables.lines().filter(|line| line.starts_with("| `")).map(row).collect()
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

/// Valid schemas, grouped by project, starting with small ones.
fn projects() -> Vec<Vec<Source>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("tests/features"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    folders.push(root.join("../schemas"));
    let projects = folders.iter().map(|folder| sources(folder));
    // Schemas that are valid without others are tested separately, which is faster.
    let alone = |source: &Source| check(&Arena::default(), std::slice::from_ref(source)).is_ok();
    let mut projects: Vec<Vec<Source>> = projects
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
        .collect();
    projects.sort_by_key(|sources| sources.iter().map(|source| source.text.len()).sum::<usize>());
    projects
}

struct Places {
    projects: Vec<(Vec<Source>, Vec<Node>)>,
    /// By name of the mapping: project, source, path.
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

    /// `None` if the edit needs a separate case.
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
                let problems = check(&Arena::default(), &changed).err().unwrap_or_default();
                // A duplicate is next to its item.
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

/// Whether the problem is at or below `key` of the mapping at `path`, or mentions the key there.
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

fn names(text: &str, key: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(|c| !of_word(c)).any(|word| word == key)
}

/// The names of mappings and keys that cases in `problems/` are refused for.
fn refusals() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for Case { sources, .. } in cases::cases() {
        for problem in check(&Arena::default(), &sources).err().unwrap_or_default() {
            let source = sources.iter().find(|source| source.name == problem.file).unwrap();
            let known = mappings(source);
            // The innermost mapping at the problem, or an outer one with the mentioned key.
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
fn listed_mistakes_are_refused() {
    let rows = rows(include_str!("rows.md"));
    let (places, cases) = (Places::new(), refusals());
    let same = |row: &Row, on: &str| {
        let mut all = rows.iter();
        all.find(|other| other.on == on && other.key == row.key).unwrap()
    };
    // The number of refused edits of the row, and a list of accepted ones.
    let asked = |row: &Row| {
        let (mut wrong, mut done) = (String::new(), 0);
        let refused = row.refused.iter().flat_map(|refused| {
            let of = match refused.as_str() {
                "as on a field" => "a field",
                "as in a schema" => "a schema",
                _ => return vec![(row.on.as_str(), refused)],
            };
            same(row, of).refused.iter().map(|refused| (of, refused)).collect()
        });
        for (on, refused) in refused {
            let holds = places.refuses(&row.on, &row.key, refused);
            done += usize::from(holds == Some(true));
            let holds = holds.unwrap_or_else(|| cases.contains(&(on.to_owned(), row.key.clone())));
            if !holds {
                wrong.push_str(&format!("`{}` on {}: {refused}\n", row.key, row.on));
            }
        }
        (done, wrong)
    };
    let (next, told) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(number) else { return };
                    let answer = asked(row);
                    told.lock().unwrap().insert(number, answer);
                }
            });
        }
    });
    let told = told.into_inner().unwrap();
    let done: usize = told.values().map(|(done, _)| done).sum();
    let wrong: String = told.values().map(|(_, wrong)| wrong.as_str()).collect();
    assert!(done > 300, "{done}");
    assert!(wrong.is_empty(), "not refused, or by no case of problems/:\n{wrong}");
}
