//! Sections of LLVM bitcode: those that its globals are to be put into.

use std::sync::Arc;

use offload_bundle_core::error::Path;
use offload_bundle_core::placement::SectionRule;

use super::{Section, SectionContent};
use crate::bitcode::{EmbeddedObject, embedded_objects};
use crate::error::Error;
use crate::input::Input;

/// The globals in sections that `rules` speak of; `None` if there are none, or if it is no bitcode. Much bitcode is a code object itself.
pub(super) fn sections(input: &Input, rules: &[&'static SectionRule<'static>]) -> Result<Option<Vec<Section>>, Error> {
    let wanted = |name: &[u8]| rule(rules, name).is_some();
    let found = embedded_objects(input, &wanted)?.unwrap_or_default();
    let sections = (0..).zip(&found);
    let sections: Vec<Section> = sections
        .filter_map(|(index, object)| Some(section(index, object, rule(rules, &object.section)?)))
        .collect();
    Ok(Some(sections).filter(|sections| !sections.is_empty()))
}

fn rule(rules: &[&'static SectionRule<'static>], name: &[u8]) -> Option<&'static SectionRule<'static>> {
    rules.iter().find(|rule| rule.pattern.rest(name).is_some()).copied()
}

fn section(index: u64, object: &EmbeddedObject, rule: &'static SectionRule<'static>) -> Section {
    Section {
        rule,
        name: object.section.to_vec(),
        name_offset: object.offset,
        offset: object.offset,
        content: match &object.content {
            Ok(content) => SectionContent::Apart(Arc::clone(content)),
            Err(error) => SectionContent::Bytes(Err(error.clone())),
        },
        path: Path::from("globals").index(index),
        ofs_field: "initialiser",
        ofs_offset: object.offset,
    }
}
