//! Formats from the view of operations.

use offload_bundle_core::envelope::Codec;
use offload_bundle_core::faces::{ContainerTable, EnvelopeTable};
use offload_bundle_core::toc::TocTable;
use offload_bundle_core::walked::WalkTable;

#[derive(Debug, Clone)]
pub enum Face<'a> {
    Container(ContainerTable<'a>),
    /// With the name, number and codec of each method, starting with the default.
    Envelope(EnvelopeTable<'a>, Vec<(String, u64, Codec)>),
    Walked(Box<WalkTable<'a>>),
    Toc(TocTable<'a>),
}

impl Face<'_> {
    pub fn constant(&self) -> &'static str {
        match self {
            Self::Envelope(..) => "ENVELOPE",
            _ => "CONTAINER",
        }
    }

    pub fn path(&self) -> &'static str {
        match self {
            Self::Container(_) => "offload_bundle_core::faces::TableContainer",
            Self::Envelope(..) => "offload_bundle_core::faces::TableEnvelope",
            Self::Walked(_) => "offload_bundle_core::walked_container::WalkedContainer",
            Self::Toc(_) => "offload_bundle_core::toc_container::TocContainer",
        }
    }
}
