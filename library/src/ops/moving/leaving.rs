//! A library or program whose code leaves it.

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{Holds, ObjectFormat, ReferenceRule, SectionPattern};
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::TocId;

use super::archives::{Entry, NewArchives};
use super::placed::Placed;
use super::told::Changed;
use crate::error::Error;
use crate::input::Input;
use crate::object::Asked;
use crate::object::elf::repack::LinkedElf;
use crate::ops::check::refuse_unsound;
use crate::ops::choice::Choice;
use crate::ops::rewrite::{Holder, Unit};
use crate::report::Diagnostic;
use crate::request::ScanRequest;
use crate::rewrite_fault::RewriteFault;
use crate::scan::{RegionKind, Scan, scan};

/// Where code goes, and how files say so.
#[derive(Clone, Copy)]
pub(super) struct Destination<'d> {
    pub(super) registry: &'d Registry,
    pub(super) options: &'d ScanRequest,
    pub(super) id: TocId<'static>,
    pub(super) rule: ReferenceRule<'static>,
    /// What the section is called that says where code went.
    pub(super) section: &'static str,
    /// What archives are called.
    pub(super) archive: &'d str,
}

/// A file whose code leaves it.
pub(super) struct Leaving {
    pub(super) file: Changed,
    /// The folder that the folder of its archives is in, with a slash behind it.
    pub(super) root: String,
    /// Where archives are, for its loader.
    pub(super) path: String,
    /// The code objects for devices in each of its bundles.
    bundles: Vec<Vec<Stored>>,
}

/// What is to be done with a file.
pub(super) enum Found {
    /// Its code leaves it.
    Leaving(Box<Leaving>),
    /// Its code has left it before.
    Left,
    /// None of its code is meant.
    NothingMeant,
}

impl Leaving {
    /// Decides what is moved of the code of `input`, which is at `placed`.
    ///
    /// # Errors
    ///
    /// It has no code that can be moved; something is not understood that would have to follow; its path is no text.
    pub(super) fn decide(
        destination: &Destination<'_>,
        input: &Arc<Input>,
        placed: &Placed,
        choice: &mut Choice<'_>,
    ) -> Result<Found, Error> {
        let (registry, options) = (destination.registry, destination.options);
        let scan = scan(registry, input, options)?;
        refuse_unsound(&scan, false)?;
        let mut in_use = scan.in_use();
        let has_own = in_use.any(|(_, found)| is_of(&scan, found.region, destination.rule));
        if !has_own && scan.external_code.iter().any(|external| external.reference.is_some()) {
            return Ok(Found::Left);
        }
        let holder = Holder::find(&scan, input)?;
        let Some(section) = holder
            .section
            .clone()
            .filter(|_| is_of(&scan, holder.region, destination.rule))
        else {
            let found = holder.section.unwrap_or_else(|| "a file of bundles".into());
            return Err(input.refuse(RewriteFault::NotMoved { found }));
        };
        let units = Unit::all(&scan, holder.region);
        holder.refuse_others(input, &units)?;
        let places: Vec<Place> = units.iter().map(Unit::place).collect();
        let rules = registry.sections;
        let repack = LinkedElf::read(Asked { input, rules, section: holder.place, bundles: &places })?;
        let bundles = units
            .iter()
            .enumerate()
            .map(|unit| entries(destination, input, unit, choice));
        let bundles = bundles.collect::<Result<Vec<_>, _>>()?;
        if !bundles.iter().flatten().any(|stored| stored.is_taken) {
            return Ok(Found::NothingMeant);
        }
        let (name, root) = placed.text().ok_or_else(|| input.refuse(RewriteFault::NotText))?;
        let path = destination.rule.path_from(placed.deep(), destination.archive);
        let reference = destination.rule.write(name, &[&path]);
        let reference = reference.map_err(|error| Error::Write { file: input.name().into(), error })?;
        let repacked = repack.move_out(reference, destination.section)?;
        for stored in bundles.iter().flatten() {
            choice.count(&stored.id, stored.content.1.len, stored.is_taken);
        }
        let file = Changed {
            input: Arc::clone(input),
            name: name.to_owned(),
            repack,
            repacked,
            section,
            bundle_count: bundles.len(),
            other_bundle_count: scan.in_use().filter(|(_, found)| found.region != holder.region).count(),
            warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
        };
        Ok(Found::Leaving(Box::new(Self {
            file,
            root: root.to_owned(),
            path,
            bundles,
        })))
    }

