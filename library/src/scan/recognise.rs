//! Recognises formats, and explains files without bundles.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::placement::{ContentKind, ObjectFormat};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::{FileType, Registry};

use super::found::{FormatRef, Scan};
use crate::archive::Members;
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::{Input, KEPT_HEAD, WindowReader, find};
use crate::object::elf_header;
use crate::refusal::{Advice, FileKind, unreadable};

/// For the first text delimiter, in bytes.
const HEAD: u64 = 64 << 10;
/// Shown after the magic of a following container, and to all binary formats, in bytes.
const NEXT_HEAD: u64 = 64;

/// The range of the search for text delimiters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    None,
    Near,
    /// This many bytes.
    Within(u64),
}

impl FormatRef {
    /// It may follow as padding.
    pub(super) fn padding(&self) -> Option<u8> {
        match self {
            Self::Container(container) => container.padding(),
            Self::Envelope(envelope) => envelope.padding(),
        }
    }
}

/// A text format may have its delimiter later. `None` if unknown.
pub(super) fn first(
    registry: &Registry,
    reader: &mut WindowReader<'_>,
    file_type: Option<&FileType>,
    texts: Texts,
) -> Result<Option<FormatRef>, FileError> {
    let start = reader.place().ofs;
    let head = reader.view(start, if texts == Texts::None { NEXT_HEAD } else { HEAD })?;
    if let Some(envelope) = registry.envelope(head) {
        return Ok(Some(FormatRef::Envelope(envelope)));
    }
    let mut candidates: Vec<&'static dyn Container> = match file_type {
        Some(file_type) => vec![file_type.container],
        None => registry.containers.to_vec(),
    };
    // A format with a table of contents is always a file, like text.
    candidates.retain(|container| texts != Texts::None || !(registry.is_text(*container) || container.toc().is_some()));
    if let Some(container) = offload_bundle_core::registry::recognise(&candidates, head) {
        return Ok(Some(FormatRef::Container(container)));
    }
    let Texts::Within(most) = texts else {
        return Ok(None);
    };
    let place = Place { len: reader.place().len.min(most), ..reader.place() };
    let texts = candidates.iter().filter(|container| registry.is_text(**container));
    let delimiters: Vec<(Vec<u8>, &'static dyn Container)> = texts
        .filter_map(|text| Some((text.delimiters()?.start.lead, *text)))
        .collect();
    let needles: Vec<&[u8]> = delimiters.iter().map(|(delimiter, _)| delimiter.as_slice()).collect();
    let found = find(reader.input(), place, &needles)?;
    let text = found.and_then(|hit| delimiters.get(hit.needle));
    Ok(text.map(|(_, container)| FormatRef::Container(*container)))
}

/// At one of `ends` or after padding. Text follows only the same text format.
pub(super) fn following(
    registry: &Registry,
    reader: &mut WindowReader<'_>,
    previous: &FormatRef,
    ends: &[u64],
) -> Result<Option<(FormatRef, u64)>, FileError> {
    let text = match previous {
        FormatRef::Container(container) if registry.is_text(*container) => Some(*container),
        _ => None,
    };
    let candidates: Vec<&'static dyn Container> = match text {
        Some(text) => vec![text],
        None => {
            let all = registry.containers.iter().copied();
            all.filter(|container| !registry.is_text(*container) && container.toc().is_none())
                .collect()
        }
    };
    let mut starts = Vec::new();
    for end in ends {
        starts.push(*end);
        if let Some(fill) = previous.padding() {
            starts.push(end.saturating_add(reader.run(*end, fill)?));
        }
    }
    let limit = reader.place().end();
    for start in starts.into_iter().filter(|start| *start < limit) {
        if text.is_none()
            && let Some(envelope) = registry.envelope(reader.view(start, NEXT_HEAD)?)
        {
            return Ok(Some((FormatRef::Envelope(envelope), start)));
        }
        for container in candidates.iter().copied() {
            if container.recognises(reader.view(start, container.magic_len().saturating_add(NEXT_HEAD))?) {
                return Ok(Some((FormatRef::Container(container), start)));
            }
        }
    }
    Ok(None)
}

/// For any format.
pub(super) fn after_padding(registry: &Registry, reader: &mut WindowReader<'_>) -> Result<u64, FileError> {
    let start = reader.place().ofs;
    let of_containers = registry.containers.iter().filter_map(|container| container.padding());
    let of_envelopes = registry.envelopes.iter().filter_map(|envelope| envelope.padding());
    let mut end = start;
    for fill in of_containers.chain(of_envelopes) {
        end = end.max(start.saturating_add(reader.run(start, fill)?));
    }
    Ok(end)
}

/// Refuses `file_type`, or any if there is none.
pub(super) fn refuse_unsupported(
    registry: &Registry,
    input: &Input,
    head: &[u8],
    file_type: Option<&FileType>,
) -> Result<(), Error> {
    let unreadable = |file_type: &FileType| Some((file_type.name, unreadable(registry, file_type, head)?));
    let refused = match file_type {
        Some(file_type) => unreadable(file_type),
        None if offload_bundle_core::registry::recognise(registry.containers, head).is_some() => None,
        // Any input may be read as an archive, so only the other types are recognised by content.
        None => registry
            .file_types
            .iter()
            .filter(|known| !known.archive)
            .find_map(unreadable),
    };
    match refused {
        None => Ok(()),
        Some((file_type, why)) => {
            let kind = FileKind::recognize(registry, input, &LookedFor::default())?;
            Err(Error::Unsupported { file: input.name().into(), kind, file_type, why })
        }
    }
}

