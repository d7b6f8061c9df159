//! What a schema says for people, where it must say it.

use crate::reading::{OneOrMore, Prose, mapping};

mapping! {
    /// Documentation and its source.
    pub struct Docs {
        pub doc: Prose,
        pub doc_ref: OneOrMore<String>,
    }
}
