//! Hand-written tables.

mod shown;
mod written;
