//! Chooses the entries to keep.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle::input::InputFile;
use offload_bundle::internal::ops::Selection;
use offload_bundle::internal::scan::FoundBundle;
use offload_bundle::report::RequestNote;
use offload_bundle::request::{Filter, RequestedTarget};
use offload_bundle::{Error, FileName};
use offload_bundle_core::ids::{Grammar, IdComponent, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use super::report::{Counted, PruneRequest, PrunedTarget};
use crate::unit::{UnitBundle, walker};

/// To keep, then to drop.
pub(super) struct Criteria {
    ids: &'static Grammar<'static>,
    all: Vec<Criterion>,
    keep_count: usize,
    /// Whether code needs the name of a target.
    exact: bool,
}

struct Criterion {
    filter: Filter,
    text: String,
    is_image: bool,
}

impl Criteria {
    pub(super) fn new(registry: &Registry, request: &PruneRequest) -> Self {
        let kinds = registry
            .containers
            .iter()
            .filter_map(|container| container.attributes()?.image_number());
        let images: BTreeSet<&str> = kinds.flat_map(|kind| kind.words).map(|known| known.word).collect();
        let criterion = |target: &RequestedTarget| {
            let mut filter = Filter::default();
            filter.targets.push(target.clone());
            Criterion { filter, text: target.text().into(), is_image: images.contains(target.text()) }
        };
        let all = request.keep.iter().chain(&request.drop).map(criterion).collect();
        Self { ids: registry.ids, all, keep_count: request.keep.len(), exact: request.exact }
    }

    fn is_named(&self, criterion: &Criterion, code: StoredCode<'_>) -> bool {
        if criterion.is_image {
            return code.image == Some(&criterion.text);
        }
        let text = self.ids.canonical_target(&criterion.text).ok();
        text.is_some() && self.ids.served(code.id).map(|served| served.target) == text
    }

    /// Greater is better.
    fn run(&self, criterion: &Criterion, code: StoredCode<'_>) -> Option<(Loading, u32)> {
        if criterion.is_image || self.exact {
            return self.is_named(criterion, code).then_some((Loading::Own, 0));
        }
        let verdict = self.ids.select(code, IdComponent::Target, &criterion.text);
        Some((verdict.loads?, verdict.rank))
    }

    /// Whether the code serves no device beyond the requested one.
    fn is_only_for(&self, criterion: &Criterion, code: StoredCode<'_>, role: Role) -> bool {
        if criterion.is_image || self.exact {
            return self.is_named(criterion, code);
        }
        let verdict = self.ids.target_verdict(criterion.text.as_str().into(), code.id);
        match role {
            Role::Entry => verdict.compatible,
            Role::Image => verdict.loads == Some(Loading::Own),
            Role::Compiled | Role::Unlinked => false,
        }
    }

    fn role(&self, found: &FoundBundle, code: StoredCode<'_>) -> Role {
        if walker(found).is_none() {
            return Role::Entry;
        }
        let own = self.ids.target_verdict(code, code.id);
        match own.loads {
            Some(Loading::Compiled) => Role::Compiled,
            Some(_) if code.image.is_some() => Role::Image,
            _ => Role::Unlinked,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Entry,
    /// Machine code in a container; a driver takes one image.
    Image,
    /// The same, but the driver compiles it for any later device.
    Compiled,
    /// The driver cannot run it unlinked, so its users are unknown.
    Unlinked,
}

#[derive(Debug, Clone)]
struct Decision {
    runs: Vec<Option<(Loading, u32)>>,
    drops: Vec<bool>,
    role: Role,
}

pub(super) struct Choice<'r> {
    criteria: &'r Criteria,
    selections: Vec<Selection<'r>>,
    /// By criterion.
    found: Vec<bool>,
    /// By ID and image.
    decided: BTreeMap<String, Vec<(Option<String>, Decision)>>,
    unlinked: BTreeSet<String>,
    /// Their code is stored together with code that stays.
    shared: BTreeSet<String>,
    counted: Counted,
}

pub(super) struct Chosen {
    pub(super) targets: Vec<PrunedTarget>,
    pub(super) notes: Vec<RequestNote>,
    /// By criterion.
    pub(super) missing: BTreeMap<usize, Error>,
}

impl<'r> Choice<'r> {
    pub(super) fn new(criteria: &'r Criteria) -> Self {
        let selections = criteria
            .all
            .iter()
            .map(|criterion| Selection::new(criteria.ids, &criterion.filter));
        Self {
            criteria,
            selections: selections.collect(),
            found: vec![false; criteria.all.len()],
            decided: BTreeMap::new(),
            unlinked: BTreeSet::new(),
            shared: BTreeSet::new(),
            counted: Counted::default(),
        }
    }

    /// Counts all entries.
    pub(super) fn apply(&mut self, bundle: &mut UnitBundle<'_>) -> Result<(), Error> {
        let found = bundle.found;
        let damaged = |error: &_| Error::Read { file: found.input.name().into(), error: Clone::clone(error) };
        let mut codes = Vec::new();
        for entry in &found.bundle.entries {
            let id = entry.id.as_deref().map_err(damaged)?;
            entry.place.as_ref().map_err(damaged)?;
            codes.push(StoredCode { id, image: found.image(entry).map(|image| image.word) });
        }
        let chosen = self.choose(found, &codes);
        bundle.retain(chosen.clone())?;
        let kept: BTreeSet<u64> = bundle.kept.iter().map(|kept| kept.stored.index).collect();
        for ((entry, StoredCode { id, image }), chosen) in found.bundle.entries.iter().zip(codes).zip(chosen) {
            let is_kept = kept.contains(&entry.index);
            if is_kept && !chosen {
                self.shared.insert(id.into());
            }
            let len = found.content_len(entry).unwrap_or(0);
            self.counted.add((id, image, is_kept), 1, len);
        }
        Ok(())
    }

    fn choose(&mut self, found: &FoundBundle, codes: &[StoredCode<'_>]) -> Vec<bool> {
        let criteria = self.criteria;
        let decisions: Vec<Decision> = codes.iter().map(|code| self.decide(found, *code)).collect();
        let is_kept = |(code, decision): (&StoredCode<'_>, &Decision)| {
            criteria.keep_count == 0 || decision.role == Role::Unlinked || criteria.ids.is_host(code.id)
        };
        let mut kept: Vec<bool> = codes.iter().zip(&decisions).map(is_kept).collect();
        let selections = self.selections.iter_mut().zip(&mut self.found).enumerate();
        for (criterion, (selection, found)) in selections {
            if criterion >= criteria.keep_count {
                let drops = decisions
                    .iter()
                    .map(|decision| decision.drops.get(criterion) == Some(&true));
                for ((kept, drops), code) in kept.iter_mut().zip(drops).zip(codes) {
                    *found |= drops;
                    *kept &= !drops || criteria.ids.is_host(code.id);
                }
                continue;
            }
            let run = |decision: &Decision| decision.runs.get(criterion).copied().flatten();
            let best = decisions.iter().filter_map(run).max();
            let takes = |decision: &Decision| match (decision.role, run(decision)) {
                (Role::Entry, runs) => runs.is_some(),
                // The driver compiles code only if the container has no machine code that runs.
                (_, Some((Loading::Compiled, _))) => run(decision) == best,
                (_, runs) => runs.is_some(),
            };
            for ((kept, decision), code) in kept.iter_mut().zip(&decisions).zip(codes) {
                let takes = takes(decision);
                // The selection also remembers the nearest code, for errors.
                if takes || best.is_none() {
                    selection.takes(Some(*code));
                }
                *found |= takes;
                *kept |= takes;
            }
        }
        for ((code, decision), kept) in codes.iter().zip(&decisions).zip(&kept) {
            if let (Role::Unlinked, Some(image), true) = (decision.role, code.image, kept) {
                self.unlinked.insert(image.into());
            }
        }
        kept
    }

    fn decide(&mut self, found: &FoundBundle, code: StoredCode<'_>) -> Decision {
        let mut known = self.decided.get(code.id).into_iter().flatten();
        if let Some((_, decision)) = known.find(|(image, _)| image.as_deref() == code.image) {
            return decision.clone();
        }
        let criteria = self.criteria;
        let role = criteria.role(found, code);
        let decision = Decision {
            runs: criteria
                .all
                .iter()
                .map(|criterion| criteria.run(criterion, code))
                .collect(),
            drops: criteria
                .all
                .iter()
                .map(|criterion| criteria.is_only_for(criterion, code, role))
                .collect(),
            role,
        };
        let decided = self.decided.entry(code.id.into()).or_default();
        decided.push((code.image.map(String::from), decision.clone()));
        decision
    }

    /// Fails if no device entry would be left, or no criterion matches; alone, if one does not.
    pub(super) fn finish(self, input: &InputFile, is_alone: bool) -> Result<Chosen, Error> {
        let inputs = std::slice::from_ref(input);
        let criteria = self.criteria;
        let mut notes = Vec::new();
        let mut missing = BTreeMap::new();
        let devices = || {
            self.counted
                .targets()
                .iter()
                .filter(|target| !criteria.ids.is_host(&target.id))
        };
        let stored = || devices().map(|target| target.id.clone()).collect::<Vec<_>>();
        for ((number, (criterion, mut selection)), found) in
            criteria.all.iter().zip(self.selections).enumerate().zip(&self.found)
        {
            if !criterion.is_image {
                notes.extend(criterion.filter.notes());
            }
            if number < criteria.keep_count && !criteria.exact && !criterion.is_image {
                notes.extend(selection.notes());
            } else if !criterion.is_image {
                // The entry may serve other devices too, so it stays.
                for id in stored() {
                    selection.takes(Some(id.as_str().into()));
                }
            }
            if !found {
                let none = || nothing_fits(vec![input.name()], stored());
                missing.insert(number, selection.nothing_fits(inputs).unwrap_or_else(none));
            }
        }
        if (is_alone || self.found.iter().all(|found| !found))
            && let Some((_, error)) = missing.pop_first()
        {
            return Err(error);
        }
        if devices().next().is_some() && !devices().any(|target| target.kept) {
            return Err(Error::NothingKept { file: input.name(), stored: stored() });
        }
        for image in self.unlinked {
            let message = format!("kept: {image} code, because it has to be linked before it runs");
            notes.push(RequestNote::new("unlinked", message));
        }
        for id in self.shared {
            let message = format!("kept: {id}, because its code is compressed together with code that stays");
            notes.push(RequestNote::new("shared", message));
        }
        Ok(Chosen { targets: self.counted.into_targets(), notes, missing })
    }
}

pub(super) fn nothing_fits(files: Vec<FileName>, stored: Vec<String>) -> Error {
    Error::NothingFits { files, stored, nearest: Vec::new(), left_out: 0 }
}
