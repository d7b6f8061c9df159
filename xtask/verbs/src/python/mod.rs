//! The Python module: its classes of reports, from the JSON Schemas that the tool has of them; the wheel, and its tests.

pub mod environment;
pub mod reports;
pub mod systems;
pub mod wheel;
