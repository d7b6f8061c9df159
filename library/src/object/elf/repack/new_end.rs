//! What comes to the end of a file in which sections have other names.

/// What comes to the end of the file.
#[derive(Debug)]
pub(super) struct NewEnd {
    /// What the file had from there on goes.
    pub(super) cut: u64,
    /// The names.
    pub(super) names: Vec<u8>,
    /// How many zeros are between them and the table of sections.
    pub(super) gap: u64,
}
