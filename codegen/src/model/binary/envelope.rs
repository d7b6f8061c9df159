//! What makes a format one that holds something compressed.

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    /// How the parts of such a format are called. What the header says of the compressed bytes follows from the `-write` of its
    /// numbers.
    pub struct EnvelopeKeys as "`-envelope`" {
        /// The number that says how the bytes are compressed.
        pub method: Spanned<String>,
        /// The compressed bytes: a field at the end of every version.
        pub data: Spanned<String>,
        /// The byte that may stand between one such file and the next.
        pub padding: Option<u8>,
    }
}
