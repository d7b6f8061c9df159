//! What can be changed in a schema: general operators over its tree, which know no format. Each change is made in one place.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_codegen::yaml::{Node, Value};

/// A change of one place of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where: the path in the tree, such as `/seq/0/type`.
    pub place: String,
    /// The line.
    pub line: u64,
    /// What kind of change it is.
    pub operator: &'static str,
    /// What is done, for people.
    pub what: String,
    /// Which child of which, from the root on.
    steps: Vec<usize>,
    edit: Edit,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Edit {
    /// The leaf becomes this one.
    Leaf(Leaf),
    /// This child goes.
    Drop(usize),
    /// This child and the next one change places.
    Exchange(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Leaf {
    Bool(bool),
    Int(i128),
    Text(String),
}

/// Every change of a schema. What stands below the keys `prose` is for people, and stays.
pub fn changes(root: &Node, prose: &BTreeSet<String>) -> Vec<Change> {
    let mut words = BTreeMap::new();
    collect(root, "", prose, &mut words);
    let mut finder = Finder { prose, words, steps: Vec::new(), found: Vec::new() };
    finder.below(root, "");
    finder.found
}

/// The tree with the change in it.
pub fn changed(root: &Node, change: &Change) -> Node {
    let mut tree = root.clone();
    let mut node = &mut tree;
    for step in &change.steps {
        let child = match &mut node.value {
            Value::List(items) => items.get_mut(*step),
            Value::Map(entries) => entries.get_mut(*step).map(|(_, child)| child),
            _ => None,
        };
        match child {
            Some(child) => node = child,
            None => return root.clone(),
        }
    }
    match (&change.edit, &mut node.value) {
        (Edit::Drop(at), Value::List(items)) => drop(items.remove(*at)),
        (Edit::Drop(at), Value::Map(entries)) => drop(entries.remove(*at)),
        (Edit::Exchange(at), Value::List(items)) => items.swap(*at, at + 1),
        (Edit::Leaf(leaf), value) => {
            *value = match leaf.clone() {
                Leaf::Bool(value) => Value::Bool(value),
                Leaf::Int(value) => Value::Int(value),
                Leaf::Text(value) => Value::Text(value),
            }
        }
        _ => {}
    }
    tree
}

/// The texts under each key: what may stand there instead of another.
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
                    self.add(item, "dropped", format!("{} goes", shown(item)), Edit::Drop(at));
                    if let Some(next) = items.get(at + 1).filter(|next| next.value != item.value) {
                        let what = format!("{} and {} change places", shown(item), shown(next));
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
                    let what = format!("`{}: {}` goes", key.value, shown(child));
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
        if let Some(wider) = resized(text) {
            self.leaf(node, "resized", Leaf::Text(wider));
        }
        if let Some(other) = turned_round(text) {
            self.leaf(node, "turned-round", Leaf::Text(other));
        }
        if let Some(larger) = larger(text) {
            self.leaf(node, "more", Leaf::Text(larger));
        }
        if let Some(other) = reversed(text) {
            self.leaf(node, "reversed", Leaf::Text(other));
        }
        if let Some(other) = self.other(key, text) {
            self.leaf(node, "another", Leaf::Text(other));
        }
        if let Some(misspelt) = misspelt(text) {
            self.leaf(node, "misspelt", Leaf::Text(misspelt));
        }
    }

    /// What stands under the same key elsewhere: the next in the order of the alphabet, and the first after the last.
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
        self.add(
            node,
            operator,
            format!("{} becomes {to}", shown(node)),
            Edit::Leaf(leaf),
        );
    }

    fn add(&mut self, node: &Node, operator: &'static str, what: String, edit: Edit) {
        let (place, line) = (node.span.path.clone(), node.span.line);
        self.found
            .push(Change { place, line, operator, what, steps: self.steps.clone(), edit });
    }
}

