//! `formats`: the containers that can be read and written, and the file types with the container of each.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use serde_json::{Value, json};

use crate::catalog::{Catalog, FileType};
use crate::container::Container;
use crate::ops::{OpError, Outcome, Session};
use crate::packing::levels;
use crate::wrapper::Wrapper;

/// Nothing to say: there is only one answer.
#[derive(Debug, Clone, Copy)]
pub struct FormatsRequest {}

/// Shows what is known. As JSON: `formats` with `name` and `title`; `compressed` with `name`, `title`, `versions`, `version` (the usual
/// one) and `methods` (`name`, `least_level`, `greatest_level`); `types` with `name`, `title`, `format`, `text`, `alignment` and
/// `not_yet` (a list of the reasons why forms of the type are refused).
pub fn formats(session: &mut Session<'_>, request: &FormatsRequest) -> Result<Outcome, OpError> {
    let FormatsRequest {} = request;
    let text = if session.json {
        format!("{:#}\n", as_json(session.catalog))
    } else {
        as_text(session.catalog)
    };
    session.print(&text)?;
    Ok(Outcome::Yes)
}

/// The containers, each format once: one format can be kept in several ways.
fn containers(catalog: &Catalog) -> Vec<&'static dyn Container> {
    let mut containers: Vec<&'static dyn Container> = Vec::new();
    for container in catalog.containers {
        if !containers.iter().any(|known| known.name() == container.name()) {
            containers.push(*container);
        }
    }
    containers
}

fn as_json(catalog: &Catalog) -> Value {
    let formats: Vec<Value> = containers(catalog)
        .iter()
        .map(|container| json!({ "name": container.name(), "title": container.title() }))
        .collect();
    let types: Vec<Value> = catalog
        .file_types
        .iter()
        .map(|file_type| {
            json!({
                "name": file_type.name,
                "title": file_type.title,
                "format": file_type.container.name(),
                "text": file_type.text,
                "alignment": file_type.default_alignment,
                "not_yet": not_yet(file_type),
            })
        })
        .collect();
    let compressed: Vec<Value> = catalog.wrappers.iter().map(|wrapper| compressed(*wrapper)).collect();
    json!({ "formats": formats, "compressed": compressed, "types": types })
}

fn compressed(wrapper: &dyn Wrapper) -> Value {
    let methods = wrapper.methods().iter().map(|method| {
        let levels = levels(method.codec);
        json!({ "name": method.name, "least_level": levels.start(), "greatest_level": levels.end() })
    });
    json!({
        "name": wrapper.name(),
        "title": wrapper.title(),
        "versions": wrapper.versions(),
        "version": wrapper.default_version(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

fn as_text(catalog: &Catalog) -> String {
    let mut text = String::from("formats:\n");
    for container in containers(catalog) {
        text.push_str(&format!("  {:<16} {}\n", container.name(), container.title()));
    }
    for wrapper in catalog.wrappers {
        text.push_str(&format!(
            "  {:<16} {}; versions {}; methods {}\n",
            wrapper.name(),
            wrapper.title(),
            joined(wrapper.versions()),
            joined(wrapper.methods().iter().map(|method| method.name))
        ));
    }
    text.push_str("types:\n");
    for file_type in catalog.file_types {
        let name = file_type.container.name();
        text.push_str(&format!("  {:<5} {:<16} {}", file_type.name, name, file_type.title));
        for why in not_yet(file_type) {
            text.push_str(&format!(" (not yet: {why})"));
        }
        text.push('\n');
    }
    text
}

fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

fn not_yet(file_type: &FileType) -> Vec<&'static str> {
    file_type.not_yet.iter().map(|not_yet| not_yet.why).collect()
}
