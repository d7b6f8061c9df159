//! Comparison of an ID with the ELF header of its code object.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::Served;
use super::captures::Captures;
use super::code_objects::{ElfHeader, HeaderPart, HeaderTarget, Mismatch};
use super::tables::{Bits, FeatureBits, FlagLayout, Grammar, Machine, Processor};

impl Grammar<'_> {
    /// Returns the differences between `id` and `header`.
    pub fn code_object(&self, id: &str, header: &ElfHeader) -> Vec<Mismatch> {
        let Ok(parts) = self.read(id) else { return Vec::new() };
        let role = self.roles.architecture;
        let Some(architecture) = parts.get(role).and_then(|text| self.primary(role, text)) else {
            return Vec::new();
        };
        let Some(machine) = self
            .machines
            .iter()
            .find(|machine| machine.architectures.contains(&architecture))
        else {
            return Vec::new();
        };
        if machine.number != header.machine {
            return alloc::vec![Mismatch {
                part: HeaderPart::Machine,
                expected: format!("machine {}", machine.name),
                found: self.machine_text(header.machine),
            }];
        }
        let layouts = self.flags.iter();
        let mut layouts = layouts
            .filter(|layout| layout.architectures.contains(&architecture))
            .peekable();
        if layouts.peek().is_none() {
            return Vec::new();
        }
        match layouts.find(|layout| layout.fits(header)) {
            Some(layout) => self.compare_flags(layout, architecture, &parts, header.flags),
            None => alloc::vec![Mismatch {
                part: HeaderPart::Version,
                expected: "flags of a known version".into(),
                found: format!("ABI {}, version {}", header.os_abi, header.abi_version),
            }],
        }
    }

    fn machine_text(&self, number: u16) -> String {
        match self.machine(number) {
            Some(machine) => format!("machine {}", machine.name),
            None => format!("machine number {number}"),
        }
    }

    fn compare_flags(
        &self,
        layout: &FlagLayout<'_>,
        architecture: &str,
        parts: &Captures<'_>,
        flags: u32,
    ) -> Vec<Mismatch> {
        let Some(processor) = parts.get(self.roles.processor).and_then(|name| self.processor(name)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let number = layout.processor_number(flags);
        if let Some(expected) = processor.elf_machine
            && expected != number
        {
            found.push(Mismatch {
                part: HeaderPart::Processor,
                expected: format!("processor {}", processor.name),
                found: self.processor_in_words(architecture, number),
            });
        }
        for bits in layout.features {
            let sign = parts.sign(&self.roles, bits.feature);
            let is_fixed = sign.is_none() && processor.fixed.contains(&bits.feature);
            if bits.agree(self, sign, flags) || (is_fixed && bits.is_on(flags)) {
                continue;
            }
            found.push(Mismatch {
                part: HeaderPart::Feature,
                expected: match is_fixed {
                    true => self.setting(bits.feature, Some(self.roles.signs.on)),
                    false => self.setting(bits.feature, sign),
                },
                found: bits.show(self, flags),
            });
        }
        found
    }

    fn processor_in_words(&self, architecture: &str, number: u32) -> String {
        match self.processor_by_number(architecture, number) {
            Some(processor) => format!("processor {}", processor.name),
            None => format!("processor number {number:#x}"),
        }
    }

    fn setting(&self, feature: &str, sign: Option<&str>) -> String {
        match sign {
            Some(sign) => format!("{feature}{sign}"),
            None => format!("{feature} left open"),
        }
    }

    /// Returns the target of `id` if it differs from that in `named`, an ID without its kind.
    pub fn metadata_target(&self, id: &str, named: &str) -> Option<String> {
        let kind = self.read(id).ok()?.get(self.roles.kind)?.len();
        let (kind, rest) = id.split_at_checked(kind)?;
        let separator = rest.chars().next()?;
        let said = self.served(&format!("{kind}{separator}{named}"))?.target;
        let expected = self.served(id)?.target;
        (said != expected).then_some(expected)
    }

    /// Returns the runtime and target of the entry `id`, or `None` if it is for the host or cannot be parsed.
    pub fn served(&self, id: &str) -> Option<Served> {
        let parts = self.read(id).ok()?;
        let kind = parts.get(self.roles.kind)?;
        let known = self.kind(kind);
        if known.is_some_and(|kind| kind.host) {
            return None;
        }
        let target = match self.target(&parts) {
            target if target.is_empty() => self.short_triple(&parts),
            target => target,
        };
        Some(Served { group: known.map_or(kind, |kind| kind.group).into(), target })
    }

    fn short_triple(&self, parts: &Captures<'_>) -> String {
        let mut triple = self.triple.write(self, parts);
        let blank = self.triple.write(self, &Captures::default());
        let ends = blank.char_indices().map(|(at, _)| blank.get(at..).unwrap_or_default());
        let len = ends.filter_map(|end| triple.strip_suffix(end)).map(str::len).min();
        triple.truncate(len.unwrap_or(triple.len()));
        triple
    }
}

