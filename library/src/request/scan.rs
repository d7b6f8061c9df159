//! How to look into inputs.

use offload_bundle_core::registry::FileType;

use super::size::ByteSize;

/// How to look into inputs. Unless more is said, what an input is its content tells, and everything in it is looked at.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// What the inputs are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Of an object file, look only at the sections that are the file type's own form; where no type is given, only at those that are known.
    /// Without this, other data that a program loads is searched too.
    pub own_form: bool,
    /// Look for containers outside of the places that are known too, by searching the whole file.
    pub carve: bool,
    /// Do not check the digest of what an envelope holds, when that is read.
    pub no_verify: bool,
    /// How many bytes an envelope may hold, decompressed; any number without it.
    pub max_size: Option<ByteSize>,
}
