//! A library or program whose code comes back into it.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{ReferenceRule, SectionPattern};
use offload_bundle_core::registry::Registry;

use super::content::{Code, Content, Form, content};
use super::leaving::is_of;
use super::told::Changed;
use crate::codec::levels;
use crate::error::Error;
use crate::input::{Input, same_bytes};
use crate::object::elf::repack::{LinkedElf, Where};
use crate::object::{Asked, unsound};
use crate::ops::check::refuse_unsound;
use crate::ops::compression::CompressionChoice;
use crate::ops::context::Context;
use crate::ops::rewrite::{Unit, is_longer};
use crate::output::Progress;
use crate::report::Diagnostic;
use crate::request::{CompressionRequest, ScanRequest};
use crate::rewrite_fault::RewriteFault;
use crate::scan::{FoundBundle, KnownArchives, Scan, scan, scan_following};

/// A file whose code comes back into it.
pub(super) struct Coming {
    pub(super) file: Changed,
    /// The bundles, without the entry for the host.
    pub(super) bundles: Vec<Vec<Code>>,
    /// Whether they are compressed.
    is_compressed: bool,
}

/// What is to be done with a file.
pub(super) enum Found {
    /// Its code comes back.
    Coming(Box<Coming>),
    /// Its code is in it.
    There,
}

impl Coming {
    /// Puts the code of `input` into it that archives have which it finds.
    ///
    /// # Errors
    ///
    /// There are none; there is no room for the code; something is not understood that would have to follow.
    pub(super) fn find(
        registry: &Registry,
        rule: ReferenceRule<'static>,
        options: &ScanRequest,
        input: &Arc<Input>,
        archives: &mut KnownArchives,
        context: &mut Context<'_>,
    ) -> Result<Found, Error> {
        let scan = scan_following(registry, input, options, archives)?;
        refuse_unsound(&scan, false)?;
        // Loaders pass over such an archive: its code would be lost.
        let hidden = scan.findings().find(|located| located.finding.hides_an_archive());
        if let Some(hidden) = hidden {
            return Err(hidden.into_error());
        }
        let mut references = scan
            .external_code
            .iter()
            .filter_map(|external| external.reference.as_ref());
        let Some(reference) = references.next() else {
            return match scan.in_use().any(|(_, found)| is_of(&scan, found.region, rule)) {
                true => Ok(Found::There),
                false => Err(Error::NotABundle { file: input.name().into(), kind: None }),
            };
        };
        if !scan.followed {
            let paths = reference.paths.iter().map(|path| path.path.to_string()).collect();
            return Err(input.refuse(RewriteFault::NoArchives { paths }));
        }
        let place = Place { ofs: reference.offset.0, len: reference.size.0 };
        let repack = LinkedElf::read(Asked { input, rules: registry.sections, section: place, bundles: &[place] })?;
        let (bundles, of_units) = bundles(&scan)?;
        let of_wrappers = repack.units()?.into_iter().map(|unit| {
            let bundle = of_units.get(&unit).copied();
            bundle.ok_or_else(|| input.refuse(RewriteFault::NoUnit { unit }))
        });
        let of_wrappers = of_wrappers.collect::<Result<Vec<usize>, _>>()?;
        let section = registry.sections.iter().find_map(|section| match section.pattern {
            SectionPattern::Is(name) if section.name == rule.of => Some(name),
            _ => None,
        });
        let section = section.ok_or(Error::NoContainer)?;
        let choice = CompressionChoice::choose(registry, &CompressionRequest::default())?;
        let make = |form: Form, progress: &mut dyn Progress| -> Result<Content, Error> {
            let content = content(registry, rule, (input, repack.address()), &bundles, form, progress)?;
            if let (Form::Plain, Some(have)) = (form, repack.table_len())
                && let Some((bundle, len)) = content.tables.iter().copied().enumerate().find(|(_, len)| *len > have)
            {
                return Err(input.refuse(RewriteFault::LongTable { bundle, len, have }));
            }
            Ok(content)
        };
        let put = |content: &Content, may| {
            let bundles = (content.pieces.clone(), content.places.as_slice());
            repack.move_in(bundles, &of_wrappers, section, may)
        };
        let (repacked, is_compressed) = context.split(|_, progress| {
            let (mut first, mut made) = (None, Vec::new());
            // Readers of archives read compressed bundles too.
            for form in [Form::Plain, Form::Compressed(choice)] {
                let Some(content) = if_fits(make(form, progress), &mut first)? else {
                    continue;
                };
                if let Some(repacked) = if_fits(put(&content, Where::There), &mut first)? {
                    return Ok((repacked, form.is_compressed()));
                }
                made.push((content, form));
            }
            for (content, form) in made {
                if let Some(repacked) = if_fits(put(&content, Where::Anywhere), &mut first)? {
                    return Ok((repacked, form.is_compressed()));
                }
            }
            let hardest = CompressionChoice { level: Some(*levels(choice.method.codec).end()), ..choice };
            let content = make(Form::Compressed(hardest), progress)?;
            match if_fits(put(&content, Where::There), &mut first)? {
                Some(repacked) => Ok((repacked, true)),
                None => Err(first.unwrap_or(Error::NoContainer)),
            }
        })?;
        let file = Changed {
            input: Arc::clone(input),
            name: reference.name.as_ref().map(ToString::to_string).unwrap_or_default(),
            repack,
            repacked,
            section: section.to_owned(),
            bundle_count: bundles.len(),
            other_bundle_count: scan.in_use().filter(|(_, found)| unit(found).is_none()).count(),
            warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
        };
        Ok(Found::Coming(Box::new(Self { file, bundles, is_compressed })))
    }

