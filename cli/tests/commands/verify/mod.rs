//! `verify`: sound files have no findings, and every mistake has exactly its own.

mod coverage;
mod mistakes;
mod scene;
mod sound;
mod targets;
