//! `formats`: the readable and writable containers, and the file types.

use offload_bundle_core::envelope::Envelope;
use offload_bundle_core::registry::{FileType, Registry};
use serde::Serialize;

use crate::codec::levels;
use crate::refusal::unsupported_operations;

/// The readable and writable formats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FormatsReport {
    /// The formats of bundles.
    pub formats: Vec<ContainerFormat>,
    /// The formats of compressed bundles.
    pub compressed: Vec<EnvelopeFormat>,
    /// The formats without code objects. Their files can be inspected.
    pub plain: Vec<PlainFormat>,
    /// The file types.
    pub types: Vec<FileTypeForm>,
}

/// A format of bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContainerFormat {
    /// The name of the format in requests.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// Whether the format can be written. All formats can be read.
    pub is_written: bool,
    /// The versions; empty if the format has none.
    pub versions: &'static [u64],
    /// The version that is written by default.
    pub version: Option<u64>,
}

/// A format without code objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlainFormat {
    /// The name of the format in its schema.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
}

/// A format of compressed bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EnvelopeFormat {
    /// The name of the format in its schema.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The versions; empty if the format has none.
    pub versions: &'static [u64],
    /// The version that is written by default.
    pub version: Option<u64>,
    /// The compression methods; the first is the default.
    pub methods: Vec<EnvelopeMethod>,
}

/// A compression method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EnvelopeMethod {
    /// The name of the method in requests.
    pub name: &'static str,
    /// The lowest level: the least work.
    pub least_level: i32,
    /// The highest level: the most work.
    pub greatest_level: i32,
}

/// A file type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileTypeForm {
    /// The name of the file type in requests.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The format of bundles with this type.
    pub format: &'static str,
    /// Whether the bundles are text.
    pub text: bool,
    /// The default alignment of code objects in the bundles, in bytes.
    pub alignment: u64,
    /// The reasons why some forms of the type are refused.
    pub unsupported: Vec<&'static str>,
}

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
        // Several containers can share a format.
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
