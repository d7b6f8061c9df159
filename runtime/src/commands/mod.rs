//! The operations as the commands of a command line see them: values from words, a few fields of requests that only make sense
//! there, and what becomes of a failure.

mod arguments;
mod bundle;
mod compressing;
mod extract;
mod failure;
mod formats;
mod inspect;
mod list;
mod looking;
mod text;
mod unbundle;
mod verify;

pub use crate::ops::{TargetRequest, target};
pub use arguments::{aspect, file_type, method, one_line, pair, size, style, version};
pub use bundle::{BundleRequest, bundle};
pub use compressing::{CompressRequest, DecompressRequest, compress, decompress};
pub use extract::{ExtractRequest, extract};
pub use failure::{failure, misuse};
pub use formats::{FormatsRequest, formats};
pub use inspect::{InspectRequest, inspect};
pub use list::{ListRequest, list};
pub use text::text;
pub use unbundle::{UnbundleRequest, unbundle};
pub use verify::{VerifyRequest, verify};
