//! A library or program whose code comes back into it.

use std::collections::BTreeMap;
use std::io::Seek;
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::container::{NewEntry, PlanOptions};
use offload_bundle_core::placement::{ReferenceRule, SectionPattern};
use offload_bundle_core::plan::Piece;
use offload_bundle_core::registry::Registry;

use crate::codec::levels;
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::{Input, InputPiece, planned, same_bytes};
use crate::object::elf::repack::{LinkedElf, RepackedElf, Where};
use crate::object::{Asked, RepackFault, unsound};
use crate::ops::check::refuse_unsound;
use crate::ops::compression::{CompressionChoice, write_compressed};
use crate::ops::context::Context;
use crate::ops::rewrite::{Unit, parts};
use crate::output::{Output, Progress};
use crate::report::Diagnostic;
use crate::request::{CompressionRequest, ContainerFormat, ScanRequest};
use crate::rewrite_fault::RewriteFault;
use crate::scan::{FoundBundle, KnownArchives, RegionKind, Scan, scan, scan_followed};
use crate::system::spooled;

/// What compressed bundles take, up to which they stay in memory, in bytes.
const IN_MEMORY: usize = 1 << 20;
/// What bundles and code objects are aligned to, in bytes: pages, as compilers do it.
const PAGE: u64 = 4096;

/// A code object that comes back.
pub(super) struct Code {
    pub(super) id: String,
    /// The archive that it is in.
    pub(super) archive: Arc<Input>,
    /// What it is in without compression, and where.
    content: (Arc<Input>, Place),
    pub(super) len: u64,
}

/// A file whose code comes back into it.
pub(super) struct Coming {
    pub(super) input: Arc<Input>,
    pub(super) repack: LinkedElf,
    pub(super) repacked: RepackedElf,
    /// What its code is called in archives.
    pub(super) name: String,
    /// The section that bundles are in then.
    pub(super) section: &'static str,
    /// The bundles, without the entry for the host.
    pub(super) bundles: Vec<Vec<Code>>,
    /// Whether they are compressed.
    is_compressed: bool,
    pub(super) other_bundle_count: usize,
    pub(super) warnings: Vec<Diagnostic>,
}

/// What is to be done with a file.
pub(super) enum Found {
    /// Its code comes back.
    Coming(Box<Coming>),
    /// Its code is in it.
    There,
}

/// How bundles are written.
#[derive(Clone, Copy)]
enum Form {
    Plain,
    Compressed(CompressionChoice),
}

