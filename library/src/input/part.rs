//! A range of another input, such as a member of an archive. Those of one input share what was read last: there may be very many, and
//! most are small.

use std::fmt::Debug;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

use offload_bundle_core::bytes::{Place, length};

use super::window::{WINDOW, Window};
use crate::file_error::FileError;

/// What has parts.
pub(super) trait Whole: Debug + Send + Sync {
    /// The bytes `ofs .. ofs + len`, or those of them that there are, in the memory of the window `last` if that can be.
    fn window(&self, last: Window<'_>, ofs: u64, len: u64) -> Result<Window<'_>, FileError>;

    /// Whether its bytes are in memory anyway.
    fn is_in_memory(&self) -> bool;

    /// Checks that it is still what it was when it was opened.
    fn check_unchanged(&self) -> Result<(), FileError>;

    /// The file that its bytes from byte `ofs` on lie in as they are, if there is one, and where.
    fn stored_at(&self, ofs: u64) -> Option<(Arc<File>, u64)>;
}

/// What was read last of an input: where it begins, and the bytes.
#[derive(Debug, Default)]
pub(crate) struct LastBlock(Mutex<Option<(u64, Arc<Vec<u8>>)>>);

/// A range of another input.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) whole: Arc<dyn Whole>,
    place: Place,
    last: Arc<LastBlock>,
}

impl Part {
    /// The bytes at `place` of `whole`, whose parts share `last`.
    pub(super) fn new(whole: Arc<dyn Whole>, place: Place, last: Arc<LastBlock>) -> Self {
        Self { whole, place, last }
    }

    /// The file that its bytes from byte `ofs` on lie in as they are, if there is one, and where.
    pub(super) fn stored_at(&self, ofs: u64) -> Option<(Arc<File>, u64)> {
        self.whole.stored_at(self.place.ofs.saturating_add(ofs))
    }

    /// The bytes `ofs .. ofs + len`, all of which there are.
    pub(super) fn window(&self, ofs: u64, len: u64, spare: Window<'_>) -> Result<Window<'_>, FileError> {
        let ofs = self.place.ofs.saturating_add(ofs);
        if len > WINDOW || self.whole.is_in_memory() {
            return self.whole.window(spare, ofs, len);
        }
        let mut last = self.last.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((start, bytes)) = &*last
            && let Some(window) = window_within(*start, bytes, ofs, len)
        {
            return Ok(window);
        }
        let bytes = Arc::new(self.whole.window(spare, ofs, WINDOW)?.into_vec());
        let window = window_within(ofs, &bytes, ofs, len);
        *last = Some((ofs, bytes));
        Ok(window.unwrap_or(Window::borrowed(&[])))
    }
}

/// The bytes `ofs .. ofs + len` of an input, if they are among `bytes`, which begin at `start`.
fn window_within(start: u64, bytes: &Arc<Vec<u8>>, ofs: u64, len: u64) -> Option<Window<'static>> {
    let from = ofs.checked_sub(start)?;
    let end = from.checked_add(len)?;
    let inside = end <= length(bytes);
    let range = usize::try_from(from).ok()?..usize::try_from(end).ok()?;
    inside.then(|| Window::shared(Arc::clone(bytes), range))
}
