//! The values, sources and placement of fields.

use offload_bundle_core::tree::Sum;

use super::kind::number;
use crate::formula::Formula;
use crate::model::layout::Rules;
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

/// An inclusive range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid {
    pub min: u64,
    pub max: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    Of(Link, String),
    About(Fact, String),
    FileSize,
    Sum(Sum, String, String),
    Constant(u64),
    /// The caller, although the id suggests a count or measure.
    Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    Count,
    Size,
    /// The offset.
    Offset,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    DecompressedSize,
    /// The first bytes of the MD5 digest.
    Md5,
}

impl Valid {
    /// A single number, or `min` and `max`. Other rules have been refused.
    pub(super) fn new(rules: &Spanned<Rules>, problems: &mut Problems) -> Spanned<Self> {
        let mut number = |formula: &Option<Spanned<Formula>>| {
            let hint = "write it in decimal or as 0x…";
            formula.as_ref().and_then(|formula| number(formula, hint, problems))
        };
        let said = &rules.value.0;
        let alone = number(&said.eq);
        let (min, max) = (number(&said.min).or(alone), number(&said.max).or(alone));
        rules.with(Self { min: min.unwrap_or(0), max: max.unwrap_or(u64::MAX) })
    }
}

impl Write {
    /// A word with arguments in parentheses.
    pub(super) fn parse(text: &Spanned<String>, problems: &mut Problems) -> Option<Spanned<Self>> {
        let (word, inner) = text
            .strip_suffix(')')
            .and_then(|text| text.split_once('('))
            .unwrap_or_default();
        let target = || inner.to_owned();
        let number = inner.parse().ok();
        // `md5(x)` of one part is the digest of the decompressed bytes.
        let sum = Sum::NAMES.into_iter().find(|(name, _)| *name == word);
        let sum = sum.filter(|(_, sum)| *sum != Sum::Md5 || inner.contains(".."));
        let write = match (word, inner) {
            _ if text.value == "given" => Some(Self::Given),
            ("size", "_root") => Some(Self::FileSize),
            ("count", _) => Some(Self::Of(Link::Count, target())),
            ("size", _) => Some(Self::Of(Link::Size, target())),
            ("offset", _) => Some(Self::Of(Link::Offset, target())),
            ("decompressed-size", _) => Some(Self::About(Fact::DecompressedSize, target())),
            ("md5", _) if sum.is_none() => Some(Self::About(Fact::Md5, target())),
            _ if sum.is_some() => sum.map(|(_, sum)| {
                let (first, last) = inner.split_once("..").unwrap_or((inner, inner));
                Self::Sum(sum, first.trim().to_owned(), last.trim().to_owned())
            }),
            ("constant", _) if number.is_some() => number.map(Self::Constant),
            ("hash", _) => {
                let hint = "say which hash of what compressed bytes hold: `md5(x)`";
                problems.refuse(text, "a computed number", quote(text), hint)
            }
            _ => {
                let expected = "`count(x)`, `size(x)`, `offset(x)`, `decompressed-size(x)`, `md5(x)`, `crc32(first..last)`, `adler32(first..last)`, `md5(first..last)`, `sha256(first..last)`, `constant(N)`, `size(_root)` or `given`";
                let hint = "say what the writer computes the number from";
                problems.refuse(text, expected, quote(text), hint)
            }
        };
        write.map(|write| text.with(write))
    }
}
