//! What real tools do otherwise, told for people: from the expectations, their reasons, and the cases.

mod finding;
mod listing;
mod markdown;

pub use self::finding::{Finding, Shown, findings};
pub use self::markdown::markdown;
