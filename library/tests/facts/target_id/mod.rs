//! The grammar of bundle entry IDs.

mod compatibility;
mod gpus;
mod kinds;
mod parts;
mod reasons;
mod selection;
mod spelling;
mod styles;
mod subarchitectures;
mod tables;
mod triples;
mod words;
