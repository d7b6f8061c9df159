//! Adds sections to an ELF file, and removes some from it.

use object::elf::{SHT_NULL, SHT_PROGBITS, SHT_STRTAB};
use offload_bundle_core::error::Problem;
use offload_bundle_core::placement::SectionRule;

use super::file::{Content, ElfFile, FileSection};
use super::{groups, indexes, names, place, sound};
use crate::error::Error;
use crate::object::names::Names;
use crate::object::source::Source;
use crate::object::{Edit, Edited, NewSection};

/// What the section with the names is called in a file that had none.
const NAMES: &[u8] = b".shstrtab";

/// The parts of the file with other sections.
pub(super) fn edit_sections(source: &mut Source<'_>, mut file: ElfFile, edit: Edit) -> Result<Edited, Error> {
    match edit {
        Edit::Add { sections, plain_local_groups } => {
            sound::check(source, &file)?;
            if plain_local_groups {
                groups::make_local_ones_plain(source, &mut file)?;
            }
            add(&mut file, sections);
        }
        Edit::Remove(rule) => {
            let removed = matching(source, &file, rule)?;
            indexes::remove(source, &mut file, removed)?;
        }
    }
    names::write(source, &mut file)?;
    place::place_parts(source, file)
}

fn add(file: &mut ElfFile, new: Vec<NewSection>) {
    let added = new.into_iter().map(|section| {
        let NewSection { name, flags, content } = section;
        FileSection::new(name, SHT_PROGBITS, flags, content)
    });
    file.sections.extend(added);
    if file.names == 0 {
        file.sections
            .push(FileSection::new(NAMES.to_vec(), SHT_STRTAB, 0, Vec::new()));
        file.names = file.sections.len();
        // Without a table no section had a name.
        for section in file.sections.iter_mut().filter(|section| section.new_name.is_none()) {
            section.new_name = Some(Vec::new());
        }
    }
}

/// Which sections `rule` speaks of, by their position.
fn matching(source: &Source<'_>, file: &ElfFile, rule: &'static SectionRule<'static>) -> Result<Vec<bool>, Error> {
    let names = file.names.checked_sub(1).and_then(|index| file.sections.get(index));
    let Some(Content::Kept(place)) = names.map(|section| &section.content) else {
        return Ok(vec![false; file.sections.len()]);
    };
    let mut names = Names::new(source.input(), *place)?;
    let matches = (1..).zip(&file.sections).map(|(index, section)| {
        if section.is(SHT_NULL) || usize::try_from(index) == Ok(file.names) {
            return Ok(false);
        }
        let ofs = u64::from(section.header.name);
        if ofs >= names.len() {
            let problem = Problem::OutOfBounds { ofs, len: 1, have: names.len() };
            return Err(source.in_table(("sections", index), section.at, "sh_name", problem));
        }
        Ok(names.read_wanted(ofs, &[rule], None)?.is_some())
    });
    matches.collect()
}
