//! The requests of operations: one type per operation, and their shared parts.
//!
//! Optional fields have defaults ([`Default`]); the caller sets the rest field by field. Programs that replace another
//! tool follow its [`rules`].

pub use crate::codec::levels;
pub use crate::ops::bundle::{BundleRequest, EntrySource};
pub use crate::ops::compress::report::{CompressRequest, DecompressRequest};
pub use crate::ops::convert::converted::{ContainerFormat, ConvertRequest};
pub use crate::ops::diff::DiffRequest;
pub use crate::ops::embed::{EmbedRequest, Machine};
pub use crate::ops::extract::ExtractRequest;
pub use crate::ops::inspect::report::InspectRequest;
pub use crate::ops::list::report::{ListForm, ListRequest};
pub use crate::ops::pack::{ImageSource, PackRequest};
pub use crate::ops::selection::{Filter, RequestedKind, RequestedTarget, RequestedTriple};
pub use crate::ops::size::report::{SizeBy, SizeRequest};
pub use crate::ops::supports::report::SupportsRequest;
pub use crate::ops::target::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};
pub use crate::ops::unbundle::report::{EntryRequest, UnbundleRequest};
pub use crate::ops::unpack::image::{ImageRequest, NumberFilter, UnpackRequest};
pub use crate::ops::verify::report::{FindingCode, VerifyRequest};
pub use crate::parts::entries::ByteSize;
pub use crate::parts::requests::{
    CompressionMethod, CompressionRequest, CompressionThreads, CompressionVersion, FormatVersion, IdStyle, PathPattern,
    Release, RuntimeRelease, ScanRequest,
};
pub use crate::parts::rules;
