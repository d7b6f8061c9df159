//! Checks that `docs/reference/schema-keys/` documents exactly the keys of the generator. The text of a key is in
//! `codegen/keys/`, and its example is from a schema. `BLESS=1` rewrites the pages.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

mod example;
mod keys;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::arena::Arena;
use offload_bundle_codegen::yaml::{Node, Value};
use offload_bundle_codegen::{Source, check};

use example::Schemas;
use keys::{Group, Taken};

const PAGES: [(&str, &[&str]); 5] = [
    ("layouts", &[keys::TYPED, keys::INTERPRETED]),
    ("text", &["text"]),
    ("ids", &["ids"]),
    ("placement", &["placement"]),
    ("cli", &["cli"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(name: &str) -> String {
    fs::read_to_string(root().join(format!("codegen/keys/{name}.md"))).unwrap()
}

fn page_path(name: &str) -> PathBuf {
    root().join(format!("docs/reference/schema-keys/{name}.md"))
}

fn projects() -> Vec<Vec<Source>> {
    let features = fs::read_dir(root().join("codegen/tests/features")).unwrap();
    let mut folders: Vec<PathBuf> = features.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.insert(0, root().join("schemas"));
    folders.iter().map(|folder| sources(folder)).collect()
}

fn sources(folder: &Path) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|end| end == "ksy" || end == "yaml"));
    let source = |path: PathBuf| Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(source).collect()
}

#[test]
fn keys_are_documented_once() {
    let taken = keys::taken(&projects().concat());
    let mut wrong = String::new();
    for (page, dialects) in PAGES {
        let mut documented = BTreeSet::new();
        for group in keys::groups(&text(page)) {
            for key in group.keys.iter().flat_map(|(keys, _)| keys) {
                let places = group.on.iter().map(|on| (on.clone(), key.clone()));
                let places: Vec<_> = places.filter(|place| taken.has(dialects, place)).collect();
                if places.is_empty() {
                    wrong.push_str(&format!("{page}: no such key: `{key}` of {}\n", group.on.join(" or ")));
                }
                for (on, key) in places {
                    if !documented.insert((on.clone(), key.clone())) {
                        wrong.push_str(&format!("{page}: documented twice: `{key}` of {on}\n"));
                    }
                }
            }
        }
        for (on, key) in taken.of(dialects).difference(&documented) {
            wrong.push_str(&format!("{page}: not documented: `{key}` of {on}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}see codegen/keys/");
}

#[test]
fn pages_are_fresh() {
    let projects = projects();
    let (taken, schemas) = (keys::taken(&projects.concat()), Schemas::new(&projects));
    let mut stale = Vec::new();
    for (page, dialects) in PAGES {
        let new = render(&text(page), dialects, &taken, &schemas);
        if fs::read_to_string(page_path(page)).is_ok_and(|old| old == new) {
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(page_path(page).parent().unwrap()).unwrap();
            fs::write(page_path(page), new).unwrap();
        } else {
            stale.push(page);
        }
    }
    assert!(
        stale.is_empty(),
        "stale: {stale:?}: BLESS=1 cargo test -p offload-bundle-codegen --test reference"
    );
}

fn render(text: &str, dialects: &[&str], taken: &Taken, schemas: &Schemas) -> String {
    let mark = "<!-- Generated from codegen/keys/ by `BLESS=1 cargo test -p offload-bundle-codegen --test reference`. Do not edit. -->";
    // Links are relative to the folder of the text.
    let head = keys::head(text)
        .replace("](../../", "](../../../")
        .replace("](../../../docs/", "](../../");
    let mut page = format!("{mark}\n\n{head}\n");
    for group in keys::groups(text) {
        page.push_str(&format!("\n## {}\n", group.heading));
        if !group.intro.is_empty() {
            page.push_str(&format!("\n{}\n", group.intro));
        }
        for (keys, doc) in &group.keys {
            page.push_str(&format!("\n### `{}`\n\n{doc}\n", keys.join("`, `")));
            let key = &keys[0];
            let facts = facts(&group, key, dialects, taken, schemas);
            if !facts.is_empty() {
                page.push_str(&format!("\n*{facts}*\n"));
            }
            if let Some(example) = schemas.example(dialects, &group.on, key) {
                page.push_str(&format!("\n```yaml\n{example}```\n"));
            }
        }
    }
    page
}

fn facts(group: &Group, key: &str, dialects: &[&str], taken: &Taken, schemas: &Schemas) -> String {
    let has = |dialect: &str, on: &String| taken.has(&[dialect], &(on.clone(), key.to_owned()));
    let mut facts = Vec::new();
    let is_required = |on: &String| keys::is_required(on, key) && schemas.always(dialects, on, key);
    if group.on.iter().any(is_required) {
        facts.push("Required.".to_owned());
    }
    let on: Vec<&String> = group
        .on
        .iter()
        .filter(|on| dialects.iter().any(|dialect| has(dialect, on)))
        .collect();
    if let [on] = on.as_slice()
        && group.on.len() > 1
    {
        facts.push(format!("Only on {on}."));
    }
    let of: Vec<&&str> = dialects
        .iter()
        .filter(|dialect| group.on.iter().any(|on| has(dialect, on)))
        .collect();
    if of.len() < dialects.len() {
        facts.extend(of.iter().map(|dialect| format!("{} schemas only.", dialect)));
    }
    facts.join(" ")
}

/// Whether `node` includes all of `example`. The items of a list must be the first ones.
fn says(node: &Node, example: &Node) -> bool {
    match (&node.value, &example.value) {
        (Value::Map(all), Value::Map(some)) => some.iter().all(|(key, example)| {
            let mut known = all.iter().filter(|(known, _)| known.value == key.value);
            known.any(|(_, node)| says(node, example))
        }),
        (Value::List(all), Value::List(some)) => {
            all.len() >= some.len() && all.iter().zip(some).all(|(node, example)| says(node, example))
        }
        (node, example) => node == example,
    }
}

/// Like [`says`], for any part of `node`. A list with one item matches any item.
fn has(node: &Node, example: &Node) -> bool {
    let inner: Vec<&Node> = match &node.value {
        Value::Map(all) => all.iter().map(|(_, inner)| inner).collect(),
        Value::List(all) => all.iter().collect(),
        _ => Vec::new(),
    };
    let item = match (&node.value, &example.value) {
        (Value::List(all), Value::List(one)) if one.len() == 1 => all.iter().any(|node| says(node, &one[0])),
        _ => false,
    };
    item || says(node, example) || inner.into_iter().any(|inner| has(inner, example))
}

#[test]
fn examples_are_parts_of_accepted_schemas() {
    let mut accepted: BTreeMap<String, Vec<Node>> = BTreeMap::new();
    for project in projects() {
        assert!(check(&Arena::default(), &project).is_ok(), "{}", project[0].name);
        for source in &project {
            let dialects = PAGES
                .iter()
                .find(|(_, dialects)| dialects.contains(&keys::dialect(source)))
                .unwrap();
            let node = Node::parse(&source.name, &source.text).unwrap();
            accepted.entry(dialects.0.to_owned()).or_default().push(node);
        }
    }
    let mut seen = 0;
    for (page, _) in PAGES {
        let text = fs::read_to_string(page_path(page)).unwrap();
        for block in text.split("\n```yaml\n").skip(1) {
            let block = block.split("```").next().unwrap();
            let example = Node::parse(page, block).unwrap();
            assert!(
                accepted[page].iter().any(|node| has(node, &example)),
                "{page}: of no schema:\n{block}"
            );
            assert!(block.lines().count() <= 6, "{page}: too long:\n{block}");
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}
