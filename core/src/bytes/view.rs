//! How a file comes into view for who looks at places of it only.

use alloc::borrow::Cow;

use super::place::Place;

/// Gives the bytes of a file at a place, in bytes from its start. Their number is never more than there are.
pub type View<'v, 'b, E> = dyn FnMut(Place) -> Result<Cow<'b, [u8]>, E> + 'v;