/// Empty for a format that never holds code objects.
pub(crate) fn or_plain(
    registry: &Registry,
    input: &Input,
    scan: Result<Scan, Error>,
) -> Result<(Scan, Option<&'static PlainFormat>), Error> {
    match scan {
        Err(error @ Error::NotABundle { .. }) => match registry.plain(&input.head(HEAD)?) {
            Some(format) => Ok((Scan::default(), Some(format))),
            None => Err(error),
        },
        scan => Ok((scan?, None)),
    }
}

/// In an object file without bundles.
#[derive(Debug, Default)]
pub(crate) struct LookedFor {
    /// Would hold bundles; empty if the file is not an object file with readable sections.
    pub(crate) sections: Vec<String>,
    /// With device code in other forms: name and form.
    pub(crate) others: Vec<(String, &'static str)>,
    pub(crate) searched: SearchedFor,
    /// Skipped; some names of each kind.
    pub(crate) members: Vec<String>,
}

/// Outside of known sections.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchedFor {
    #[default]
    Nowhere,
    InLoaded,
    Everywhere,
}

impl FileKind {
    pub(crate) fn recognize(
        registry: &Registry,
        input: &Input,
        looked_for: &LookedFor,
    ) -> Result<Option<Self>, FileError> {
        let head = input.head(KEPT_HEAD)?;
        if let Some(format) = registry.plain(&head) {
            return Ok(Some(Self::without_code(format)));
        }
        let Some(kind) = registry.content_or_text(&head) else {
            // Its sections were readable nonetheless.
            let object = Self { name: "object", description: "an object file".into(), advice: None };
            let has_sections = !looked_for.sections.is_empty() || !looked_for.others.is_empty();
            return Ok(has_sections.then(|| object.without(looked_for)));
        };
        let advice = kind.advice.map(match kind.package {
            Some(_) => Advice::OfPackage,
            None => Advice::OfKind,
        });
        let plain = Self { name: kind.name, description: kind.doc.into(), advice };
        Ok(Some(match target(registry, kind, &head) {
            Target::CodeObject(code_object) => code_object,
            Target::Machine(machine) => plain.with(&format!(" for {machine}")).without(looked_for),
            Target::Unknown if kind.archive => match count_members(input)? {
                Some(1) => plain.with(" of 1 member").without_members(looked_for),
                Some(members) => plain
                    .with(&format!(" of {members} members"))
                    .without_members(looked_for),
                None => plain,
            },
            Target::Unknown => plain.without(looked_for),
        }))
    }

    /// A file in a known format without code objects.
    fn without_code(format: &PlainFormat) -> Self {
        Self { name: format.name, description: format.title.into(), advice: Some(Advice::LookAtFields) }
    }

    fn with(mut self, more: &str) -> Self {
        self.description.push_str(more);
        self
    }

    fn without_members(self, looked_for: &LookedFor) -> Self {
        match looked_for.members.as_slice() {
            [] => self,
            members => self.with(&format!("; not looked into: {}", members.join(", "))),
        }
    }

    fn without(self, looked_for: &LookedFor) -> Self {
        let others = looked_for.others.iter();
        let others: Vec<String> = others
            .map(|(section, what)| format!("{what} in the section {section}"))
            .collect();
        match (looked_for.sections.as_slice(), others.as_slice()) {
            ([], []) => self,
            (sections, []) => {
                let sections = sections.join(", ");
                match looked_for.searched {
                    SearchedFor::Everywhere => self.with(" without bundles"),
                    SearchedFor::Nowhere => self.with(&format!(" without bundles in any of the sections {sections}")),
                    SearchedFor::InLoaded => {
                        let kind = self.with(&format!(
                            " without bundles in any of the sections {sections}, and in other data that programs load"
                        ));
                        Self { advice: kind.advice.or(Some(Advice::SearchTheRest)), ..kind }
                    }
                }
            }
            (_, others) => self.with(&format!(" with {}, which cannot be read yet", others.join(" and "))),
        }
    }
}

enum Target {
    /// A processor with an ID.
    CodeObject(FileKind),
    Machine(String),
    Unknown,
}

fn target(registry: &Registry, kind: &ContentKind<'static>, head: &[u8]) -> Target {
    if let Some(machine) = kind.machine(head) {
        return Target::Machine(machine.into());
    }
    let header = elf_header(head).filter(|_| kind.object == Some(ObjectFormat::Elf));
    let found = header
        .map(|header| registry.ids.header_target(&header))
        .unwrap_or_default();
    match (found.machine, found.target, kind.code_object) {
        (Some(machine), Some(target), Some(code_object)) => Target::CodeObject(FileKind {
            name: kind.name,
            description: format!("{} for {target} ({machine})", code_object.doc),
            advice: Some(Advice::OfKind(code_object.advice)),
        }),
        (Some(machine), ..) => Target::Machine(machine.into()),
        (None, ..) => Target::Unknown,
    }
}

fn count_members(input: &Input) -> Result<Option<usize>, FileError> {
    let Some(mut members) = Members::open(input)? else {
        return Ok(None);
    };
    let mut count: usize = 0;
    while let Some(member) = members.next()? {
        if member.is_err() {
            return Ok(None);
        }
        count = count.saturating_add(1);
    }
    Ok(Some(count))
}
