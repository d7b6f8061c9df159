//! From the images of linked programs in a placement schema to the table by which they are found.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};
use offload_bundle_core::placement::{DeviceMembers, ImageRule, Requirement};

use crate::arena::Arena;
use crate::model::placement::{self as model, ImageFormat, Images};
use crate::reading::Fill;

impl<'a> Fill<'a, ImageRule<'a>> for Images {
    fn fill(&'a self, arena: &'a Arena) -> ImageRule<'a> {
        ImageRule {
            name: &self.id,
            title: &self.title,
            doc: &self.docs.doc,
            sections: self.sections.fill(arena),
            kind: *self.kind.at,
            kinds: self.kind.words.fill(arena),
            format: *self.format.at,
            target: *self.target.at,
            texts: self.texts.fill(arena),
            records: self.records.fill(arena),
            packed: self.packed.fill(arena),
            devices: self
                .devices
                .as_ref()
                .map_or_else(DeviceMembers::default, |devices| devices.fill(arena)),
            properties: self.properties.fill(arena),
            requirements: self.properties.told.fill(arena),
            attributes: attributes(arena, self),
        }
    }
}

impl<'a> Fill<'a, Requirement<'a>> for model::Requirement {
    fn fill(&'a self, arena: &'a Arena) -> Requirement<'a> {
        Requirement {
            name: &self.id,
            set: &self.set,
            property: &self.property,
            words: arena.list(self.words.iter().map(|(word, number)| (**number, word.as_str()))),
        }
    }
}

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
