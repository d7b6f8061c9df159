//! Exports all cases for use without Rust: byte files, a flat JSON document, and a manifest with digests.

mod exported;
mod files;

pub use self::exported::{Citation, Expected, Export, ExportedCase, FileOfBytes, Manifest};
pub use self::files::export;
