//! Archives: how many members they have.

use std::io::{self, Read, Seek, SeekFrom};

use object::read::ReadCache;
use object::read::archive::ArchiveFile;

use crate::input::Input;

/// How many members the archive `input` has; `None` if that cannot be told. Only the header of each is read, and the list of names.
pub(crate) fn count_members(input: &Input) -> Option<usize> {
    let cache = ReadCache::new(Position { input, at: 0 });
    let archive = ArchiveFile::parse(&cache).ok()?;
    let mut members: usize = 0;
    for member in archive.members() {
        member.ok()?;
        members = members.saturating_add(1);
    }
    Some(members)
}

/// A place in an input that is read from.
struct Position<'i> {
    input: &'i Input,
    at: u64,
}

impl Read for Position<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = u64::try_from(buffer.len()).unwrap_or(u64::MAX);
        let window = self
            .input
            .window(self.at, len)
            .map_err(|error| io::Error::other(error.file.to_string()))?;
        let read = window.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(window.iter()) {
            *to = *from;
        }
        self.at = self.at.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        Ok(read)
    }
}

impl Seek for Position<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.input.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
