//! How commands look into inputs: what their options say, as the operations take it.

use offload_bundle::request::{ByteSize, ScanRequest};
use offload_bundle_core::registry::FileType;

/// What the options of a command say of looking into inputs.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScanArgs {
    /// What the inputs are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: Option<ByteSize>,
    /// Look for containers everywhere.
    pub carve: bool,
}

impl From<ScanArgs> for ScanRequest {
    fn from(args: ScanArgs) -> Self {
        let mut request = Self::default();
        request.file_type = args.file_type;
        request.no_verify = args.no_verify;
        request.max_size = args.max_size;
        request.carve = args.carve;
        request
    }
}
