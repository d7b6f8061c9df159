//! What can be changed in a schema: general operators over its tree, which know no format. Each change is made in one place.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_codegen::yaml::{Node, Value};

use super::change::{Change, Edit, Leaf};
use super::texts::{larger, misspelt, resize, reverse, swap_endian};

/// Every change of a schema. What is below the keys `prose` is for people, and stays.
pub fn changes(root: &Node, prose: &BTreeSet<String>) -> Vec<Change> {
    let mut words = BTreeMap::new();
    collect(root, "", prose, &mut words);
    let mut finder = Finder { prose, words, steps: Vec::new(), found: Vec::new() };
    finder.below(root, "");
    finder.found
}

/// The texts under each key: what may be there instead of another.
type Words = BTreeMap<String, BTreeSet<String>>;

fn collect(node: &Node, key: &str, prose: &BTreeSet<String>, words: &mut Words) {
    match &node.value {
        Value::Text(text) => {
            words.entry(key.to_owned()).or_default().insert(text.clone());
        }
        Value::List(items) => items.iter().for_each(|item| collect(item, key, prose, words)),
        Value::Map(entries) => {
            let told = entries.iter().filter(|(key, _)| !prose.contains(&key.value));
            told.for_each(|(key, child)| collect(child, &key.value, prose, words));
        }
        _ => {}
    }
}

struct Finder<'s> {
    prose: &'s BTreeSet<String>,
    words: Words,
    steps: Vec<usize>,
    found: Vec<Change>,
}

impl Finder<'_> {
    fn below(&mut self, node: &Node, key: &str) {
        match &node.value {
            Value::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.add(item, "dropped", format!("{} goes", show(item)), Edit::Drop(at));
                    if let Some(next) = items.get(at + 1).filter(|next| next.value != item.value) {
                        let what = format!("{} and {} change places", show(item), show(next));
                        self.add(item, "exchanged", what, Edit::Exchange(at));
                    }
                    self.step(at, item, key);
                }
            }
            Value::Map(entries) => {
                for (at, (key, child)) in entries.iter().enumerate() {
                    if self.prose.contains(&key.value) {
                        continue;
                    }
                    let what = format!("`{}: {}` goes", key.value, show(child));
                    self.add(child, "dropped", what, Edit::Drop(at));
                    self.step(at, child, &key.value);
                }
            }
            Value::Bool(value) => self.leaf(node, "flipped", Leaf::Bool(!value)),
            Value::Int(value) => {
                self.leaf(node, "more", Leaf::Int(value + 1));
                if *value > 0 {
                    self.leaf(node, "less", Leaf::Int(value - 1));
                }
            }
            Value::Text(text) => self.text(node, key, text),
            Value::Null | Value::Float(_) => {}
        }
    }

    fn step(&mut self, at: usize, child: &Node, key: &str) {
        self.steps.push(at);
        self.below(child, key);
        self.steps.pop();
    }

    fn text(&mut self, node: &Node, key: &str, text: &str) {
        if let Some(wider) = resize(text) {
            self.leaf(node, "resized", Leaf::Text(wider));
        }
        if let Some(other) = swap_endian(text) {
            self.leaf(node, "turned-round", Leaf::Text(other));
        }
        if let Some(larger) = larger(text) {
            self.leaf(node, "more", Leaf::Text(larger));
        }
        if let Some(other) = reverse(text) {
            self.leaf(node, "reversed", Leaf::Text(other));
        }
        if let Some(other) = self.other(key, text) {
            self.leaf(node, "another", Leaf::Text(other));
        }
        if let Some(misspelt) = misspelt(text) {
            self.leaf(node, "misspelt", Leaf::Text(misspelt));
        }
    }

    /// What is under the same key elsewhere: the next in the order of the alphabet, and the first after the last.
    fn other(&self, key: &str, text: &str) -> Option<String> {
        let words = self.words.get(key)?;
        let next = words.iter().find(|word| word.as_str() > text);
        next.or(words.first()).filter(|word| *word != text).cloned()
    }

    fn leaf(&mut self, node: &Node, operator: &'static str, leaf: Leaf) {
        let to = match &leaf {
            Leaf::Bool(value) => value.to_string(),
            Leaf::Int(value) => value.to_string(),
            Leaf::Text(text) => format!("{text:?}"),
        };
        self.add(node, operator, format!("{} becomes {to}", show(node)), Edit::Leaf(leaf));
    }

    fn add(&mut self, node: &Node, operator: &'static str, what: String, edit: Edit) {
        let (place, line) = (node.span.path.clone(), node.span.line);
        self.found
            .push(Change { place, line, operator, what, steps: self.steps.clone(), edit });
    }
}

/// A node in few words.
fn show(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => format!("{text:?}"),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null | Value::Float(_) => "nothing".to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entry = entries
                .first()
                .map(|(key, child)| format!("{}: {}", key.value, show(child)));
            format!("{{{}…}}", entry.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::change::apply;
    use super::*;

    fn made(text: &str) -> Vec<(String, &'static str, String)> {
        let root = Node::parse("x.yaml", text).expect("a tree");
        let prose = BTreeSet::from(["doc".to_owned()]);
        let made = changes(&root, &prose);
        for change in &made {
            assert_ne!(apply(&root, change), root, "{}", change.what);
        }
        made.into_iter()
            .map(|change| (change.place, change.operator, change.what))
            .collect()
    }

    #[test]
    fn everything_but_prose_is_changed_in_one_place_at_a_time() {
        let made = made("doc: a text\nn: [1, u4]\nflag: true\n");
        let short: Vec<_> = made
            .iter()
            .map(|(place, operator, _)| (place.as_str(), *operator))
            .collect();
        assert_eq!(
            short,
            [
                ("/n", "dropped"),
                ("/n/0", "dropped"),
                ("/n/0", "exchanged"),
                ("/n/0", "more"),
                ("/n/0", "less"),
                ("/n/1", "dropped"),
                ("/n/1", "resized"),
                ("/n/1", "turned-round"),
                ("/n/1", "misspelt"),
                ("/flag", "dropped"),
                ("/flag", "flipped"),
            ]
        );
    }

    #[test]
    fn a_text_becomes_another_that_stands_under_the_same_key() {
        let made = made("a: { is: x1 }\nb: { is: x2 }\n");
        let others: Vec<_> = made.iter().filter(|(_, operator, _)| *operator == "another").collect();
        assert_eq!(others[0].2, "\"x1\" becomes \"x2\"");
        assert_eq!(others[1].2, "\"x2\" becomes \"x1\"");
    }
}
