//! The grammar of bundle entry IDs beside what documents and releases say.

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
