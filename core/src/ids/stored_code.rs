//! What is known of the code that a container holds, before it is looked at.

/// The code of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredCode<'c> {
    /// The bundle entry ID.
    pub id: &'c str,
    /// What kind of image it is, by the word for it, where the container says so.
    pub image: Option<&'c str>,
}

impl<'c> From<&'c str> for StoredCode<'c> {
    /// Code of which nothing but the ID is known.
    fn from(id: &'c str) -> Self {
        Self { id, image: None }
    }
}
