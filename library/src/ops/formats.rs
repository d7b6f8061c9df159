//! `formats`: the containers that can be read and written, and the file types with the container of each.

pub(crate) mod report;

use offload_bundle_core::envelope::Envelope;
use offload_bundle_core::registry::{FileType, Registry};

use crate::codec::levels;
use crate::report::{ContainerFormat, EnvelopeFormat, EnvelopeMethod, FileTypeForm, FormatsReport, PlainFormat};
use crate::supported::unsupported_operations;

/// Returns the formats and file types of `registry`.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
///
/// for file_type in ops::formats(&REGISTRY).types {
///     println!("{}", file_type.name);
/// }
/// ```
pub fn formats(registry: &Registry) -> FormatsReport {
    let mut formats: Vec<ContainerFormat> = Vec::new();
    for container in registry.containers {
        // One format can be kept in several ways.
        if !formats.iter().any(|known| known.name == container.name()) {
            formats.push(ContainerFormat {
                name: container.name(),
                title: container.title(),
                is_written: container.is_written(),
                versions: container.versions(),
                version: container.default_version(),
            });
        }
    }
    FormatsReport {
        formats,
        plain: registry
            .plain
            .iter()
            .map(|format| PlainFormat { name: format.name, title: format.title })
            .collect(),
        compressed: registry.envelopes.iter().map(|format| envelope(*format)).collect(),
        types: registry
            .file_types
            .iter()
            .map(|known| file_type(registry, known))
            .collect(),
    }
}

fn envelope(envelope: &dyn Envelope) -> EnvelopeFormat {
    let methods = envelope.methods().iter().map(|method| {
        let levels = levels(method.codec);
        EnvelopeMethod { name: method.name, least_level: *levels.start(), greatest_level: *levels.end() }
    });
    EnvelopeFormat {
        name: envelope.name(),
        title: envelope.title(),
        versions: envelope.versions(),
        version: envelope.default_version(),
        methods: methods.collect(),
    }
}

fn file_type(registry: &Registry, file_type: &FileType) -> FileTypeForm {
    FileTypeForm {
        name: file_type.name,
        title: file_type.title,
        format: file_type.container.name(),
        text: file_type.text,
        alignment: file_type.default_alignment,
        unsupported: unsupported_operations(registry, file_type),
    }
}
