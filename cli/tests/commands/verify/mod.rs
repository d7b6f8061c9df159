//! `verify`: sound files have no findings, and every mistake has exactly its own.

mod code_objects;
mod coverage;
mod loaders;
mod mistakes;
mod scene;
mod sound;
mod targets;
