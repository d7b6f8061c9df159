//! Schemas with their imports.

use crate::Source;
use crate::yaml::{Node, Value};

/// Returns the schema `name` and all of its imports. `load` returns texts by path from the root of the collection.
/// Empty if `name` is missing; missing imports are skipped.
pub fn sources(name: &str, load: impl Fn(&str) -> Option<String>) -> Vec<Source> {
    let mut names = vec![name.to_owned()];
    let mut sources = Vec::new();
    while let Some(name) = names.get(sources.len()).cloned() {
        let text = match load(&name) {
            Some(text) => text,
            None if sources.is_empty() => break,
            None => String::from("meta:\n  id: absent\n"),
        };
        let source = Source { name, text };
        for import in imports(&source) {
            let import = match import.strip_prefix('/') {
                Some(from_root) => format!("{from_root}.ksy"),
                None => beside(&source.name, &import),
            };
            if !names.contains(&import) {
                names.push(import);
            }
        }
        sources.push(source);
    }
    sources
}

/// Without `.ksy`; relative to the schema's folder, or to the root of the collection if they begin with `/`.
fn imports(source: &Source) -> Vec<String> {
    let node = Node::parse(&source.name, &source.text).ok();
    let imports = node.as_ref().and_then(|node| node.get("meta")?.get("imports"));
    match imports.map(|imports| &imports.value) {
        Some(Value::List(items)) => {
            let texts = items.iter().filter_map(|item| match &item.value {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            });
            texts.collect()
        }
        _ => Vec::new(),
    }
}

fn beside(name: &str, import: &str) -> String {
    let mut steps: Vec<&str> = name.split('/').collect();
    steps.pop();
    for step in import.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." | "" => {}
            step => steps.push(step),
        }
    }
    format!("{}.ksy", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_resolve_from_folder_and_root_once() {
        let load = |name: &str| {
            let imports = match name {
                "a/first.ksy" => "[../b/second, ./third, /b/second]",
                "b/second.ksy" => "[/a/first]",
                _ => return None,
            };
            Some(format!("meta: {{id: x, imports: {imports}}}\n"))
        };
        let names = |name| -> Vec<String> { sources(name, load).into_iter().map(|source| source.name).collect() };
        assert_eq!(names("a/first.ksy"), ["a/first.ksy", "b/second.ksy", "a/third.ksy"]);
        assert!(names("nothing.ksy").is_empty());
    }
}
