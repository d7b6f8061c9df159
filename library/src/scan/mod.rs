//! Finds containers, each at the end of the one before or after padding. Contents are never searched, so that bytes in
//! them are not mistaken for a container. After damage, a search finds the next sound one.

mod archives;
mod carve;
mod findings;
mod follow;
pub(crate) mod found;
mod image_record;
mod images;
mod moved;
mod recognise;
pub(crate) mod region;
mod reported;
pub(crate) mod search;
mod sections;
mod sequence;
mod toc;
mod wrapped;

pub(crate) use archives::KnownArchives;
pub(crate) use findings::IdCache;
pub(crate) use follow::scan_following;
pub(crate) use found::{Content, FormatRef, FoundBundle, FoundEnvelope, Located, Scan};
pub(crate) use recognise::or_plain;
pub(crate) use region::{Form, RegionKind};
pub(crate) use reported::{EntryRef, InHost};
pub(crate) use search::{scan, scan_or_bare};
pub(crate) use toc::{read_toc, view};
