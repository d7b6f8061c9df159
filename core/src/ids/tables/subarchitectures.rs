//! Tables of architectures that name a processor, or a family of processors, as well.

/// Architectures that are one architecture with fewer processors.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Subarchitectures<'a> {
    /// The architecture that they are read as, and that is written instead.
    pub architecture: &'a str,
    /// Words in place of a processor that mean the processor of the subarchitecture.
    pub unnamed: &'a [&'a str],
    /// The template of what is wrong with an ID whose processor is another's, with `stored`, `architecture` and `processor`.
    pub outside: &'a str,
    /// The template of what is wrong with one that names no processor, with the same.
    pub incomplete: &'a str,
    /// The subarchitectures.
    pub list: &'a [Subarchitecture<'a>],
}

/// An architecture that names its processors.
#[derive(Debug, Clone, Copy)]
pub struct Subarchitecture<'a> {
    /// The word in a triple.
    pub name: &'a str,
    /// Other words for it.
    pub also: &'a [&'a str],
    /// The processor of IDs that name none, or `None` if an ID has to name it in another way.
    pub processor: Option<&'a str>,
    /// Other processors that it has, besides those of the family of `processor`.
    pub members: &'a [&'a str],
}

impl<'a> Subarchitecture<'a> {
    /// Creates a subarchitecture of all processors.
    pub const fn new(name: &'a str) -> Self {
        Self { name, also: &[], processor: None, members: &[] }
    }

    /// Sets the other words.
    pub const fn also(self, also: &'a [&'a str]) -> Self {
        Self { also, ..self }
    }

    /// Sets the processor.
    pub const fn processor(self, processor: &'a str) -> Self {
        Self { processor: Some(processor), ..self }
    }

    /// Sets the other processors.
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
