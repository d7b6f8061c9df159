//! Parsed binary schemas: Kaitai Struct with additional keys that begin with `-`. Both dialects share this model: typed
//! layouts, with generated readers and writers, and interpreted ones, with `-reader-only`.

mod attr;
mod container;
mod dialect;
mod docs;
mod enums;
mod envelope;
mod holds;
mod keys;
mod known;
mod narrow;
mod order;
mod record;
mod spec;
mod toc;
mod top;
mod valid;
mod walk;
mod write;

pub use attr::{Align, Attr, Repeat, measures};
pub use container::EntryList;
pub use dialect::{INTERPRETED, PARAMS, TYPED, has_own_keys};
pub use docs::Docs;
pub use enums::{Enum, Member};
pub use holds::{Holds, Number, NumberKind};
pub use keys::{Area, ContainerId, ContainerKeys, EnvelopeKeys, FrontKeys, MadeId, Opt};
pub use known::{Known, STEP};
pub use narrow::own_name;
pub use order::Endian;
pub use record::Record;
pub use toc::{FORMS, TocKeys};
pub use top::Spec;
pub use valid::Valid;
pub use walk::WalkKeys;
pub use write::{Fact, Link, Write};
