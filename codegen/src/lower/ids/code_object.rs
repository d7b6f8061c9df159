//! What code objects are, and what their headers say of the target.

use super::plain;
use crate::ir::ids as ir;
use crate::model::ids::code_object as model;

/// One kind of code object.
pub fn content(content: &model::Content) -> ir::Content {
    ir::Content {
        name: content.id.text.clone(),
        begins: content.begins.clone(),
        elf: content.elf,
        doc: content.doc.clone(),
    }
}

/// One machine.
pub fn machine(machine: &model::Machine) -> ir::Machine {
    ir::Machine {
        name: machine.name.text.clone(),
        number: machine.number,
        architectures: plain(&machine.architectures),
    }
}

/// One layout of flags.
pub fn flags(flags: &model::Flags) -> ir::Flags {
    ir::Flags {
        doc: flags.doc.clone(),
        architectures: plain(&flags.architectures),
        os_abi: flags.os_abi.clone(),
        abi_version: flags.abi_version.clone(),
        processor: flags.processor,
        features: flags
            .features
            .iter()
            .map(|bits| ir::FeatureBits {
                feature: bits.feature.text.clone(),
                mask: bits.mask,
                settings: bits.settings,
            })
            .collect(),
    }
}
