//! Access to a file for readers that need only parts of it.

use alloc::borrow::Cow;

use super::place::Place;

/// Returns the bytes of a file at a place, whose offset is in bytes from the start of the file. It never returns more bytes than there are.
pub type View<'v, 'b, E> = dyn FnMut(Place) -> Result<Cow<'b, [u8]>, E> + 'v;
