//! The Python module: the wheel, and its tests.

pub mod environment;
pub mod systems;
pub mod wheel;
