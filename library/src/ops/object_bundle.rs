//! Bundles that are sections of the host's object file.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{EntryRule, Holds, SectionRule};
use offload_bundle_core::registry::{FileType, Registry};

use crate::error::Error;
use crate::input::{HEAD, Input, InputPiece};
use crate::object::{self, NewSection};
use crate::supported::{NO_HOST, WRITING_OBJECTS};

/// How a bundle of a file type is written where the host's input is an object file.
#[derive(Debug)]
pub(super) struct ObjectForm {
    rule: &'static SectionRule<'static>,
    entry: EntryRule<'static>,
    flags: u64,
    /// The host's input, by its position.
    position: usize,
    host: Arc<Input>,
}

impl ObjectForm {
    /// The form of a bundle of `file_type` with entries of these `ids`; `None` if its own form is not that of sections, or the input that
    /// decides is no object file. That is the host's, wherever it is, or the first where none is.
    ///
    /// # Errors
    ///
    /// There is an object file, but none of the host; sections cannot be added to it.
    pub(super) fn choose(
        registry: &Registry,
        file_type: &FileType,
        ids: &[String],
        inputs: &[Arc<Input>],
    ) -> Result<Option<Self>, Error> {
        let mut rules = registry.sections.iter();
        let found = rules.find_map(|rule| match rule.holds {
            Holds::Entry(entry) if entry.file_type == file_type.name => Some((rule, entry)),
            _ => None,
        });
        let host = ids.iter().position(|id| registry.ids.is_host(id));
        let (Some((rule, entry)), Some(input)) = (found, inputs.get(host.unwrap_or(0))) else {
            return Ok(None);
        };
        let head = input.head(HEAD)?;
        let Some(object) = registry
            .content(&head)
            .and_then(|content| content.object)
            .filter(|object| object.is_object_file())
        else {
            return Ok(None);
        };
        let refused =
            |why| Error::Unsupported { file: input.name().into(), kind: None, file_type: file_type.name, why };
        let position = host.ok_or_else(|| refused(NO_HOST))?;
        match entry.flags_in(object).filter(|_| object::takes_sections(&head)) {
            Some(flags) => Ok(Some(Self { rule, entry, flags, position, host: Arc::clone(input) })),
            None => Err(refused(WRITING_OBJECTS)),
        }
    }

    /// Refuses a host that has sections of such a bundle already: of two with one name only one could be read back.
    ///
    /// # Errors
    ///
    /// [`Error::Unsound`], and those of reading the object file.
    pub(super) fn refuse_another(&self, registry: &Registry) -> Result<(), Error> {
        let sections = object::sections(&self.host, registry.sections)?.unwrap_or_default();
        match sections
            .known
            .iter()
            .find(|section| section.rule.name == self.rule.name)
        {
            Some(section) => Err(Error::Unsound {
                file: self.host.name().into(),
                offset: section.offset,
                what: "a section of another bundle; take the host's object file out of it first",
            }),
            None => Ok(()),
        }
    }

    /// The name of the form in the schema.
    pub(super) fn name(&self) -> &'static str {
        self.rule.name
    }

    /// The host's object file with a section for every entry, and where each of these lies in it. With `plain_local_groups`, groups whose
    /// signature is a local symbol become plain ones.
    ///
    /// # Errors
    ///
    /// The object file is damaged, or has no room for them.
    pub(super) fn bundle(
        &self,
        ids: &[String],
        inputs: &[Arc<Input>],
        plain_local_groups: bool,
    ) -> Result<(Input, Vec<Place>), Error> {
        let prefix = self.rule.pattern.fixed_part();
        let sections = ids
            .iter()
            .zip(inputs)
            .enumerate()
            .map(|(position, (id, input))| NewSection {
                name: [prefix, id].concat().into_bytes(),
                flags: self.flags,
                content: match position == self.position {
                    true => vec![InputPiece::Bytes(self.entry.host.to_vec())],
                    false => vec![InputPiece::Range(Arc::clone(input), input.whole())],
                },
            });
        object::with_sections(&self.host, sections.collect(), plain_local_groups)
    }
}
