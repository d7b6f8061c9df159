//! The request of `inspect`.

use std::ops::Range;
use std::path::PathBuf;

use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`inspect`](crate::ops::inspect).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// Explains only the parts with these numbers, which count from 0 over all inputs. Others are shown with format and place only.
    pub parts: Option<Range<usize>>,
    /// Returns the canonical value of each part too.
    pub canonical: bool,
    /// The path of a page with the report. The parts then have their bytes ([`PartEnd::bytes`]), and the page must not replace an
    /// input. [`write_file`] writes it.
    ///
    /// [`PartEnd::bytes`]: crate::report::PartEnd::bytes
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}
