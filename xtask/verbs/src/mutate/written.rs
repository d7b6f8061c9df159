//! The tree of a schema as text again. JSON is YAML, and no person reads it.

use offload_bundle_codegen::yaml::{Node, Value};

/// A text that reads as `node`.
pub fn write(node: &Node) -> String {
    let mut text = String::new();
    write_node(node, &mut text);
    text
}

fn write_node(node: &Node, to: &mut String) {
    match &node.value {
        Value::Null => to.push_str("null"),
        Value::Bool(value) => to.push_str(if *value { "true" } else { "false" }),
        Value::Int(number) => to.push_str(&number.to_string()),
        Value::Float(number) => to.push_str(number),
        Value::Text(text) => quote(text, to),
        Value::List(items) => all(items, ('[', ']'), to, write_node),
        Value::Map(entries) => all(entries, ('{', '}'), to, |(key, child), to| {
            quote(&key.value, to);
            to.push_str(": ");
            write_node(child, to);
        }),
    }
}

fn all<T>(items: &[T], (open, close): (char, char), to: &mut String, write: impl Fn(&T, &mut String)) {
    to.push(open);
    for (at, item) in items.iter().enumerate() {
        to.push_str(if at == 0 { "" } else { ",\n" });
        write(item, to);
    }
    to.push(close);
}

fn quote(text: &str, to: &mut String) {
    to.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    #[test]
    fn schemas_generate_the_same_however_they_are_written() {
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
        let again = sources(&|name, text| write(&Node::parse(name, &text).expect("a tree")));
        let generated = |sources: &[_]| offload_bundle_codegen::generate(sources).expect("sound schemas");
        assert!(generated(&again) == generated(&sources(&|_, text| text)));
    }
}