impl Coming {
    /// Puts the code of `input` into it that archives have which it finds.
    ///
    /// # Errors
    ///
    /// There are none; there is no room for the code; something is not understood that would have to follow.
    pub(super) fn of(
        registry: &Registry,
        rule: ReferenceRule<'static>,
        options: &ScanRequest,
        input: &Arc<Input>,
        archives: &mut KnownArchives,
        context: &mut Context<'_>,
    ) -> Result<Found, Error> {
        let refused = |fault| Error::Rewrite { file: input.name().into(), fault };
        let scan = scan_followed(registry, input, options, archives)?.without_unknown_names();
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
            let is_library = |found: &FoundBundle| {
                let kind = scan.regions.get(found.region).map(|region| &region.kind);
                matches!(kind, Some(RegionKind::Section { rule: own, .. }) if *own == rule.of)
            };
            return match scan.in_use().any(|(_, found)| is_library(found)) {
                true => Ok(Found::There),
                false => Err(Error::NotABundle { file: input.name().into(), kind: None }),
            };
        };
        if !scan.followed {
            let paths = reference.paths.iter().map(|path| path.path.to_string()).collect();
            return Err(refused(RewriteFault::NoArchives { paths }));
        }
        let place = Place { ofs: reference.offset.0, len: reference.size.0 };
        let repack = LinkedElf::of(Asked { input, rules: registry.sections, section: place, bundles: &[place] })?;
        let (bundles, of_units) = bundles(&scan)?;
        let of_wrappers = repack.units()?.into_iter().map(|unit| {
            let bundle = of_units.get(&unit).copied();
            bundle.ok_or_else(|| refused(RewriteFault::NoUnit { unit }))
        });
        let of_wrappers = of_wrappers.collect::<Result<Vec<usize>, _>>()?;
        let section = registry.sections.iter().find_map(|section| match section.pattern {
            SectionPattern::Is(name) if section.name == rule.of => Some(name),
            _ => None,
        });
        let section = section.ok_or(Error::NoContainer)?;
        let choice = CompressionChoice::of(registry, &CompressionRequest::default())?;
        let make = |form: Form, may: Where, progress: &mut dyn Progress| -> Result<RepackedElf, Error> {
            let content = content(registry, rule, (input, repack.address()), &bundles, form, progress)?;
            if let (Form::Plain, Some(have)) = (form, repack.table_len())
                && let Some((bundle, len)) = content.tables.iter().copied().enumerate().find(|(_, len)| *len > have)
            {
                return Err(refused(RewriteFault::LongTable { bundle, len, have }));
            }
            repack.moved_in((content.pieces, &content.places), &of_wrappers, section, may)
        };
        let (repacked, is_compressed) = context.split(|_, progress| {
            let mut first = None;
            let hardest = CompressionChoice { level: Some(*levels(choice.method.codec).end()), ..choice };
            for (form, may) in [
                (Form::Plain, Where::There),
                (Form::Compressed(choice), Where::There),
                (Form::Plain, Where::Anywhere),
                (Form::Compressed(choice), Where::Anywhere),
                (Form::Compressed(hardest), Where::There),
            ] {
                match make(form, may, progress) {
                    Ok(repacked) => return Ok((repacked, matches!(form, Form::Compressed(_)))),
                    // Readers of archives read compressed bundles too.
                    Err(error) if has_no_room(&error) => drop(first.get_or_insert(error)),
                    Err(error) => return Err(error),
                }
            }
            Err(first.unwrap_or(Error::NoContainer))
        })?;
        Ok(Found::Coming(Box::new(Self {
            input: Arc::clone(input),
            repack,
            repacked,
            name: reference.name.as_ref().map(ToString::to_string).unwrap_or_default(),
            section,
            bundles,
            is_compressed,
            other_bundle_count: scan.in_use().filter(|(_, found)| unit(found).is_none()).count(),
            warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
        })))
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
        self.repack.check(&self.repacked, written)?;
        let scan = scan(registry, written, &ScanRequest::default())?;
        let region = scan.regions.iter().position(|region| match &region.kind {
            RegionKind::Section { rule: own, .. } => *own == rule.of,
            _ => false,
        });
        let units = region.map(|region| Unit::all(&scan, region)).unwrap_or_default();
        let found: Vec<&FoundBundle> = units
            .iter()
            .flat_map(|unit| &unit.bundles)
            .map(|bundle| bundle.found)
            .collect();
        let is_there = units.iter().map(Unit::place).eq(self.repacked.places.iter().copied());
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

/// Whether `error` is that bundles need more room than there is.
fn has_no_room(error: &Error) -> bool {
    let Error::Rewrite { fault, .. } = error else {
        return false;
    };
    matches!(
        fault,
        RewriteFault::NotRepackable(RepackFault::Longer { .. }) | RewriteFault::LongTable { .. }
    )
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
            let archive = found.stored_in(entry);
            let damaged = |error| Error::Read { file: archive.name().into(), error };
            let (id, place) = (
                entry.id.clone().map_err(damaged)?,
                entry.place.clone().map_err(damaged)?,
            );
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

/// Bundles, one after the other.
struct Content {
    pieces: Vec<InputPiece>,
    places: Vec<Place>,
    /// How long the header and entry table of each are.
    tables: Vec<u64>,
}

/// The new bundles, the first of which has the address `address`.
fn content(
    registry: &Registry,
    rule: ReferenceRule<'_>,
    (input, address): (&Arc<Input>, u64),
    bundles: &[Vec<Code>],
    form: Form,
    progress: &mut dyn Progress,
) -> Result<Content, Error> {
    let fail = |error| Error::from(FileError::new(input.name(), error));
    let ContainerFormat(container) = ContainerFormat::all(registry).next().ok_or(Error::NoContainer)?;
    let mut made = Vec::new();
    let mut tables = Vec::new();
    for codes in bundles {
        let host = Some(NewEntry::new(rule.host, 0)).filter(|host| !host.id.is_empty());
        let skip = usize::from(host.is_some());
        let entries = host
            .into_iter()
            .chain(codes.iter().map(|code| NewEntry::new(&code.id, code.len)));
        let entries: Vec<NewEntry<'_>> = entries.collect();
        let plan = container.plan(&entries, PlanOptions::aligned(PAGE));
        let plan = plan.map_err(|error| Error::Write { file: input.name().into(), error })?;
        let front = plan.pieces.iter().map_while(|piece| match piece {
            Piece::Bytes(bytes) => Some(length(bytes)),
            _ => None,
        });
        tables.push(front.fold(0, u64::saturating_add));
        made.push(planned(plan.pieces, |slot| {
            let (from, place) = &codes.get(slot.checked_sub(skip)?)?.content;
            Some((Arc::clone(from), place.ofs))
        }));
    }
    if let Form::Compressed(choice) = form {
        let mut spool = spooled(IN_MEMORY);
        let (mut places, mut end) = (Vec::new(), 0_u64);
        for pieces in &made {
            let output = Output::new(input.name().clone(), parts(pieces));
            let (front, plain) = output.split_front(choice.envelope.front_len());
            let written = write_compressed((&front, &plain), &choice, &mut spool, progress)?;
            let place = Place { ofs: end, len: written.size.0 };
            end = place.end();
            places.push(place);
        }
        let mut file = spool.into_file().map_err(fail)?;
        file.rewind().map_err(fail)?;
        let spool = Arc::new(Input::of_written(input.name().clone(), file).map_err(fail)?);
        made = places
            .into_iter()
            .map(|place| vec![InputPiece::Range(Arc::clone(&spool), place)])
            .collect();
    }
    let alignment = match address.checked_rem(PAGE) {
        Some(0) => PAGE,
        _ => 1,
    };
    let mut content = Content { pieces: Vec::new(), places: Vec::new(), tables };
    let mut end = 0_u64;
    for mut pieces in made {
        let start = end.checked_next_multiple_of(alignment).unwrap_or(u64::MAX);
        let len = InputPiece::total(&pieces);
        content.pieces.push(InputPiece::Zeros(start.saturating_sub(end)));
        content.pieces.append(&mut pieces);
        content.places.push(Place { ofs: start, len });
        end = start.saturating_add(len);
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use offload_bundle_core::attributes::Attributes;
    use offload_bundle_core::container::{Bundle, StoredEntry};
    use offload_bundle_core::error::Path;
    use offload_bundle_formats::registry::REGISTRY;

    use super::*;
    use crate::input::ArchiveMember;
    use crate::scan::{Form, FoundRow};

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
            let bundle = Bundle { start: 0, frame_len: 0, len: 0, version: 0, entries: vec![entry] };
            let member = Arc::new(ArchiveMember { name: "row".into(), offset: 0 });
            let row = Some(FoundRow { member, start: 0, unit });
            FoundBundle { row, ..FoundBundle::new(Form::Container(container), bundle, &input, 0) }
        });
        let scan = Scan { bundles: found.into(), ..Scan::default() };
        let (bundles, of_units) = bundles(&scan).unwrap();
        let starts = bundles.iter().flatten().map(|code| code.content.1.ofs);
        assert!(starts.eq([1, 2]));
        assert_eq!(of_units, [(1, 0), (5, 1), (9, 0)].into());
    }
}
