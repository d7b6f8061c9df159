//! Where an output is written that is not known from the start to the end before.

use std::io::{Seek, Write};

/// Bytes are written one after the other; what is known late can be written into a place that was kept for it.
pub(crate) trait Sink: Write + Seek {}

impl<S: Write + Seek> Sink for S {}
