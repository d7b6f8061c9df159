//! The bytes of a container, and numbers, texts, places and lists in it. Reading never panics.

mod expression;
mod fields;
mod length;
mod number;
mod place;
mod search;
mod span;
mod text;
mod view;
mod window;

pub use expression::Checked;
pub use length::{count, length};
pub use number::{Named, Number, Open, Width};
pub use place::Place;
pub(crate) use search::Search;
pub use span::Span;
pub use text::Encoding;
pub use view::View;
pub use window::Bytes;
