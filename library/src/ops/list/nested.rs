//! What entries hold themselves: contents that are containers, or files with containers in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;

use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{HEAD, Input, LastBlock};
use crate::object::elf_header;
use crate::report::{Diagnostic, ListedBundle};
use crate::request::rules::ScanRules;
use crate::request::{ListRequest, ScanRequest};
use crate::scan::{Form, FoundBundle, IdCache, Located, Scan, scan};

/// So many levels below the file itself are looked into.
const DEPTH: usize = 16;

/// Looks into the entries of one file.
pub(super) struct Nested<'n> {
    registry: &'n Registry,
    request: &'n ListRequest,
    /// The name of the file.
    file: &'n FileName,
    /// What is wrong or odd in what the entries hold. The file itself may still be sound, so nothing is worse than a warning.
    pub(super) warnings: Vec<Diagnostic>,
}

/// What a content may be that holds something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is a container, in an envelope or not, or an archive.
    Holder,
    /// It may have sections that hold something. Most have none.
    Object,
}

/// The entries of one scan that have been looked into.
pub(super) struct Level {
    /// How many levels lie above.
    depth: usize,
    /// What was scanned, as a range of another input.
    range: Option<Range>,
    /// The entry of the file in which all of this lies: bundle and entry.
    top: Option<(usize, u64)>,
    /// How much has been looked into of each input of the scan.
    looked: BTreeMap<*const Input, Looked>,
}

/// An input that is a range of another, which has all the bytes at hand however deep it lies.
struct Range {
    part: Arc<Input>,
    whole: Arc<Input>,
    ofs: u64,
    last: Arc<LastBlock>,
}

/// What has been looked into of one input.
#[derive(Default)]
struct Looked {
    last: Arc<LastBlock>,
    /// The ranges: where each begins, and where it ends.
    ranges: BTreeMap<u64, u64>,
}

impl Looked {
    /// Notes a range, if it shares nothing with those before.
    fn insert(&mut self, place: Place) -> bool {
        let before = self.ranges.range(..place.end()).next_back();
        let is_new = before.is_none_or(|(_, end)| *end <= place.ofs);
        if is_new {
            self.ranges.insert(place.ofs, place.end());
        }
        is_new
    }
}

impl Level {
    /// That of the file itself.
    pub(super) fn outermost() -> Self {
        Self { depth: 0, range: None, top: None, looked: BTreeMap::new() }
    }

    /// The bytes at `place` of `input` as a range of what has them at hand, and what its parts share.
    fn at_hand(&mut self, input: &Arc<Input>, place: Place) -> (Arc<Input>, Place, Arc<LastBlock>) {
        match &self.range {
            Some(range) if Arc::ptr_eq(&range.part, input) => {
                let ofs = range.ofs.saturating_add(place.ofs);
                (
                    Arc::clone(&range.whole),
                    Place { ofs, ..place },
                    Arc::clone(&range.last),
                )
            }
            _ => {
                let looked = self.looked.entry(Arc::as_ptr(input)).or_default();
                (Arc::clone(input), place, Arc::clone(&looked.last))
            }
        }
    }
}

impl<'n> Nested<'n> {
    /// For the input `file` of a request.
    pub(super) fn new(registry: &'n Registry, request: &'n ListRequest, file: &'n FileName) -> Self {
        Self { registry, request, file, warnings: Vec::new() }
    }

