//! Required documentation.

use crate::reading::{OneOrMore, Prose, mapping};

mapping! {
    pub struct Docs {
        pub doc: Prose,
        pub doc_ref: OneOrMore<String>,
    }
}
