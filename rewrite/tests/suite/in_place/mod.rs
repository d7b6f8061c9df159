//! What changes bundles where they are: in libraries for Windows, for releases of a runtime, and in files with very many headers.

mod asked;
mod crowded;
mod runtimes;
mod windows;
