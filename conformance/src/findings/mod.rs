//! Reports on known failures of tools, from the cases and the reasons in the expectations.

mod finding;
mod listing;
mod making;
mod markdown;
mod shown;

pub use self::finding::{Finding, Shown, findings};
pub use self::markdown::markdown;
pub use self::shown::{Asked, bug_report};
