//! Object files that embed a container in a program.

use super::{ObjectFormat, SectionFlags};

/// A kind of object file with a container, which linkers resolve for other objects or pass to another tool.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct EmbeddingRule<'a> {
    /// The name of the rule in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The description.
    pub doc: &'a str,
    /// The names of the formats of embedded containers.
    pub formats: &'a [&'a str],
    /// The advice for users who ask for another kind of object with such a container.
    pub advice: &'a str,
    /// The sections, in order.
    pub sections: &'a [EmbeddedSection<'a>],
    /// The first bytes of symbols in object files whose code another tool embeds; empty without such a tool.
    pub instead: &'a str,
    /// The advice for users of such an object file.
    pub instead_advice: &'a str,
}

/// A section of an object file with a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct EmbeddedSection<'a> {
    /// The name.
    pub name: &'a str,
    /// The symbols at its start: this name, or this name, an underscore and a suffix. Without such symbols, the section
    /// is left out. `None` for a section without symbols.
    pub symbol: Option<&'a str>,
    /// The alignment in bytes.
    pub alignment: u64,
    /// The number of zeros that it contains; `None` if it contains the container.
    pub zeros: Option<u64>,
    /// The flags, by object file format. Other formats omit the section.
    pub flags: &'a [SectionFlags],
}

/// A machine of new object files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct MachineRule<'a> {
    /// The name on the command line.
    pub name: &'a str,
    /// The format of the object files: ELF (64-bit, little-endian, without flags) or COFF.
    pub format: ObjectFormat,
    /// The number of the machine in the file header.
    pub number: u16,
}

impl EmbeddingRule<'_> {
    /// Returns whether the object resolves symbols of other objects.
    pub fn has_symbols(&self) -> bool {
        self.sections.iter().any(|section| section.symbol.is_some())
    }
}

impl EmbeddedSection<'_> {
    /// Returns whether `name` is a symbol at the start of such a section.
    pub fn has_symbol(&self, name: &[u8]) -> bool {
        let rest = self.symbol.and_then(|symbol| name.strip_prefix(symbol.as_bytes()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbol_is_name_or_has_suffix() {
        let section = |symbol| EmbeddedSection { name: ".s", symbol, alignment: 1, zeros: None, flags: &[] };
        for (name, fits) in
            [("__fat", true), ("__fat_01", true), ("__fatbin", false), ("__fa", false), ("x__fat", false)]
        {
            assert_eq!(section(Some("__fat")).has_symbol(name.as_bytes()), fits, "{name}");
            assert!(!section(None).has_symbol(name.as_bytes()), "{name}");
        }
    }
}
