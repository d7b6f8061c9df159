//! Whether what was written holds the code that left, and files that say where it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::archives::{Code, MadeArchive};
use super::leaving::Leaving;
use crate::error::Error;
use crate::input::{Input, same_bytes};
use crate::object::unsound;
use crate::request::ScanRequest;
use crate::scan::{FoundBundle, Scan, scan};

/// Reads archives back: each of `made` must be the file beside it, with these `codes`.
///
/// # Errors
///
/// It is not so.
pub(super) fn check_archives(
    registry: &Registry,
    made: &[MadeArchive],
    codes: &[Code],
    written: &[Arc<Input>],
) -> Result<(), Error> {
    let options = ScanRequest::default();
    let scans = written.iter().map(|input| scan(registry, input, &options));
    let scans = scans.collect::<Result<Vec<Scan>, _>>()?;
    // Where each code object is: the archive, the row, and its position in it.
    let mut found: BTreeMap<usize, (usize, &FoundBundle, usize)> = BTreeMap::new();
    for ((number, archive), (scan, input)) in made.iter().enumerate().zip(scans.iter().zip(written)) {
        let rows: Vec<&FoundBundle> = scan.in_use().map(|(_, found)| found).collect();
        if rows.len() != archive.rows.len() || scan.unsound().is_some() {
            return Err(unsound(input, "it has other rows"));
        }
        for (row, (name, entries)) in rows.iter().zip(&archive.rows) {
            let own = row
                .archive_member()
                .map(|member| member.name.as_os_str().as_encoded_bytes());
            let ids = row.bundle.entries.iter().map(|entry| entry.id.as_deref().ok());
            let targets = ids.map(|id| registry.ids.components(id?).ok().map(|components| components.target));
            let wanted = entries.iter().map(|(target, _)| Some(target.clone()));
            if own != Some(name.as_bytes()) || !targets.eq(wanted) {
                return Err(unsound(input, format!("the row {name} is another")));
            }
            for (position, (_, code)) in entries.iter().enumerate() {
                if let Some(code) = archive.codes.get(*code) {
                    found.insert(*code, (number, row, position));
                }
            }
        }
    }
    let mut last: Option<&Arc<Input>> = None;
    for (number, code) in codes.iter().enumerate() {
        // What was compressed is decompressed from its start, and only once.
        if let Some(before) = last.filter(|before| !Arc::ptr_eq(before, &code.input)) {
            before.release();
        }
        last = Some(&code.input);
        let Some((archive, row, position)) = found.get(&number) else {
            continue;
        };
        let entry = row.bundle.entries.get(*position);
        let place = entry.and_then(|entry| Some((entry, entry.place.clone().ok()?)));
        let is_same = match place {
            Some((entry, place)) => {
                let (there, at) = row.content(entry, place);
                let is_same = at.len == code.place.len && same_bytes((&code.input, code.place), (there, at.ofs))?;
                there.release();
                is_same
            }
            None => false,
        };
        if !is_same {
            let input = written.get(*archive).map_or(&*code.input, |input| &**input);
            return Err(unsound(input, "a code object has changed"));
        }
    }
    Ok(())
}

impl Leaving {
    /// Reads `written` back, which was made of this file: loaders see the same but for the code, and find where that went.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(super) fn check(&self, registry: &Registry, written: &Arc<Input>) -> Result<(), Error> {
        self.file.repack.check(&self.file.repacked, written)?;
        let scan = scan(
            registry,
            written,
            &ScanRequest { no_follow: true, ..ScanRequest::default() },
        )?;
        let mut references = scan.external_code.iter().filter_map(|external| {
            let reference = external.reference.as_ref()?;
            Some((external.moved_count, reference))
        });
        let is_it = references.next().is_some_and(|(count, reference)| {
            let paths = reference
                .paths
                .iter()
                .map(|path| path.path.as_os_str().as_encoded_bytes());
            let name = reference.name.as_ref().map(|name| name.as_os_str().as_encoded_bytes());
            reference.error.is_none()
                && usize::try_from(count) == Ok(self.file.repack.wrapper_count())
                && name == Some(self.file.name.as_bytes())
                && paths.eq([self.path.as_bytes()])
        });
        match is_it && references.next().is_none() && scan.in_use().count() == self.file.other_bundle_count {
            true => Ok(()),
            false => Err(unsound(written, "it does not say where its code went")),
        }
    }
}