impl<'g> Grammar<'g> {
    /// Returns the architecture with the ELF number `machine`.
    pub fn machine(&self, machine: u16) -> Option<&'g Machine<'g>> {
        self.machines.iter().find(|known| known.number == machine)
    }

    pub(super) fn processor_by_number(&self, architecture: &str, number: u32) -> Option<&'g Processor<'g>> {
        let groups = self.processors.iter();
        let mut candidates = groups
            .filter(|group| group.architectures.contains(&architecture))
            .flat_map(|group| group.processors);
        candidates.find(|processor| processor.elf_machine == Some(number))
    }
}

impl Grammar<'static> {
    /// Returns the ID of a code object with this header outside of a bundle, or `None` if such files are something
    /// else. The ID has no target ID if the processor or the ABI version is unknown.
    pub fn bare_id(&self, header: &ElfHeader) -> Option<String> {
        let machine = self.machine(header.machine)?;
        let bare = machine.bare?;
        let mut layouts = self.flags.iter().filter(|layout| {
            let mut architectures = layout.architectures.iter();
            architectures.any(|architecture| machine.architectures.contains(architecture))
        });
        let has_abi = |layout: &FlagLayout<'_>| {
            layout.os_abi.is_empty() || header.os_abi == 0 || layout.os_abi.contains(&header.os_abi.into())
        };
        let target = self.header_target(header).target;
        let target = target.or_else(|| layouts.any(has_abi).then(String::new))?;
        Some(self.entry_id(bare.kind, bare.triple, &target))
    }

    /// Returns the target that `header` declares.
    pub fn header_target(&self, header: &ElfHeader) -> HeaderTarget {
        let Some(machine) = self.machine(header.machine) else {
            return HeaderTarget::default();
        };
        let layouts = self.flags.iter().filter(|layout| layout.fits(header));
        let found = layouts.flat_map(|layout| {
            layout
                .architectures
                .iter()
                .map(move |architecture| (layout, architecture))
        });
        let mut found = found.filter(|(_, architecture)| machine.architectures.contains(architecture));
        let target = found.find_map(|(layout, architecture)| {
            let processor = self.processor_by_number(architecture, layout.processor_number(header.flags))?;
            let mut parts = Captures::default();
            parts.add(self.roles.processor, processor.name);
            // Skip a feature if its open setting looks like on or off, or if an ID cannot name it.
            let named = |bits: &&FeatureBits<'_>| bits.any.is_some() && self.has_feature(processor, bits.feature);
            for bits in layout.features.iter().filter(named) {
                let set = Some(bits.mask.feature_settings(header.flags));
                for (setting, sign) in [(bits.on, self.roles.signs.on), (bits.off, self.roles.signs.off)] {
                    if setting == set {
                        parts.add(self.roles.feature, bits.feature);
                        parts.add(self.roles.sign, sign);
                    }
                }
            }
            Some(self.target(&parts))
        });
        HeaderTarget { machine: Some(machine.name), target }
    }
}

impl FlagLayout<'_> {
    pub(super) fn fits(&self, header: &ElfHeader) -> bool {
        (self.os_abi.is_empty() || self.os_abi.contains(&u16::from(header.os_abi)))
            && self.abi_version.contains(&u16::from(header.abi_version))
    }

    pub(super) fn processor_number(&self, flags: u32) -> u32 {
        self.processor.number(flags)
    }
}

impl FeatureBits<'_> {
    fn agree(&self, grammar: &Grammar<'_>, sign: Option<&str>, flags: u32) -> bool {
        let found = self.mask.feature_settings(flags);
        let expected = match sign {
            None if self.none == Some(found) => return true,
            None => self.any,
            Some(sign) if sign == grammar.roles.signs.on => self.on,
            Some(_) => self.off,
        };
        expected.is_none_or(|expected| expected == found)
    }

    fn is_on(&self, flags: u32) -> bool {
        self.on == Some(self.mask.feature_settings(flags))
    }

    fn show(&self, grammar: &Grammar<'_>, flags: u32) -> String {
        let found = Some(self.mask.feature_settings(flags));
        match found {
            _ if found == self.on => grammar.setting(self.feature, Some(grammar.roles.signs.on)),
            _ if found == self.off => grammar.setting(self.feature, Some(grammar.roles.signs.off)),
            _ if found == self.any => grammar.setting(self.feature, None),
            _ => format!("no {}", self.feature),
        }
    }
}

impl Bits {
    pub(super) fn number(self, flags: u32) -> u32 {
        let Self(mask) = self;
        (flags & mask).checked_shr(mask.trailing_zeros()).unwrap_or(0)
    }

