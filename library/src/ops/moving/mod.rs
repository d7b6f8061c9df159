//! Moves device code out of linked files into archives by processor, and back.

mod archives;
mod back;
mod check;
mod choice;
mod coming;
mod leaving;
mod made;
mod out;
mod placed;

pub(in crate::ops) use back::move_in;
pub(in crate::ops) use out::move_out;
