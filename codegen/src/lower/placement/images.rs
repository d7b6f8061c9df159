//! From the images of linked programs in a placement schema to the table by which they are found.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};
use offload_bundle_core::placement::{DeviceMembers, ImageKind, ImageRecord, ImageRule, PropertyLayout, Requirement};

use crate::arena::Arena;
use crate::model::placement::{ImageFormat, Images};

/// How the images are found, and what their records tell.
pub(super) fn images<'a>(arena: &'a Arena, images: &'a Images) -> ImageRule<'a> {
    let texts = images.texts.iter().map(|(name, at)| (name.as_str(), **at));
    let kinds = images.kind.words.iter();
    let records = images.records.iter();
    let properties = &images.properties;
    let told = properties.told.iter();
    ImageRule {
        name: &images.id,
        title: &images.title,
        doc: &images.docs.doc,
        sections: arena.list(images.sections.iter().map(|section| section.as_str())),
        kind: *images.kind.at,
        kinds: arena.list(kinds.map(|known| ImageKind {
            number: *known.number,
            kind: &known.kind,
            entry: *known.entry,
        })),
        format: *images.format.at,
        target: *images.target.at,
        texts: arena.list(texts),
        records: arena.list(records.map(|record| ImageRecord {
            version: *record.version,
            size: *record.size,
            start: *record.start,
            entries: *record.entries,
            properties: *record.properties,
        })),
        packed: &images.packed,
        devices: images
            .devices
            .as_ref()
            .map_or(DeviceMembers::default(), |devices| DeviceMembers {
                targets: arena.list(devices.targets.iter().map(String::as_str)),
                begins: &devices.member,
            }),
        properties: PropertyLayout {
            set: *properties.set,
            size: *properties.size,
            value: *properties.value,
            len: *properties.len,
        },
        requirements: arena.list(told.map(|told| Requirement {
            name: &told.id,
            set: &told.set,
            property: &told.property,
            words: arena.list(told.words.iter().map(|(word, number)| (**number, word.as_str()))),
        })),
        attributes: attributes(arena, images),
    }
}

/// The numbers that a record tells of an image. Its ID is made of the offload kind and the name of its target.
fn attributes<'a>(arena: &'a Arena, images: &'a Images) -> AttributeTable<'a> {
    let ImageFormat { id, doc, words, .. } = &images.format;
    let format = NumberAttribute {
        name: id,
        meaning: doc,
        max: u64::from(u8::MAX),
        words: arena.list(words.iter().map(|word| NumberWord {
            number: *word.number,
            word: &word.id,
            meaning: &word.doc,
            releases: &[],
            suffix: "",
            begins: &[],
        })),
        flags: false,
    };
    let kernels = NumberAttribute {
        name: &images.kernels.id,
        meaning: &images.kernels.doc,
        max: u64::MAX,
        words: &[],
        flags: false,
    };
    AttributeTable {
        numbers: arena.list([format, kernels]),
        id: IdSource { kind: "", triple: &images.target.id, target: "" },
    }
}
