//! Replaces bundles in an ELF file: pointers follow, freed pages leave the file, and all other addresses stay.

mod apart;
mod dynamic;
mod each;
mod growth;
mod image;
mod layout;
mod machine;
mod pointers;
mod relocations;
mod room;
mod segment;
mod split;
mod stale;

use std::collections::BTreeSet;

use object::FileKind;
use object::LittleEndian;
use object::elf::{FileHeader64, SHT_DYNSYM, SHT_SYMTAB, SectionType};
use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::object::{Source, kind};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::{Place, length};

use crate::linked::changes::Changes;
use crate::linked::elf::each::{Tables, VALUE};
use crate::linked::field_at;
use crate::linked::held::{Asked, Held};
use crate::linked::pointers::Placed;
use crate::linked::refusals::{other_form, relocation, shared};
use crate::linked::splice::Splice;
use image::Image;
pub(crate) use layout::Where;
use layout::{Layout, RepackWay};
use pointers::Pointers;
use room::Room;

pub(crate) fn has_no_sections(input: &Input) -> Result<bool, Error> {
    let mut source = Source::new(input);
    if kind(&mut source)? != Some(FileKind::Elf64) {
        return Ok(false);
    }
    let header: FileHeader64<LittleEndian> = source.structure(0, "header")?;
    Ok(header.e_shoff.get(LittleEndian) == 0)
}

pub(crate) struct LinkedElf {
    image: Image,
    pointers: Pointers,
}

pub(crate) struct RepackedElf {
    pub(crate) pieces: Vec<InputPiece>,
    pub(crate) way: RepackWay,
    /// The offset of the section, and the place of each bundle.
    pub(crate) start: u64,
    pub(crate) places: Vec<Place>,
}

