//! What a conversion leaves out, grouped by reason: a library holds the same in hundreds of bundles.

use std::collections::BTreeMap;

use crate::report::Loss;

/// Whether anybody misses what is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LossKind {
    /// Content or meaning.
    Lost,
    /// What no reader needs.
    NotNeeded,
}

/// What is left out for each reason: the first of it, and how much there is.
#[derive(Debug, Default)]
pub(super) struct LostDetails {
    groups: Vec<(LossKind, Loss)>,
    /// The group of each reason.
    known: BTreeMap<(LossKind, &'static str, String), usize>,
}

impl LostDetails {
    /// Adds `loss`; `of` tells apart what is left out for reasons of one code.
    pub(super) fn add(&mut self, of: &str, kind: LossKind, loss: Loss) {
        let group = *self
            .known
            .entry((kind, loss.code, of.into()))
            .or_insert(self.groups.len());
        match self.groups.get_mut(group) {
            Some((_, first)) => first.count = first.count.saturating_add(1),
            None => self.groups.push((kind, loss)),
        }
    }

    /// Those of one kind, in the order in which they were met.
    pub(super) fn of_kind(&self, kind: LossKind) -> Vec<Loss> {
        let groups = self.groups.iter().filter(|(known, _)| *known == kind);
        let groups = groups.map(|(_, loss)| match loss.count.saturating_sub(1) {
            0 => loss.clone(),
            more => Loss { message: format!("{}, and {more} more like it", loss.message), ..loss.clone() },
        });
        groups.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_told_once_with_how_often_it_holds() {
        let mut lost = LostDetails::default();
        let loss =
            |code, entry: u64| Loss { bundle: 0, entry: Some(entry), code, message: format!("{entry}"), count: 1 };
        for entry in 0..1000 {
            lost.add("", LossKind::NotNeeded, loss("id", entry));
            lost.add("k", LossKind::Lost, loss("text", entry));
        }
        lost.add("l", LossKind::Lost, loss("text", 7));
        let told = |kind| -> Vec<(u64, String)> {
            let losses = lost.of_kind(kind).into_iter();
            losses.map(|loss| (loss.count, loss.message)).collect()
        };
        assert_eq!(told(LossKind::NotNeeded), [(1000, "0, and 999 more like it".into())]);
        assert_eq!(
            told(LossKind::Lost),
            [(1000, "0, and 999 more like it".into()), (1, "7".into())]
        );
    }
}
