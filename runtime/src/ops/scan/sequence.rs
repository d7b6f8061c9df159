//! Containers that lie one after the other in a range of an input.

use std::{sync::Arc, vec::Vec};

use super::found::{Form, Found, Unread, What, Wrapping};
use super::recognise::{self, Texts};
use super::unwrap::LOOKED_THROUGH;
use super::{Search, Site, SiteKind};
use crate::bytes::Place;
use crate::container::{Bundle, Container};
use crate::error::{Problem, ReadError};
use crate::files::{FileError, Input};
use crate::ops::check::findings;
use crate::ops::lens::Lens;
use crate::ops::{Finding, Flaw};

impl Search<'_> {
    /// Finds the containers in `place` of `input`, which belongs to the site number `site`; what a wrapper holds, where it is given.
    /// The answer is whether there is anything known at the start.
    pub(super) fn sequence(
        &mut self,
        input: &Arc<Input>,
        site: usize,
        place: Place,
        inside: Option<&Wrapping>,
    ) -> Result<bool, FileError> {
        let mut lens = Lens::over(input, place);
        // Text lies in files of its own: a section is not searched for it. A file that is carved may be of any length.
        let texts = match self.scan.sites.get(site).map(|site| &site.kind) {
            Some(SiteKind::Whole) if self.options.carve => Texts::Near,
            Some(SiteKind::Whole) if inside.is_some() => Texts::Within(LOOKED_THROUGH),
            Some(SiteKind::Whole) => Texts::Within(u64::MAX),
            _ => Texts::None,
        };
        let Some(first) = recognise::first(self.catalog, &mut lens, self.options.file_type, texts)? else {
            return Ok(false);
        };
        let mut next = Some((first, place.ofs));
        while let Some((what, start)) = next {
            let ends = match &what {
                What::Container(container) => self.container(input, &mut lens, site, *container, start, inside)?,
                What::Wrapper(wrapper) => self.wrapper(input, &mut lens, site, *wrapper, start, inside)?,
            };
            let Some(end) = ends.first().copied() else { break };
            next = recognise::following(self.catalog, &mut lens, &what, &ends)?;
            if next.is_none() {
                self.trailing(input, &mut lens, &what, end)?;
            }
        }
        Ok(true)
    }

    /// Reads the container at `start`. The result is where it may end; nothing if nobody can say.
    pub(super) fn container(
        &mut self,
        input: &Arc<Input>,
        lens: &mut Lens<'_>,
        site: usize,
        container: &'static dyn Container,
        start: u64,
        inside: Option<&Wrapping>,
    ) -> Result<Vec<u64>, FileError> {
        let mut bundle = match lens.read(start, |bytes| container.read(bytes))? {
            Ok(bundle) => bundle,
            Err(error) => {
                self.unread(input, site, What::Container(container), start, error);
                self.unread_is_in(inside);
                return Ok(Vec::new());
            }
        };
        let beyond = place_beyond(&mut bundle);
        let end = bundle.start.saturating_add(bundle.len);
        let mut ends = Vec::new();
        // Where a content lies outside the input, nobody can say where the container ends.
        if end > start && bundle.entries.iter().all(|entry| entry.place.is_ok()) {
            ends.push(end);
            if !beyond.is_empty() {
                // The padding before an empty content may have been left out.
                ends.push(end_of_contents(&bundle));
            }
        }
        let mut findings = findings(&bundle, &mut self.ids);
        findings.extend(beyond);
        findings.extend(ignored(lens, container, start)?);
        findings.sort_by_key(|finding| finding.offset);
        self.scan.bundles.push(Found {
            form: Form::Container(container),
            bundle,
            findings,
            input: Arc::clone(input),
            wrapped: inside.cloned(),
            site,
            placeholder: None,
        });
        Ok(ends)
    }

    /// Notes a container that cannot be read.
    pub(super) fn unread(&mut self, input: &Arc<Input>, site: usize, what: What, start: u64, error: ReadError) {
        self.scan
            .unread
            .push(Unread { what, start, error, input: Arc::clone(input), wrapped: None, site });
    }

    /// Notes the wrapper around what could not be read last.
    pub(super) fn unread_is_in(&mut self, inside: Option<&Wrapping>) {
        if let Some(unread) = self.scan.unread.last_mut() {
            unread.wrapped = inside.cloned();
        }
    }

    /// Notes what stands after the last container, if it is not padding.
    fn trailing(&mut self, input: &Input, lens: &mut Lens<'_>, last: &What, end: u64) -> Result<(), FileError> {
        let whole = |site: &Site| site.kind == SiteKind::Whole;
        if self.options.carve && self.scan.sites.iter().any(whole) {
            // It is searched.
            return Ok(());
        }
        let left = lens.place().end().saturating_sub(end);
        let padding = match last.padding() {
            Some(fill) => lens.run(end, fill)?,
            None => 0,
        };
        if padding < left {
            let finding = Finding { offset: end, path: Default::default(), flaw: Flaw::Trailing { len: left } };
            self.odd(input, finding);
        }
        Ok(())
    }
}

/// The bytes of the container at `start` that belong to none of its parts, as findings.
fn ignored(lens: &mut Lens<'_>, container: &dyn Container, start: u64) -> Result<Vec<Finding>, FileError> {
    // The same bytes have been read without an error just before.
    let ignored = lens.read(start, |bytes| container.ignored(bytes))?.unwrap_or_default();
    let findings = ignored.into_iter().map(|place| Finding {
        offset: place.ofs,
        path: Default::default(),
        flaw: Flaw::Ignored { len: place.len },
    });
    Ok(findings.collect())
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
        findings.push(Finding { offset: error.offset, path: error.path(), flaw: Flaw::EmptyBeyond(error.clone()) });
        let ofs = bundle.start.saturating_add(ofs);
        entry.place = Ok(Place { ofs, len: 0 });
    }
    findings
}

/// The end of the last content that is not empty, or of the frame.
fn end_of_contents(bundle: &Bundle) -> u64 {
    let contents = bundle.entries.iter().filter_map(|entry| entry.place.as_ref().ok());
    let ends = contents.filter(|place| place.len > 0).map(|place| place.end());
    ends.max()
        .unwrap_or(0)
        .max(bundle.start.saturating_add(bundle.frame_len))
}
