//! Tables of processors.

/// Processors of the same architectures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct ProcessorGroup<'a> {
    /// The architectures.
    pub architectures: &'a [&'a str],
    /// The architectures of generic code that drivers compile for these processors when they load it.
    pub compiled_from: &'a [&'a str],
    /// The GPU architectures that code for these processors is compiled for when it is loaded.
    pub compiled_for: &'a [&'a str],
    /// The processors.
    pub processors: &'a [Processor<'a>],
    /// Words in product names that do not distinguish products.
    pub brands: &'a [&'a str],
    /// The products.
    pub products: &'a [Products<'a>],
}

/// The product names of a processor.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Products<'a> {
    /// The processor.
    pub processor: &'a str,
    /// The names.
    pub names: &'a [&'a str],
}

/// A processor that a target ID can name.
#[derive(Debug, Clone, Copy)]
pub struct Processor<'a> {
    /// The primary name.
    pub name: &'a str,
    /// The alternative names.
    pub also: &'a [&'a str],
    /// The target features that a target ID can set.
    pub features: &'a [&'a str],
    /// The target features that only compilers newer than `releases` know.
    pub newer_features: &'a [&'a str],
    /// The target features that are always on, unless the flags of a code object turn them off.
    pub fixed: &'a [&'a str],
    /// The number in ELF flags, if any.
    pub elf_machine: Option<u32>,
    /// The generic processor with code that also runs on this one.
    pub family: Option<&'a str>,
    /// The releases with a compiler for it; empty for all.
    pub releases: &'a [&'a str],
}

impl<'a> Processor<'a> {
    /// Creates a processor with only a name.
    pub const fn new(name: &'a str) -> Self {
        Self {
            name,
            also: &[],
            features: &[],
            newer_features: &[],
            fixed: &[],
            elf_machine: None,
            family: None,
            releases: &[],
        }
    }

    /// Sets the alternative names.
    pub const fn also(self, also: &'a [&'a str]) -> Self {
        Self { also, ..self }
    }

    /// Sets `features`.
    pub const fn features(self, features: &'a [&'a str]) -> Self {
        Self { features, ..self }
    }

    /// Sets `newer_features`.
    pub const fn newer_features(self, newer_features: &'a [&'a str]) -> Self {
        Self { newer_features, ..self }
    }

    /// Sets `fixed`.
    pub const fn fixed(self, fixed: &'a [&'a str]) -> Self {
        Self { fixed, ..self }
    }

    /// Sets the number in ELF flags.
    pub const fn elf_machine(self, number: u32) -> Self {
        Self { elf_machine: Some(number), ..self }
    }

    /// Sets `family`.
    pub const fn family(self, family: &'a str) -> Self {
        Self { family: Some(family), ..self }
    }

    /// Sets `releases`.
    pub const fn releases(self, releases: &'a [&'a str]) -> Self {
        Self { releases, ..self }
    }

    /// Returns whether `name` is its primary name or an alternative name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.contains(&name)
    }

    /// Returns whether a target ID can set the target feature `name`.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.contains(&name) || self.newer_features.contains(&name)
    }

    /// Returns whether the compiler of this release supports the processor.
    pub fn is_known_to(&self, release: &str) -> bool {
        self.releases.is_empty() || self.releases.contains(&release)
    }
}

/// Prints only the fields that are set, so that a processor is one line.
#[cfg(feature = "bake")]
impl databake::Bake for Processor<'_> {
    fn bake(&self, env: &databake::CrateEnv) -> databake::TokenStream {
        use databake::quote;

        let name = self.name;
        let mut row = quote! { offload_bundle_core::ids::tables::Processor::new(#name) };
        let lists = [
            ("also", self.also),
            ("features", self.features),
            ("newer_features", self.newer_features),
            ("fixed", self.fixed),
            ("releases", self.releases),
        ];
        for (field, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            let (field, list) = (crate::bake::tokens(field), list.bake(env));
            row = quote! { #row.#field(#list) };
        }
        if let Some(family) = self.family {
            row = quote! { #row.family(#family) };
        }
        if let Some(number) = self.elf_machine.map(crate::bake::hex) {
            row = quote! { #row.elf_machine(#number) };
        }
        row
    }
}

#[cfg(feature = "bake")]
crate::bake::borrows_nothing!(Processor<'_>);