/// A node in few words.
fn shown(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => format!("{text:?}"),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null | Value::Float(_) => "nothing".to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entry = entries
                .first()
                .map(|(key, child)| format!("{}: {}", key.value, shown(child)));
            format!("{{{}…}}", entry.unwrap_or_default())
        }
    }
}

/// The number type of another width: `u4` for `u2`.
fn resized(text: &str) -> Option<String> {
    let (sign, rest) = text.split_at_checked(1)?;
    let (width, order) = rest.split_at_checked(1)?;
    let other = match width {
        "1" => "2",
        "2" | "8" => "4",
        "4" => "8",
        _ => return None,
    };
    let is_type = matches!(sign, "u" | "s") && matches!(order, "" | "le" | "be");
    is_type.then(|| format!("{sign}{other}{order}"))
}

/// The same in the other byte order.
fn turned_round(text: &str) -> Option<String> {
    match text {
        "le" => return Some("be".to_owned()),
        "be" => return Some("le".to_owned()),
        _ => {}
    }
    resized(text)?;
    let width = text.get(..2)?;
    (width != "u1" && width != "s1").then(|| match text.ends_with("be") {
        true => format!("{width}le"),
        false => format!("{width}be"),
    })
}

/// The text with the first number that stands by itself made larger: in hexadecimal as wide as it was.
fn larger(text: &str) -> Option<String> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| !in_word(c)) {
        let word = piece.trim_end_matches(|c: char| !in_word(c));
        let increased = match word.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16)
                .ok()
                .map(|number| format!("0x{:0width$x}", number.wrapping_add(1), width = digits.len())),
            None => word
                .parse::<u64>()
                .ok()
                .map(|number| number.wrapping_add(1).to_string()),
        };
        if let Some(increased) = increased {
            return Some([text.get(..at)?, &increased, text.get(at + word.len()..)?].concat());
        }
        at += piece.len();
    }
    None
}

/// The expression with its first comparison or sum the other way round.
fn reversed(text: &str) -> Option<String> {
    const OPERATORS: &[(&str, &str)] = &[
        (" <= ", " < "),
        (" >= ", " > "),
        (" < ", " <= "),
        (" > ", " >= "),
        (" == ", " != "),
        (" != ", " == "),
        (" + ", " - "),
        (" - ", " + "),
        (" and ", " or "),
        (" or ", " and "),
    ];
    let first = OPERATORS.iter().filter_map(|pair| Some((text.find(pair.0)?, pair)));
    let (_, (from, to)) = first.min_by_key(|(at, _)| *at)?;
    Some(text.replacen(from, to, 1))
}

/// The text with its last letter or digit changed.
fn misspelt(text: &str) -> Option<String> {
    let (at, last) = text.char_indices().rev().find(|(_, c)| c.is_ascii_alphanumeric())?;
    let other = match last {
        'z' => 'a',
        'Z' => 'A',
        '9' => '0',
        c => char::from(u8::try_from(c).ok()?.wrapping_add(1)),
    };
    Some([text.get(..at)?, &other.to_string(), text.get(at + 1..)?].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> Vec<(String, &'static str, String)> {
        let root = Node::parse("x.yaml", text).expect("a tree");
        let prose = BTreeSet::from(["doc".to_owned()]);
        let made = changes(&root, &prose);
        for change in &made {
            assert_ne!(changed(&root, change), root, "{}", change.what);
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

    #[test]
    fn numbers_and_expressions_in_texts_are_changed() {
        assert_eq!(larger("0x04f").as_deref(), Some("0x050"));
        assert_eq!(larger("constant(40)").as_deref(), Some("constant(41)"));
        assert_eq!(larger("gfx906"), None);
        assert_eq!(reversed("a >= 2 and b < 3").as_deref(), Some("a > 2 and b < 3"));
        assert_eq!(turned_round("u8be").as_deref(), Some("u8le"));
        assert_eq!(misspelt("gfx909").as_deref(), Some("gfx900"));
    }
}
