//! What `formats` reports.

use serde::Serialize;

/// What can be read and written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FormatsReport {
    /// The formats of bundles.
    pub formats: Vec<ContainerFormat>,
    /// The formats of compressed bundles.
    pub compressed: Vec<EnvelopeFormat>,
    /// The formats that hold no code objects: files of them can be looked at.
    pub plain: Vec<PlainFormat>,
    /// The file types.
    pub types: Vec<FileTypeForm>,
}

/// A format of bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContainerFormat {
    /// Name of the format, which requests take.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Whether it can be written; all can be read.
    pub is_written: bool,
    /// Its versions; none where it has no versions.
    pub versions: &'static [u64],
    /// The version that is written unless another is asked for.
    pub version: Option<u64>,
}

/// A format that holds no code objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlainFormat {
    /// Name of the format in its schema.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
}

/// A format of compressed bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EnvelopeFormat {
    /// Name of the format in its schema.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Its versions; none where it has no versions.
    pub versions: &'static [u64],
    /// The version that is written unless another is asked for.
    pub version: Option<u64>,
    /// How it compresses; the first unless another is asked for.
    pub methods: Vec<EnvelopeMethod>,
}

/// A method of compression.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EnvelopeMethod {
    /// Name of the method, which requests take.
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
    /// Name of the file type, which requests take.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The format of bundles of this type.
    pub format: &'static str,
    /// Whether they are text.
    pub text: bool,
    /// The alignment of code objects in them, in bytes, unless another is asked for.
    pub alignment: u64,
    /// Why some forms of the type are refused.
    pub unsupported: Vec<&'static str>,
}
