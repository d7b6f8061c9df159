//! Examples of keys from schemas.

use std::collections::BTreeMap;

use offload_bundle_codegen::yaml::{Node, Value};
use offload_bundle_codegen::{Source, mappings};

use crate::keys::dialect;

/// The maximum lines of an example, including the line for omitted lines.
const MOST: usize = 5;
/// Keys with text, and keys with names.
const PROSE: [&str; 5] = ["doc", "doc-ref", "-orig-id", "help", "about"];
const NAMES: [&str; 2] = ["id", "name"];

pub struct Schemas {
    trees: Vec<Node>,
    /// The number of trees from the project's schemas.
    of_project: usize,
    /// By dialect and name: tree, path.
    places: BTreeMap<(String, String), Vec<(usize, String)>>,
}

impl Schemas {
    pub fn new(projects: &[Vec<Source>]) -> Self {
        let sources = &projects.concat();
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (index, source) in sources.iter().enumerate() {
            for (path, called) in mappings(source) {
                for on in called {
                    places
                        .entry((dialect(source).to_owned(), on))
                        .or_default()
                        .push((index, path.clone()));
                }
            }
        }
        let parse = |source: &Source| Node::parse(&source.name, &source.text).unwrap();
        Self { trees: sources.iter().map(parse).collect(), of_project: projects[0].len(), places }
    }

    pub fn always(&self, dialects: &[&str], on: &str, key: &str) -> bool {
        let names = dialects.iter().map(|dialect| ((*dialect).to_owned(), on.to_owned()));
        let mut places = names.filter_map(|name| self.places.get(&name)).flatten();
        places.all(|(index, path)| at(&self.trees[*index], &format!("{path}/{key}")).is_some())
    }

    /// Prefers whole, short examples from the project.
    pub fn example(&self, dialects: &[&str], on: &[String], key: &str) -> Option<String> {
        let names = dialects
            .iter()
            .flat_map(|dialect| on.iter().map(|on| ((*dialect).to_owned(), on.clone())));
        let places = names.filter_map(|name| self.places.get(&name)).flatten();
        let examples = places.filter_map(|(index, path)| Some((*index, example(&self.trees[*index], path, key)?)));
        let is_cut = |lines: &[String]| lines.last().is_some_and(|line| line.ends_with('…'));
        let best = examples.min_by_key(|(index, lines)| (is_cut(lines), *index >= self.of_project, lines.len()));
        best.map(|(_, lines)| lines.iter().map(|line| format!("{line}\n")).collect())
    }
}

fn at<'n>(node: &'n Node, path: &str) -> Option<&'n Node> {
    path.split('/').skip(1).try_fold(node, |node, step| match &node.value {
        Value::List(items) => items.get(step.parse::<usize>().ok()?),
        Value::Map(members) => members
            .iter()
            .find(|(key, _)| key.value == step)
            .map(|(_, inner)| inner),
        _ => None,
    })
}

fn example(root: &Node, path: &str, key: &str) -> Option<Vec<String>> {
    let Value::Map(members) = &at(root, path)?.value else {
        return None;
    };
    members.iter().find(|(known, _)| known.value == key)?;
    let kept = members.iter().filter(|(known, inner)| {
        let is_text = matches!(inner.value, Value::Text(_) | Value::Int(_));
        let is_context = NAMES.contains(&known.as_str()) || known.value == "type" && !PROSE.contains(&key);
        known.value == key || is_text && is_context
    });
    let lines: Vec<String> = kept.flat_map(|(known, inner)| entry(known, inner)).collect();
    let (parent, step) = path.rsplit_once('/').unwrap_or_default();
    let whole: Vec<String> = match at(root, parent).map(|parent| &parent.value) {
        _ if step.is_empty() => lines,
        Some(Value::List(_)) => listed(&lines),
        _ => [format!("{}:", name(step))]
            .into_iter()
            .chain(lines.iter().map(|line| format!("  {line}")))
            .collect(),
    };
    cut(whole)
}

