//! Properties of binary formats: the reader, the table and a window agree on any bytes.

use std::fmt::Debug;

use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::describe::{Describer, Field, Shape};
use offload_bundle_core::error::{ReadError, Stop};
use offload_bundle_core::tree::Tree;

/// The table finds the same error as the reader, and shows at most one field per byte.
pub fn tree(bytes: &[u8], tree: &'static Tree<'static>, fault: fn(Bytes<'_>) -> Option<ReadError>) {
    let mut fields = Fields(0);
    let found = tree.describe(Bytes::new(bytes), &mut fields).err();
    let words = found.as_ref().map(ReadError::to_string);
    assert!(
        words.is_none_or(|words| !words.is_empty()),
        "an error without a message"
    );
    assert_eq!(found, fault(Bytes::new(bytes)), "the table and the reader disagree");
    let most = length(bytes).saturating_mul(64).saturating_add(64);
    assert!(fields.0 <= most, "{} fields in {} bytes", fields.0, bytes.len());
}

/// A reader with a window gives the same result as with the whole file, or requests more bytes.
pub fn windows(bytes: &[u8], fault: impl Fn(Bytes<'_>) -> Option<ReadError>) {
    let read = |bytes: Bytes<'_>| fault(bytes).map_or(Ok(()), |error| Err(Stop::from(error)));
    windowed(bytes, &read(Bytes::new(bytes)), read);
}

pub(crate) fn windowed<T: Debug + PartialEq>(
    bytes: &[u8],
    whole: &Result<T, Stop>,
    read: impl Fn(Bytes<'_>) -> Result<T, Stop>,
) {
    // The last byte determines the length of the window.
    let share = bytes.last().copied().map_or(0, usize::from);
    let len = bytes.len().saturating_mul(share) / 256;
    let shown = bytes.get(..len).unwrap_or(bytes);
    let found = read(Bytes::windowed(shown, length(bytes)));
    match found.as_ref().err().and_then(Stop::needs) {
        Some(upto) => {
            assert!(upto > length(shown), "asks for {upto} bytes, and has {}", shown.len());
            assert!(upto <= length(bytes), "asks for {upto} bytes of {}", bytes.len());
        }
        None => assert_eq!(&found, whole, "the first {} bytes are read otherwise", shown.len()),
    }
}

struct Fields(u64);

impl Describer for Fields {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}
    fn item(&mut self, _index: u64) {}
    fn field(&mut self, _field: Field<'_>) {
        self.0 = self.0.saturating_add(1);
    }
    fn end(&mut self) {}
}
