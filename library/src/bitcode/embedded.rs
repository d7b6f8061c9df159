//! Globals in bitcode with device code, by section name. They may begin at any bit.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::bits::{block, constant, module};
use super::stream::{Block, Item, RecordId, Stream};
use crate::file_error::{Damage, FileError, damage};
use crate::input::Input;

/// Longest part of a section name that is kept, in bytes.
const NAME: usize = 256;
/// Numbers of a global's record up to its section.
const COUNTED: usize = 1 + module::STRTAB_FIELDS + module::SECTION + 1;

#[derive(Debug)]
pub(crate) struct EmbeddedObject {
    /// Very many globals may share it.
    pub(crate) section: Arc<[u8]>,
    /// The file offset of its record.
    pub(crate) offset: u64,
    /// Or the reason why it is unreadable.
    pub(crate) content: Result<Arc<Initialiser>, ReadError>,
}

/// Several globals may share it.
#[derive(Debug)]
pub(crate) struct Initialiser {
    /// The file bytes with any of its bits.
    pub(crate) place: Place,
    pub(crate) bytes: Vec<u8>,
}

/// In file order. `None` without bitcode, or if it is damaged before any wanted section: then it is like any other
/// file.
pub(crate) fn embedded_objects(
    input: &Input,
    wanted: &dyn Fn(&[u8]) -> bool,
) -> Result<Option<Vec<EmbeddedObject>>, FileError> {
    let seen = Cell::new(false);
    let wanted = |name: &[u8]| {
        let is_wanted = wanted(name);
        seen.set(seen.get() || is_wanted);
        is_wanted
    };
    match damage(read_embedded(input, &wanted))? {
        Ok(found) => Ok(found),
        Err(Damage { file, error }) if seen.get() => Err(FileError::damaged(file, error)),
        Err(_) => Ok(None),
    }
}

pub(super) fn read_embedded(
    input: &Input,
    wanted: &dyn Fn(&[u8]) -> bool,
) -> Result<Option<Vec<EmbeddedObject>>, FileError> {
    let Some(mut stream) = Stream::open(input, input.full_range())? else {
        return Ok(None);
    };
    let mut found = Vec::new();
    // A global's record may take only a few bits.
    let mut budget = Budget::shared(input.len());
    while let Some(block) = stream.next_block()? {
        match block.id {
            block::MODULE => Module::new(input, wanted, &mut budget).read(&mut stream, block, &mut found)?,
            _ => stream.skip(&block)?,
        }
    }
    Ok(Some(found))
}

struct Module<'m> {
    input: &'m Input,
    wanted: &'m dyn Fn(&[u8]) -> bool,
    budget: &'m mut Budget,
    version: u64,
    /// `None` for unwanted ones.
    sections: Vec<Option<Arc<[u8]>>>,
    /// So far: globals, then constants.
    values: u64,
    /// Section, start of the record, value number of the initialiser.
    globals: Vec<Global>,
    /// By value number.
    initialisers: BTreeMap<u64, Option<Result<Arc<Initialiser>, ReadError>>>,
}

struct Global {
    section: Arc<[u8]>,
    offset: u64,
    initialiser: u64,
}

impl<'m> Module<'m> {
    fn new(input: &'m Input, wanted: &'m dyn Fn(&[u8]) -> bool, budget: &'m mut Budget) -> Self {
        let (sections, globals, initialisers) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { input, wanted, budget, version: 0, sections, values: 0, globals, initialisers }
    }

    fn read(
        mut self,
        stream: &mut Stream<'_>,
        mut block: Block,
        found: &mut Vec<EmbeddedObject>,
    ) -> Result<(), FileError> {
        loop {
            match stream.next(&mut block)? {
                Item::End => break,
                Item::Record(id) => self.record(stream, &block, id)?,
                Item::Block(inner) => match inner.id {
                    block::BLOCKINFO => stream.block_info(inner)?,
                    block::CONSTANTS if !self.globals.is_empty() => self.constants(stream, inner)?,
                    _ => stream.skip(&inner)?,
                },
            }
        }
        for global in self.globals {
            let content = self.initialisers.get(&global.initialiser).cloned().flatten();
            let content = content.unwrap_or_else(|| {
                let found = "no such constant in the module".into();
                let problem = Problem::Unexpected { found, expected: "the first constant of the global".into() };
                Err(ReadError::new(global.offset, problem))
            });
            found.push(EmbeddedObject { section: global.section, offset: global.offset, content });
        }
        Ok(())
    }

