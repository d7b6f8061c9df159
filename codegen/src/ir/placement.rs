//! Resolved placement tables.

use databake::{Bake, BakeSize, CrateEnv, TokenStream};
use offload_bundle_core::placement::{
    ContentKind, EmbeddingRule, FileType, ImageRule, MachineRule, RuntimeRule, SectionRule,
};

use crate::model::placement::Spec;

#[derive(Debug, Clone)]
pub struct Placement<'a> {
    pub file: &'a str,
    pub spec: &'a Spec<'a>,
    /// The containers, one for each format and parameter set.
    pub containers: Vec<Container<'a>>,
    /// The compressed formats: module, and view of operations.
    pub envelopes: Vec<(String, &'static str)>,
    pub plain: Vec<Plain<'a>>,
    /// The formats of sections with pointers to containers.
    pub hosts: Vec<Plain<'a>>,
    pub contents: &'a [ContentKind<'a>],
    pub file_types: &'a [FileType<'a, Static<'a>>],
    pub sections: &'a [SectionRule<'a>],
    pub images: &'a [ImageRule<'a>],
    pub runtimes: &'a [RuntimeRule<'a>],
    pub embeddings: &'a [EmbeddingRule<'a>],
    pub machines: &'a [MachineRule<'a>],
    pub ids: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container<'a> {
    pub name: Static<'a>,
    pub format: String,
    pub module: String,
    /// The view of operations, for a binary format.
    pub face: &'static str,
    pub face_type: &'static str,
    /// The first bytes of start markers, for a text format.
    pub lead: Option<Vec<u8>>,
    pub parameters: Vec<(&'a str, &'a str)>,
    pub default_alignment: u64,
}

/// The name of a static; it bakes as a reference to that static.
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

#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub module: &'a str,
}
