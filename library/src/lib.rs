//! The containers in which compilers ship GPU code, in files: found wherever they lie, listed, checked, extracted, converted, written.
//!
//! Inputs are looked at a window at a time ([`input`]). A scan finds every container of an input ([`scan`]); the operations of [`ops`]
//! stand on it, and what they write appears whole or not at all. What a container or an ID looks like the library learns from a
//! registry of formats, such as that of `offload-bundle-formats`.

#![deny(unreachable_pub)]

pub mod canonical;
pub mod codec;
pub mod error;
pub mod file_error;
pub mod finding;
pub mod input;
mod object;
pub mod ops;
pub mod output;
pub mod reason;
pub mod scan;
pub mod values;
