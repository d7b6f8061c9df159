//! Bytes that callers have: in memory, or read in ranges.

use std::fmt::{self, Debug, Formatter};
use std::io;
use std::sync::Arc;

/// Bytes in memory, as an input. Owned bytes (`Vec<u8>`, `String`) and shared ones (`Arc<[u8]>`, [`InputBytes::shared`]) are not copied; a
/// slice is.
///
/// ```
/// use std::sync::Arc;
///
/// use offload_bundle::input::{Input, InputBytes};
///
/// let library: Arc<[u8]> = Arc::from(*b"a library of a gigabyte");
/// let input = Input::from_bytes("app.so", Arc::clone(&library));
/// assert_eq!(input.len(), 23);
///
/// // So is a mapped file, or whatever else owns its bytes.
/// let mapped = InputBytes::shared(vec![1, 2, 3]);
/// assert_eq!(Input::from_bytes("mapped", mapped).len(), 3);
/// ```
pub struct InputBytes(Kept);

enum Kept {
    Owned(Vec<u8>),
    Shared(Box<dyn AsRef<[u8]> + Send + Sync>),
}

impl InputBytes {
    /// Shares the bytes of `owner`, such as a mapped file or a static slice. They must be the same each time.
    pub fn shared(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Kept::Shared(Box::new(owner)))
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Kept::Owned(bytes) => bytes,
            Kept::Shared(owner) => owner.as_ref().as_ref(),
        }
    }
}

impl Debug for InputBytes {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} bytes", self.as_slice().len())
    }
}

impl From<Vec<u8>> for InputBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Kept::Owned(bytes))
    }
}

impl From<String> for InputBytes {
    fn from(text: String) -> Self {
        Self(Kept::Owned(text.into_bytes()))
    }
}

impl From<Box<[u8]>> for InputBytes {
    fn from(bytes: Box<[u8]>) -> Self {
        Self(Kept::Owned(bytes.into_vec()))
    }
}

impl From<Arc<[u8]>> for InputBytes {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self::shared(bytes)
    }
}

impl<T: AsRef<[u8]> + ?Sized> From<&T> for InputBytes {
    fn from(bytes: &T) -> Self {
        Self(Kept::Owned(bytes.as_ref().to_vec()))
    }
}

impl<const N: usize> From<[u8; N]> for InputBytes {
    fn from(bytes: [u8; N]) -> Self {
        Self(Kept::Owned(bytes.to_vec()))
    }
}

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