    /// The processors that code is moved for, each perhaps several times.
    pub(super) fn processors(&self) -> impl Iterator<Item = &str> {
        let taken = self.bundles.iter().flatten().filter(|stored| stored.is_taken);
        taken.map(|stored| stored.processor.as_str())
    }

    /// Adds the code that is moved to `archives`.
    ///
    /// # Errors
    ///
    /// It cannot be read; there is no room for it.
    pub(super) fn gather(&self, rule: ReferenceRule<'_>, archives: &mut NewArchives) -> Result<(), Error> {
        // Wrappers that share a bundle share its unit.
        for (unit, bundle) in self.bundles.iter().enumerate() {
            let mut ordered: Vec<(usize, &Stored)> = bundle.iter().enumerate().collect();
            // A compressed bundle is decompressed once.
            ordered.sort_by_key(|(_, stored)| stored.content.1.ofs);
            let mut moved = Vec::new();
            for (position, stored) in ordered.into_iter().filter(|(_, stored)| stored.is_taken) {
                let (from, place) = &stored.content;
                let code = archives.add_code(from, *place, self.file.input.name())?;
                let (target, processor) = (stored.target.clone(), stored.processor.clone());
                moved.push((position, Entry { target, processor, code }));
            }
            if let Some(Stored { content: (from, _), .. }) = bundle.first() {
                from.verify()?;
                from.release();
            }
            moved.sort_by_key(|(position, _)| *position);
            let entries: Vec<Entry> = moved.into_iter().map(|(_, entry)| entry).collect();
            archives.add_row(&rule.row(&self.file.name, unit), &entries);
        }
        Ok(())
    }
}

/// Whether the region number `region` of `scan` is a section whose code `rule` is for.
pub(super) fn is_of(scan: &Scan, region: usize, rule: ReferenceRule<'_>) -> bool {
    let kind = scan.regions.get(region).map(|region| &region.kind);
    matches!(kind, Some(RegionKind::Section { rule: own, .. }) if *own == rule.of)
}

/// A code object in a bundle.
struct Stored {
    id: String,
    /// Whether it is moved.
    is_taken: bool,
    target: String,
    processor: String,
    content: (Arc<Input>, Place),
}

/// The code objects for devices in `unit`, the bundle number `number` of `input`.
fn entries(
    destination: &Destination<'_>,
    input: &Input,
    (number, unit): (usize, &Unit<'_>),
    choice: &mut Choice<'_>,
) -> Result<Vec<Stored>, Error> {
    let ids = destination.registry.ids;
    let [bundle] = &unit.bundles[..] else {
        return Err(input.refuse(RewriteFault::SeveralTogether { bundle: number }));
    };
    let mut entries = Vec::new();
    let mut known = BTreeSet::new();
    for kept in &bundle.kept {
        let damaged = |error: &_| Error::Read { file: input.name().into(), error: Clone::clone(error) };
        let id = kept.stored.id.as_deref().map_err(damaged)?;
        let place = *kept.stored.place.as_ref().map_err(damaged)?;
        if ids.is_host(id) {
            match place.len {
                0 => continue,
                _ => return Err(input.refuse(RewriteFault::NoPlace { id: id.to_owned() })),
            }
        }
        let target = ids
            .components(id)
            .map_err(|error| Error::malformed_id(id, error))?
            .target;
        let there = ids.entry_id(destination.id.kind, destination.id.triple, &target);
        let is_alike = ids.verdict(&there, id).compatible && ids.verdict(id, &there).compatible;
        let parts = ids.target_parts(&target).unwrap_or_default();
        let Some(processor) = parts.into_iter().next().filter(|_| is_alike) else {
            return Err(input.refuse(RewriteFault::NoPlace { id: id.to_owned() }));
        };
        if !known.insert(target.clone()) {
            return Err(input.refuse(RewriteFault::SeveralTargets { bundle: number, target }));
        }
        let content = (Arc::clone(&bundle.found.input), place);
        let (id, is_taken) = (id.to_owned(), choice.takes(id));
        entries.push(Stored { id, is_taken, target, processor: processor.value, content });
    }
    Ok(entries)
}

/// How files of `registry` say where code went that is in archives: the rule, and the name of the section.
pub(super) fn reference(registry: &Registry) -> Option<(ReferenceRule<'static>, &'static str)> {
    registry
        .sections
        .iter()
        .find_map(|section| match (section.holds, section.pattern) {
            (Holds::Reference(rule), SectionPattern::Is(name))
                if section.formats.contains(&ObjectFormat::Elf) && !rule.of.is_empty() =>
            {
                Some((rule, name))
            }
            _ => None,
        })
}
