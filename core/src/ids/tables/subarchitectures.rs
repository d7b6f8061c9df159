//! Tables of architectures that imply a processor or a family.

/// Architectures that are subsets of one architecture.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Subarchitectures<'a> {
    /// The architecture that replaces them.
    pub architecture: &'a str,
    /// Processor words that mean the implied processor.
    pub unnamed: &'a [&'a str],
    /// The template of the problem with a processor of another subarchitecture, with `stored`, `architecture` and
    /// `processor`.
    pub outside: &'a str,
    /// The template of the problem with a missing processor, with the same placeholders.
    pub incomplete: &'a str,
    /// The subarchitectures.
    pub list: &'a [Subarchitecture<'a>],
}

/// An architecture that implies processors.
#[derive(Debug, Clone, Copy)]
pub struct Subarchitecture<'a> {
    /// The word in a triple.
    pub name: &'a str,
    /// The alternative words.
    pub also: &'a [&'a str],
    /// The implied processor, or `None` if the ID must name it.
    pub processor: Option<&'a str>,
    /// The processors in addition to the family of `processor`.
    pub members: &'a [&'a str],
}

impl<'a> Subarchitecture<'a> {
    /// Creates a subarchitecture of all processors.
    pub const fn new(name: &'a str) -> Self {
        Self { name, also: &[], processor: None, members: &[] }
    }

    /// Sets `also`.
    pub const fn also(self, also: &'a [&'a str]) -> Self {
        Self { also, ..self }
    }

    /// Sets `processor`.
    pub const fn processor(self, processor: &'a str) -> Self {
        Self { processor: Some(processor), ..self }
    }

    /// Sets `members`.
    pub const fn members(self, members: &'a [&'a str]) -> Self {
        Self { members, ..self }
    }
}

/// Prints only the fields that are set, so that a subarchitecture is one line.
#[cfg(feature = "bake")]
impl databake::Bake for Subarchitecture<'_> {
    fn bake(&self, env: &databake::CrateEnv) -> databake::TokenStream {
        use databake::quote;

        let name = self.name;
        let mut row = quote! { offload_bundle_core::ids::tables::Subarchitecture::new(#name) };
        if let Some(processor) = self.processor {
            row = quote! { #row.processor(#processor) };
        }
        for (field, list) in [("also", self.also), ("members", self.members)] {
            if !list.is_empty() {
                let (field, list) = (crate::bake::tokens(field), list.bake(env));
                row = quote! { #row.#field(#list) };
            }
        }
        row
    }
}

#[cfg(feature = "bake")]
crate::bake::borrows_nothing!(Subarchitecture<'_>);
