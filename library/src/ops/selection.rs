//! Selects entries by components of their IDs: the filter of a request, and the filter at work, which remembers the IDs for the case that none
//! fits; and the kind and the target that sums of entries are made for.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{
    AmbiguousProduct, Closeness, Grammar, IdComponent, IdComponentError, Product, Reason, StoredCode, UnknownName,
    Verdict,
};
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::input::InputFile;
use crate::refusal::{NearMiss, Nearest};
use crate::report::{Matching, RequestNote};
use crate::scan::Scan;
use crate::shown::Natural;

/// Selects entries by components of their IDs. An entry is selected if, for each component with requests, it runs on at least one device
/// that one of them describes. A processor without features selects its variants with any features, code for the generic processor of its
/// family or an earlier one of its generation, and code that drivers compile for it. A processor with features selects only what runs with
/// these settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Offload kinds.
    pub kinds: Vec<RequestedKind>,
    /// Target triples.
    pub triples: Vec<RequestedTriple>,
    /// Target IDs: processors, optionally with target features.
    pub targets: Vec<RequestedTarget>,
}

/// A requested offload kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedKind(String);

/// A requested target triple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTriple(String);

/// A requested target ID. The [`Default`] is empty, and nothing serves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestedTarget {
    text: String,
    /// Its processor, if that is not known.
    unknown: Option<UnknownName>,
    /// The product that was asked for, by the name that it is sold under, and its processor.
    product: Option<(String, Product)>,
}

impl RequestedKind {
    /// Parses an offload kind.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, or names something unknown.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        registry.ids.check_component(IdComponent::Kind, text)?;
        Ok(Self(text.into()))
    }
}

impl RequestedKind {
    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl RequestedTriple {
    /// Parses a target triple.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, or names something unknown.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        registry.ids.check_component(IdComponent::Triple, text)?;
        Ok(Self(text.into()))
    }
}

impl RequestedTarget {
    /// Parses a target ID, in any letter case, or the name of a product. An unknown processor is matched by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, names a feature that the processor does not have, or is the name of
    /// several products with different processors.
    ///
    /// ```
    /// use offload_bundle::REGISTRY;
    /// use offload_bundle::request::RequestedTarget;
    ///
    /// assert_eq!(RequestedTarget::parse(&REGISTRY, "RX 7900 XTX")?.text(), "gfx1100");
    /// assert_eq!(RequestedTarget::parse(&REGISTRY, "GFX90A:xnack+")?.text(), "gfx90a:xnack+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        let check = |text: &str| registry.ids.check_component(IdComponent::Target, text);
        let known = |text: String| Self { text, ..Self::default() };
        let checked = check(text);
        if let Ok(None) = checked {
            return Ok(known(text.into()));
        }
        let lower = text.to_ascii_lowercase();
        if let Ok(None) = check(&lower) {
            return Ok(known(lower));
        }
        let products = registry.ids.products(text);
        match products.first() {
            Some(first) if products.iter().all(|other| other.processor == first.processor) => {
                Ok(Self { product: Some((text.into(), *first)), ..known(first.processor.into()) })
            }
            Some(_) => Err(IdComponentError::Ambiguous(AmbiguousProduct {
                name: text.into(),
                products,
            })),
            // No target ID has blanks, but names of products have.
            None if text.contains(char::is_whitespace) => {
                let unknown = UnknownName { what: "GPU", name: text.into(), known: Vec::new() };
                Err(IdComponentError::Unknown(unknown))
            }
            None => checked.map(|unknown| Self { unknown, ..known(text.into()) }),
        }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The note on an unknown processor, or on the processor of a product, if there is one.
    pub(crate) fn notes(&self) -> Vec<RequestNote> {
        let unknown = self.unknown.iter().map(RequestNote::unknown_name);
        let product = self.product.iter();
        unknown
            .chain(product.map(|(asked, product)| RequestNote::product(asked, *product)))
            .collect()
    }
}

