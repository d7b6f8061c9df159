//! Tables of processors.

/// Processors of the same architectures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct ProcessorGroup<'a> {
    /// The architectures that have them.
    pub architectures: &'a [&'a str],
    /// The architectures of code for no processor in particular that is compiled for any of these when it is loaded.
    pub compiled_from: &'a [&'a str],
    /// The processors.
    pub processors: &'a [Processor<'a>],
    /// Words in names of products that tell no product from another.
    pub brands: &'a [&'a str],
    /// The names that they are sold under.
    pub products: &'a [Products<'a>],
}

/// The names that GPUs with a processor are sold under.
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
    /// Its primary name.
    pub name: &'a str,
    /// Alternative names.
    pub also: &'a [&'a str],
    /// The features that it lets one choose, by name.
    pub features: &'a [&'a str],
    /// Its number in the flags of an ELF file, where it has one.
    pub elf_machine: Option<u32>,
    /// The generic processor whose code also runs on it.
    pub family: Option<&'a str>,
    /// The releases whose compiler knows it; all if there are none.
    pub releases: &'a [&'a str],
}

impl<'a> Processor<'a> {
    /// A processor of which nothing but the name is told.
    pub const fn new(name: &'a str) -> Self {
        Self { name, also: &[], features: &[], elf_machine: None, family: None, releases: &[] }
    }

    /// With alternative names.
    pub const fn also(self, also: &'a [&'a str]) -> Self {
        Self { also, ..self }
    }

    /// With features that it lets one choose.
    pub const fn features(self, features: &'a [&'a str]) -> Self {
        Self { features, ..self }
    }

    /// With a number in the flags of an ELF file.
    pub const fn elf_machine(self, number: u32) -> Self {
        Self { elf_machine: Some(number), ..self }
    }

    /// With a generic processor whose code also runs on it.
    pub const fn family(self, family: &'a str) -> Self {
        Self { family: Some(family), ..self }
    }

    /// Known to the compilers of these releases only.
    pub const fn releases(self, releases: &'a [&'a str]) -> Self {
        Self { releases, ..self }
    }

    /// Whether `name` is its primary or an alternative name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.contains(&name)
    }

    /// Whether it lets one choose the feature `name`.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.contains(&name)
    }

    /// Whether the compiler of this release knows it.
    pub fn is_known_to(&self, release: &str) -> bool {
        self.releases.is_empty() || self.releases.contains(&release)
    }
}

/// Only what there is to tell: a processor is one line.
#[cfg(feature = "bake")]
impl databake::Bake for Processor<'_> {
    fn bake(&self, env: &databake::CrateEnv) -> databake::TokenStream {
        use databake::quote;

        let name = self.name;
        let mut row = quote! { offload_bundle_core::ids::tables::Processor::new(#name) };
        let lists = [("also", self.also), ("features", self.features), ("releases", self.releases)];
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
