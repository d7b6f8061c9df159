//! Empty: the manifest explains this crate.
