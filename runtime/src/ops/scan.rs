//! Finds every container in an input. They lie one after the other: each next one stands where the one before ends, or after
//! padding. Contents are never searched, so bytes in them that look like a container are not taken for one.

use std::vec::Vec;

use super::check::findings;
use super::lens::Lens;
use super::{Finding, Flaw, OpError, Severity};
use crate::bytes::{Place, length};
use crate::catalog::{Catalog, FileType};
use crate::container::{Bundle, Container};
use crate::error::{Problem, ReadError};
use crate::files::{FileError, Input};

/// How far into an input a container's mark is looked for at first, in bytes.
const HEAD: u64 = 64 << 10;
/// How far, at most, beyond its magic a following container is shown when it is tried, in bytes.
const NEXT_HEAD: u64 = 64;

/// What an input holds.
#[derive(Debug)]
pub struct Scan {
    /// The containers, in file order.
    pub bundles: Vec<Found>,
    /// The container that could not be read, after those that could. Nothing is known of what follows it.
    pub stopped: Option<Stopped>,
    /// Bytes after the last container.
    pub trailing: Option<Finding>,
}

/// A container in an input.
#[derive(Debug)]
pub struct Found {
    /// Its format.
    pub container: &'static dyn Container,
    /// Its frame.
    pub bundle: Bundle,
    /// What is wrong or odd in it, ordered by offset.
    pub findings: Vec<Finding>,
}

/// A container that cannot be read.
#[derive(Debug)]
pub struct Stopped {
    /// Its format.
    pub container: &'static dyn Container,
    /// Its first byte, from the start of the input.
    pub start: u64,
    /// Why.
    pub error: ReadError,
}

impl Scan {
    /// Everything that is wrong or odd, in file order.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        let found = self.bundles.iter().flat_map(|found| found.findings.iter().cloned());
        let stopped = self.stopped.iter().map(|stopped| Finding::from(stopped.error.clone()));
        found.chain(stopped).chain(self.trailing.iter().cloned())
    }

    /// The same, where IDs that follow the grammar are as they should be, whatever they name.
    #[must_use]
    pub(super) fn without_unknown_names(mut self) -> Self {
        for found in &mut self.bundles {
            found.findings.retain(|finding| !finding.is_unknown_name());
        }
        self
    }

    /// The first thing that makes the input malformed, as an error of the file `file`.
    pub fn malformed(&self, file: &str) -> Option<OpError> {
        self.findings()
            .find(|finding| finding.severity() == Severity::Error)
            .map(|finding| as_error(file, finding))
    }

    /// The first thing because of which the input should not be taken apart, as an error of the file `file`.
    pub fn unsound(&self, file: &str) -> Option<OpError> {
        self.findings()
            .find(|finding| !finding.is_harmless())
            .map(|finding| as_error(file, finding))
    }
}

/// The finding as an error of the file `file`.
pub(super) fn as_error(file: &str, finding: Finding) -> OpError {
    let file = file.into();
    match finding.flaw {
        Flaw::Unreadable(error) => OpError::Read { file, error },
        _ => OpError::Malformed { file, finding },
    }
}

/// Finds the containers in `input`: those of `file_type`, or of any format if none is given.
/// Errors: [`OpError::NotABundle`], [`OpError::NotYet`], [`OpError::Io`].
pub fn scan(catalog: &Catalog, input: &Input, file_type: Option<&FileType>) -> Result<Scan, OpError> {
    let mut lens = Lens::new(input);
    let first = recognise(catalog, input, &mut lens, file_type)?;
    let mut scan = Scan {
        bundles: Vec::new(),
        stopped: None,
        trailing: None,
    };
    let mut next = Some((first, 0));
    while let Some((container, start)) = next {
        let mut bundle = match lens.read(start, |bytes| container.read(bytes))? {
            Ok(bundle) => bundle,
            Err(error) => {
                scan.stopped = Some(Stopped {
                    container,
                    start,
                    error,
                });
                break;
            }
        };
        let beyond = place_beyond(&mut bundle);
        let end = bundle.start.saturating_add(bundle.len);
        // Where a content lies outside the input, nobody can say where the container ends.
        let ends = end > start && bundle.entries.iter().all(|entry| entry.place.is_ok());
        let mut findings = findings(&bundle, catalog.ids);
        findings.extend(beyond);
        // The same bytes have been read without an error just before.
        let ignored = lens.read(start, |bytes| container.ignored(bytes))?.unwrap_or_default();
        findings.extend(ignored.into_iter().map(|place| Finding {
            offset: place.ofs,
            path: Default::default(),
            flaw: Flaw::Ignored { len: place.len },
        }));
        findings.sort_by_key(|finding| finding.offset);
        scan.bundles.push(Found {
            container,
            bundle,
            findings,
        });
        if !ends {
            break;
        }
        next = following(catalog, input, &mut lens, first, end)?;
        let left = input.len().saturating_sub(end);
        if next.is_none() && !is_padding(&mut lens, first, end, left)? {
            scan.trailing = Some(Finding {
                offset: end,
                path: Default::default(),
                flaw: Flaw::Trailing { len: left },
            });
        }
    }
    Ok(scan)
}

