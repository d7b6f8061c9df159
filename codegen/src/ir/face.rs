//! What operations see a format as.

use offload_bundle_core::envelope::Codec;
use offload_bundle_core::faces::{ContainerTable, EnvelopeTable};
use offload_bundle_core::toc::TocTable;
use offload_bundle_core::walked::WalkTable;

/// What operations see a format as that they do more with than to show it.
#[derive(Debug, Clone)]
pub enum Face<'a> {
    Container(ContainerTable<'a>),
    /// With name, number and codec of each method; the one to use unless told otherwise is the first.
    Envelope(EnvelopeTable<'a>, Vec<(String, u64, Codec)>),
    /// Its entries are walked over.
    Walked(Box<WalkTable<'a>>),
    /// It has a table of contents.
    Toc(TocTable<'a>),
}

impl Face<'_> {
    /// The static that it is.
    pub fn constant(&self) -> &'static str {
        match self {
            Self::Envelope(..) => "ENVELOPE",
            _ => "CONTAINER",
        }
    }

    /// The path of the type of that.
    pub fn path(&self) -> &'static str {
        match self {
            Self::Container(_) => "offload_bundle_core::faces::TableContainer",
            Self::Envelope(..) => "offload_bundle_core::faces::TableEnvelope",
            Self::Walked(_) => "offload_bundle_core::walked_container::WalkedContainer",
            Self::Toc(_) => "offload_bundle_core::toc_container::TocContainer",
        }
    }
}
