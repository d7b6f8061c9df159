//! Tells what is at a place.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::{FileType, Registry};

use super::file_kind::LookedFor;
use super::found::{FormatRef, Scan};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_kind::FileKind;
use crate::input::{Input, WindowReader, find};
use crate::supported::unreadable;

/// How far into an input a container's delimiter is looked for at first, in bytes.
const HEAD: u64 = 64 << 10;
/// How far, at most, beyond its magic a following container is shown when it is tried, in bytes; how far one that is no text is shown.
const NEXT_HEAD: u64 = 64;

/// Where the delimiter of a text container is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// Nowhere.
    None,
    /// Near the start.
    Near,
    /// In so many bytes from the start on.
    Within(u64),
}

impl FormatRef {
    /// The byte that may be after it.
    pub(super) fn padding(&self) -> Option<u8> {
        match self {
            Self::Container(container) => container.padding(),
            Self::Envelope(envelope) => envelope.padding(),
        }
    }
}

/// The format at the start of `reader`; that of text may have its delimiter further down. `None` if there is nothing known.
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
    // What has a table of contents is a file by itself, as text is.
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

/// What follows `previous`: at the first of `ends` that something is at, or after padding from there; and where it starts. Text
/// follows text of the same kind, everything else follows anything but text.
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

/// The first byte from the start of `reader` on that is no padding of any container or envelope.
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

/// Refuses an input in a form that is known and not supported yet: that of `file_type`, or of any if none is given.
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
        // Any input can be taken for an archive; the others tell theirs by what it is.
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

/// What a scan says of `input`; nothing but its format where that is one without code objects.
///
/// # Errors
///
/// That of the scan.
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
