//! What changes bundles where they are: in objects that are not linked yet, in members of archives, and in libraries for Windows.

mod archived;
mod asked;
mod crowded;
mod made;
mod outside;
mod refused;
mod runtimes;
mod unlinked;
mod windows;