/// What a filter says of an entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct FilterVerdict {
    /// Whether it is taken.
    pub taken: bool,
    /// Why not; or why it is taken though names do not match, which is because loaders run it.
    pub reasons: Vec<Reason>,
    /// How near it comes to being taken, by component from the one that says most to the one that says least.
    pub closeness: [Closeness; 3],
}

impl Filter {
    /// Whether nothing is asked of the kind, so that an entry's kind is not why it is taken.
    pub(crate) fn takes_any_kind(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether nothing is asked for, so that every entry is taken.
    pub(crate) fn takes_everything(&self) -> bool {
        self.kinds.is_empty() && self.triples.is_empty() && self.targets.is_empty()
    }

    /// Returns notes that do not depend on the inputs: which processors are requested by unknown names or by product names.
    ///
    /// ```
    /// use offload_bundle::request::{Filter, RequestedTarget};
    /// use offload_bundle::REGISTRY;
    ///
    /// let mut filter = Filter::default();
    /// filter.targets = vec![RequestedTarget::parse(&REGISTRY, "gfx1990")?];
    /// assert_eq!(filter.notes()[0].code, "unknown-name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notes(&self) -> Vec<RequestNote> {
        self.targets.iter().flat_map(RequestedTarget::notes).collect()
    }

    /// Whether it takes an entry with this code, and why not: what loaders run is taken.
    pub(crate) fn verdict(&self, ids: &Grammar<'static>, code: StoredCode<'_>) -> FilterVerdict {
        let targets: Vec<&str> = self.targets.iter().map(|target| target.text.as_str()).collect();
        let triples: Vec<&str> = self.triples.iter().map(|triple| triple.0.as_str()).collect();
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.0.as_str()).collect();
        let components = [(IdComponent::Target, targets), (IdComponent::Triple, triples), (IdComponent::Kind, kinds)];
        let mut found = FilterVerdict { taken: true, ..FilterVerdict::default() };
        for ((component, asked), closeness) in components.iter().zip(&mut found.closeness) {
            // The one that it serves, or else the one that it comes nearest to.
            let verdicts = asked.iter().map(|asked| ids.select(code, *component, asked));
            let nearest = verdicts.max_by_key(|verdict| (verdict.loads, verdict.compatible, verdict.closeness));
            *closeness = match nearest {
                Some(Verdict { loads: None, closeness, reasons, .. }) => {
                    // Why another part is taken does not matter any more.
                    if std::mem::replace(&mut found.taken, false) {
                        found.reasons.clear();
                    }
                    found.reasons.extend(reasons);
                    closeness
                }
                Some(verdict) if !verdict.compatible && found.taken => {
                    found.reasons.extend(verdict.reasons);
                    Closeness { rules: usize::MAX, letters: usize::MAX }
                }
                Some(_) => Closeness { rules: usize::MAX, letters: usize::MAX },
                None => Closeness::default(),
            };
        }
        found
    }
}

/// A filter at work.
pub struct Selection<'r> {
    ids: &'r Grammar<'static>,
    filter: &'r Filter,
    /// Whether the images of each kind are taken that have been asked about, by their IDs: a library holds the same few in hundreds of bundles.
    decided: BTreeMap<String, Vec<(Option<String>, bool)>>,
    /// The same IDs in the order in which they came.
    stored: Vec<String>,
    nearest: Nearest<[Closeness; 3]>,
    /// Why entries are taken whose names do not match, each reason once.
    loaded: BTreeSet<String>,
}

impl<'r> Selection<'r> {
    /// Nothing has been asked about yet.
    pub fn new(ids: &'r Grammar<'static>, filter: &'r Filter) -> Self {
        let (decided, loaded) = (BTreeMap::new(), BTreeSet::new());
        Self { ids, filter, decided, stored: Vec::new(), nearest: Nearest::default(), loaded }
    }

