//! What must hold of every format that is written from a table: what is made up is read, and written again as the same bytes.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::laws::Draw;
use super::runner::{case_count, cuts};
use crate::bytes::{Bytes, length};
use crate::describe::{Row, rows};
use crate::error::{Problem, ReadError};
use crate::tree::{Holds, Node, Tree, Write};

/// A format that is read and written from its table.
#[derive(Debug, Clone, Copy)]
pub struct Interpreted {
    /// The format's name in the schema.
    pub name: &'static str,
    /// Its records.
    pub tree: &'static Tree<'static>,
}

impl Interpreted {
    /// Some small files, always the same ones.
    pub fn samples(&self) -> Vec<Vec<u8>> {
        self.drawn(Draw { count: 8, seed: 0 })
    }

    /// So many files, as the seed decides. Where few values fit together, there may be fewer.
    pub fn drawn(&self, draw: Draw) -> Vec<Vec<u8>> {
        let seeds = (0..u64::from(draw.count).saturating_mul(TRIES))
            .map(|number| draw.seed.wrapping_mul(1 << 20).wrapping_add(number));
        let made = seeds.filter_map(|seed| self.tree.sample(seed).ok());
        made.take(usize::try_from(draw.count).unwrap_or(usize::MAX)).collect()
    }

    /// What is written is read back, and no bytes do harm.
    pub fn obeys_all_laws(&self) {
        let Self { name, tree } = *self;
        let samples = self.drawn(Draw { count: case_count(64), seed: 1 });
        if let (true, Err(error)) = (samples.is_empty(), tree.sample(0)) {
            panic!("{name}: no file can be made up, give its numbers `valid`, or enums: {error}");
        }
        let computed = computed_names(tree);
        for sample in &samples {
            let node = tree
                .read(Bytes::new(sample))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let sums = tree
                .check_sums(Bytes::new(sample))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!sums.iter().any(is_wrong), "{name}: {sums:?}");
            // With what is computed, and without it.
            for node in [&node, &without(&node, &computed)] {
                match tree.write(node) {
                    Ok(again) => assert_eq!(&again, sample, "{name}: writing what was read gives other bytes"),
                    Err(error) => panic!("{name}: {error}"),
                }
            }
        }
        for sample in samples.iter().take(8) {
            self.is_safe(sample);
        }
        if has_sums(tree) {
            let told = samples.iter().take(8).any(|sample| self.tells_damage(sample));
            assert!(told, "{name}: no checksum tells that a byte was changed");
        }
    }

    /// Cut anywhere and with any byte changed, a file is read to its end or refused; a window shows the same once it is large enough.
    fn is_safe(&self, sample: &[u8]) {
        let whole = self.rows(Bytes::new(sample));
        for cut in cuts(sample.len()) {
            let head = sample.get(..cut).unwrap_or_default();
            let _ = self.rows(Bytes::new(head));
            let seen = self.rows(Bytes::windowed(head, length(sample)));
            let asks = seen.as_ref().err().is_some_and(|error| error.wanted_len().is_some());
            assert!(asks || seen == whole, "{}: a window shows something else", self.name);
            let mut changed = sample.to_vec();
            for value in [0x00, 0x01, 0x7f, 0xff] {
                if let Some(byte) = changed.get_mut(cut) {
                    *byte ^= value;
                }
                let _ = self.rows(Bytes::new(&changed));
                if let Ok(node) = self.tree.read(Bytes::new(&changed)) {
                    let _ = self.tree.write(&node);
                }
            }
        }
    }

    fn rows(&self, bytes: Bytes<'_>) -> Result<Vec<Row>, ReadError> {
        rows(|describer| self.tree.describe(bytes, describer))
    }

    /// Whether a changed byte somewhere in the file is seen by its checksums.
    fn tells_damage(&self, sample: &[u8]) -> bool {
        cuts(sample.len()).any(|at| {
            let mut changed = sample.to_vec();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 0x10;
            }
            self.tree
                .check_sums(Bytes::new(&changed))
                .is_ok_and(|found| found.iter().any(is_wrong))
        })
    }
}

/// How many seeds are tried for each file.
const TRIES: u64 = 16;

/// The names of what is computed, where no field of that name is given.
fn computed_names(tree: &Tree<'static>) -> BTreeSet<&'static str> {
    let all = || {
        tree.records
            .iter()
            .flat_map(|record| record.fields.iter().chain(record.instances))
    };
    let given: BTreeSet<&str> = all()
        .filter(|attr| attr.write.is_none())
        .map(|attr| attr.name)
        .collect();
    let computed = all().filter(|attr| attr.write.is_some() && !matches!(attr.holds, Holds::Value(_)));
    computed
        .map(|attr| attr.name)
        .filter(|name| !given.contains(name))
        .collect()
}

fn without(node: &Node, names: &BTreeSet<&'static str>) -> Node {
    match node {
        Node::Record(fields) => {
            let kept = fields.iter().filter(|(name, _)| !names.contains(name));
            Node::Record(kept.map(|(name, node)| (*name, without(node, names))).collect())
        }
        Node::List(items) => Node::List(items.iter().map(|item| without(item, names)).collect()),
        other => other.clone(),
    }
}

fn is_wrong(error: &ReadError) -> bool {
    matches!(error.problem, Problem::WrongSum { .. })
}

fn has_sums(tree: &Tree<'static>) -> bool {
    let mut all = tree
        .records
        .iter()
        .flat_map(|record| record.fields.iter().chain(record.instances));
    all.any(|attr| matches!(attr.write, Some(Write::Sum(_))))
}
