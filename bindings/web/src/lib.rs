//! The library in a browser. `worker.js` in `page/` calls what is exported here, in a thread of its own; answers are the reports that the
//! tool prints with `--json`.

mod answer;
mod browser;
mod fault;
mod file;
mod inspected;
mod target;

pub use file::File;
pub use target::compare_targets;
