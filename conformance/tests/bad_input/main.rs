//! Bad input: a message with its place, nothing written, little time and memory.

mod binary;
mod bombs;
mod compressed;
mod declared;
mod judge;
mod packed;
mod requests;
mod text;
#[path = "../writing/mod.rs"]
mod writing;
