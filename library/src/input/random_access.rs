//! Bytes of the caller that are read in ranges.

use std::fmt::Debug;
use std::io;

/// Bytes of the caller that are read in ranges, such as a file in a browser or an object in a store. [`Input::from_random_access`] makes an
/// input of them.
///
/// ```
/// use std::io;
///
/// use offload_bundle::OpenOptions;
/// use offload_bundle::input::{Input, RandomAccess};
///
/// /// An object in a store.
/// #[derive(Debug)]
/// struct Stored(Vec<u8>);
///
/// impl RandomAccess for Stored {
///     fn size(&self) -> u64 {
///         self.0.len() as u64
///     }
///     fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
///         into.copy_from_slice(&self.0[ofs as usize..][..into.len()]);
///         Ok(())
///     }
/// }
///
/// # let object = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so")).unwrap();
/// let input = Input::from_random_access("s3://lib/app.so", Stored(object));
/// let file = OpenOptions::new().open_input(input)?;
/// assert_eq!(file.entries().count(), 3);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
///
/// [`Input::from_random_access`]: super::Input::from_random_access
pub trait RandomAccess: Debug + Send + Sync {
    /// Returns the number of bytes, which does not change.
    fn size(&self) -> u64;

    /// Fills `into` with the bytes from `ofs` on, which are all within the size.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes cannot be read.
    fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()>;
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use offload_bundle_core::bytes::length;

    use super::super::Input;
    use super::*;
    use crate::{Error, OpenOptions};

    /// A library with many zeros behind it; nothing can be had from `gone` on.
    #[derive(Debug)]
    struct Long {
        library: Vec<u8>,
        gone: u64,
        read: Arc<AtomicU64>,
    }

    impl RandomAccess for Long {
        fn size(&self) -> u64 {
            1 << 40
        }

        fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
            if ofs > self.gone {
                return Err(io::Error::other("the store has lost it"));
            }
            self.read.fetch_add(length(into), Ordering::Relaxed);
            let stored = usize::try_from(ofs).ok().and_then(|ofs| self.library.get(ofs..));
            let stored = stored.unwrap_or_default().iter().copied();
            for (byte, stored) in into.iter_mut().zip(stored.chain(iter::repeat(0))) {
                *byte = stored;
            }
            Ok(())
        }
    }

    fn opened(gone: u64) -> (Result<usize, Error>, u64) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
        let read = Arc::new(AtomicU64::new(0));
        let long = Long { library: std::fs::read(path).unwrap(), gone, read: Arc::clone(&read) };
        let opened = OpenOptions::new().open_input(Input::from_random_access("long", long));
        (opened.map(|file| file.entries().count()), read.load(Ordering::Relaxed))
    }

    #[test]
    fn only_what_is_looked_at_is_read_and_what_cannot_be_had_is_told() {
        let (entries, read) = opened(u64::MAX);
        assert_eq!(entries.unwrap(), 3);
        assert!(read < 1 << 20, "{read}");
        let (error, _) = opened(4000);
        assert_eq!(error.unwrap_err().to_string(), "long: the store has lost it");
    }
}
