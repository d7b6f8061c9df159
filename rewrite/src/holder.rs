//! The section or file that holds the bundles to rewrite.

use offload_bundle::input::Input;
use offload_bundle::internal::input::first_not_zero;
use offload_bundle::internal::scan::{Form, RegionKind, Scan};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::error::WriteError;

use super::unit::Unit;
use crate::linked::elf;
use crate::linked::refusals::{no_bits, no_sections, not_repackable};
use crate::linked::repack::is_unlinked;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Bundles are written again.
    Any,
    /// Entries are removed, which some formats allow that are not written.
    Removal,
}

impl Edit {
    fn can_change(self, container: &dyn Container) -> bool {
        container.is_written() || (self == Self::Removal && container.walker().is_some())
    }
}

pub(crate) struct Holder {
    pub(crate) region: usize,
    pub(crate) place: Place,
    pub(crate) section: Option<String>,
}

impl Holder {
    /// Refuses read-only formats, several sections, other content, external code, archives, unlinked objects and bitcode.
    pub(crate) fn find(scan: &Scan, input: &Input, edit: Edit) -> Result<Self, Error> {
        let inside = || Error::Inside { file: input.name().into() };
        let not_linked = |what| Error::NotLinked { file: input.name().clone(), what };
        if scan.is_archive {
            return Err(not_linked("a static archive"));
        }
        if is_unlinked(input)? {
            return Err(not_linked("an object that is not linked"));
        }
        if let Some(external) = scan.external_code.first() {
            return Err(input.refuse(no_bits(&external.section)));
        }
        let mut found: Vec<Self> = Vec::new();
        let (mut merged, mut to_be_linked) = (None, false);
        for (_, bundle) in scan.in_use() {
            let Some(region) = scan.regions.get(bundle.region) else {
                continue;
            };
            if let Some(container) = bundle.form.container().filter(|one| !edit.can_change(*one)) {
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
                RegionKind::Section { linked_into, .. } if !linked_into.is_empty() => {
                    to_be_linked = true;
                    continue;
                }
                RegionKind::Whole if own => (input.full_range(), None),
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
            let sections: Vec<String> = found.into_iter().filter_map(|holder| holder.section).collect();
            let why = format!("bundles are in several sections: {}", sections.join(", "));
            return Err(input.refuse(not_repackable(why)));
        }
        match (found.pop(), merged) {
            (Some(holder), _) => Ok(holder),
            (None, Some(_)) if elf::has_no_sections(input)? => Err(input.refuse(no_sections())),
            (None, Some(section)) => Err(input.refuse(not_repackable(format!(
                "bundles are in the section `{section}` with other content, which cannot move"
            )))),
            (None, None) if to_be_linked => Err(not_linked("code that is yet to be linked")),
            (None, None) => Err(inside()),
        }
    }

    /// The rewrite would lose bytes other than bundles and zeros after the first of `units`.
    pub(crate) fn refuse_others(&self, input: &Input, units: &[Unit<'_>]) -> Result<(), Error> {
        let ends = units.iter().map(|unit| unit.place.end());
        let starts = units
            .iter()
            .skip(1)
            .map(|unit| unit.place.ofs)
            .chain([self.place.end()]);
        for (end, start) in ends.zip(starts) {
            let between = Place { ofs: end, len: start.saturating_sub(end) };
            if let Some(offset) = first_not_zero(input, between)? {
                let why = format!("data between the bundles at byte {offset:#x} would be lost");
                return Err(input.refuse(Refusal::new("other-bytes", why)));
            }
        }
        Ok(())
    }
}
