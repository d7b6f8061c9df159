//! The report of `formats`.

use serde::Serialize;

/// The formats that can be read and written.
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
    /// The name of the format, which requests take.
    pub name: &'static str,
    /// The title, for people.
    pub title: &'static str,
    /// Whether it can be written. All can be read.
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
    /// The title, for people.
    pub title: &'static str,
}

/// A format of compressed bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EnvelopeFormat {
    /// The name of the format in its schema.
    pub name: &'static str,
    /// The title, for people.
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
    /// The name of the method, which requests take.
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
    /// The name of the file type, which requests take.
    pub name: &'static str,
    /// The title, for people.
    pub title: &'static str,
    /// The format of bundles of this type.
    pub format: &'static str,
    /// Whether the bundles are text.
    pub text: bool,
    /// The default alignment of code objects in the bundles, in bytes.
    pub alignment: u64,
    /// Why some forms of the type are refused.
    pub unsupported: Vec<&'static str>,
}
