//! An opened file with GPU code: its bundles, their entries, and the entry that serves a GPU best.

mod best_match;
mod bundle;
mod entry;
mod file;
mod match_target;
mod open_options;

pub use self::best_match::{Candidate, Match};
pub use self::bundle::Bundle;
pub use self::entry::Entry;
pub use self::file::OffloadFile;
pub use self::match_target::MatchTarget;
pub use self::open_options::{OpenOptions, open};
