//! The drop-in for clang-offload-bundler: what it says of mistakes, and that it does what the releases do.

mod archives;
mod bundles;
mod calling;
mod command_lines;
mod compressed_differences;
mod compression;
mod conflicts;
mod decisions;
mod differences;
mod mistakes;
mod names;
mod nothing_to_list;
mod objects;
mod pipes;
mod scene;
