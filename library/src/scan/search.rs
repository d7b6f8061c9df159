//! A scan: what is looked at, in which order.

use std::sync::Arc;

use offload_bundle_core::placement::{Holds, SectionRule};
use offload_bundle_core::registry::Registry;

use super::found::Scan;
use super::id_cache::IdCache;
use super::recognise;
use super::region::RegionKind;
use crate::error::Error;
use crate::file_kind::{FileKind, LookedFor};
use crate::input::Input;
use crate::request::ScanRequest;

/// How much of an input is looked at to tell whether it has a form that is refused, in bytes.
const HEAD: u64 = 64;

/// Finds the containers in `input`.
///
/// # Errors
///
/// [`Error::NotABundle`], [`Error::Unsupported`], [`Error::Io`].
pub(crate) fn scan(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    input.unless_changed(search(registry, input, options))
}

fn search(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    // What cannot be read by its structure can be searched all the same.
    if !options.carve {
        recognise::refuse_unsupported(registry, input, &input.window(0, HEAD)?, options.file_type)?;
    }
    let mut search = Search {
        registry,
        options,
        ids: IdCache::new(registry.ids),
        looked_for: LookedFor::default(),
        scan: Scan::default(),
    };
    let sections = match registry.looks_into_objects(options.file_type) {
        true => search.table(input)?,
        false => None,
    };
    let is_object = sections.is_some();
    match sections {
        Some(sections) => search.sections(input, sections)?,
        None => {
            let region = search.region(RegionKind::Whole, input.whole());
            search.sequence(input, region, input.whole(), None)?;
        }
    }
    if options.carve {
        search.carve(input)?;
    }
    if search.scan.has_nothing() {
        let holds = |rule: &SectionRule<'_>| matches!(rule.holds, Holds::Containers | Holds::Entry(_));
        let object = registry
            .content(&input.window(0, HEAD)?)
            .and_then(|content| content.object);
        let of_this_form = |rule: &SectionRule<'_>| object.is_none_or(|object| rule.formats.contains(&object));
        let rules = registry.sections.iter().filter(|rule| is_object && of_this_form(rule));
        let looked_for = rules.filter(|rule| holds(rule) && search.is_asked_for(rule));
        search.looked_for.sections = looked_for.map(|rule| rule.pattern.to_string()).collect();
        let kind = FileKind::of(registry, input, &search.looked_for)?;
        return Err(Error::NotABundle { file: input.name().into(), kind });
    }
    Ok(search.scan)
}

/// A scan that is going on.
pub(super) struct Search<'s> {
    pub(super) registry: &'s Registry,
    pub(super) options: &'s ScanRequest,
    pub(super) ids: IdCache<'s>,
    pub(super) scan: Scan,
    /// What there is to say of the sections of a file that holds nothing.
    pub(super) looked_for: LookedFor,
}
