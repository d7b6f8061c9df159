//! Which input is being read: of those that are decompressed as they are read one at a time is kept open, so that memory does not grow
//! with their number.

use std::ptr;

use crate::file_error::FileError;
use crate::input::Input;

/// The input that is being read.
#[derive(Debug, Default)]
pub struct ActiveInput<'a> {
    now: Option<&'a Input>,
}

impl<'a> ActiveInput<'a> {
    /// From now on `input` is read.
    ///
    /// # Errors
    ///
    /// The input before is not what is declared of it ([`Input::verify`]).
    pub(crate) fn turn_to(&mut self, input: &'a Input) -> Result<(), FileError> {
        if let Some(before) = self.now.filter(|before| !ptr::eq(*before, input)) {
            before.verify()?;
            before.release();
        }
        self.now = Some(input);
        Ok(())
    }
}