    /// Reads `written` back, which was made of this file: loaders see the same but for the code, which is what archives have.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(super) fn check(
        &self,
        registry: &Registry,
        rule: ReferenceRule<'_>,
        written: &Arc<Input>,
    ) -> Result<(), Error> {
        self.file.repack.check(&self.file.repacked, written)?;
        let scan = scan(registry, written, &ScanRequest::default())?;
        let region = (0..scan.regions.len()).find(|region| is_of(&scan, *region, rule));
        let units = region.map(|region| Unit::all(&scan, region)).unwrap_or_default();
        let found: Vec<&FoundBundle> = units
            .iter()
            .flat_map(|unit| &unit.bundles)
            .map(|bundle| bundle.found)
            .collect();
        let is_there = units
            .iter()
            .map(Unit::place)
            .eq(self.file.repacked.places.iter().copied());
        let is_clean = scan.external_code.is_empty() && scan.unsound().is_none();
        if !is_there || !is_clean || found.len() != self.bundles.len() {
            return Err(unsound(written, "its bundles are not where they should be"));
        }
        for (found, codes) in found.iter().zip(&self.bundles) {
            if found.envelope.is_some() != self.is_compressed {
                return Err(unsound(written, "a bundle is not compressed as it should be"));
            }
            let host = !rule.host.is_empty();
            let entries = found.bundle.entries.iter().skip(usize::from(host));
            let ids = entries.clone().map(|entry| entry.id.as_deref().ok());
            if !ids.eq(codes.iter().map(|code| Some(code.id.as_str()))) {
                return Err(unsound(written, "a bundle has other entries"));
            }
            for (entry, code) in entries.zip(codes) {
                let (from, place) = (&code.content.0, code.content.1);
                let is_same = match entry.place.clone() {
                    Ok(there) => there.len == place.len && same_bytes((from, place), (&found.input, there.ofs))?,
                    Err(_) => false,
                };
                from.release();
                if !is_same {
                    return Err(unsound(written, "a code object has changed"));
                }
            }
            found.input.verify()?;
            found.input.release();
        }
        Ok(())
    }
}

