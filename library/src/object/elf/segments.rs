//! The segments of a program: what it loads, whether or not it has sections.

use object::Endianness;
use object::elf::PT_LOAD;
use object::read::elf::ProgramHeader;
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::{Path, Problem};

use super::{Layout, file_header};
use crate::error::Error;
use crate::object::loaded::{LoadedName, LoadedSection};
use crate::object::source::{Source, records, size};

/// The segments that are loaded, each with its number. Constants can lie beside the code, in one that is executed.
pub(super) fn read_loaded<H: Layout>(source: &mut Source<'_>) -> Result<Vec<LoadedSection>, Error> {
    let (file, endian) = file_header::<H>(source)?;
    let mut loaded = Vec::new();
    let Some(table) = table::<H>(source, &file, endian)? else {
        return Ok(loaded);
    };
    let entry = size::<H::ProgramHeader>();
    let found = u64::from(file.e_phentsize(endian));
    if found != entry {
        let problem = Problem::Disagrees { found, expected: entry };
        return Err(source.at_fault(H::at().e_phentsize, "e_phentsize", problem));
    }
    for (index, at) in records(table, entry) {
        let segment: H::ProgramHeader = source.structure(at, Path::from("segments").index(index))?;
        if segment.p_type(endian) != PT_LOAD {
            continue;
        }
        let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
        let place = source.place(
            number(segment.p_offset(endian).into(), H::at().p_offset, "p_offset"),
            number(segment.p_filesz(endian).into(), H::at().p_filesz, "p_filesz"),
        );
        let place = place.map_err(|error| error.at_index(index).in_field("segments"));
        loaded.push(LoadedSection { name: LoadedName::Segment(index), place });
    }
    Ok(loaded)
}

/// Where the headers of segments are; none if there are none.
pub(super) fn table<H: Layout>(source: &Source<'_>, file: &H, endian: Endianness) -> Result<Option<Place>, Error> {
    let start: u64 = file.e_phoff(endian).into();
    let count = u64::from(file.e_phnum(endian));
    if start == 0 || count == 0 {
        return Ok(None);
    }
    let entry = size::<H::ProgramHeader>();
    let start = Number { value: start, at: H::at().e_phoff, field: "e_phoff" };
    let len = Number { value: count.saturating_mul(entry), at: H::at().e_phnum, field: "e_phnum" };
    let place = source.kept(start, len)?;
    Ok(Some(place))
}
