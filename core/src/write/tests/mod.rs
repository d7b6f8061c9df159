//! Tables put together by hand.

mod shown;
mod written;