/// `None` if a text would be cut.
fn cut(mut lines: Vec<String>) -> Option<Vec<String>> {
    if lines.len() > MOST {
        lines.truncate(MOST - 1);
        // Without its value, a key would have a different value.
        while lines.last().is_some_and(|line| line.ends_with(':')) {
            lines.pop();
        }
        if lines
            .iter()
            .any(|line| [" |", " |-", " >-"].iter().any(|style| line.ends_with(style)))
        {
            return None;
        }
        let last = lines.last().map_or("", String::as_str);
        let indent = last.len() - last.trim_start().len();
        lines.push(format!("{}# …", " ".repeat(indent)));
    }
    Some(lines)
}

/// The maximum width of an example.
const WIDTH: usize = 96;

fn entry(key: &str, value: &Node) -> Vec<String> {
    let (key, flow) = (name(key), flow(value));
    let fits = key.len() + flow.len() < WIDTH;
    let head = |style: &str| [format!("{key}:{style}")].into_iter();
    match &value.value {
        Value::Map(members) if !(fits && members.iter().all(|(_, inner)| is_small(inner))) => {
            let inner = members.iter().flat_map(|(key, value)| entry(key, value));
            head("").chain(inner.map(|line| format!("  {line}"))).collect()
        }
        Value::List(items) if !(fits && items.iter().all(is_small)) => {
            let inner = items.iter().flat_map(item).map(|line| format!("  {line}"));
            head("").chain(inner).collect()
        }
        Value::Text(text) if text.contains('\n') => {
            let style = if text.ends_with('\n') { " |" } else { " |-" };
            head(style)
                .chain(text.lines().map(|line| format!("  {line}")))
                .collect()
        }
        Value::Text(text) if !fits => head(" >-").chain(wrapped(text)).collect(),
        _ => vec![format!("{key}: {flow}")],
    }
}

fn item(node: &Node) -> Vec<String> {
    let flow = flow(node);
    match &node.value {
        Value::Map(members) if flow.len() > WIDTH => {
            let members = members.iter().filter(|(key, _)| !PROSE.contains(&key.as_str()));
            listed(&members.flat_map(|(key, value)| entry(key, value)).collect::<Vec<_>>())
        }
        _ => vec![format!("- {flow}")],
    }
}

fn listed(lines: &[String]) -> Vec<String> {
    let prefix = |number| if number == 0 { "- " } else { "  " };
    lines
        .iter()
        .enumerate()
        .map(|(number, line)| format!("{}{line}", prefix(number)))
        .collect()
}

fn is_small(node: &Node) -> bool {
    !matches!(node.value, Value::Map(_) | Value::List(_))
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![" ".to_owned()];
    for word in text.split(' ') {
        if lines.last().is_some_and(|line| line.len() + word.len() > WIDTH) {
            lines.push(" ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {word}"));
        }
    }
    lines
}

fn flow(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => value.clone(),
        Value::Text(text) => scalar(text),
        Value::List(items) => {
            let bytes: Option<Vec<i128>> = items.iter().map(byte).collect();
            let items: Vec<String> = match bytes {
                // Small numbers are not bytes but versions, for example.
                Some(bytes) if bytes.iter().any(|byte| *byte > 9) => {
                    bytes.iter().map(|byte| format!("{byte:#04x}")).collect()
                }
                _ => items.iter().map(flow).collect(),
            };
            format!("[{}]", items.join(", "))
        }
        Value::Map(members) => {
            let members = members.iter().filter(|(key, _)| !PROSE.contains(&key.as_str()));
            let members = members.map(|(key, inner)| format!("{}: {}", name(key), flow(inner)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn byte(node: &Node) -> Option<i128> {
    match node.value {
        Value::Int(byte) if (0..256).contains(&byte) => Some(byte),
        _ => None,
    }
}

fn name(key: &str) -> String {
    if key.parse::<u64>().is_ok() {
        key.to_owned()
    } else {
        scalar(key)
    }
}

fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " _-.+/()*".contains(c);
    let reads = Node::parse("", &format!("[{text}]")).is_ok_and(|node| match &node.value {
        Value::List(items) => matches!(items.as_slice(), [Node { value: Value::Text(read), .. }] if read == text),
        _ => false,
    });
    match reads && text.chars().all(plain) {
        true => text.to_owned(),
        false if text.contains(char::is_control) => format!("{text:?}").replace("\\0", "\\u0000"),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}
