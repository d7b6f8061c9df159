//! Bytes in memory that become an input: given away, shared, or copied.

use std::fmt::{self, Debug, Formatter};
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
