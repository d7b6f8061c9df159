//! The declared coverage of checksums.

use offload_bundle_core::tree::{Sum, SumOf};

use crate::problem::Problems;
use crate::prose::one_line;
use crate::spanned::Spanned;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summed {
    pub sum: Sum,
    pub of: SumOf,
    pub from: Target,
    pub to: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The number of records outward.
    pub up: u8,
    pub name: String,
}

const EXPECTED: &str = "`crc32(…)`, `adler32(…)`, `md5(…)` or `sha256(…)`";

impl Summed {
    pub(super) fn parse(said: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        let hint = "write `crc32(first..last)` or `md5(unpacked(body))`; other values are not written";
        let text = one_line(said);
        let split = text
            .split_once('(')
            .and_then(|(word, rest)| Some((word.trim(), rest.strip_suffix(')')?.trim())));
        let summed = split.and_then(|(word, inner)| {
            let (_, sum) = Sum::NAMES.into_iter().find(|(name, _)| *name == word)?;
            if let Some(of) = inner.strip_prefix("unpacked(").and_then(|rest| rest.strip_suffix(')')) {
                let of = target(of)?;
                return Some(Self { sum, of: SumOf::Unpacked, from: of.clone(), to: of.name });
            }
            let (from, to) = inner.split_once("..").unwrap_or((inner, inner));
            let (from, to) = (target(from)?, target(to)?);
            (from.up == to.up).then_some(Self { sum, of: SumOf::Stored, from, to: to.name })
        });
        summed.or_else(|| problems.refuse(said, EXPECTED, format!("`{text}`"), hint))
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
