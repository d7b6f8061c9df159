//! What real tools do otherwise, told for people: from the expectations, their reasons, and the cases.

mod finding;
mod listing;
mod making;
mod markdown;
mod shown;

pub use self::finding::{Finding, Shown, findings};
pub use self::markdown::markdown;
pub use self::shown::{Asked, bug_report};
