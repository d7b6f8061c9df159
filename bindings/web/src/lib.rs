//! The library for browsers. `page/worker.js` calls the exports in its own thread; answers are the tool's `--json` reports.

mod answer;
mod browser;
mod fault;
mod file;
mod inspected;
mod target;

pub use file::File;
pub use target::compare_targets;