    /// Whether an entry with this code is taken; nothing is known of it where its ID cannot be read.
    pub fn takes(&mut self, code: Option<StoredCode<'_>>) -> bool {
        let Some(code) = code else {
            return self.filter.takes_everything();
        };
        let StoredCode { id, image } = code;
        let mut decided = self.decided.get(id).into_iter().flatten();
        if let Some((_, taken)) = decided.find(|(known, _)| known.as_deref() == image) {
            return *taken;
        }
        let mut verdict = self.filter.verdict(self.ids, code);
        if verdict.taken {
            let reasons = std::mem::take(&mut verdict.reasons).into_iter();
            self.loaded.extend(reasons.map(|reason| reason.text));
        }
        if !verdict.taken && !self.ids.is_host(id) {
            self.nearest.add(id, verdict.closeness, verdict.reasons);
        }
        match self.decided.get_mut(id) {
            Some(images) => images.push((image.map(String::from), verdict.taken)),
            None => {
                self.decided
                    .insert(id.into(), vec![(image.map(String::from), verdict.taken)]);
                self.stored.push(id.into());
            }
        }
        verdict.taken
    }

    /// How many of the bundles of `scan` hold something that is taken; none where everything is.
    pub(super) fn matching(&mut self, scan: &Scan) -> Option<Matching> {
        if self.filter.takes_everything() {
            return None;
        }
        let empty_counts = !self.filter.takes_any_kind();
        let (mut bundles, mut of) = (0_usize, 0_usize);
        for (_, found) in scan.in_use() {
            of = of.saturating_add(1);
            let mut entries = found.bundle.entries.iter();
            let holds = entries.any(|entry| {
                let has_content = entry.place.as_ref().is_ok_and(|place| place.len > 0);
                (has_content || empty_counts) && self.takes(found.code(entry))
            });
            bundles = bundles.saturating_add(usize::from(holds));
        }
        Some(Matching { bundles, of })
    }

    /// What is to be said of how entries were chosen: which were taken because loaders run them, though their names do not match.
    pub fn notes(&self) -> Vec<RequestNote> {
        self.loaded.iter().map(|why| RequestNote::loaded(why)).collect()
    }

    /// That none of the entries asked about is taken, if there are any.
    pub fn nothing_fits(self, inputs: &[InputFile]) -> Option<Error> {
        if self.stored.is_empty() || self.decided.values().flatten().any(|(_, taken)| *taken) {
            return None;
        }
        let files = inputs.iter().map(InputFile::name).collect();
        let (stored, nearest) = self.into_stored();
        Some(Error::NothingFits { files, stored, nearest, left_out: 0 })
    }

    /// The IDs asked about, each once, and those of them that come nearest to what is wanted.
    pub(super) fn into_stored(self) -> (Vec<String>, Vec<NearMiss>) {
        (self.stored, self.nearest.into_misses())
    }
}

/// A kind and a target.
pub(super) type Served = (Option<String>, Option<Natural>);

/// Tells what entries are for, and remembers it: a library has the same few IDs in hundreds of bundles.
#[derive(Debug)]
pub(super) struct ServedIds<'g> {
    ids: &'g Grammar<'static>,
    known: BTreeMap<String, Served>,
}

impl<'g> ServedIds<'g> {
    /// Nothing is known yet.
    pub(super) fn new(ids: &'g Grammar<'static>) -> Self {
        Self { ids, known: BTreeMap::new() }
    }

    /// What the entry `id` is for: the host has a kind alone; where the ID cannot be read, neither is known.
    pub(super) fn serve(&mut self, id: Option<&str>) -> Served {
        let Some(id) = id else { return (None, None) };
        if let Some(known) = self.known.get(id) {
            return known.clone();
        }
        let served = match self.ids.served(id) {
            Some(served) => (Some(served.group), Some(Natural(served.target))),
            None if self.ids.is_host(id) => (self.ids.kind_of(id), None),
            None => (None, None),
        };
        self.known.insert(id.to_owned(), served.clone());
        served
    }
}
