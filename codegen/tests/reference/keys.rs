//! The keys of the generator, and their documentation.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_codegen::{Source, keys};

/// The dialects of binary layouts, which schemas do not name.
pub const TYPED: &str = "Typed";
pub const INTERPRETED: &str = "Interpreted";

/// The name of a mapping, and a key.
pub type Place = (String, String);

pub struct Taken(BTreeMap<String, BTreeSet<Place>>);

pub fn dialect(source: &Source) -> &str {
    if source.name.ends_with(".ksy") {
        let interpreted = source.text.contains("\n-reader-only: ");
        return if interpreted { INTERPRETED } else { TYPED };
    }
    let mut lines = source.text.lines().filter_map(|line| line.strip_prefix("dialect: "));
    lines.next().unwrap_or_default()
}

pub fn taken(sources: &[Source]) -> Taken {
    let mut taken: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
    for source in sources {
        taken
            .entry(dialect(source).to_owned())
            .or_default()
            .extend(keys(source));
    }
    Taken(taken)
}

impl Taken {
    pub fn of(&self, dialects: &[&str]) -> BTreeSet<Place> {
        dialects
            .iter()
            .flat_map(|dialect| self.0[*dialect].iter().cloned())
            .collect()
    }

    pub fn has(&self, dialects: &[&str], place: &Place) -> bool {
        dialects.iter().any(|dialect| self.0[*dialect].contains(place))
    }
}

/// Whether the generator refuses a mapping without the key, according to the tests in `refused`.
pub fn is_required(on: &str, key: &str) -> bool {
    let start = format!("| `{key}` | {on} | ");
    let rows = include_str!("../refused/rows.md").lines();
    let refused = rows.filter_map(|row| row.strip_prefix(&start));
    refused
        .flat_map(|refused| refused.trim_end_matches(" |").split("; "))
        .any(|refused| refused == "missing")
}

/// A section of a page: mappings with common keys.
pub struct Group {
    pub heading: String,
    pub on: Vec<String>,
    pub intro: String,
    pub keys: Vec<(Vec<String>, String)>,
}

/// The first group begins at the heading before the first `on: ` line.
fn first_group(text: &str) -> usize {
    let on = text.find("\non: ").unwrap();
    text[..on].rfind("\n## ").unwrap()
}

pub fn head(text: &str) -> &str {
    text[..first_group(text)].trim()
}

pub fn groups(text: &str) -> Vec<Group> {
    text[first_group(text)..].split("\n## ").skip(1).map(group).collect()
}

fn group(text: &str) -> Group {
    let mut lines = text.lines();
    let heading = lines.next().unwrap().to_owned();
    let on = lines.next().unwrap().strip_prefix("on: ").unwrap();
    let mut group =
        Group { heading, on: on.split("; ").map(str::to_owned).collect(), intro: String::new(), keys: Vec::new() };
    for line in lines {
        let begins = line.strip_prefix('`').and_then(|rest| rest.split_once("`: "));
        if let Some((key, doc)) = begins {
            group
                .keys
                .push((key.split("`, `").map(str::to_owned).collect(), doc.to_owned()));
        } else {
            let last = group.keys.last_mut().map_or(&mut group.intro, |(_, doc)| doc);
            last.push('\n');
            last.push_str(line);
        }
    }
    group.intro = group.intro.trim().to_owned();
    group.keys.iter_mut().for_each(|(_, doc)| *doc = doc.trim().to_owned());
    group
}
