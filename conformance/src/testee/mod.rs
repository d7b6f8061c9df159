//! Implementations under test.

mod accepting;
mod adapter;
pub(crate) mod answer;
mod archive;
mod asked;
mod called;
mod command;
mod confined;
mod ended;
mod filling;
mod grammar;
pub(crate) mod implementation;
mod memory;
mod ours;
mod packaging;
mod patience;
mod pipe;
mod placed;
mod process_group;
mod refusal;
mod remembered;
mod seen;
mod serving;
mod unpacking;

pub use self::accepting::AcceptingTestee;
pub use self::adapter::{Adapter, Call};
pub use self::answer::{Answer, Breakdown};
pub use self::called::{Called, quote};
pub use self::command::CommandTestee;
pub use self::confined::{Limits, Scratch};
pub use self::ended::Ended;
pub use self::grammar::GrammarTestee;
pub use self::implementation::Testee;
pub use self::ours::Ours;
pub use self::patience::Patience;
pub use self::pipe::PipeTestee;
