//! Bad input: a message with its place, nothing written, little time and memory.

mod binary;
mod judge;
mod requests;
mod text;
