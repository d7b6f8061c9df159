//! `formats`: the containers that can be read and written, and the file types with the container of each.

use offload_bundle::codec::levels;
use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use offload_bundle_core::container::Container;
use offload_bundle_core::envelope::Envelope;
use offload_bundle_core::registry::{FileType, Registry};
use serde_json::{Value, json};

/// Shows what is known. As JSON: `formats` with `name` and `title`; `compressed` with `name`, `title`, `versions`, `version` (the usual
/// one) and `methods` (`name`, `least_level`, `greatest_level`); `types` with `name`, `title`, `format`, `text`, `alignment` and
/// `unsupported` (a list of the reasons why forms of the type are refused).
pub(super) fn formats(session: &mut Session<'_>) -> Result<Outcome, OpError> {
    let text = if session.json {
        format!("{:#}\n", as_json(session.registry))
    } else {
        as_text(session.registry)
    };
    session.print(&text)?;
    Ok(Outcome::Yes)
}

/// The containers, each format once: one format can be kept in several ways.
fn containers(registry: &Registry) -> Vec<&'static dyn Container> {
    let mut containers: Vec<&'static dyn Container> = Vec::new();
    for container in registry.containers {
        if !containers.iter().any(|known| known.name() == container.name()) {
            containers.push(*container);
        }
    }
    containers
}

fn as_json(registry: &Registry) -> Value {
    let formats: Vec<Value> = containers(registry)
        .iter()
        .map(|container| json!({ "name": container.name(), "title": container.title() }))
        .collect();
    let types: Vec<Value> = registry
        .file_types
        .iter()
        .map(|file_type| {
            json!({
                "name": file_type.name,
                "title": file_type.title,
                "format": file_type.container.name(),
                "text": file_type.text,
                "alignment": file_type.default_alignment,
                "not_yet": unsupported(file_type),
            })
        })
        .collect();
    let compressed: Vec<Value> = registry
        .envelopes
        .iter()
        .map(|envelope| compressed(*envelope))
        .collect();
    json!({ "formats": formats, "compressed": compressed, "types": types })
}

fn compressed(envelope: &dyn Envelope) -> Value {
    let methods = envelope.methods().iter().map(|method| {
        let levels = levels(method.codec);
        json!({ "name": method.name, "least_level": levels.start(), "greatest_level": levels.end() })
    });
    json!({
        "name": envelope.name(),
        "title": envelope.title(),
        "versions": envelope.versions(),
        "version": envelope.default_version(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

fn as_text(registry: &Registry) -> String {
    let mut text = String::from("formats:\n");
    for container in containers(registry) {
        text.push_str(&format!("  {:<16} {}\n", container.name(), container.title()));
    }
    for envelope in registry.envelopes {
        text.push_str(&format!(
            "  {:<16} {}; versions {}; methods {}\n",
            envelope.name(),
            envelope.title(),
            joined(envelope.versions()),
            joined(envelope.methods().iter().map(|method| method.name))
        ));
    }
    text.push_str("types:\n");
    for file_type in registry.file_types {
        let name = file_type.container.name();
        text.push_str(&format!("  {:<5} {:<16} {}", file_type.name, name, file_type.title));
        for why in unsupported(file_type) {
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

fn unsupported(file_type: &FileType) -> Vec<&'static str> {
    file_type
        .unsupported
        .iter()
        .map(|unsupported| unsupported.why)
        .collect()
}
