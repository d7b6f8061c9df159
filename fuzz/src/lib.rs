//! What the fuzz targets check: laws that hold of any bytes. What breaks one panics, which is what libFuzzer looks for.

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
