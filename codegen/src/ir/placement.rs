//! Where bundles are kept: tables, filled, and which containers and compressed forms there are.

use databake::{Bake, BakeSize, CrateEnv, TokenStream};
use offload_bundle_core::placement::{ContentKind, FileType, ImageRule, RuntimeRule, SectionRule};

use crate::model::placement::Spec;

/// The file types and the containers they use.
#[derive(Debug, Clone)]
pub struct Placement<'a> {
    pub file: &'a str,
    pub spec: &'a Spec<'a>,
    /// The containers, each format and each set of parameters once.
    pub containers: Vec<Container<'a>>,
    /// The formats that hold something compressed: module, and what operations see each as.
    pub envelopes: Vec<(String, &'static str)>,
    /// The formats that hold no code objects: name, title, module.
    pub plain: Vec<Plain<'a>>,
    /// Those of what containers are in.
    pub hosts: Vec<Plain<'a>>,
    /// What files are, by their first bytes.
    pub contents: &'a [ContentKind<'a>],
    pub file_types: &'a [FileType<'a, Static<'a>>],
    /// The sections of object files that hold device code.
    pub sections: &'a [SectionRule<'a>],
    /// The images that linked programs register.
    pub images: &'a [ImageRule<'a>],
    /// What runtimes read.
    pub runtimes: &'a [RuntimeRule<'a>],
    /// The module of the grammar of IDs.
    pub ids: Option<&'a str>,
}

/// A format with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container<'a> {
    /// The static that holds it.
    pub name: Static<'a>,
    pub format: String,
    /// The module of the format.
    pub module: String,
    /// What operations see a binary format as.
    pub face: &'static str,
    /// Of a binary format, the path of the type of what operations see it as.
    pub face_type: &'static str,
    /// Of a text format, what its start markers begin with.
    pub lead: Option<Vec<u8>>,
    /// Values of its parameters: name, value.
    pub parameters: Vec<(&'a str, &'a str)>,
    /// Alignment of code objects where the user gives none, in bytes.
    pub default_alignment: u64,
}

/// The name of a static; it bakes as a reference to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Static<'a>(pub &'a str);

impl Bake for Static<'_> {
    fn bake(&self, _env: &CrateEnv) -> TokenStream {
        format!("&{}", self.0).parse().unwrap_or_default()
    }
}

impl BakeSize for Static<'_> {
    fn borrows_size(&self) -> usize {
        0
    }
}

/// A format that holds no code objects.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub module: &'a str,
}