    fn record(&mut self, stream: &mut Stream<'_>, block: &Block, id: RecordId) -> Result<(), FileError> {
        let offset = stream.offset();
        let (mut first, mut name) = (Vec::new(), Vec::new());
        stream.record(block, id, &mut |number| {
            if first.first() == Some(&module::SECTIONNAME) {
                if name.len() < NAME {
                    name.push(u8::try_from(number).unwrap_or(u8::MAX));
                }
            } else if first.len() < COUNTED {
                first.push(number);
            }
        })?;
        let Some((code, numbers)) = first.split_first() else {
            return Ok(());
        };
        match *code {
            module::VERSION => self.version = numbers.first().copied().unwrap_or(0),
            module::SECTIONNAME => {
                self.sections
                    .push(Some(name).filter(|name| (self.wanted)(name)).map(Into::into));
            }
            module::FUNCTION | module::ALIAS | module::ALIAS_OLD | module::IFUNC => {
                self.values = self.values.saturating_add(1);
            }
            module::GLOBALVAR => {
                self.values = self.values.saturating_add(1);
                self.global(offset, numbers)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn global(&mut self, offset: u64, numbers: &[u64]) -> Result<(), FileError> {
        let skipped = match self.version {
            module::NAMES_IN_STRTAB.. => module::STRTAB_FIELDS,
            _ => 0,
        };
        // Both are numbered from 1; 0 means none.
        let field = |at: usize| numbers.get(skipped.saturating_add(at))?.checked_sub(1);
        let section = field(module::SECTION).and_then(|section| usize::try_from(section).ok());
        let section = section.and_then(|section| self.sections.get(section)?.clone());
        if let (Some(section), Some(initialiser)) = (section, field(module::INITIALISER)) {
            let taken = self.budget.take_part("the globals in sections", length(&section));
            taken.map_err(|problem| FileError::damaged(self.input.name(), ReadError::new(offset, problem)))?;
            self.initialisers.insert(initialiser, None);
            self.globals.push(Global { section, offset, initialiser });
        }
        Ok(())
    }

    fn constants(&mut self, stream: &mut Stream<'_>, mut block: Block) -> Result<(), FileError> {
        loop {
            let id = match stream.next(&mut block)? {
                Item::End => return Ok(()),
                Item::Block(inner) => {
                    stream.skip(&inner)?;
                    continue;
                }
                Item::Record(id) => id,
            };
            let wanted = self.initialisers.get_mut(&self.values);
            let mut constant = Constant { code: None, wanted: wanted.is_some(), bytes: Vec::new(), is_bytes: true };
            let start = stream.offset();
            stream.record(&block, id, &mut |number| constant.take(number))?;
            if constant.code == Some(constant::SETTYPE) {
                continue;
            }
            self.values = self.values.saturating_add(1);
            if let Some(initialiser) = wanted {
                let len = stream
                    .offset()
                    .saturating_add(1)
                    .min(self.input.len())
                    .saturating_sub(start);
                *initialiser = Some(constant.into_initialiser(Place { ofs: start, len }));
            }
        }
    }
}

struct Constant {
    code: Option<u64>,
    wanted: bool,
    bytes: Vec<u8>,
    /// Whether all numbers so far are bytes.
    is_bytes: bool,
}

impl Constant {
    fn take(&mut self, number: u64) {
        match (self.code, u8::try_from(number)) {
            (None, _) => self.code = Some(number),
            (Some(constant::STRING | constant::CSTRING | constant::DATA), Ok(byte)) if self.wanted => {
                self.bytes.push(byte);
            }
            _ => self.is_bytes = false,
        }
    }

    fn into_initialiser(mut self, place: Place) -> Result<Arc<Initialiser>, ReadError> {
        let known = matches!(self.code, Some(constant::STRING | constant::CSTRING | constant::DATA));
        if !known || !self.is_bytes {
            let found = match self.code {
                Some(code) => format!("an unsupported constant (record {code})"),
                None => "a constant without a form".into(),
            };
            let problem = Problem::Unexpected { found, expected: "device code as an array of bytes".into() };
            return Err(ReadError::new(place.ofs, problem));
        }
        if self.code == Some(constant::CSTRING) {
            self.bytes.push(0);
        }
        Ok(Arc::new(Initialiser { place, bytes: self.bytes }))
    }
}
