//! What a schema says for people.

use crate::reading::{OneOrMore, Prose, mapping};

mapping! {
    /// What the schema says for people.
    #[derive(Default)]
    pub struct Docs {
        pub doc: Option<Prose>,
        /// Where the source documents say so.
        pub doc_ref: OneOrMore<String>,
    }
}
