//! How stored code runs on the GPUs that are asked about.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use offload_bundle_core::ids::{Grammar, IdComponent, Loading, StoredCode};

use super::gpu::Gpu;
use crate::natural_order::Natural;
use crate::report::SupportedBy;
use crate::request::RequestedKind;

/// How well code runs on a device: the greatest is best.
pub(super) type Fit = (Loading, (Reverse<SupportedBy>, u32, Reverse<Natural>));

/// What is known of code with an ID.
pub(super) struct Code {
    pub(super) target: Natural,
    /// Its processor, if it has one.
    pub(super) processor: Option<String>,
    /// Whether it counts: it is of a kind that is asked about.
    pub(super) counts: bool,
    /// For each GPU whether it is for GPUs of its architecture.
    pub(super) concerns: Vec<bool>,
    /// For each image kind, GPU and device how it runs there, if it does.
    fits: BTreeMap<Option<String>, Vec<Vec<Option<Fit>>>>,
}

/// What is known of all code so far: a library has the same few IDs in hundreds of bundles.
pub(super) struct Codes {
    ids: &'static Grammar<'static>,
    known: BTreeMap<String, Code>,
}

impl Codes {
    pub(super) fn new(ids: &'static Grammar<'static>) -> Self {
        Self { ids, known: BTreeMap::new() }
    }

    /// What is known of the code of an entry with the ID `id`.
    pub(super) fn look_up(&mut self, id: &str, gpus: &[Gpu], kinds: &[RequestedKind]) -> &mut Code {
        let ids = self.ids;
        self.known.entry(id.to_owned()).or_insert_with(|| {
            let target = ids.served(id).map_or_else(|| id.to_owned(), |served| served.target);
            let is_kind = |kind: &RequestedKind| ids.select(id.into(), IdComponent::Kind, kind.text()).loads.is_some();
            Code {
                target: Natural(target),
                processor: ids.processor_of(id),
                counts: kinds.is_empty() || kinds.iter().any(is_kind),
                concerns: gpus.iter().map(|gpu| ids.may_concern(id, gpu.target.text())).collect(),
                fits: BTreeMap::new(),
            }
        })
    }

    /// How the code runs on each device of each GPU.
    pub(super) fn fits(
        &mut self,
        code: StoredCode<'_>,
        gpus: &[Gpu],
        kinds: &[RequestedKind],
    ) -> &Vec<Vec<Option<Fit>>> {
        let ids = self.ids;
        let StoredCode { id, image } = code;
        let known = self.look_up(id, gpus, kinds);
        let (target, counts) = (&known.target, known.counts);
        known.fits.entry(image.map(str::to_owned)).or_insert_with(|| {
            let fit = |gpu: &Gpu, device: &String| {
                let verdict = ids.run(code, device);
                let how = match verdict.loads? {
                    Loading::Own if target.0 == gpu.target.text() => SupportedBy::Exact,
                    Loading::Generic => SupportedBy::Generic,
                    Loading::Earlier => SupportedBy::Earlier,
                    Loading::Compiled => SupportedBy::Compiled,
                    _ => SupportedBy::Variant,
                };
                Some((verdict.loads?, (Reverse(how), verdict.rank, Reverse(target.clone()))))
            };
            let of_gpu = |gpu: &Gpu| {
                gpu.devices
                    .iter()
                    .map(|device| fit(gpu, device).filter(|_| counts))
                    .collect()
            };
            gpus.iter().map(of_gpu).collect()
        })
    }
}
