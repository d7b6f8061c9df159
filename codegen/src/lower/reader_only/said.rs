//! What a writer computes a field from, and what a checksum counts.

use offload_bundle_core::tree::{Sum, SumOf};

use crate::formula::Formula;
use crate::problem::Problems;
use crate::prose::one_line;
use crate::spanned::Spanned;

/// What a field is computed from.
#[derive(Debug, Clone, PartialEq)]
pub enum Write {
    Count(Target),
    Size(Target),
    Offset(Target),
    FileSize,
    Constant(Formula),
    /// The bytes from the first of one field to the last of another.
    Sum(Sum, SumOf, Target, String),
    /// Nothing: the caller gives it, though its id says that it counts or measures something.
    Given,
}

/// A field by its name, in the record or further out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// How many records further out.
    pub up: u8,
    pub name: String,
}

const EXPECTED: &str =
    "`count(…)`, `size(…)`, `offset(…)`, `constant(…)`, `crc32(…)`, `adler32(…)`, `md5(…)`, `sha256(…)` or `given`";

impl Write {
    /// What the key says.
    pub(super) fn parse(said: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        let hint = "write `size(body)`, `count(_parent.parts)`, `offset(table)`, `crc32(first..last)` or `md5(unpacked(body))`";
        let text = one_line(said);
        if text == "given" {
            return Some(Self::Given);
        }
        let split = text
            .split_once('(')
            .and_then(|(word, rest)| Some((word.trim(), rest.strip_suffix(')')?.trim())));
        let write = split.and_then(|(word, inner)| {
            Some(match word {
                "size" if inner == "_root" => Self::FileSize,
                "count" => Self::Count(target(inner)?),
                "size" => Self::Size(target(inner)?),
                "offset" => Self::Offset(target(inner)?),
                "constant" => Self::Constant(Formula::read(said, inner, problems)),
                word => {
                    let (_, sum) = Sum::NAMES.into_iter().find(|(name, _)| *name == word)?;
                    if let Some(of) = inner.strip_prefix("unpacked(").and_then(|rest| rest.strip_suffix(')')) {
                        let of = target(of)?;
                        return Some(Self::Sum(sum, SumOf::Unpacked, of.clone(), of.name));
                    }
                    let (from, to) = inner.split_once("..").unwrap_or((inner, inner));
                    let (from, to) = (target(from)?, target(to)?);
                    if from.up != to.up {
                        return None;
                    }
                    Self::Sum(sum, SumOf::Stored, from, to.name)
                }
            })
        });
        write.or_else(|| problems.refuse(said, EXPECTED, format!("`{text}`"), hint))
    }
}

fn target(text: &str) -> Option<Target> {
    let mut up = 0_u8;
    let mut rest = text.trim();
    while let Some(inner) = rest.strip_prefix("_parent.") {
        up = up.checked_add(1)?;
        rest = inner;
    }
    Some(Target { up, name: name(rest)? })
}

fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let letters = text
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (letters && !text.is_empty()).then(|| text.to_owned())
}
