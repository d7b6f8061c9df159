//! The members of an archive, one after the other: only headers, names and the symbol table are read.

use object::archive::{MAGIC, THIN_MAGIC};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Bytes, Number, Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::header::{HEADER_LEN, MemberHeader};
use super::member_name::{LONGEST, Named, read_name};
use super::symbol_table::SymbolTable;
use crate::file_error::FileError;
use crate::input::{Input, WindowReader};

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// Its name, as it is in the archive; in a thin one it can be a path.
    pub(crate) name: Vec<u8>,
    /// First byte of its header, from the start of the archive.
    pub(crate) offset: u64,
    /// Its bytes; none in a thin archive, where they are those of the file.
    pub(crate) content: Option<Place>,
}

/// What is wrong with an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberError {
    /// The name of the member, where it is known and a single member is at fault.
    pub(crate) name: Option<Vec<u8>>,
    /// What is wrong, and where in the archive.
    pub(crate) error: ReadError,
}

/// The members of an archive.
#[derive(Debug)]
pub(crate) struct Members<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    is_thin: bool,
    long_names: Option<Place>,
    symbols: Option<SymbolTable>,
    /// Where the next header is; none where that is unknown.
    next: Option<u64>,
    /// How many headers there were before.
    index: u64,
    /// Where the headers of files are, in order.
    headers: Vec<u64>,
    /// Very many members may have the same long name.
    budget: Budget,
}

/// What takes from the budget, for people.
const MEMBERS: &str = "the names of members";

impl<'i> Members<'i> {
    /// Those of `input`; none if it is no archive.
    pub(crate) fn open(input: &'i Input) -> Result<Option<Self>, FileError> {
        let mut reader = WindowReader::new(input);
        let (plain, thin) = (MAGIC.as_slice(), THIN_MAGIC.as_slice());
        let first = u64::try_from(plain.len()).unwrap_or(u64::MAX);
        let head = reader.view(0, first)?;
        let is_thin = head.starts_with(thin);
        if !is_thin && !head.starts_with(plain) {
            return Ok(None);
        }
        let (long_names, symbols, headers) = (None, None, Vec::new());
        Ok(Some(Self {
            input,
            reader,
            is_thin,
            long_names,
            symbols,
            next: Some(first),
            index: 0,
            headers,
            budget: Budget::shared(input.len()),
        }))
    }

    /// The next file, or what is wrong. Where that does not hide what follows, it goes on behind.
    pub(crate) fn next(&mut self) -> Result<Option<Result<Member, MemberError>>, FileError> {
        while let Some(offset) = self.next.take() {
            if offset >= self.input.len() {
                break;
            }
            let found = self.read(offset)?;
            self.index = self.index.saturating_add(1);
            match found {
                Ok(None) => {}
                Ok(Some(member)) => {
                    self.headers.push(member.offset);
                    return Ok(Some(Ok(member)));
                }
                Err(error) => return Ok(Some(Err(error))),
            }
        }
        let damaged = match self.symbols.take() {
            Some(symbols) => symbols.check(&mut self.reader, &self.headers)?,
            None => None,
        };
        Ok(damaged.map(|error| Err(MemberError { name: None, error })))
    }

    /// Reads what is at `offset`; nothing if it is no file.
    fn read(&mut self, offset: u64) -> Result<Result<Option<Member>, MemberError>, FileError> {
        let index = self.index;
        let failed = |name: Option<&[u8]>, error: ReadError| MemberError {
            name: name.map(Into::into),
            error: error.at_index(index).in_field("members"),
        };
        let header = match MemberHeader::read(self.reader.view(offset, HEADER_LEN)?, offset) {
            Ok(header) => header,
            Err(error) => return Ok(Err(failed(None, error))),
        };
        let named = read_name(&mut self.reader, self.long_names, offset, &header)?;
        let looked = match &named {
            Ok(Named::File(name, _)) => length(name),
            Ok(_) => 0,
            Err(error) => match error.problem {
                // Its end was looked for in all of the list.
                Problem::Missing { .. } => self.long_names.map_or(0, |place| place.len.min(LONGEST)),
                _ => 0,
            },
        };
        if let Err(problem) = self.budget.take_part(MEMBERS, looked) {
            // What follows is not looked at, so the symbol table cannot be checked.
            self.symbols = None;
            return Ok(Err(failed(None, ReadError::new(offset, problem).in_field("name"))));
        }
        let start = offset.saturating_add(HEADER_LEN);
        let is_beside = self.is_thin && !matches!(named, Ok(Named::LongNames | Named::Symbols(_) | Named::Table));
        let place = match is_beside {
            true => Place { ofs: start, len: 0 },
            false => match self.content(offset, start, header.size) {
                Ok(place) => place,
                Err(error) => {
                    let name = match &named {
                        Ok(Named::File(name, _)) => name,
                        _ => &header.name,
                    };
                    return Ok(Err(failed(Some(name), error)));
                }
            },
        };
        // Headers are at even places; the last member may lack the byte between.
        let end = place.end();
        self.next = Some(end.saturating_add(end % 2));
        Ok(match named {
            Err(error) => Err(failed(None, error)),
            Ok(Named::LongNames) => {
                self.long_names = Some(place);
                Ok(None)
            }
            Ok(Named::Symbols(width)) => {
                // A second one has another form.
                self.symbols.get_or_insert(SymbolTable { place, width, index });
                Ok(None)
            }
            Ok(Named::Table) => Ok(None),
            Ok(Named::File(name, before)) => {
                let content = Place { ofs: start.saturating_add(before), len: place.len.saturating_sub(before) };
                Ok(Some(Member { name, offset, content: (!is_beside).then_some(content) }))
            }
        })
    }

    /// The `size` bytes from `start` on, which follow the header at `offset`.
    fn content(&self, offset: u64, start: u64, size: u64) -> Result<Place, ReadError> {
        let at = MemberHeader::size_at(offset);
        let number = |value| Number { value, at, field: "size" };
        Bytes::windowed(&[], self.input.len()).place(number(start), number(size))
    }
}
