//! In-place changes: Windows libraries, runtime releases, and files with very many headers.

mod asked;
mod crowded;
mod runtimes;
mod windows;
