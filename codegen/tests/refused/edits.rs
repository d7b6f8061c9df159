//! Edits of valid schemas: a missing key, a different value, a duplicate item.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use offload_bundle_codegen::spanned::Spanned;
use offload_bundle_codegen::yaml::{Node, Value};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns replacement values, or an empty list if `refused` requires more than a different value.
pub fn instead(refused: &str) -> Vec<Value> {
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

pub fn is_twice(refused: &str) -> bool {
    matches!(refused, "twice" | "one twice" | "repeated")
}

pub fn at<'n>(node: &'n mut Node, path: &str) -> Option<&'n mut Node> {
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

pub fn changes(root: &Node, path: &str, key: &str, refused: &str) -> Vec<Node> {
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

pub fn written(node: &Node) -> String {
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
