//! Tells what stands at a place.

use std::vec::Vec;

use super::found::What;
use crate::bytes::Place;
use crate::catalog::{Catalog, Doing, FileType, When};
use crate::container::Container;
use crate::files::{FileError, Input, find};
use crate::ops::OpError;
use crate::ops::lens::Lens;

/// How far into an input a container's mark is looked for at first, in bytes.
const HEAD: u64 = 64 << 10;
/// How far, at most, beyond its magic a following container is shown when it is tried, in bytes.
const NEXT_HEAD: u64 = 64;

/// Where the mark of a text container is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// Nowhere.
    None,
    /// Near the start.
    Near,
    /// In so many bytes from the start on.
    Within(u64),
}

impl What {
    /// The byte that may stand after it.
    pub(super) fn padding(&self) -> Option<u8> {
        match self {
            Self::Container(container) => container.padding(),
            Self::Wrapper(wrapper) => wrapper.padding(),
        }
    }
}

/// The format at the start of `lens`; that of text may have its mark further down. `None` if there is nothing known.
pub(super) fn first(
    catalog: &Catalog,
    lens: &mut Lens<'_>,
    file_type: Option<&FileType>,
    texts: Texts,
) -> Result<Option<What>, FileError> {
    let start = lens.place().ofs;
    let head = lens.view(start, HEAD)?;
    if let Some(wrapper) = catalog.wrapper(head) {
        return Ok(Some(What::Wrapper(wrapper)));
    }
    let mut candidates: Vec<&'static dyn Container> = match file_type {
        Some(file_type) => std::vec![file_type.container],
        None => catalog.containers.to_vec(),
    };
    candidates.retain(|container| texts != Texts::None || !catalog.is_text(*container));
    if let Some(container) = crate::catalog::recognise(&candidates, head) {
        return Ok(Some(What::Container(container)));
    }
    let Texts::Within(most) = texts else {
        return Ok(None);
    };
    let place = Place { len: lens.place().len.min(most), ..lens.place() };
    let texts = candidates.iter().filter(|container| catalog.is_text(**container));
    let marks: Vec<(Vec<u8>, &'static dyn Container)> = texts.filter_map(|text| Some((text.mark()?, *text))).collect();
    let needles: Vec<&[u8]> = marks.iter().map(|(mark, _)| mark.as_slice()).collect();
    let found = find(lens.input(), place, &needles)?;
    let text = found.and_then(|hit| marks.get(hit.needle));
    Ok(text.map(|(_, container)| What::Container(*container)))
}

/// What follows `previous`: at one of `ends`, or after padding; and where it starts. Text follows text of the same kind, everything
/// else follows anything but text.
pub(super) fn following(
    catalog: &Catalog,
    lens: &mut Lens<'_>,
    previous: &What,
    ends: &[u64],
) -> Result<Option<(What, u64)>, FileError> {
    let text = match previous {
        What::Container(container) if catalog.is_text(*container) => Some(*container),
        _ => None,
    };
    let candidates: Vec<&'static dyn Container> = match text {
        Some(text) => std::vec![text],
        None => {
            let all = catalog.containers.iter().copied();
            all.filter(|container| !catalog.is_text(*container)).collect()
        }
    };
    let mut starts = ends.to_vec();
    if let (Some(fill), Some(end)) = (previous.padding(), ends.first()) {
        starts.push(end.saturating_add(lens.run(*end, fill)?));
    }
    let limit = lens.place().end();
    for start in starts.into_iter().filter(|start| *start < limit) {
        for container in candidates.iter().copied() {
            if container.recognises(lens.view(start, container.magic_len().saturating_add(NEXT_HEAD))?) {
                return Ok(Some((What::Container(container), start)));
            }
        }
        if text.is_none()
            && let Some(wrapper) = catalog.wrapper(lens.view(start, NEXT_HEAD)?)
        {
            return Ok(Some((What::Wrapper(wrapper), start)));
        }
    }
    Ok(None)
}

/// The first byte from the start of `lens` on that is no padding of any container or wrapper.
pub(super) fn after_padding(catalog: &Catalog, lens: &mut Lens<'_>) -> Result<u64, FileError> {
    let start = lens.place().ofs;
    let of_containers = catalog.containers.iter().filter_map(|container| container.padding());
    let of_wrappers = catalog.wrappers.iter().filter_map(|wrapper| wrapper.padding());
    let mut end = start;
    for fill in of_containers.chain(of_wrappers) {
        end = end.max(start.saturating_add(lens.run(start, fill)?));
    }
    Ok(end)
}

/// Refuses an input in a form that is known and not supported yet: that of `file_type`, or of any if none is given.
pub(super) fn refuse_unsupported(
    catalog: &Catalog,
    input: &Input,
    head: &[u8],
    file_type: Option<&FileType>,
) -> Result<(), OpError> {
    let refused = match file_type {
        Some(file_type) => file_type.refuses(head, Doing::Reading).map(|why| (file_type.name, why)),
        None if crate::catalog::recognise(catalog.containers, head).is_some() => None,
        None => refused_by_any(catalog, head),
    };
    match refused {
        None => Ok(()),
        Some((file_type, why)) => Err(OpError::NotYet { file: input.name().into(), file_type, why }),
    }
}

/// The file type that knows input beginning with `head` and refuses it, if no type was given.
fn refused_by_any(catalog: &Catalog, head: &[u8]) -> Option<(&'static str, &'static str)> {
    let forms = catalog
        .file_types
        .iter()
        .flat_map(|file_type| file_type.not_yet.iter().map(move |not_yet| (file_type, not_yet)));
    forms
        .filter(|(_, not_yet)| not_yet.when != When::Always && not_yet.concerns(Doing::Reading))
        .find_map(|(file_type, not_yet)| not_yet.applies_to(head).then_some((file_type.name, not_yet.why)))
}
