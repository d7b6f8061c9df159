//! clang as the client: whatever it compiles and links with the drop-in in the place of its own bundler is what it makes with that.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod cases;
mod finding;
mod mixing;
mod workshop;
