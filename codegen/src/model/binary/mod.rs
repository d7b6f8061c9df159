//! Typed layouts: a documented subset of Kaitai Struct, with additional keys that begin with `-`.

mod attr;
mod container;
mod enums;
mod envelope;
mod keys;
mod kind;
mod nested;
mod rules;
mod spec;
mod toc;
mod top;
mod walk;

pub use attr::Attr;
pub use container::EntryList;
pub use enums::{Enum, Member};
pub use keys::{Area, ContainerId, ContainerKeys, EnvelopeKeys, FrontKeys, MadeId, Opt};
pub use kind::Kind;
pub use rules::{Fact, Link, Valid, Write};
pub use spec::{Spec, Type};
pub use toc::{FORMS, TocKeys};
pub use walk::WalkKeys;
