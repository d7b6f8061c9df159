//! What to inspect.

use std::ops::Range;
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
    /// Show every field of what bundles are in, and of the code objects in them. Without it what is around bundles is shown with a row for
    /// each of the first records of its tables, and code objects are not looked into.
    pub all: bool,
    /// Explain only the parts with these numbers, which count from 0 over all inputs: of the others, only what and where they are is told.
    pub parts: Option<Range<usize>>,
    /// Give the canonical value of each part too, but of those whose fields are not all shown.
    pub canonical: bool,
    /// Where a page goes that shows the report: then the parts have their bytes ([`InspectedPart::bytes`]), and the page must take the place
    /// of no input. It is written by [`write_file`].
    ///
    /// [`InspectedPart::bytes`]: crate::report::InspectedPart::bytes
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}
