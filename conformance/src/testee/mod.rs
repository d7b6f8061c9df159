//! An implementation under test: it is asked questions, and answers or does not.

mod adapter;
mod answer;
mod archive;
mod command;
mod confined;
mod implementation;
mod ours;
mod pipe;

pub use self::adapter::{Adapter, Call};
pub use self::answer::{Answer, Breakdown};
pub use self::command::CommandTestee;
pub use self::confined::{Ended, Limits, Scratch};
pub use self::implementation::Testee;
pub use self::ours::Ours;
pub use self::pipe::PipeTestee;
