//! Shared by all tests of the tool.

// Each test program uses a part.
#![allow(dead_code)]
#![allow(clippy::unwrap_used)]

pub mod command_table;
pub mod program;
