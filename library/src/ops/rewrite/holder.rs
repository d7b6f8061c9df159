//! What the bundles are in that are rewritten, with nothing else.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::WriteError;

use super::unit::Unit;
use crate::error::Error;
use crate::input::{Input, first_not_zero};
use crate::object::{RepackFault, elf::repack, is_unlinked};
use crate::rewrite_fault::RewriteFault;
use crate::scan::{Form, RegionKind, Scan};

/// What the bundles are in that are rewritten: a section, or the whole file.
pub(in crate::ops) struct Holder {
    pub(in crate::ops) region: usize,
    pub(in crate::ops) place: Place,
    /// The name of the section.
    pub(in crate::ops) section: Option<String>,
}

impl Holder {
    /// That of `scan`: the one section that is made for bundles and has some, or the file itself.
    ///
    /// # Errors
    ///
    /// A format is only read; several sections have some, or only one that has other content too; some had them before they were moved to other
    /// files; the bundles are in an archive, in an object that is not linked, or in bitcode.
    pub(in crate::ops) fn find(scan: &Scan, input: &Input) -> Result<Self, Error> {
        let inside = || Error::Inside { file: input.name().into() };
        if scan.is_archive {
            return Err(input.refuse(RewriteFault::NotLinked { what: "a static archive" }));
        }
        if is_unlinked(input)? {
            return Err(input.refuse(RewriteFault::NotLinked { what: "an object that is not linked" }));
        }
        if let Some(external) = scan.external_code.first() {
            return Err(input.refuse(RepackFault::NoBits { section: external.section.clone() }));
        }
        let mut found: Vec<Self> = Vec::new();
        let mut merged = None;
        for (_, bundle) in scan.in_use() {
            let Some(region) = scan.regions.get(bundle.region) else {
                continue;
            };
            if let Some(container) = bundle.form.container().filter(|container| !container.is_written()) {
                let error = WriteError::read_only(container.title());
                return Err(Error::Write { file: input.name().into(), error });
            }
            if let Form::Images(rule) = bundle.form {
                let error = WriteError::read_only(rule.title);
                return Err(Error::Write { file: input.name().into(), error });
            }
            let own =
                bundle.apart.is_none() && bundle.input.member().is_none() && matches!(bundle.form, Form::Container(_));
            let (place, section) = match &region.kind {
                RegionKind::Whole if own => (input.whole(), None),
                RegionKind::Section { name, .. } if own => (region.place, Some(name.clone())),
                RegionKind::Searched { section: Some(section) } => {
                    merged = merged.or_else(|| Some(section.name.clone()));
                    continue;
                }
                _ => continue,
            };
            if found.last().is_none_or(|last| last.region != bundle.region) {
                found.push(Self { region: bundle.region, place, section });
            }
        }
        if found.len() > 1 {
            let sections = found.into_iter().filter_map(|holder| holder.section).collect();
            return Err(input.refuse(RepackFault::SeveralSections { sections }));
        }
        match (found.pop(), merged) {
            (Some(holder), _) => Ok(holder),
            (None, Some(_)) if repack::has_no_sections(input)? => Err(input.refuse(RepackFault::NoSections)),
            (None, Some(section)) => Err(input.refuse(RepackFault::Merged { section })),
            (None, None) => Err(inside()),
        }
    }

    /// Refuses other bytes than bundles and zeros behind the first of `units`: they would be lost.
    ///
    /// # Errors
    ///
    /// There are some; they cannot be read.
    pub(in crate::ops) fn refuse_others(&self, input: &Input, units: &[Unit<'_>]) -> Result<(), Error> {
        let ends = units.iter().map(|unit| unit.place.end());
        let starts = units
            .iter()
            .skip(1)
            .map(|unit| unit.place.ofs)
            .chain([self.place.end()]);
        for (end, start) in ends.zip(starts) {
            let between = Place { ofs: end, len: start.saturating_sub(end) };
            if let Some(offset) = first_not_zero(input, between)? {
                return Err(input.refuse(RewriteFault::OtherBytes { offset }));
            }
        }
        Ok(())
    }
}
