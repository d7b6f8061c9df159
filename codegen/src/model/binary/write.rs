//! The sources of numbers.

use offload_bundle_core::tree::Sum;

use crate::problem::{Problems, quote};
use crate::reading::{Read, Reader};
use crate::spanned::Spanned;
use crate::yaml::Node;

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

const TYPED: &str = "`count(x)`, `size(x)`, `offset(x)`, `decompressed-size(x)`, `md5(x)`, `crc32(first..last)`, \
    `adler32(first..last)`, `md5(first..last)`, `sha256(first..last)`, `constant(N)`, `size(_root)` or `given`";
const INTERPRETED: &str = "`crc32(…)`, `adler32(…)`, `md5(…)` or `sha256(…)`";

/// A word with arguments in parentheses. Interpreted layouts have checksums alone.
impl<'a> Read<'a> for Write {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let text = Spanned::<String>::read(node, reader)?;
        let inner = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let (word, inner) = inner.unwrap_or_default();
        let target = || inner.to_owned();
        let sum = || {
            let (_, sum) = Sum::NAMES.into_iter().find(|(name, _)| *name == word)?;
            let (first, last) = inner.split_once("..").unwrap_or((inner, inner));
            Some(Self::Sum(sum, first.trim().to_owned(), last.trim().to_owned()))
        };
        if !reader.is_typed() {
            let hint = "write `crc32(first..last)`; other values are not written";
            return sum().or_else(|| reader.refuse(&text, INTERPRETED, quote(&text), hint));
        }
        let write = match (word, inner) {
            _ if text.value == "given" => Some(Self::Given),
            ("size", "_root") => Some(Self::FileSize),
            ("count", _) => Some(Self::Of(Link::Count, target())),
            ("size", _) => Some(Self::Of(Link::Size, target())),
            ("offset", _) => Some(Self::Of(Link::Offset, target())),
            ("decompressed-size", _) => Some(Self::About(Fact::DecompressedSize, target())),
            // The digest of the decompressed bytes.
            ("md5", _) if !inner.contains("..") => Some(Self::About(Fact::Md5, target())),
            ("constant", _) => inner.parse().ok().map(Self::Constant),
            _ => sum(),
        };
        write.or_else(|| refuse(&text, word, reader))
    }
}

fn refuse<T>(text: &Spanned<String>, word: &str, problems: &mut Problems) -> Option<T> {
    let (expected, hint) = match word {
        "hash" => (
            "a computed number",
            "say which hash of what compressed bytes hold: `md5(x)`",
        ),
        _ => (TYPED, "say what the writer computes the number from"),
    };
    problems.refuse(text, expected, quote(text), hint)
}
