//! What all tests of the tool share.

// Each test program uses a part of it.
#![allow(dead_code)]
#![allow(clippy::unwrap_used)]

pub mod command_table;
pub mod program;
