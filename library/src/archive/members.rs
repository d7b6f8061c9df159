//! Only headers, names and the symbol table are read.

use std::io;
use std::path::{Component, Path, PathBuf};

use object::archive::{MAGIC, THIN_MAGIC};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Bytes, Number, Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::header::{HEADER_LEN, LONGEST, MemberHeader, Named, read_name};
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, WindowReader, open_beneath, plain_path};
use crate::refusal::reason;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// As stored; a path in a thin archive.
    pub(crate) name: Vec<u8>,
    /// The offset of its header.
    pub(crate) offset: u64,
    /// `None` in a thin archive.
    pub(crate) content: Option<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberError {
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) error: ReadError,
}

#[derive(Debug)]
pub(crate) struct Members<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    is_thin: bool,
    long_names: Option<Place>,
    symbols: Option<SymbolTable>,
    /// The offset of the next header, if known.
    next: Option<u64>,
    index: u64,
    /// Header offsets of files, ascending.
    headers: Vec<u64>,
    /// Very many members may share a long name.
    budget: Budget,
}

const MEMBERS: &str = "the names of members";

impl<'i> Members<'i> {
    /// `None` if it is not an archive.
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

    /// Some faults end the iteration.
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

    /// `None` if it is not a file.
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
                // The search for its end may have covered the whole list.
                Problem::Missing { .. } => self.long_names.map_or(0, |place| place.len.min(LONGEST)),
                _ => 0,
            },
        };
        if let Err(problem) = self.budget.take_part(MEMBERS, looked) {
            // Later members are unknown, so the symbol table cannot be checked.
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
        // Headers have even offsets; the last member may lack the padding byte.
        let end = place.end();
        self.next = Some(end.saturating_add(end % 2));
        Ok(match named {
            Err(error) => Err(failed(None, error)),
            Ok(Named::LongNames) => {
                self.long_names = Some(place);
                Ok(None)
            }
            Ok(Named::Symbols(width)) => {
                // A second table has another form.
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

    /// `offset` is the header's.
    fn content(&self, offset: u64, start: u64, size: u64) -> Result<Place, ReadError> {
        let at = MemberHeader::size_at(offset);
        let number = |value| Number { value, at, field: "size" };
        Bytes::windowed(&[], self.input.len()).place(number(start), number(size))
    }
}

/// Bytes read at once.
const BLOCK: u64 = 64 << 10;

/// A count, header offsets of members, and names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SymbolTable {
    pub(super) place: Place,
    /// In bytes, big-endian.
    pub(super) width: u64,
    pub(super) index: u64,
}

impl SymbolTable {
    pub(super) fn check(&self, reader: &mut WindowReader<'_>, headers: &[u64]) -> Result<Option<ReadError>, FileError> {
        let Place { ofs: start, len } = self.place;
        let failed = |at, problem| {
            let error = ReadError::new(at, problem).at_index(self.index);
            Ok(Some(error.in_field("members")))
        };
        if len == 0 {
            return Ok(None);
        }
        if len < self.width {
            return failed(start, Problem::Truncated { need: self.width, have: len });
        }
        let count = reader.view(start, self.width)?;
        let count = self.numbers(count).next().unwrap_or_default();
        let room = len
            .saturating_sub(self.width)
            .checked_div(self.width)
            .unwrap_or_default();
        if count > room {
            return failed(start, Problem::OutOfRange { found: count, min: 0, max: room });
        }
        let end = start.saturating_add(self.width.saturating_mul(count.saturating_add(1)));
        let mut at = start.saturating_add(self.width);
        while at < end {
            let len = BLOCK.min(end.saturating_sub(at));
            let view = reader.view(at, len)?;
            let view = view.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(view);
            for number in self.numbers(view) {
                if headers.binary_search(&number).is_err() {
                    let found = format!("the offset {number:#x}");
                    let expected = "the offset of a member".into();
                    return failed(at, Problem::Unexpected { found, expected });
                }
                at = at.saturating_add(self.width);
            }
        }
        Ok(None)
    }

    fn numbers<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = u64> + use<'b> {
        let width = usize::try_from(self.width).unwrap_or(usize::MAX);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte));
        bytes.chunks_exact(width).map(number)
    }
}

/// Opens a member's file in the archive's folder. Refuses other names, links and special files: archives are untrusted.
pub(crate) fn beside(archive: &Input, name: &FileName, shown: FileName) -> Result<Input, String> {
    let folder = archive
        .folder()
        .ok_or("its file is next to the archive, but the archive is not a file")?;
    let path = within(folder, name).ok_or("it leads out of the archive's folder, and is not followed")?;
    let open = |path: &Path| -> io::Result<Input> {
        let file = open_beneath(folder, name)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        Input::of_file(path, file, shown)
    };
    open(&plain_path(&path)).map_err(|error| reason(&error).to_string())
}

fn within(folder: &Path, name: &Path) -> Option<PathBuf> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    (name.components().next().is_some() && name.components().all(stays)).then(|| folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_outside_folder_has_no_path() {
        for (name, path) in [
            ("a.o", Some("dir/a.o")),
            ("sub/a.o", Some("dir/sub/a.o")),
            ("./a.o", Some("dir/./a.o")),
            ("../a.o", None),
            ("sub/../../a.o", None),
            ("sub/../a.o", None),
            ("/etc/passwd", None),
            ("", None),
        ] {
            assert_eq!(
                within(Path::new("dir"), Path::new(name)),
                path.map(PathBuf::from),
                "{name}"
            );
        }
    }
}
