//! The drop-ins: what they say of mistakes, and that they do what the releases do.

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
mod packager;
mod pipes;
mod scene;
