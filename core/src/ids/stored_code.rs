//! The code of an entry.

/// The code of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredCode<'c> {
    /// The bundle entry ID.
    pub id: &'c str,
    /// The kind of image, if the container declares it.
    pub image: Option<&'c str>,
}

impl<'c> From<&'c str> for StoredCode<'c> {
    fn from(id: &'c str) -> Self {
        Self { id, image: None }
    }
}
