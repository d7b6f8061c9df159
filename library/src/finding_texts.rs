//! What is wrong or odd, in words: always what was expected, and what was found.

use std::fmt;

use offload_bundle_core::Shortened;
use offload_bundle_core::ids::{Invalid, Mismatch, UnknownName};

use crate::finding::Anomaly;

impl fmt::Display for Anomaly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "{}", error.problem),
            Self::EmptyBeyond(error) => write!(f, "the empty content {}", error.problem),
            Self::BadText { id } if id.is_empty() => f.write_str("expected a bundle entry ID, found an empty one"),
            Self::BadText { id } => write!(
                f,
                "expected a bundle entry ID without control characters, found {:?}",
                Shortened(id)
            ),
            Self::Unrecognised { len, section } => {
                write!(
                    f,
                    "expected a bundle at the start of the section {section}, found {len} bytes of something else"
                )
            }
            Self::NotSearched { section, error } => {
                write!(
                    f,
                    "the data of the section {section:?} cannot be searched: {}",
                    error.problem
                )
            }
            Self::NoSections(error) => write!(f, "the sections of the file are not known: {}", error.problem),
            Self::BadId { id, invalid } => {
                write!(
                    f,
                    "expected a valid bundle entry ID, found {:?}: {}",
                    Shortened(id),
                    faults(invalid)
                )
            }
            Self::UnknownName { id, invalid } => {
                write!(
                    f,
                    "expected a known bundle entry ID, found {:?}: {}",
                    Shortened(id),
                    faults(invalid)
                )
            }
            Self::UnknownTarget { id, unknown } => {
                let UnknownName { what, name, .. } = unknown;
                write!(
                    f,
                    "expected a known {what}, found {:?} in {:?}",
                    Shortened(name),
                    Shortened(id)
                )
            }
            Self::Duplicate { id, first, first_path } if id == first => {
                write!(
                    f,
                    "expected an ID of its own, found {:?} as in {first_path}",
                    Shortened(id)
                )
            }
            Self::Duplicate { id, first, first_path } => write!(
                f,
                "expected an ID of its own, found {:?}, the same as {:?} in {first_path}",
                Shortened(id),
                Shortened(first)
            ),
            Self::InsideFrame { ofs, frame_end } => write!(
                f,
                "the content lies within the header: expected it from byte {frame_end:#x} on, found it at byte {ofs:#x}"
            ),
            Self::Overlap { ofs, end, first_path } => write!(
                f,
                "the content overlaps that of {first_path}: expected it from byte {end:#x} on, found it at byte {ofs:#x}"
            ),
            Self::SharedSection { section, end } => write!(
                f,
                "expected a section with bytes of its own, from byte {end:#x} on, found {section:?} over those of another; \
                 it is not looked at"
            ),
            Self::DamagedMember { name, error } => write!(f, "in the member {name:?}: {}", error.problem),
            Self::UnreadableMember { name, why } => write!(f, "the member {name:?} cannot be read: {why}"),
            Self::MembersNotRead { kind, names } => write!(f, "members that are not looked into: {names}: {kind}"),
            Self::NestedTooDeep { entry, most } => write!(
                f,
                "expected at most {most} levels of bundles within entries, found more in entry {entry}, which is not looked into; extract \
                 the outer entry, and list the file that is written"
            ),
            Self::Ignored { len } => write!(f, "expected an entry, found {len} bytes that belong to none"),
            Self::Trailing { len } => {
                write!(
                    f,
                    "expected a bundle or the end of the file, found {len} bytes of something else"
                )
            }
            Self::Conflict { text, .. } => f.write_str(text),
            Self::ConflictAcross { text, member } => {
                write!(
                    f,
                    "in one bundle this would be wrong: {text}; the other is in the member {member}"
                )
            }
            Self::HostCount { found } => write!(f, "expected exactly one entry for the host, found {found}"),
            Self::WrongTarget { id, mismatch } => {
                let Mismatch { expected, found, .. } = mismatch;
                write!(
                    f,
                    "expected a code object of {expected} for {:?}, found {found}",
                    Shortened(id)
                )
            }
            Self::BadElf => f.write_str("expected the header of an ELF file, found less or something else"),
            Self::MagicInside { magic } => write!(
                f,
                "the compressed bytes hold \"{}\", with which every header begins: some readers cut them there; compress it anew, at a level of your choice",
                magic.escape_ascii()
            ),
            Self::ElsewhereMissing { paths } => write!(
                f,
                "expected the device code that was moved out of this file in {paths}, counted from the folder of this file; found no such file"
            ),
            Self::BadReference { why } => write!(
                f,
                "device code was moved out of this file, and nothing says where to: {why}"
            ),
            Self::CodeObject(fault) => fault.fmt(f),
            Self::DuplicateKey { key } => {
                write!(
                    f,
                    "expected the key {key:?} once, found it again; the first counts here"
                )
            }
            Self::MissingText { key, .. } => {
                write!(
                    f,
                    "expected a text under the key {key:?}, found none; pack it again with one if readers are to find it by that"
                )
            }
            Self::UnknownNumber { field, number } => {
                write!(
                    f,
                    "expected a known number in {field}, found {number}; it is kept as it is"
                )
            }
            Self::OtherRelease { field, number, word, releases, others } => write!(
                f,
                "{field} is {number}, which only the releases {releases} read as {word:?}: for others it is {others}; pack it again for the \
                 release that is to read it"
            ),
            Self::WrongKind { field, said, found: Some(found) } => {
                write!(
                    f,
                    "expected content of the kind {said:?} that {field} says, found what begins as {found:?}"
                )
            }
            Self::WrongKind { field, said, found: None } => {
                write!(
                    f,
                    "expected content of the kind {said:?} that {field} says, found something else"
                )
            }
            Self::UnknownContent { head } => write!(
                f,
                "expected a code object of a known form, found one that begins with \"{}\"",
                head.escape_ascii()
            ),
            Self::Coverage { missing, more, like, of, .. } => {
                write!(f, "expected the targets of {like} of {of} bundles; ")?;
                match (missing.first.is_empty(), more.first.is_empty()) {
                    (true, _) => write!(f, "this one has more: {more}"),
                    (false, true) => write!(f, "this one lacks {missing}"),
                    (false, false) => write!(f, "this one lacks {missing}, and has {more}"),
                }
            }
        }
    }
}

/// What is wrong with an ID, for people: one complaint. An ID that cannot be read as a whole has no parts to complain of.
pub(crate) fn faults(invalid: &Invalid) -> String {
    if !invalid.without_kind.is_empty() {
        let with_kind = invalid.without_kind.iter().map(|id| format!("{:?}", Shortened(id)));
        let with_kind: Vec<String> = with_kind.collect();
        return format!("the offload kind is missing: give {}", with_kind.join(" or "));
    }
    if let Some(error) = &invalid.malformed {
        return error.to_string();
    }
    let kind = invalid
        .unknown_kind
        .iter()
        .map(|kind| format!("unknown kind {:?}", Shortened(kind)));
    let triple = invalid
        .unknown_triple
        .iter()
        .map(|triple| format!("unknown triple {:?}", Shortened(&triple.stored)));
    kind.chain(triple).collect::<Vec<_>>().join(", ")
}
