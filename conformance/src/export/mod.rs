//! All cases as files, for people who run no Rust: bytes, one flat JSON document, and a manifest with digests.

mod exported;
mod files;

pub use self::exported::{Citation, Expected, Export, ExportedCase, FileOfBytes, Manifest};
pub use self::files::export;
