//! Nothing: what this crate is for is in its manifest.
