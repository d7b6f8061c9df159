//! The request and the report of `convert`.

use std::path::PathBuf;

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Diagnostic, Integer};
use crate::request::{FormatVersion, Release, ScanRequest};

/// The request of [`convert`](crate::ops::convert), to another format or another version.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ConvertRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The output; `-` is standard output.
    pub output: Option<PathBuf>,
    /// The format to convert to; by default, the registry's first one.
    pub to: Option<ContainerFormat>,
    /// The version; by default, that of the format.
    pub version: Option<FormatVersion>,
    /// The release whose numbers are used for words; by default, the newest known ones.
    pub release: Option<Release>,
    /// The bundle entry ID of an empty host entry, which is added first if the format has host entries and the input has none.
    pub host: Option<String>,
    /// Drops what the format cannot store. Without this, that is an error.
    pub lossy: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
}

/// A container format for code objects that can be written and is not text.
#[derive(Debug, Clone, Copy)]
pub struct ContainerFormat(pub &'static dyn Container);

impl ContainerFormat {
    /// Returns the formats of `registry`, in its order.
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> {
        let containers = registry.containers.iter().copied();
        let written = containers.filter(|known| known.is_written() && !registry.is_text(*known));
        written.map(Self)
    }

    /// Returns the format called `name`: its name in the schema, with underscores or dashes, or one of its aliases.
    ///
    /// ```
    /// use offload_bundle::request::ContainerFormat;
    /// use offload_bundle::REGISTRY;
    ///
    /// let named = |name| ContainerFormat::named(&REGISTRY, name).map(|format| format.0.name());
    /// assert_eq!(named("binary_bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary-bundle"), Some("binary_bundle"));
    /// assert_eq!(named("bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary"), None);
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let whole = name.replace('-', "_");
        Self::all(registry).find(|known| known.0.name() == whole || known.0.aliases().contains(&name))
    }
}

/// The entries of an input in containers of another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertReport {
    /// The input.
    pub file: FileName,
    /// The output; `-` is standard output.
    pub output: Option<FileName>,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of containers, one after the other.
    pub container_count: usize,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The entries of the output, in order.
    pub entries: Vec<ConvertedEntry>,
    /// The content or meaning of the input that is lost in the output, each reason once.
    pub lost: Vec<Loss>,
    /// What else is not in the output, each reason once. No reader needs it.
    pub left_out: Vec<Loss>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An entry that was put into another container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedEntry {
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0.
    pub entry: usize,
    /// The bundle entry ID in the output.
    pub id: String,
    /// The offset of the code object in the output, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
}

/// The first of all things that the format of the output cannot store for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0; null if the loss is about all entries.
    pub entry: Option<u64>,
    /// A stable word for the kind of loss.
    pub code: &'static str,
    /// What is lost, for people.
    pub message: String,
    /// The number of things that are left out for this reason.
    pub count: u64,
}
