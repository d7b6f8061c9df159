//! Changes of a schema: a walk over its tree without knowledge of formats. Each mutant has one change.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use offload_bundle_codegen::yaml::{self, Node};
use serde_json::{Map, Number, Value};

#[derive(Debug)]
pub struct Mutant {
    pub schema: String,
    /// The path in the tree, such as `/seq/0/type`.
    pub place: String,
    pub operator: &'static str,
    what: String,
    edit: Edit,
    sound: Rc<Value>,
}

#[derive(Debug)]
enum Edit {
    Set(Value),
    Drop,
    /// With the next item.
    Exchange,
}

impl Mutant {
    /// The changed schema as JSON, which is YAML.
    pub fn text(&self) -> String {
        let mut tree = Value::clone(&self.sound);
        let (above, last) = self.place.rsplit_once('/').unwrap_or_default();
        let last = last.replace("~1", "/").replace("~0", "~");
        let at = last.parse().unwrap_or(0);
        match (tree.pointer_mut(above), &self.edit) {
            (Some(Value::Array(items)), Edit::Drop) => drop(items.remove(at)),
            (Some(Value::Array(items)), Edit::Exchange) => items.swap(at, at + 1),
            (Some(Value::Array(items)), Edit::Set(new)) => items[at] = new.clone(),
            (Some(Value::Object(entries)), Edit::Drop) => drop(entries.shift_remove(&last)),
            (Some(Value::Object(entries)), Edit::Set(new)) => drop(entries.insert(last, new.clone())),
            _ => {}
        }
        write(&tree)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}: {}", self.schema, self.place, self.operator, self.what)
    }
}

/// Every change of a schema, except below the keys `prose`.
pub fn changes(schema: &str, root: &Node, prose: &BTreeSet<String>) -> Vec<Mutant> {
    let root = Rc::new(value(root));
    let mut walk = Walk { schema, prose, words: BTreeMap::new(), found: Vec::new(), root: Rc::clone(&root) };
    walk.collect(&root, "");
    walk.below(&root, "", "");
    walk.found
}

pub fn value(node: &Node) -> Value {
    match &node.value {
        yaml::Value::Null => Value::Null,
        yaml::Value::Bool(value) => Value::Bool(*value),
        yaml::Value::Int(number) => Number::from_i128(*number).map_or(Value::Null, Value::Number),
        yaml::Value::Float(text) => text.parse::<f64>().map_or(Value::Null, Value::from),
        yaml::Value::Text(text) => Value::String(text.clone()),
        yaml::Value::List(items) => Value::Array(items.iter().map(value).collect()),
        yaml::Value::Map(entries) => {
            let entries = entries.iter().map(|(key, child)| (key.value.clone(), value(child)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
    }
}

/// One value per line: YAML keys must start near the beginning of a line.
fn write(tree: &Value) -> String {
    serde_json::to_string_pretty(tree).unwrap_or_default()
}

struct Walk<'w> {
    schema: &'w str,
    prose: &'w BTreeSet<String>,
    /// By key, as replacements for each other.
    words: BTreeMap<String, BTreeSet<String>>,
    found: Vec<Mutant>,
    root: Rc<Value>,
}

impl Walk<'_> {
    fn collect(&mut self, value: &Value, key: &str) {
        match value {
            Value::String(text) => drop(self.words.entry(key.to_owned()).or_default().insert(text.clone())),
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, key)),
            Value::Object(entries) => {
                for (key, child) in entries.iter().filter(|(key, _)| !self.prose.contains(*key)) {
                    self.collect(child, key);
                }
            }
            _ => {}
        }
    }

    fn below(&mut self, value: &Value, key: &str, place: &str) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    let place = format!("{place}/{at}");
                    self.add(&place, "dropped", item, Edit::Drop);
                    if items.get(at + 1).is_some_and(|next| next != item) {
                        self.add(&place, "exchanged", item, Edit::Exchange);
                    }
                    self.below(item, key, &place);
                }
            }
            Value::Object(entries) => {
                for (key, child) in entries.iter().filter(|(key, _)| !self.prose.contains(*key)) {
                    let place = format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
                    self.add(&place, "dropped", child, Edit::Drop);
                    self.below(child, key, &place);
                }
            }
            Value::Bool(flag) => self.add(place, "flipped", value, Edit::Set(Value::Bool(!flag))),
            Value::Number(number) => {
                for (operator, by) in [("more", 1), ("less", -1)] {
                    let new = number.as_i128().map(|number| number + by);
                    let new = new.filter(|new| *new >= 0 || by > 0);
                    if let Some(new) = new.and_then(Number::from_i128) {
                        self.add(place, operator, value, Edit::Set(Value::Number(new)));
                    }
                }
            }
            Value::String(text) => {
                for (operator, new) in self.texts(key, text) {
                    self.add(place, operator, value, Edit::Set(Value::String(new)));
                }
            }
            Value::Null => {}
        }
    }

    /// Another text of the key, another number type, a negated comparison, a typing error.
    fn texts(&self, key: &str, text: &str) -> Vec<(&'static str, String)> {
        let words = self.words.get(key);
        let next = words.and_then(|words| words.iter().find(|word| word.as_str() > text).or(words.first()));
        let another = next.filter(|word| *word != text).cloned();
        let another = another.map(|word| ("another", word));
        let found = another.into_iter().chain(number_types(text));
        found.chain(reverse(text)).chain(misspell(text)).collect()
    }

    fn add(&mut self, place: &str, operator: &'static str, old: &Value, edit: Edit) {
        let old: String = old.to_string().chars().take(60).collect();
        let what = match &edit {
            Edit::Set(new) => format!("{old} becomes {new}"),
            Edit::Drop => format!("{old} goes"),
            Edit::Exchange => format!("{old} and the next one change places"),
        };
        let (schema, place, sound) = (self.schema.to_owned(), place.to_owned(), Rc::clone(&self.root));
        self.found.push(Mutant { schema, place, operator, what, edit, sound });
    }
}

