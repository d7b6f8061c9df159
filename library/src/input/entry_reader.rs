//! A stream of the code object of an entry.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::part_reader::PlaceReader;
use super::source::Input;

/// How much is read at once, in bytes.
const BUFFER: usize = 256 << 10;

/// A stream of the code object of an entry, made by [`crate::Entry::reader`].
#[derive(Debug)]
pub struct EntryReader(BufReader<PlaceReader<Arc<Input>>>);

impl EntryReader {
    /// Reads the bytes at `place` of `input`.
    #[doc(hidden)]
    pub fn new(input: Arc<Input>, place: Place) -> Self {
        let len = usize::try_from(place.len).unwrap_or(usize::MAX);
        Self(BufReader::with_capacity(
            len.min(BUFFER),
            PlaceReader::new(input, place),
        ))
    }
}

impl Read for EntryReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl Seek for EntryReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            // What has been read ahead is kept: archives are skipped through in small steps.
            SeekFrom::Current(by) => {
                self.0.seek_relative(by)?;
                self.0.stream_position()
            }
            _ => self.0.seek(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entry_is_read_as_its_bytes_are(len in 0..300_u64, steps in proptest::collection::vec((0..3_u8, -40..340_i64, 0..60_usize), 0..30)) {
            let bytes: Vec<u8> = (0..400_u32).map(|n| n.to_le_bytes()[0]).collect();
            let input = Arc::new(Input::from_bytes("in", bytes.clone()));
            let mut expected = io::Cursor::new(&bytes[7..][..usize::try_from(len).unwrap()]);
            let mut reader = EntryReader(BufReader::with_capacity(16, PlaceReader::new(input, Place { ofs: 7, len })));
            for (from, by, count) in steps {
                let to = match from {
                    0 => SeekFrom::Start(by.unsigned_abs()),
                    1 => SeekFrom::End(by),
                    _ => SeekFrom::Current(by),
                };
                prop_assert_eq!(reader.seek(to).ok(), expected.seek(to).ok());
                let read = |from: &mut dyn Read| {
                    let mut read = Vec::new();
                    from.take(count as u64).read_to_end(&mut read).unwrap();
                    read
                };
                prop_assert_eq!(read(&mut reader), read(&mut expected));
            }
        }
    }
}
