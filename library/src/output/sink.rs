//! Where an output is written that is not known from the start to the end before.

use std::io::{self, BufWriter, Seek, Write};

use tempfile::SpooledTempFile;

use super::staged::StagedFile;

/// Bytes are written one after the other; what is known late can be written into a place that was kept for it.
pub trait Sink: Write + Seek {
    /// Forgets what lies behind the place where it is.
    ///
    /// # Errors
    ///
    /// What the system says.
    fn cut(&mut self) -> io::Result<()>;
}

impl Sink for BufWriter<StagedFile> {
    fn cut(&mut self) -> io::Result<()> {
        let end = self.stream_position()?;
        self.get_mut().cut_at(end)
    }
}

impl Sink for SpooledTempFile {
    fn cut(&mut self) -> io::Result<()> {
        let end = self.stream_position()?;
        self.set_len(end)
    }
}
