//! Access to parts of a file.

use alloc::borrow::Cow;

use super::place::Place;

/// Returns the bytes of a file at a place, in bytes from the start of the file, or fewer bytes at the end of the file.
pub type View<'v, 'b, E> = dyn FnMut(Place) -> Result<Cow<'b, [u8]>, E> + 'v;