    /// Adds to the entries of `listed`, which is `found` in `scan`, what they hold. It calls itself, no deeper than [`DEPTH`].
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn look_into(
        &mut self,
        scan: &Scan,
        found: &FoundBundle,
        listed: &mut ListedBundle,
        ids: &mut IdCache<'_>,
        level: &mut Level,
    ) -> Result<(), Error> {
        // No more is decompressed than what is listed of a container itself.
        if found.input.is_decompressed() {
            return Ok(());
        }
        let stub = found.stub();
        let entries = listed.entries.iter().enumerate();
        // What is packed is looked into by those who unpack it.
        let entries = entries
            .filter(|(_, entry)| Some(entry.entry) != stub && entry.packed_size.is_none() && entry.archive.is_none());
        let mut contents: Vec<(Place, usize)> = entries
            .filter_map(|(at, entry)| Some((Place { ofs: entry.offset?.0, len: entry.size?.0 }, at)))
            .filter(|(place, _)| place.len > 0 && !is_around(*place, found))
            .collect();
        contents.sort_by_key(|(place, _)| (place.ofs, place.len));
        for (place, at) in contents {
            let (whole, place_in_whole, last) = level.at_hand(&found.input, place);
            let kind = self.kind(&whole.window(place_in_whole.ofs, HEAD.min(place.len))?);
            let looked = level.looked.entry(Arc::as_ptr(&found.input)).or_default();
            let (Some(kind), Some(entry)) = (kind, listed.entries.get_mut(at)) else {
                continue;
            };
            if !looked.insert(place) {
                continue;
            }
            let top = level.top.unwrap_or((listed.bundle, entry.entry));
            if level.depth >= DEPTH {
                if kind == Kind::Holder {
                    let finding = Finding::at(place.ofs, Anomaly::NestedTooDeep { entry: entry.entry, most: DEPTH });
                    let located = Located::new(&found.input, finding);
                    self.warn(top, Diagnostic::new(self.file, &located));
                }
                continue;
            }
            let name = match scan.bundles.len() {
                1 => format!("entry {}", entry.entry),
                _ => format!("entry {} of bundle {}", entry.entry, listed.bundle),
            };
            let name = found.input.name().of_member(&name.into());
            let part = Arc::new(Input::part(name, &whole, place_in_whole, &last));
            let Some(inner) = self.scan(&part, kind, top)? else {
                continue;
            };
            let range = Range { part, whole, ofs: place_in_whole.ofs, last };
            let (depth, looked) = (level.depth.saturating_add(1), BTreeMap::new());
            let mut below = Level { depth, range: Some(range), top: Some(top), looked };
            for (number, found) in inner.bundles.iter().enumerate() {
                let mut listed = ListedBundle::new(&inner, number, found, ids);
                self.look_into(&inner, found, &mut listed, ids, &mut below)?;
                entry.holds.push(listed);
            }
        }
        Ok(())
    }

    /// What a content is that begins with `head`, if it may hold something.
    fn kind(&self, head: &[u8]) -> Option<Kind> {
        if self.registry.envelope(head).is_some() || self.registry.recognise(head).is_some() {
            return Some(Kind::Holder);
        }
        let content = self.registry.content(head)?;
        if content.archive {
            return Some(Kind::Holder);
        }
        content.object?;
        // A code object holds nothing; there are very many.
        let target = elf_header(head).and_then(|header| self.registry.ids.header_target(&header).target);
        target.is_none().then_some(Kind::Object)
    }

    /// What the content `part` of the entry `top` of the file, or of one in it, holds; `None` if that is nothing.
    fn scan(&mut self, part: &Arc<Input>, kind: Kind, top: (usize, u64)) -> Result<Option<Scan>, Error> {
        let rules = ScanRules { own_form: false, ..self.request.scan.rules };
        let options = ScanRequest { file_type: None, rules, carve: false, ..self.request.scan };
        let scan = match scan(self.registry, part, &options) {
            Ok(scan) => scan,
            Err(error @ Error::Io { .. }) => return Err(error),
            Err(Error::Read { file, error }) if kind == Kind::Holder => {
                let located = Located { file, member: None, finding: error.into() };
                self.warn(top, Diagnostic::new(self.file, &located));
                return Ok(None);
            }
            // It is no container, and an object that is damaged is none of those that are listed.
            Err(_) => return Ok(None),
        };
        for diagnostic in Diagnostic::of_scan(self.file, &scan) {
            self.warn(top, diagnostic);
        }
        Ok(Some(scan))
    }

    /// Notes something in the entry `top` of the file.
    fn warn(&mut self, (bundle, entry): (usize, u64), diagnostic: Diagnostic) {
        let severity = diagnostic.severity.min(Severity::Warning);
        self.warnings
            .push(Diagnostic { severity, bundle: Some(bundle), entry: Some(entry), ..diagnostic });
    }
}

/// Whether the bytes at `place` hold the start of the container `found` whose content they are.
fn is_around(place: Place, found: &FoundBundle) -> bool {
    let start = found.bundle.start;
    matches!(found.form, Form::Container(_)) && (place.ofs..place.end()).contains(&start)
}
