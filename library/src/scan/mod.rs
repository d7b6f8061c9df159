//! Finds every container in an input. They lie one after the other: each next one is where the one before ends, or after
//! padding. Contents are never searched, so bytes in them that look like a container are not taken for one. Behind damage the next sound
//! one is searched for.

mod archive;
mod archives;
pub(crate) mod bare;
mod carve;
mod elsewhere;
mod entry_ref;
mod envelope;
mod file_kind;
mod findings;
mod follow;
pub(crate) mod form;
pub(crate) mod found;
mod gaps;
mod id_cache;
mod image_record;
mod image_set;
mod images;
mod in_host;
mod known_archives;
mod loaded;
mod moved;
mod part;
mod recognise;
pub(crate) mod region;
mod reported;
mod rest;
pub(crate) mod search;
mod sections;
mod sequence;
mod toc;
mod walked;

pub(crate) use bare::scan_or_bare;
pub(crate) use follow::scan_following;
pub(crate) use form::Form;
pub(crate) use found::{Content, FormatRef, FoundBundle, FoundEnvelope, Located, Scan};
pub(crate) use known_archives::KnownArchives;
pub(crate) use recognise::or_plain;
pub(crate) use region::RegionKind;
pub(crate) use search::scan;
pub(crate) use toc::read_toc;
pub(crate) use walked::view;

pub(crate) use entry_ref::EntryRef;
pub(crate) use id_cache::IdCache;
pub(crate) use in_host::InHost;
