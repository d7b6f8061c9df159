//! What is said of code objects can hold: numbers fit their fields, names are known.

use crate::model::ids::Spec;
use crate::model::ids::code_object::FeatureBits;
use crate::problem::Problems;
use crate::spanned::{Spanned, plain};

/// Checks machines and flags.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let architectures = spec.architectures().into_iter().flat_map(|table| table.words.iter());
    let primary = plain(architectures.filter_map(|word| word.first()));
    for machine in &spec.machines {
        if u16::try_from(machine.number.value).is_err() {
            let found = machine.number.to_string();
            problems.add(&machine.number, "a number of 16 bits", found, "ELF has no larger ones");
        }
        for kind in &machine.types {
            if u16::try_from(kind.number.value).is_err() {
                let found = kind.number.to_string();
                problems.add(&kind.number, "a number of 16 bits", found, "ELF has no larger ones");
            }
        }
        for note in &machine.metadata {
            if u32::try_from(note.number.value).is_err() {
                let found = note.number.to_string();
                problems.add(&note.number, "a number of 32 bits", found, "notes have no larger ones");
            }
        }
        for architecture in machine.architectures.iter() {
            problems.one_of(architecture, "the primary name of an architecture", &primary);
        }
    }
    let of_machines = || spec.machines.iter().flat_map(|machine| machine.architectures.iter());
    problems.unique("an architecture", of_machines());
    for flags in &spec.flags {
        for architecture in flags.architectures.iter() {
            problems.one_of(
                architecture,
                "an architecture of a machine",
                of_machines().map(|known| known.as_str()),
            );
        }
        mask(&flags.processor, problems);
        for bits in &flags.features {
            let features = spec.features.iter().map(|feature| &feature.name);
            problems.one_of(&bits.feature, "a feature", features);
            mask(&bits.mask, problems);
            settings(bits, problems);
        }
    }
}

/// Checks the bits that hold something.
fn mask(mask: &Spanned<u64>, problems: &mut Problems) {
    if mask.value == 0 || mask.value > u64::from(u32::MAX) {
        let hint = "flags have 32 bits";
        problems.add(mask, "some of 32 bits", format!("{:#x}", mask.value), hint);
    }
}

fn settings(bits: &FeatureBits, problems: &mut Problems) {
    for value in bits.settings().into_iter().flatten() {
        if value.value & !bits.mask.value != 0 {
            let expected = format!("a number within the bits {:#x}", bits.mask.value);
            let hint = "the other bits mean something else";
            problems.add(value, expected, format!("{:#x}", value.value), hint);
        }
    }
}
