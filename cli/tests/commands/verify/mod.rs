//! `verify`: sound files have no findings, each mistake gives one.

mod code_objects;
mod coverage;
mod loaders;
mod mistakes;
mod scene;
mod sound;
mod targets;
