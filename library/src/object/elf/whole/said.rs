//! What the metadata of an ELF file say.

use std::sync::Arc;

use offload_bundle_core::error::Path;

/// What metadata say.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// What the file is for, and where.
    pub(super) targets: Vec<(u64, Path, String)>,
    /// Where the first metadata are.
    pub(super) metadata: Option<(u64, Path)>,
    pub(super) has_version: bool,
    /// Whether some cannot be read.
    pub(super) is_damaged: bool,
    pub(super) kernels: Vec<Kernel>,
}

/// A kernel in metadata.
#[derive(Debug)]
pub(super) struct Kernel {
    /// Where it is, from the start of the file.
    pub(super) at: u64,
    pub(super) path: Arc<Path>,
    /// The name of its symbol, or the first part of one that is too long to keep.
    pub(super) symbol: Vec<u8>,
}
