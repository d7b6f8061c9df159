//! Documentation of schema items.

use crate::reading::{OneOrMore, Prose, mapping};

mapping! {
    #[derive(Default)]
    pub struct Docs {
        pub doc: Option<Prose>,
        pub doc_ref: OneOrMore<String>,
        /// The name in the original implementation.
        pub orig_id: Option<String> as "-orig-id",
    }
}

impl Docs {
    pub fn text(&self) -> &str {
        self.doc.as_deref().unwrap_or_default()
    }

    /// The original name and the sources, a sentence each.
    pub fn sources(&self) -> impl Iterator<Item = String> {
        let name = self.orig_id.iter();
        let name = name.map(|id| format!("Called `{id}` in the original implementation."));
        name.chain(self.doc_ref.iter().map(|source| format!("Source: {source}.")))
    }

    pub fn set(&mut self, text: &str) {
        self.doc = Some(Prose::new(text));
    }
}
