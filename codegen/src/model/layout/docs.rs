//! What a schema says for people.

use crate::reading::{OneOrMore, Prose, mapping};

mapping! {
    /// What the schema says for people.
    #[derive(Default)]
    pub struct Docs {
        pub doc: Option<Prose>,
        /// Where the source documents say so.
        pub doc_ref: OneOrMore<String>,
        /// The name in the original implementation.
        pub orig_id: Option<String> as "-orig-id",
    }
}

impl Docs {
    /// The documentation; empty where there is none.
    pub fn text(&self) -> &str {
        self.doc.as_deref().unwrap_or_default()
    }

    /// Sets the documentation.
    pub fn set(&mut self, text: &str) {
        self.doc = Some(Prose::new(text));
    }
}
