//! ELF headers in ID grammars.

use offload_bundle_core::ids::tables as core;

use crate::problem::Problems;
use crate::reading::{Maybe, Must, Read, Reader, Several, Trimmed, Way, alone, gives, names, number, table, words};
use crate::yaml::Node;

table! {
    for<'a> core::Machine<'a> as "a machine" {
        number => has_16_bits;
        name, types, metadata, kernel_sections, debug_sections, loose_sections, loaded_when_launched, bare, descriptor;
        architectures: Must<Several> => of_machines;
        kernel_symbol: Maybe;
        loaders;
    }
}

table! {
    for<'a> core::BareId<'a> as "a code object by itself" {
        kind, triple;
    }
}

table! {
    for<'a> core::Descriptor as "a kernel descriptor" {
        len = "size", entry;
    }
}

table! {
    for<'a> core::LoaderRule<'a> as "a rule of loaders" {
        id => alone("a name of a rule");
        checks, level, because;
        group: Maybe => names("a group of kinds");
        os_abi, abi_version: Bytes;
        names: Several;
    }
}

words! {
    for core::LoaderCheck as "what a rule of loaders checks" {
        "abi" => core::LoaderCheck::Abi,
        "section-table" => core::LoaderCheck::SectionTable,
        "null-section" => core::LoaderCheck::NullSection,
        "section-name" => core::LoaderCheck::SectionName,
        "segments" => core::LoaderCheck::Segments,
        "symbols" => core::LoaderCheck::Symbols,
        "metadata" => core::LoaderCheck::Metadata,
        "metadata-version" => core::LoaderCheck::MetadataVersion,
        "kernel-keys" => core::LoaderCheck::KernelKeys,
        "kernel-symbol" => core::LoaderCheck::KernelSymbol,
        "generic-version" => core::LoaderCheck::GenericVersion,
        "new-generic-version" => core::LoaderCheck::NewGenericVersion,
        "relative-relocations" => core::LoaderCheck::RelativeRelocations,
        "descriptor-place" => core::LoaderCheck::DescriptorPlace,
        "entry-place" => core::LoaderCheck::EntryPlace,
    }
}

table! {
    for<'a> core::ElfType<'a> as "a type of ELF files" {
        number => has_16_bits;
        name, to_be_linked;
    }
}

table! {
    for<'a> core::MetadataNote<'a> as "a metadata note" {
        name, target, version, kernels, symbol;
        number => up_to(u32::MAX.into(), "a number of 32 bits", "notes have no larger numbers");
    }
}

table! {
    for<'a> core::FlagLayout<'a> as "a layout of flags" {
        architectures: Must<Several> => names("an architecture of a machine");
        doc: Trimmed;
        os_abi: Bytes;
        abi_version: Must<Bytes>;
        processor => is_mask;
        features, generic;
    }
}

table! {
    for<'a> core::GenericVersions<'a> as "versions of generic processors" {
        abi_version: Must<Bytes>;
        bits => is_mask;
        known => up_to(u16::MAX.into(), "a number of 16 bits", "versions are small numbers");
    }
}

table! {
    for<'a> core::FeatureBits<'a> as "a feature in flags" => settings_lie_within {
        feature => names("a feature");
        mask => is_mask;
        none, any, off, on;
    }
}

impl<'a> Read<'a> for core::Bits {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Read::read(node, reader).map(Self)
    }
}

struct Bytes;

impl<'a> Way<'a, &'a [u16]> for Bytes {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [u16]> {
        let bytes: Vec<u8> = Read::read(node, reader)?;
        Some(reader.arena.list(bytes.into_iter().map(u16::from)))
    }

    fn absent() -> Option<&'a [u16]> {
        Some(&[])
    }
}

fn of_machines(node: &Node, problems: &mut Problems) {
    names("the primary name of an architecture")(node, problems);
    gives("an architecture of a machine")(node, problems);
    alone("an architecture")(node, problems);
}

fn has_16_bits(node: &Node, problems: &mut Problems) {
    up_to(u16::MAX.into(), "a number of 16 bits", "ELF has no larger numbers")(node, problems);
}

fn up_to(most: u64, expected: &'static str, hint: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| {
        if let Some(number) = number(node).filter(|number| *number > most) {
            problems.add(node, expected, number.to_string(), hint);
        }
    }
}

fn is_mask(node: &Node, problems: &mut Problems) {
    if let Some(mask) = number(node).filter(|mask| *mask == 0 || *mask > u32::MAX.into()) {
        problems.add(node, "some of 32 bits", format!("{mask:#x}"), "flags have 32 bits");
    }
}

fn settings_lie_within(bits: &Node, problems: &mut Problems) {
    let mask = bits.get("mask").and_then(number).unwrap_or(u64::MAX);
    for setting in ["none", "any", "off", "on"].into_iter().filter_map(|key| bits.get(key)) {
        if let Some(value) = number(setting).filter(|value| value & !mask != 0) {
            let expected = format!("a number within the bits {mask:#x}");
            problems.add(
                setting,
                expected,
                format!("{value:#x}"),
                "the other bits mean something else",
            );
        }
    }
}
