//! One block of LZ4: it is unpacked as a whole when it is first looked at, because what follows in it may be a copy of any of the 64 KiB before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::envelope::DeclaredValue;
use offload_bundle_core::error::{Problem, ReadError};

use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Identity, Input, LazySource, Window};

/// No byte of a block unpacks to more bytes.
pub(crate) const MOST_RATIO: u64 = 255;

/// A block in an input.
#[derive(Debug)]
struct Lz4Block {
    outer: Arc<Input>,
    place: Place,
    size: DeclaredValue,
    /// What it unpacks to, until its end has been shown.
    held: Mutex<Option<Arc<Vec<u8>>>>,
    /// Whether it has been unpacked without an error.
    is_sound: AtomicBool,
}

/// What the block at `place` of `outer` unpacks to, which is `size` bytes.
pub(crate) fn open_lz4_block(name: FileName, outer: Arc<Input>, place: Place, size: DeclaredValue) -> Input {
    let member = outer.member().cloned();
    let len = size.value;
    let source = Box::new(Lz4Block { outer, place, size, held: Mutex::default(), is_sound: AtomicBool::new(false) });
    Input::lazy(name, len, source).with_member(member)
}

impl Lz4Block {
    fn all(&self) -> Result<Arc<Vec<u8>>, FileError> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = &*held {
            return Ok(Arc::clone(bytes));
        }
        let bytes = Arc::new(self.unpack()?);
        *held = Some(Arc::clone(&bytes));
        Ok(bytes)
    }

    fn unpack(&self) -> Result<Vec<u8>, FileError> {
        let damaged = |error| FileError::damaged(self.outer.name(), error);
        let window = self.outer.window(self.place.ofs, self.place.len)?;
        let size = usize::try_from(self.size.value).unwrap_or(usize::MAX);
        let unpacked = lz4_flex::block::decompress(&window, size).map_err(|error| {
            let problem = Problem::Corrupt { stream: "an LZ4", after: 0, why: error.to_string() };
            damaged(ReadError::new(self.place.ofs, problem))
        })?;
        if length(&unpacked) != self.size.value {
            let problem = Problem::Disagrees { found: self.size.value, expected: length(&unpacked) };
            return Err(damaged(
                ReadError::new(self.size.offset, problem).in_fields(self.size.path),
            ));
        }
        self.is_sound.store(true, Ordering::Relaxed);
        Ok(unpacked)
    }
}

impl LazySource for Lz4Block {
    fn window(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        let bytes = self.all()?;
        let from = usize::try_from(ofs).unwrap_or(usize::MAX).min(bytes.len());
        let end = from
            .saturating_add(usize::try_from(len).unwrap_or(usize::MAX))
            .min(bytes.len());
        if end == bytes.len() {
            self.release();
        }
        Ok(Window::shared(bytes, from..end))
    }

    fn piece(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        self.window(ofs, len)
    }

    fn verify(&self) -> Result<(), FileError> {
        // What is written is read once more from its start: there may be very many, and all of them would be held.
        match self.is_sound.load(Ordering::Relaxed) {
            true => Ok(()),
            false => self.unpack().map(|_| ()),
        }
    }

    fn release(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn compressed_len(&self) -> Result<Option<u64>, FileError> {
        Ok(Some(self.place.len))
    }

    fn is_decompressed(&self) -> bool {
        true
    }

    fn identity(&self) -> Option<Identity> {
        self.outer.identity()
    }

    fn check_unchanged(&self) -> Result<(), FileError> {
        self.outer.check_unchanged()
    }
}
