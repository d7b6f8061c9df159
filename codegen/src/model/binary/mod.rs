//! Binary layouts: a documented subset of Kaitai Struct, with keys of our own that begin with `-`.

mod attr;
mod container;
mod docs;
mod enums;
mod envelope;
mod foreign;
mod kind;
mod nested;
mod rules;
mod spec;
mod toc;
mod top;
mod walk;

pub use attr::Attr;
pub use container::EntryList;
pub use docs::Docs;
pub use enums::{Enum, Member};
pub use kind::{Endian, Kind};
pub use rules::{Align, Fact, Link, Valid, Write};
pub use spec::{Area, ContainerId, ContainerKeys, EnvelopeKeys, FrontKeys, MadeId, Opt, Spec, Type};
pub use toc::{KeyDoc, TocKeys};
pub use walk::WalkKeys;
