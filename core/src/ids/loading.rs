//! Requirements of loaders on the header of a code object.

use alloc::vec::Vec;

use super::code_objects::{ElfHeader, GenericCode};
use super::tables::{Grammar, LoaderRule};

impl LoaderRule<'_> {
    /// Returns whether the rule applies to entries of kinds in `group`.
    pub fn is_for(&self, group: &str) -> bool {
        self.group.is_empty() || self.group == group
    }

    /// Returns whether the rule lists the ABI of `header`.
    pub fn has_abi(&self, header: &ElfHeader) -> bool {
        let has = |numbers: &[u16], number: u8| numbers.is_empty() || numbers.contains(&number.into());
        has(self.os_abi, header.os_abi) && has(self.abi_version, header.abi_version)
    }
}

impl Grammar<'static> {
    /// Returns the names of the loader rules.
    pub fn loader_rules(&self) -> Vec<&'static str> {
        let machines = self.machines.iter();
        machines
            .flat_map(|machine| machine.loaders)
            .map(|rule| rule.id)
            .collect()
    }

    /// Returns whether an entry with this ID always contains code for a loader or a linker.
    pub fn holds_code(&self, id: &str) -> bool {
        let kind = self
            .read(id)
            .ok()
            .and_then(|parts| Some(self.kind(parts.get(self.roles.kind)?)?.code));
        kind.unwrap_or(false)
    }

    /// Returns the generic processor of a code object with this header, or `None` if its processor is not generic.
    pub fn generic_code(&self, header: &ElfHeader) -> Option<GenericCode> {
        let machine = self.machine(header.machine)?;
        let mut layouts = self.flags.iter().filter(|layout| layout.fits(header));
        layouts.find_map(|layout| {
            let mut architectures = layout.architectures.iter();
            let processor = architectures
                .find(|architecture| machine.architectures.contains(architecture))
                .and_then(|architecture| self.processor_by_number(architecture, layout.processor_number(header.flags)))
                .filter(|processor| self.is_generic(processor.name))?;
            let versions = layout.generic;
            let versions = versions.filter(|versions| versions.abi_version.contains(&header.abi_version.into()));
            Some(GenericCode {
                processor: processor.name,
                version: versions.map(|versions| versions.bits.number(header.flags)),
                known: versions.map_or(0, |versions| versions.known),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::LoaderCheck;
    use super::super::tiny::TINY;
    use super::*;
    use crate::severity::Severity;

    const RULE: LoaderRule<'_> = LoaderRule {
        id: "rule",
        checks: LoaderCheck::Abi,
        level: Severity::Error,
        group: "",
        os_abi: &[],
        abi_version: &[],
        names: &[],
        because: "",
    };

    fn header(os_abi: u8, abi_version: u8, flags: u32) -> ElfHeader {
        ElfHeader { machine: 7, os_abi, abi_version, flags }
    }

    #[test]
    fn rule_applies_to_its_group_and_abi() {
        let rule = LoaderRule { group: "away", os_abi: &[3], abi_version: &[1, 2], ..RULE };
        assert!(rule.is_for("away") && !rule.is_for("home"));
        assert!(RULE.is_for("home"));
        assert!(rule.has_abi(&header(3, 2, 0)));
        assert!(!rule.has_abi(&header(4, 2, 0)) && !rule.has_abi(&header(3, 3, 0)));
        assert!(RULE.has_abi(&header(9, 9, 0)));
    }

    #[test]
    fn generic_code_has_version_from_flags() {
        let generic = |abi_version, flags| TINY.generic_code(&header(0, abi_version, flags));
        let call = |version| Some(GenericCode { processor: "call", version, known: version.map_or(0, |_| 2) });
        assert_eq!(generic(1, 0x0f0), call(Some(0)));
        assert_eq!(generic(1, 0x3f0), call(Some(3)));
        assert_eq!(generic(1, 0x310), None, "another processor");
        assert_eq!(generic(2, 0x3f0), None, "an unknown layout");
    }
}