/// Another width and byte order, and the other byte order.
fn number_types(text: &str) -> Vec<(&'static str, String)> {
    let is_last = |order: &&str| text.ends_with(*order);
    let order = ["le", "be"].into_iter().find(is_last).unwrap_or("");
    let start = text.strip_suffix(order).unwrap_or(text);
    let other = if order == "be" { "le" } else { "be" };
    let turned = ("turned-round", format!("{start}{other}"));
    let resized = |width| ("resized", format!("{}{width}{order}", &start[..1]));
    match start {
        "" if !order.is_empty() => vec![turned],
        "u1" | "s1" => vec![resized(2)],
        "u2" | "s2" | "u8" | "s8" => vec![resized(4), turned],
        "u4" | "s4" => vec![resized(8), turned],
        _ => Vec::new(),
    }
}

/// Each followed by its replacement.
const TURNED: &str = "<= < >= > < <= > >= == != != == + - - + and or or and";

fn reverse(text: &str) -> Option<(&'static str, String)> {
    let words: Vec<String> = TURNED.split(' ').map(|word| format!(" {word} ")).collect();
    let first = words
        .chunks_exact(2)
        .filter_map(|pair| Some((text.find(&pair[0])?, &pair[0], &pair[1])));
    let (_, from, to) = first.min_by_key(|(at, ..)| *at)?;
    Some(("reversed", text.replacen(from, to, 1)))
}

fn misspell(text: &str) -> Option<(&'static str, String)> {
    let (at, last) = text.char_indices().rev().find(|(_, c)| c.is_ascii_alphanumeric())?;
    let other = match last {
        'f' if text.starts_with("0x") => '0',
        'z' => 'a',
        'Z' => 'A',
        '9' => '0',
        c => char::from(u8::try_from(c).ok()?.wrapping_add(1)),
    };
    Some((
        "misspelt",
        [text.get(..at)?, &other.to_string(), text.get(at + 1..)?].concat(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    fn made(text: &str) -> Vec<(String, &'static str, String)> {
        let root = Node::parse("x.yaml", text).expect("a tree");
        let prose = BTreeSet::from(["doc".to_owned()]);
        let made = changes("x.yaml", &root, &prose);
        for mutant in &made {
            let changed = Node::parse("x.yaml", &mutant.text()).expect("a tree");
            assert_ne!(value(&changed), value(&root), "{mutant}");
        }
        made.into_iter()
            .map(|mutant| (mutant.place, mutant.operator, mutant.what))
            .collect()
    }

    #[test]
    fn all_places_except_prose_are_changed() {
        let made = made("doc: a text\nn: [1, u4]\n'a/b': true\nif: a < 2 and b\n");
        let short: Vec<_> = made
            .iter()
            .map(|(place, operator, _)| (place.as_str(), *operator))
            .collect();
        let expected = [
            ("/n", "dropped"),
            ("/n/0", "dropped"),
            ("/n/0", "exchanged"),
            ("/n/0", "more"),
            ("/n/0", "less"),
            ("/n/1", "dropped"),
            ("/n/1", "resized"),
            ("/n/1", "turned-round"),
            ("/n/1", "misspelt"),
            ("/a~1b", "dropped"),
            ("/a~1b", "flipped"),
            ("/if", "dropped"),
            ("/if", "reversed"),
            ("/if", "misspelt"),
        ];
        assert_eq!(short, expected);
    }

    #[test]
    fn text_becomes_next_of_key() {
        let made = made("a: { is: x1 }\nb: { is: x2 }\n");
        let others: Vec<_> = made.iter().filter(|(_, operator, _)| *operator == "another").collect();
        assert_eq!(others[0].2, "\"x1\" becomes \"x2\"");
        assert_eq!(others[1].2, "\"x2\" becomes \"x1\"");
    }

    #[test]
    fn schemas_written_as_json_generate_the_same() {
        let folder = files::root().join("schemas");
        let names = files::below(&folder).expect("schemas");
        let sources = |text: &dyn Fn(&str, String) -> String| {
            let schemas = names.iter().filter(|name| !name.ends_with(".md"));
            let source = |name: &String| {
                let read = files::read(&folder.join(name)).expect("a schema");
                offload_bundle_codegen::Source { name: format!("schemas/{name}"), text: text(name, read) }
            };
            schemas.map(source).collect::<Vec<_>>()
        };
        let again = sources(&|name, text| write(&value(&Node::parse(name, &text).expect("a tree"))));
        let generated = |sources: &[_]| offload_bundle_codegen::generate(sources).expect("sound schemas");
        assert!(generated(&again) == generated(&sources(&|_, text| text)));
    }
}