/// What was made; nothing where bundles have no room so, of which the first error is kept.
fn if_fits<T>(made: Result<T, Error>, first: &mut Option<Error>) -> Result<Option<T>, Error> {
    let is_long_table = |error: &Error| matches!(error, Error::Rewrite { fault: RewriteFault::LongTable { .. }, .. });
    match made {
        Ok(made) => Ok(Some(made)),
        Err(error) if is_longer(&error) || is_long_table(&error) => {
            first.get_or_insert(error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// What a bundle is told from others by: of each code object the ID, and where it is in which archive.
type Key = Vec<(String, usize, Place)>;

/// The unit that `found` is the code of, where that was moved to archives.
fn unit(found: &FoundBundle) -> Option<u64> {
    found.row.as_ref()?.unit
}

/// Bundles, and by unit the number of its own.
type Bundles = (Vec<Vec<Code>>, BTreeMap<u64, usize>);

/// The bundles that the units of `scan` come from. Units with the same code have one bundle.
fn bundles(scan: &Scan) -> Result<Bundles, Error> {
    let (mut bundles, mut of_units) = (Vec::new(), BTreeMap::new());
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    let units = scan.in_use().filter_map(|(_, found)| Some((unit(found)?, found)));
    for (unit, found) in units {
        let mut codes = Vec::new();
        let mut key = Key::new();
        for entry in &found.bundle.entries {
            let archive = found.input_of(entry);
            let damaged = |error| Error::Read { file: archive.name().into(), error };
            let id = entry.id.clone().map_err(damaged)?;
            let place = entry.place.clone().map_err(damaged)?;
            let (content, within) = found.content(entry, place);
            key.push((id.clone(), Arc::as_ptr(archive).addr(), place));
            codes.push(Code {
                id,
                archive: Arc::clone(archive),
                content: (Arc::clone(content), within),
                len: within.len,
            });
        }
        let next = bundles.len();
        let bundle = *known.entry(key).or_insert(next);
        if bundle == next {
            bundles.push(codes);
        }
        of_units.insert(unit, bundle);
    }
    Ok((bundles, of_units))
}

#[cfg(test)]
mod tests {
    use offload_bundle_core::attributes::Attributes;
    use offload_bundle_core::container::{Bundle, StoredEntry};
    use offload_bundle_core::error::Path;
    use offload_bundle_formats::registry::REGISTRY;

    use super::*;
    use crate::input::ArchiveMember;
    use crate::scan::{self, FoundRow};

    #[test]
    fn code_is_that_of_the_unit_whatever_else_is_found() {
        let input = Arc::new(Input::from_bytes("in", b"abc".to_vec()));
        let container = *REGISTRY.containers.first().unwrap();
        // A row of a file with a table of its own, and units with a gap between them.
        let found = [(None, 0), (Some(1), 1), (Some(5), 2), (Some(9), 1)].map(|(unit, ofs)| {
            let place = Ok(Place { ofs, len: 1 });
            let entry = StoredEntry {
                index: 0,
                id: Ok("id".to_owned()),
                id_offset: 0,
                place,
                path: Path::default(),
                ofs_field: "ofs",
                ofs_offset: 0,
                attributes: Attributes::default(),
            };
            let bundle = Bundle { start: 0, frame_len: 0, len: 0, version: None, entries: vec![entry] };
            let member = Arc::new(ArchiveMember { name: "row".into(), offset: 0 });
            let row = Some(FoundRow { member, start: 0, unit });
            FoundBundle { row, ..FoundBundle::new(scan::Form::Container(container), bundle, &input, 0) }
        });
        let scan = Scan { bundles: found.into(), ..Scan::default() };
        let (bundles, of_units) = bundles(&scan).unwrap();
        let starts = bundles.iter().flatten().map(|code| code.content.1.ofs);
        assert!(starts.eq([1, 2]));
        assert_eq!(of_units, [(1, 0), (5, 1), (9, 0)].into());
    }
}