/// Gives empty contents the places that their entries name, also past the end of the input: nothing is missing there. Some tools
/// leave out the padding before a last content that is empty. The findings tell of such places.
fn place_beyond(bundle: &mut Bundle) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in &mut bundle.entries {
        let Err(error) = &entry.place else { continue };
        let Problem::OutOfBounds { ofs, len: 0, .. } = error.problem else {
            continue;
        };
        findings.push(Finding {
            offset: error.offset,
            path: error.path(),
            flaw: Flaw::EmptyBeyond(error.clone()),
        });
        let ofs = bundle.start.saturating_add(ofs);
        entry.place = Ok(Place { ofs, len: 0 });
    }
    findings
}

/// The format of the container at the start of the input.
fn recognise(
    catalog: &Catalog,
    input: &Input,
    lens: &mut Lens<'_>,
    file_type: Option<&FileType>,
) -> Result<&'static dyn Container, OpError> {
    let head = lens.view(0, HEAD)?;
    let refusing = match file_type {
        Some(file_type) => file_type.refuses(head).map(|why| (file_type.name, why)),
        None => None,
    };
    if let Some((file_type, why)) = refusing {
        return Err(not_yet(input, file_type, why));
    }
    let candidates: Vec<&'static dyn Container> = match file_type {
        Some(file_type) => std::vec![file_type.container],
        None => catalog.containers.to_vec(),
    };
    if let Some(container) = crate::catalog::recognise(&candidates, head) {
        return Ok(container);
    }
    if let (None, Some((file_type, why))) = (file_type, refused_by_any(catalog, head)) {
        return Err(not_yet(input, file_type, why));
    }
    let mut seen = length(head);
    while seen < input.len() {
        let longer = lens.view(0, seen.saturating_mul(4))?;
        let mut texts = candidates.iter().filter(|container| catalog.is_text(**container));
        if let Some(container) = texts.find(|container| container.recognises(longer)) {
            return Ok(*container);
        }
        seen = length(longer).max(seen.saturating_add(1));
    }
    Err(OpError::NotABundle {
        file: input.name().into(),
        empty: input.len() == 0,
    })
}

/// The file type that knows input beginning with `head` and refuses it, if no type was given.
fn refused_by_any(catalog: &Catalog, head: &[u8]) -> Option<(&'static str, &'static str)> {
    let by_its_start = |file_type: &&FileType| {
        file_type
            .not_yet
            .is_some_and(|not_yet| not_yet.when != crate::catalog::When::Always)
    };
    catalog
        .file_types
        .iter()
        .filter(by_its_start)
        .find_map(|file_type| Some((file_type.name, file_type.refuses(head)?)))
}

fn not_yet(input: &Input, file_type: &'static str, why: &'static str) -> OpError {
    OpError::NotYet {
        file: input.name().into(),
        file_type,
        why,
    }
}

/// The container that follows at `end`, or after padding, and where it starts. Text follows text of the same kind, everything
/// else follows anything but text.
fn following(
    catalog: &Catalog,
    input: &Input,
    lens: &mut Lens<'_>,
    first: &'static dyn Container,
    end: u64,
) -> Result<Option<(&'static dyn Container, u64)>, FileError> {
    let candidates: Vec<&'static dyn Container> = if catalog.is_text(first) {
        std::vec![first]
    } else {
        let all = catalog.containers.iter().copied();
        all.filter(|container| !catalog.is_text(*container)).collect()
    };
    let mut starts = std::vec![end];
    if let Some(fill) = first.padding() {
        starts.push(end.saturating_add(lens.run(end, fill)?));
    }
    for start in starts.into_iter().filter(|start| *start < input.len()) {
        for container in candidates.iter().copied() {
            if container.recognises(lens.view(start, container.magic_len().saturating_add(NEXT_HEAD))?) {
                return Ok(Some((container, start)));
            }
        }
    }
    Ok(None)
}

/// Whether all of the `left` bytes from `ofs` on are padding.
fn is_padding(lens: &mut Lens<'_>, container: &dyn Container, ofs: u64, left: u64) -> Result<bool, FileError> {
    match container.padding() {
        Some(fill) => Ok(lens.run(ofs, fill)? == left),
        None => Ok(left == 0),
    }
}
