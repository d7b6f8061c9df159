//! The facts of the schemas beside what documents and releases say.

mod code_objects;
mod compatibility;
mod elf_headers;
mod interpreted;
mod llvm_words;
mod schema_facts;
mod target_id;
mod text_bundles;
