//! The properties that fuzz targets check on any bytes. A violation panics, which libFuzzer detects.

pub mod binary;
pub mod c_header;
pub mod containers;
pub mod drop_ins;
pub mod envelopes;
pub mod files;
pub mod ids;
pub mod operations;
pub mod texts;
pub mod trees;
