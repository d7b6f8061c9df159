//! Moves device code out of linked files into archives by processor, and back.

mod archives;
mod back;
mod below;
mod check;
mod coming;
mod content;
mod leaving;
mod made;
mod out;
mod placed;
mod told;

pub(in crate::ops) use back::move_in;
pub(in crate::ops) use out::move_out;
