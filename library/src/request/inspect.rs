//! What to inspect.

use std::path::PathBuf;

use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to inspect.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// Give the canonical value of each part too.
    pub canonical: bool,
    /// Where a page goes that shows the report: then the parts have their bytes ([`InspectedPart::bytes`]), and the page must take the place
    /// of no input. It is written by [`write_file`].
    ///
    /// [`InspectedPart::bytes`]: crate::report::InspectedPart::bytes
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}