impl LinkedElf {
    pub(crate) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let image = Image::read(asked)?;
        let pointers = Pointers::find(&image)?;
        Ok(Self { image, pointers })
    }

    pub(crate) fn wrapper_count(&self) -> usize {
        self.pointers.wrapped.len()
    }

    pub(crate) fn unreached(&self) -> &BTreeSet<usize> {
        &self.pointers.unreached
    }

    pub(super) fn held(&self) -> &Held {
        &self.image.held
    }

    pub(crate) fn address(&self) -> u64 {
        self.image.address()
    }

    pub(crate) fn with(&self, content: Vec<InputPiece>, places: &[Place], may: Where) -> Result<RepackedElf, Error> {
        let image = &self.image;
        let used = InputPiece::total(&content);
        let addresses = image.dynamic()?;
        let layout = match used > image.held.place.len {
            true => self.longer(used, &addresses, may)?,
            false => self.shorter(used, &addresses)?,
        };
        let layout = layout.with_offset_of_apart(image);
        self.refuse_stale(&layout, places)?;
        let mut changes = self
            .follow(&layout, (used, places))
            .map_err(|fault| image.held.error(fault))?;
        self.make_way(&layout, &addresses, &mut changes)?;
        let pieces = self
            .pieces(&layout, &changes, content, used)
            .map_err(|fault| image.held.error(fault))?;
        Ok(RepackedElf {
            pieces,
            way: layout.way,
            start: layout.start(image),
            places: in_file(places, layout.start(image)),
        })
    }

    /// `used` bytes fit into the section.
    fn shorter(&self, used: u64, addresses: &[(i64, u64, u64)]) -> Result<Layout, Error> {
        let image = &self.image;
        let layout = Layout::plan(image, used, addresses, |room| self.may_move(room))?;
        // Bytes after the section that belong to no section are removed only if they are padding.
        let end = image.held.place.end();
        let behind = Place { ofs: end, len: layout.replaced.end().saturating_sub(end) };
        match image.is_free(behind, addresses)? {
            true => Ok(layout),
            false => Ok(Layout::as_long(image, used)),
        }
    }

    /// Moved parts are known, without other references.
    fn may_move(&self, room: &Room) -> Result<bool, Error> {
        let addresses = room.addresses(&self.image);
        Ok(room.is_all_known(&self.image)? && !relocations::refer_to(&self.image, &addresses)?)
    }

    fn follow(&self, layout: &Layout, (used, places): (u64, &[Place])) -> Result<Changes, Refusal> {
        let mut changes = Changes::default();
        let old_start = self.image.address();
        let start = layout.address(&self.image);
        let placed = Placed { bundles: places, len: used };
        for pointer in &self.pointers.fields {
            // The section symbol moves with its section.
            let base = match pointer.base {
                0 => 0,
                base => base.wrapping_sub(old_start).wrapping_add(start),
            };
            changes.set_word(
                pointer.at,
                start.saturating_add(placed.start(pointer.target)).wrapping_sub(base),
            )?;
        }
        for length in &self.pointers.lengths {
            if let Some(new) = placed.length(self.held(), length) {
                changes.set_word(length.at, new)?;
            }
        }
        for fixed in &self.pointers.fixed {
            if self.held().bundles.get(fixed.bundle).map(|place| place.ofs) != Some(placed.place(fixed.bundle).ofs) {
                return Err(relocation(fixed.kind, fixed.at));
            }
        }
        Ok(changes)
    }

    /// Updates references to moved sections, and the file header.
    fn make_way(&self, layout: &Layout, addresses: &[(i64, u64, u64)], changes: &mut Changes) -> Result<(), Error> {
        let image = &self.image;
        let refused = |fault| image.held.error(fault);
        let moved_to = |position: usize| {
            let (old, new) = (image.file.sections.get(position)?, layout.sections.get(position)?);
            Some((old.header.address, new.address))
        };
        for position in &layout.room.moved {
            let Some((old, new)) = moved_to(*position) else {
                continue;
            };
            let kind = image
                .file
                .sections
                .get(*position)
                .map_or(0, |section| section.header.kind);
            let Some(tag) = room::naming_tag(SectionType(kind)) else {
                continue;
            };
            for (_, _, at) in addresses
                .iter()
                .filter(|(found, value, _)| *found == tag.0 && *value == old)
            {
                changes.set_word(*at, new).map_err(refused)?;
            }
        }
        if layout.room.place.is_some() || layout.apart.is_some() {
            image.file.each_symbol(&[SHT_SYMTAB, SHT_DYNSYM], &mut |symbol| {
                // Symbols of bundles follow their bundles.
                let own = (layout.apart.is_some() && symbol.is_section).then_some(image.held.section);
                let mut moved = layout.room.positions().chain(own);
                let Some(position) = moved.find(|position| image.has(*position, &symbol)) else {
                    return Ok(());
                };
                let Some((old, new)) = moved_to(position) else {
                    return Ok(());
                };
                let value = symbol.value.wrapping_sub(old).wrapping_add(new);
                changes
                    .set_word(symbol.at.saturating_add(VALUE), value)
                    .map_err(refused)
            })?;
        }
        let count = u16::try_from(layout.segments.len()).unwrap_or(u16::MAX);
        let header = [
            (
                field_at!(FileHeader64<LittleEndian>, e_phnum),
                count.to_le_bytes().to_vec(),
            ),
            (
                field_at!(FileHeader64<LittleEndian>, e_shoff),
                layout.table.to_le_bytes().to_vec(),
            ),
        ];
        for (at, bytes) in header {
            changes.set(at, bytes).map_err(refused)?;
        }
        Ok(())
    }

    fn pieces(
        &self,
        layout: &Layout,
        changes: &Changes,
        content: Vec<InputPiece>,
        used: u64,
    ) -> Result<Vec<InputPiece>, Refusal> {
        let image = &self.image;
        let mut segments = Vec::new();
        layout.segments.iter().for_each(|segment| segment.put(&mut segments));
        let mut headers = Filled::new(segments);
        for position in &layout.room.shifted {
            if let (Some(old), Some(new)) = (image.file.sections.get(*position), layout.sections.get(*position)) {
                let place = Place { ofs: old.header.offset, len: old.header.size };
                let at = new.offset.saturating_sub(image.headers.ofs);
                headers.put(at, changes.pieces(&image.held.input, place)?, place.len)?;
            }
        }
        let front = layout.room.place.unwrap_or(image.headers);
        let (mut bundles, apart) = match layout.apart {
            None => (Filled { pieces: content, len: used }, None),
            Some(_) => (Filled::new(Vec::new()), Some((layout.start(image), content))),
        };
        for (position, to) in layout.room.moved.iter().zip(&layout.moved_to) {
            if let Some(old) = image.file.sections.get(*position) {
                let place = Place { ofs: old.header.offset, len: old.header.size };
                bundles.put(*to, changes.pieces(&image.held.input, place)?, place.len)?;
            }
        }
        let mut table = Vec::new();
        let form = image.file.form;
        for header in std::iter::once(&image.file.null).chain(&layout.sections) {
            let put = form.put_section(&mut table, header);
            put.map_err(|_| other_form("a 32-bit file"))?;
        }
        let replaced = vec![
            (front, headers.up_to(front.len)?),
            (layout.replaced, bundles.up_to(layout.len)?),
            (image.file.table, Filled::new(table).up_to(image.file.table.len)?),
        ];
        let pieces = Splice::new(replaced)?.pieces(&image.held.input, changes)?;
        let mut whole = Filled { len: InputPiece::total(&pieces), pieces };
        if let Some((offset, content)) = apart {
            whole.put(offset, content, used)?;
        }
        Ok(whole.pieces)
    }
}

/// `places` are relative to `start`.
fn in_file(places: &[Place], start: u64) -> Vec<Place> {
    let moved = |place: &Place| Place { ofs: start.saturating_add(place.ofs), ..*place };
    places.iter().map(moved).collect()
}

struct Filled {
    pieces: Vec<InputPiece>,
    len: u64,
}

impl Filled {
    fn new(bytes: Vec<u8>) -> Self {
        let len = length(&bytes);
        Self { pieces: vec![InputPiece::Bytes(bytes)], len }
    }

    /// After zeros.
    fn put(&mut self, at: u64, mut more: Vec<InputPiece>, len: u64) -> Result<(), Refusal> {
        let gap = at.checked_sub(self.len).ok_or_else(|| shared(at))?;
        self.pieces.push(InputPiece::Zeros(gap));
        self.pieces.append(&mut more);
        self.len = at.saturating_add(len);
        Ok(())
    }

    /// With zeros up to `len`.
    fn up_to(mut self, len: u64) -> Result<Vec<InputPiece>, Refusal> {
        self.put(len, Vec::new(), 0)?;
        Ok(self.pieces)
    }
}
