//! What is said of code objects can hold: numbers fit their fields, no row hides another, names are known.

use super::{names, one_of};
use crate::model::ids::Spec;
use crate::model::ids::code_object::{FeatureBits, Flags, SETTINGS};
use crate::problem::Problems;
use crate::yaml::Node;

/// Checks contents, machines and flags.
pub fn check(spec: &Spec, problems: &mut Problems) {
    contents(spec, problems);
    let architectures = primary_architectures(spec);
    let mut taken: Vec<&str> = Vec::new();
    for machine in &spec.machines {
        let name = &machine.name;
        if u16::try_from(machine.number).is_err() {
            let found = machine.number.to_string();
            problems.add_at(
                name.line,
                name.column,
                &name.path,
                "a number of 16 bits",
                found,
                "ELF has no larger ones",
            );
        }
        for architecture in &machine.architectures {
            one_of(
                architecture,
                &architectures,
                "the primary name of an architecture",
                problems,
            );
            if taken.contains(&architecture.text.as_str()) {
                let found = format!("`{}` again", architecture.text);
                let at = architecture;
                let hint = "keep one of them";
                problems.add_at(
                    at.line,
                    at.column,
                    &at.path,
                    "an architecture of one machine",
                    found,
                    hint,
                );
            }
            taken.push(&architecture.text);
        }
    }
    let features = names(spec.features.iter().map(|feature| &feature.id));
    for flags in &spec.flags {
        for architecture in &flags.architectures {
            one_of(architecture, &taken, "an architecture of a machine", problems);
        }
        bytes(&flags.at, flags.os_abi.iter().chain(&flags.abi_version), problems);
        mask(&flags.at, flags.processor, problems);
        for bits in &flags.features {
            one_of(&bits.feature, &features, "a feature", problems);
            self::bits(flags, bits, problems);
        }
    }
}

/// The architectures by their primary names.
fn primary_architectures(spec: &Spec) -> Vec<&str> {
    let part = spec
        .parts
        .iter()
        .find(|part| part.id.text == spec.roles.architecture.text);
    let table = part.and_then(|part| part.words.as_ref());
    let table = table.and_then(|name| spec.words.iter().find(|table| table.id.text == name.text));
    names(
        table
            .iter()
            .flat_map(|table| table.words.iter().filter_map(|word| word.first())),
    )
}

fn contents(spec: &Spec, problems: &mut Problems) {
    for (index, content) in spec.contents.iter().enumerate() {
        let id = &content.id;
        let mut at = |expected: &str, found: String, hint: &str| {
            problems.add_at(id.line, id.column, &id.path, expected, found, hint);
        };
        if content.begins.is_empty() {
            at(
                "bytes that it begins with",
                "none".to_owned(),
                "a content is recognised by them",
            );
        }
        if let Some(byte) = content.begins.iter().find(|byte| **byte > 0xff) {
            at("bytes, 0 to 255", byte.to_string(), "write each byte as 0x…");
        }
        let earlier = spec.contents.iter().take(index);
        let mut hiding = earlier.filter(|other| !other.begins.is_empty() && content.begins.starts_with(&other.begins));
        if let Some(other) = hiding.next() {
            let found = format!("what `{}` begins with", other.id.text);
            at("a beginning of its own", found, "put the longer one first");
        }
    }
}

fn bytes<'n>(at: &Node, numbers: impl Iterator<Item = &'n u64>, problems: &mut Problems) {
    for number in numbers.filter(|number| **number > 0xff) {
        problems.add(
            at,
            "numbers of 8 bits",
            number.to_string(),
            "ELF has no larger ones here",
        );
    }
}

/// Checks the bits that hold something.
fn mask(at: &Node, mask: u64, problems: &mut Problems) {
    if mask == 0 || mask > u64::from(u32::MAX) {
        problems.add(at, "some of 32 bits", format!("{mask:#x}"), "flags have 32 bits");
    }
}

fn bits(flags: &Flags, bits: &FeatureBits, problems: &mut Problems) {
    mask(&flags.at, bits.mask, problems);
    let feature = &bits.feature;
    for (name, setting) in SETTINGS.iter().zip(bits.settings) {
        if let Some(value) = setting
            && value & !bits.mask != 0
        {
            let expected = format!("a number within the bits {:#x}", bits.mask);
            let found = format!("{value:#x} for `{name}`");
            let hint = "the other bits mean something else";
            problems.add_at(feature.line, feature.column, &feature.path, expected, found, hint);
        }
    }
}
