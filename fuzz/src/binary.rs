//! Laws of binary formats: the reader, the table and a window onto the file agree, whatever the bytes are.

use std::fmt::Debug;

use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::describe::{Describer, Field, Shape};
use offload_bundle_core::error::{ReadError, Stop};
use offload_bundle_core::tree::Tree;

/// The table finds the same fault as the reader, which says `fault` of the bytes, and shows no more fields than there are
/// bytes for.
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

/// A reader that is shown the first bytes of a file says of them what it says of the whole, or asks for more than it was shown.
pub fn windows(bytes: &[u8], fault: impl Fn(Bytes<'_>) -> Option<ReadError>) {
    let read = |bytes: Bytes<'_>| fault(bytes).map_or(Ok(()), |error| Err(Stop::from(error)));
    windowed(bytes, &read(Bytes::new(bytes)), read);
}

/// The same of one that says `whole` of all the bytes.
pub(crate) fn windowed<T: Debug + PartialEq>(
    bytes: &[u8],
    whole: &Result<T, Stop>,
    read: impl Fn(Bytes<'_>) -> Result<T, Stop>,
) {
    // How many of the first bytes, the last one says.
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

/// Counts fields.
struct Fields(u64);

impl Describer for Fields {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}
    fn item(&mut self, _index: u64) {}
    fn field(&mut self, _field: Field<'_>) {
        self.0 = self.0.saturating_add(1);
    }
    fn end(&mut self) {}
}
