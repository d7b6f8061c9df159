//! Where bundles may come for which there is no room where they are.

/// Where bundles may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// Where they are, as far as there is room.
    There,
    /// To the end of the file, too.
    Anywhere,
}
