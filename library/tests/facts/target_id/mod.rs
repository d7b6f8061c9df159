//! The grammar of bundle entry IDs against documents and releases.

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
