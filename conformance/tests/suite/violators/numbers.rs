//! Violators that see less of a number, or of a digest, than stands in the file.

use offload_bundle_conformance::case::Question;
use serde::Deserialize;

use super::fields::fields;
use crate::fault::{hash_of, with_input};

/// What is seen in less than its width.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Short {
    /// A number of a format.
    Reads(Number),
    /// The hash of compressed bundles.
    Hash(Hash),
    /// The magic of a format.
    Magic(Magic),
}

/// A number that is read short.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    format: String,
    number: String,
    /// In files of this version alone; in all without it.
    #[serde(default)]
    version: Option<u8>,
    /// So many of its bytes are read.
    bytes: usize,
}

/// A hash that is not compared, or not the whole of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hash {
    /// So many bytes from the first one on are not compared.
    #[serde(default)]
    from: usize,
    #[serde(default = "all")]
    bytes: usize,
    #[serde(default)]
    method: Option<u8>,
    #[serde(default)]
    version: Option<u8>,
}

fn all() -> usize {
    8
}

/// A magic of which some bytes are not compared.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Magic {
    /// The whole of it.
    magic: String,
    /// So many bytes of it are compared, from this one on.
    from: usize,
    bytes: usize,
}

impl Short {
    /// The question as one asks it who sees no more.
    pub fn question(&self, question: &Question<Vec<u8>>) -> Question<Vec<u8>> {
        with_input(question, |file| match self {
            Self::Reads(number) => number.cut(file),
            Self::Hash(hash) => hash.mend(file),
            Self::Magic(magic) => magic.mend(file),
        })
    }
}

impl Number {
    fn cut(&self, file: &mut [u8]) {
        if self.version.is_some_and(|version| file.get(4) != Some(&version)) {
            return;
        }
        for (_, place) in fields(&self.format, file)
            .into_iter()
            .filter(|(name, _)| *name == self.number)
        {
            let unseen = place.start + self.bytes..place.end;
            file.get_mut(unseen).unwrap_or_default().fill(0);
        }
    }
}

impl Hash {
    fn mend(&self, file: &mut [u8]) {
        let is = |at: usize, wanted: Option<u8>| wanted.is_none_or(|wanted| file.get(at) == Some(&wanted));
        if !is(4, self.version) || !is(6, self.method) {
            return;
        }
        let found = fields("ccob", file).into_iter().find(|(name, _)| *name == "hash");
        let (Some((_, place)), Some(hash)) = (found, hash_of(file)) else {
            return;
        };
        let unseen = place.start + self.from..place.start + self.from + self.bytes;
        if let (Some(field), Some(hash)) = (file.get_mut(unseen), hash.get(self.from..self.from + self.bytes)) {
            field.copy_from_slice(hash);
        }
    }
}

impl Magic {
    fn mend(&self, file: &mut [u8]) {
        let magic = offload_bundle_conformance::case::hex(&self.magic).unwrap();
        let seen = self.from..self.from + self.bytes;
        if file.get(seen.clone()) == magic.get(seen)
            && let Some(field) = file.get_mut(..magic.len())
        {
            field.copy_from_slice(&magic);
        }
    }
}
