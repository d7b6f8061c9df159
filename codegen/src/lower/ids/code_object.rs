//! What the headers of code objects say of the target.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::code_object as model;
use crate::spanned::Spanned;

/// What ELF headers call some architectures.
pub fn machine<'a>(machine: &'a model::Machine, arena: &'a Arena) -> core::Machine<'a> {
    core::Machine {
        number: u16::try_from(machine.number.value).unwrap_or_default(),
        name: &machine.name,
        architectures: arena.texts(machine.architectures.iter()),
        types: arena.list(machine.types.iter().map(|kind| core::ElfType {
            number: u16::try_from(kind.number.value).unwrap_or_default(),
            name: &kind.name,
            to_be_linked: kind.to_be_linked,
        })),
        metadata: arena.list(machine.metadata.iter().map(|note| core::MetadataNote {
            name: &note.name,
            number: u32::try_from(note.number.value).unwrap_or_default(),
            target: &note.target,
        })),
        kernel_symbol: machine.kernel_symbol.as_deref().unwrap_or_default(),
        kernel_sections: arena.texts(&machine.kernel_sections),
        debug_sections: arena.texts(&machine.debug_sections),
        loose_sections: machine.loose_sections,
        loaded_when_launched: machine.loaded_when_launched,
        bare: machine
            .bare
            .as_ref()
            .map(|bare| core::BareId { kind: &bare.kind, triple: &bare.triple }),
    }
}

/// Which bits of the flags say what.
pub fn flags<'a>(flags: &'a model::Flags, arena: &'a Arena) -> core::FlagLayout<'a> {
    let numbers = |numbers: &[u8]| arena.list(numbers.iter().copied().map(u16::from));
    core::FlagLayout {
        doc: &flags.doc,
        architectures: arena.texts(flags.architectures.iter()),
        os_abi: numbers(&flags.os_abi),
        abi_version: numbers(&flags.abi_version),
        processor: bits(&flags.processor),
        features: arena.list(flags.features.iter().map(|row| {
            let [none, any, off, on] = row.settings().map(|value| value.map(bits));
            core::FeatureBits { feature: &row.feature, mask: bits(&row.mask), none, any, off, on }
        })),
    }
}

fn bits(value: &Spanned<u64>) -> core::Bits {
    core::Bits(u32::try_from(value.value).unwrap_or_default())
}
