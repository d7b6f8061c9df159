//! Where bundles come for which there is no room where they are.

/// Where bundles may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// Where they are, as far as there is room.
    There,
    /// To the end of the file, too.
    Anywhere,
}

/// Where they come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Apart {
    /// The position of their segment.
    pub(super) segment: usize,
    pub(super) address: u64,
    /// The same in the file.
    pub(super) offset: u64,
}
