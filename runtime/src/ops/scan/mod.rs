//! Finds every container in an input. They lie one after the other: each next one stands where the one before ends, or after
//! padding. Contents are never searched, so bytes in them that look like a container are not taken for one.

mod carve;
mod elsewhere;
mod found;
mod gaps;
mod recognise;
mod sections;
mod sequence;
mod site;
mod unwrap;

pub use elsewhere::{Elsewhere, Reference};
pub use found::{Form, Found, Located, Placeholder, Scan, Unread, What, Wrapping};
pub use site::{Site, SiteKind};

use std::{string::ToString, sync::Arc, vec::Vec};

use super::OpError;
use super::id_cache::IdCache;
use crate::catalog::{Catalog, FileType};
use crate::files::Input;
use crate::placement::{Holds, SectionRule};

/// How much of an input is looked at to tell whether it has a form that is refused, in bytes.
const HEAD: u64 = 64;

/// How to look.
#[derive(Debug, Clone, Copy)]
pub struct ScanOptions {
    /// What the input is; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Of an object file, look only at the sections that are the file type's own form.
    pub own_form: bool,
    /// Look for containers outside of the places that are known too.
    pub carve: bool,
    /// Check the digest of what a wrapper holds, when it is read.
    pub verify: bool,
    /// How many bytes a wrapper may hold.
    pub max_size: u64,
}

impl Default for ScanOptions {
    fn default() -> Self {
        Self { file_type: None, own_form: false, carve: false, verify: true, max_size: u64::MAX }
    }
}

/// Finds the containers in `input`.
/// Errors: [`OpError::NotABundle`], [`OpError::NotYet`], [`OpError::Io`].
pub fn scan(catalog: &Catalog, input: &Arc<Input>, options: &ScanOptions) -> Result<Scan, OpError> {
    // What cannot be read by its structure can be searched all the same.
    if !options.carve {
        recognise::refuse_unsupported(catalog, input, &input.window(0, HEAD)?, options.file_type)?;
    }
    let mut search = Search {
        catalog,
        options,
        ids: IdCache::new(catalog.ids),
        scan: Scan {
            sites: Vec::new(),
            bundles: Vec::new(),
            unread: Vec::new(),
            odd: Vec::new(),
            elsewhere: Vec::new(),
        },
    };
    let sections = match catalog.looks_into_objects(options.file_type) {
        true => search.table(input)?,
        false => None,
    };
    let is_object = sections.is_some();
    match sections {
        Some(sections) => search.sections(input, sections)?,
        None => {
            let site = search.site(SiteKind::Whole, input.whole());
            search.sequence(input, site, input.whole(), None)?;
        }
    }
    if options.carve {
        search.carve(input)?;
    }
    if search.scan.has_nothing() {
        let holds = |rule: &SectionRule| matches!(rule.holds, Holds::Containers | Holds::Entry(_));
        let looked_for = catalog
            .sections
            .iter()
            .filter(|rule| holds(rule) && search.is_asked_for(rule));
        return Err(OpError::NotABundle {
            file: input.name().into(),
            empty: input.len() == 0,
            sections: match is_object {
                true => looked_for.map(|rule| rule.pattern.to_string()).collect(),
                false => Vec::new(),
            },
        });
    }
    Ok(search.scan)
}

/// A scan that is going on.
struct Search<'s> {
    catalog: &'s Catalog,
    options: &'s ScanOptions,
    ids: IdCache<'s>,
    scan: Scan,
}
