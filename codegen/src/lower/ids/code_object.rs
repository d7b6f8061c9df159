//! What code objects are, and what their headers say of the target.

use super::plain;
use crate::ir::ids as ir;
use crate::model::ids::code_object as model;

/// One kind of code object.
pub fn content(content: &model::Content) -> ir::Content {
    ir::Content {
        name: content.id.value.clone(),
        begins: numbers(&content.begins),
        elf: content.elf,
        doc: content.doc.to_string(),
    }
}

/// One machine.
pub fn machine(machine: &model::Machine) -> ir::Machine {
    ir::Machine {
        name: machine.name.clone(),
        number: machine.number.value,
        architectures: plain(&machine.architectures),
    }
}

/// One layout of flags.
pub fn flags(flags: &model::Flags) -> ir::Flags {
    let features = flags.features.iter().map(|bits| ir::FeatureBits {
        feature: bits.feature.value.clone(),
        mask: bits.mask.value,
        settings: bits.settings().map(|value| value.map(|value| value.value)),
    });
    ir::Flags {
        doc: flags.doc.to_string(),
        architectures: plain(&flags.architectures),
        os_abi: numbers(&flags.os_abi),
        abi_version: numbers(&flags.abi_version),
        processor: flags.processor.value,
        features: features.collect(),
    }
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.iter().copied().map(u64::from).collect()
}
