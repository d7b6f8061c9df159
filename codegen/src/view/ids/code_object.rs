//! What code objects are, and what their headers say of the target, as Rust values.

use super::spell;
use crate::ir::ids::{Content, FeatureBits, Flags, Machine};

/// A kind of code object as a Rust value.
pub fn content(content: &Content) -> String {
    let begins = content.begins.iter().map(|byte| format!("{byte:#04x}"));
    format!(
        "ContentKind {{ name: {}, doc: {}, begins: {}, elf: {} }}",
        spell::text(&content.name),
        spell::text(&content.doc),
        spell::list(begins),
        content.elf
    )
}

/// A machine as a Rust value.
pub fn machine(machine: &Machine) -> String {
    format!(
        "Machine {{ number: {}, name: {}, architectures: {} }}",
        machine.number,
        spell::text(&machine.name),
        spell::texts(&machine.architectures)
    )
}

/// A layout of flags as a Rust value.
pub fn flags(flags: &Flags) -> String {
    let numbers = |numbers: &[u64]| spell::list(numbers.iter().map(u64::to_string));
    format!(
        "// {}\nFlagLayout {{ architectures: {}, os_abi: {}, abi_version: {}, processor: {:#x}, features: {} }}",
        spell::sentence(&flags.doc),
        spell::texts(&flags.architectures),
        numbers(&flags.os_abi),
        numbers(&flags.abi_version),
        flags.processor,
        spell::list(flags.features.iter().map(bits))
    )
}

fn bits(bits: &FeatureBits) -> String {
    let [none, any, off, on] = bits.settings.map(|setting| match setting {
        Some(value) => format!("Some({value:#x})"),
        None => "None".to_owned(),
    });
    format!(
        "FeatureBits {{ feature: {}, mask: {:#x}, none: {none}, any: {any}, off: {off}, on: {on} }}",
        spell::text(&bits.feature),
        bits.mask
    )
}
