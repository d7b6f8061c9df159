//! Tests that templates use every field of their views.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Page, engine};
use crate::Source;
use crate::arena::Arena;

/// After the names of all fields of its struct.
type Field = (Vec<String>, String);

/// For the project's and the test schemas.
fn pages() -> Vec<Page> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let features = fs::read_dir(tests.join("features"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let projects = features
        .map(|folder| schemas(&folder))
        .chain([schemas(&tests.join("../../schemas"))]);
    projects
        .flat_map(|sources| {
            let arena = Arena::default();
            let schemas = crate::read(&arena, &sources).unwrap();
            crate::view::all(&crate::lower::all(&arena, &schemas))
        })
        .collect()
}

fn schemas(folder: &Path) -> Vec<Source> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let schemas = paths.filter(|path| path.extension().is_some_and(|kind| kind == "ksy" || kind == "yaml"));
    let source = |path: std::path::PathBuf| Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    schemas.map(source).collect()
}

fn leaves(value: &mut Value, see: &mut impl FnMut(Field, &mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| leaves(item, see)),
        Value::Object(fields) => {
            let mut names: Vec<String> = fields.keys().cloned().collect();
            names.sort();
            for (name, value) in fields {
                if is_leaf(value) {
                    see((names.clone(), name.clone()), value);
                } else {
                    leaves(value, see);
                }
            }
        }
        _ => {}
    }
}

/// An empty list cannot show whether its items are used.
fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_leaf),
        Value::Object(_) => false,
        _ => true,
    }
}

fn change(value: &Value) -> Value {
    match value {
        Value::Bool(value) => Value::Bool(!value),
        Value::Number(number) => Value::from(number.as_u64().unwrap_or_default() ^ 1),
        Value::String(text) => Value::from(format!("{text} changed")),
        Value::Array(items) => Value::from([items.as_slice(), &[Value::from("changed")]].concat()),
        Value::Null => Value::from("changed"),
        Value::Object(_) => Value::Null,
    }
}

#[test]
fn view_fields_are_used_by_templates() {
    let engine = engine();
    let (mut used, mut unused): (BTreeSet<Field>, BTreeSet<Field>) = Default::default();
    for page in pages() {
        let shown = engine.render(page.template, &page.context).unwrap();
        let mut view = serde_json::to_value(page.context.get("view")).unwrap();
        let mut fields = BTreeSet::new();
        leaves(&mut view, &mut |field, _| fields.extend([field]));
        for field in fields
            .into_iter()
            .filter(|field| !used.contains(field))
            .collect::<Vec<_>>()
        {
            let mut other = view.clone();
            leaves(&mut other, &mut |known, value| {
                if known == field {
                    *value = change(value);
                }
            });
            let mut context = tera::Context::new();
            context.insert("view", &other);
            let same = engine.render(page.template, &context).is_ok_and(|text| text == shown);
            let _ = if same { unused.insert(field) } else { used.insert(field) };
        }
    }
    let wrong: Vec<String> = unused
        .difference(&used)
        .map(|(names, name)| format!("`{name}` of the struct {{ {} }}", names.join(", ")))
        .collect();
    assert!(wrong.is_empty(), "no template uses\n{}", wrong.join("\n"));
}
