//! Copies of files that are kept until they are written: one file without a name holds all of them.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::random_access::RandomAccess;
use super::read_at::read_at;
use super::source::Input;
use super::stored_file::became_shorter;
use crate::file_error::{FileError, Named};
use crate::file_name::FileName;
use crate::system::{unnamed_file, unnamed_folder};

/// What has been kept so far.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    file: Option<Arc<File>>,
    end: u64,
}

impl Kept {
    /// What `write` writes, under a name for messages.
    ///
    /// # Errors
    ///
    /// Those of `write`, and no room for what it writes.
    pub(crate) fn write<E: From<FileError>>(
        &mut self,
        name: &FileName,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Arc<Input>, E> {
        let folder = unnamed_folder();
        let fail = |error| FileError::new(&folder, error);
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::clone(self.file.insert(Arc::new(unnamed_file().map_err(fail)?))),
        };
        let mut out = &*file;
        // Reading may have moved it.
        out.seek(SeekFrom::Start(self.end)).map_err(fail)?;
        write(&mut Named { file: &folder, out: &mut out })?;
        let end = out.stream_position().map_err(fail)?;
        let place = Place { ofs: self.end, len: end.saturating_sub(self.end) };
        self.end = end;
        Ok(Arc::new(Input::from_random_access(
            name.clone(),
            KeptFile { file, place },
        )))
    }
}

/// One of the copies.
#[derive(Debug)]
struct KeptFile {
    file: Arc<File>,
    place: Place,
}

impl RandomAccess for KeptFile {
    fn size(&self) -> u64 {
        self.place.len
    }

    fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
        match read_at(&self.file, self.place.ofs.saturating_add(ofs), into)? {
            true => Ok(()),
            false => Err(became_shorter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_stay_what_they_are() {
        let mut kept = Kept::default();
        let mut copy = |bytes: &[u8]| {
            let write = |out: &mut dyn Write| out.write_all(bytes).map_err(|error| FileError::new("in", error));
            kept.write(&"in".into(), write).unwrap()
        };
        let (one, empty) = (copy(b"first"), copy(b""));
        assert_eq!(*one.window(0, 9).unwrap(), *b"first");
        let other = copy(b"another");
        assert_eq!((kept.end, empty.len()), (12, 0));
        assert_eq!(*one.window(1, 3).unwrap(), *b"irs");
        assert_eq!(*other.window(0, 9).unwrap(), *b"another");
    }
}