    fn feature_settings(self, flags: u32) -> Self {
        Self(flags & self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::ProcessorGroup;
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    fn header_declares_known_target() {
        let target = |machine, abi_version, flags| {
            let header = ElfHeader { machine, os_abi: 0, abi_version, flags };
            let HeaderTarget { machine, target } = TINY.header_target(&header);
            (machine, target)
        };
        assert_eq!(target(7, 1, 0x13), (Some("seven"), Some("c1.fast+".into())));
        assert_eq!(target(7, 1, 0x11), (Some("seven"), Some("c1".into())));
        assert_eq!(target(7, 1, 0x23), (Some("seven"), None));
        assert_eq!(target(7, 2, 0x13), (Some("seven"), None), "a version that is not known");
        assert_eq!(target(8, 1, 0x13), (None, None));
    }

    fn mismatches(id: &str, machine: u16, flags: u32) -> Vec<String> {
        let header = ElfHeader { machine, os_abi: 0, abi_version: 1, flags };
        let found = TINY.code_object(id, &header).into_iter();
        found
            .map(|found| format!("{}, {}", found.expected, found.found))
            .collect()
    }

    #[test]
    fn header_is_compared_with_known_tables() {
        let none: [&str; 0] = [];
        assert_eq!(mismatches("away/gro/c1", 7, 0x11), none);
        assert_eq!(mismatches("away/gro/c1.fast+", 7, 0x13), none);
        assert_eq!(mismatches("away/gro/c1.fast-", 7, 0x13), none, "`off` sets no bits");
        assert_eq!(mismatches("away/x/c1", 8, 0), none, "an architecture without flags");
        assert_eq!(mismatches("away/gro/c1", 8, 0), ["machine seven, machine number 8"]);
        assert_eq!(
            mismatches("away/gro/c1", 7, 0x23),
            ["processor c1, processor number 0x2", "fast left open, fast+"]
        );
    }

    const FIXED: Grammar<'_> = Grammar {
        processors: &[ProcessorGroup {
            processors: &[Processor::new("c1").fixed(&["fast"]).elf_machine(1)],
            ..TINY.processors[0]
        }],
        flags: &[FlagLayout {
            features: &[FeatureBits { off: Some(Bits(2)), ..TINY.flags[0].features[0] }],
            ..TINY.flags[0]
        }],
        ..TINY
    };

    #[test]
    fn flags_may_repeat_fixed_features() {
        let found = |flags| -> Vec<String> {
            let header = ElfHeader { machine: 7, os_abi: 0, abi_version: 1, flags };
            let found = FIXED.code_object("away/gro/c1", &header).into_iter();
            found
                .map(|found| format!("{}, {}", found.expected, found.found))
                .collect()
        };
        assert_eq!([0x10, 0x11, 0x13].map(found), [(); 3].map(|()| Vec::<String>::new()));
        assert_eq!(found(0x12), ["fast+, fast-"]);
    }

    #[test]
    fn header_names_nameable_features_only() {
        let header = ElfHeader { machine: 7, os_abi: 0, abi_version: 1, flags: 0x13 };
        assert_eq!(FIXED.header_target(&header).target.as_deref(), Some("c1"));
    }

    #[test]
    fn metadata_target_is_compared_with_id() {
        let differs = |id, named| TINY.metadata_target(id, named);
        assert_eq!(differs("away/gro/c1", "gro/c1"), None);
        assert_eq!(differs("away/gro/c1.fast+", "gro/c1.fast+"), None);
        assert_eq!(differs("away/gro/c1.fast+", "gro/c1").as_deref(), Some("c1.fast+"));
        assert_eq!(differs("away/gro/c1", "gro/call").as_deref(), Some("c1"));
        assert_eq!(differs("away/gro/c1", "no ID"), None, "a text without an ID");
    }

    #[test]
    fn feature_settings_match_flag_bits() {
        let [none, any, off, on] = [0, 4, 8, 12].map(|bits| Some(Bits(bits)));
        let bits = FeatureBits { feature: "fast", mask: Bits(12), none, any, off, on };
        let [off, on] = [TINY.roles.signs.off, TINY.roles.signs.on];
        // The flags, whether `fast`, `fast+` and `fast-` agree with them, and their text.
        for (flags, agrees, shown) in [
            (0, [true, false, false], "no fast"),
            (4, [true, false, false], "fast left open"),
            (8, [false, true, false], "fast-"),
            (12, [false, false, true], "fast+"),
        ] {
            let flags = flags | 0xf3;
            assert_eq!(
                [None, Some(off), Some(on)].map(|sign| bits.agree(&TINY, sign, flags)),
                agrees,
                "{shown}"
            );
            assert_eq!(bits.show(&TINY, flags), shown);
        }
        let bits = FeatureBits { any: None, ..bits };
        assert!(bits.agree(&TINY, None, 12) && bits.agree(&TINY, None, 0));
    }
}
