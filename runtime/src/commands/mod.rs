//! The operations as the commands of a command line see them: values from words, a few fields of requests that only make sense
//! there, and what becomes of a failure.

mod arguments;
mod bundle;
mod failure;
mod formats;
mod unbundle;

pub use crate::ops::{InspectRequest, ListRequest, TargetRequest, inspect, list, target};
pub use arguments::{file_type, one_line, pair, style};
pub use bundle::{BundleRequest, bundle};
pub use failure::failure;
pub use formats::{FormatsRequest, formats};
pub use unbundle::{UnbundleRequest, unbundle};
