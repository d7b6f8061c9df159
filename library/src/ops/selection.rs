//! Selects entries by the components of their IDs, and maps IDs to kinds and targets for sums.

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

/// Selects entries by the components of their IDs. For each component with requests, the entry must run on at least one
/// device that a request describes. A processor without features selects its variants with any features, code for the
/// generic processor of its family or an earlier processor of its generation, and code that drivers compile for it. A
/// processor with features selects only code that runs with these settings.
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

/// A requested target ID. The [`Default`] is empty and matches nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestedTarget {
    text: String,
    unknown: Option<UnknownName>,
    /// The product name, with its processor.
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
    /// Parses a target ID, in any letter case, or a product name. An unknown processor is matched by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, names a feature that the processor lacks, or names
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
            // Product names contain blanks; target IDs do not.
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

    pub(crate) fn notes(&self) -> Vec<RequestNote> {
        let unknown = self.unknown.iter().map(|unknown| RequestNote {
            code: "unknown-name",
            message: format!("{unknown}; entries are matched by this name"),
        });
        let product = self
            .product
            .iter()
            .map(|(asked, Product { name, processor })| RequestNote {
                code: "product",
                message: format!("{asked:?} is the processor {processor} ({name})"),
            });
        unknown.chain(product).collect()
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct FilterVerdict {
    /// Whether the filter selects the entry.
    pub taken: bool,
    /// The reasons against it, or the reasons why loaders run an entry with another name.
    pub reasons: Vec<Reason>,
    /// The closeness by component, most significant first.
    pub closeness: [Closeness; 3],
}

impl Filter {
    pub(crate) fn takes_any_kind(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(crate) fn takes_everything(&self) -> bool {
        self.kinds.is_empty() && self.triples.is_empty() && self.targets.is_empty()
    }

    /// Returns the notes that do not depend on the inputs: unknown processors and product names.
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

    /// Everything that loaders run is selected.
    pub(crate) fn verdict(&self, ids: &Grammar<'static>, code: StoredCode<'_>) -> FilterVerdict {
        let targets: Vec<&str> = self.targets.iter().map(|target| target.text.as_str()).collect();
        let triples: Vec<&str> = self.triples.iter().map(|triple| triple.0.as_str()).collect();
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.0.as_str()).collect();
        let components = [(IdComponent::Target, targets), (IdComponent::Triple, triples), (IdComponent::Kind, kinds)];
        let mut found = FilterVerdict { taken: true, ..FilterVerdict::default() };
        for ((component, asked), closeness) in components.iter().zip(&mut found.closeness) {
            // The request that the entry serves, or the nearest.
            let verdicts = asked.iter().map(|asked| ids.select(code, *component, asked));
            let nearest = verdicts.max_by_key(|verdict| (verdict.loads, verdict.compatible, verdict.closeness));
            *closeness = match nearest {
                Some(Verdict { loads: None, closeness, reasons, .. }) => {
                    // Earlier reasons in favour no longer matter.
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

/// A filter in use.
pub struct Selection<'r> {
    ids: &'r Grammar<'static>,
    filter: &'r Filter,
    /// By ID and image kind: a library repeats a few IDs in hundreds of bundles.
    decided: BTreeMap<String, Vec<(Option<String>, bool)>>,
    /// The same IDs in order of appearance.
    stored: Vec<String>,
    nearest: Nearest<[Closeness; 3]>,
    /// Reasons for entries with other names.
    loaded: BTreeSet<String>,
}

impl<'r> Selection<'r> {
    /// Creates a selection without decisions.
    pub fn new(ids: &'r Grammar<'static>, filter: &'r Filter) -> Self {
        let (decided, loaded) = (BTreeMap::new(), BTreeSet::new());
        Self { ids, filter, decided, stored: Vec::new(), nearest: Nearest::default(), loaded }
    }

    /// Returns whether an entry with this code is selected. `code` is `None` if the ID cannot be read.
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
        Some(Matching { bundles, total: of })
    }

    /// Returns notes on entries that were selected because loaders run them, although their names do not match.
    pub fn notes(&self) -> Vec<RequestNote> {
        let notes = self.loaded.iter().map(|why| format!("taken: {why}"));
        notes.map(|message| RequestNote { code: "loaded", message }).collect()
    }

    /// Returns the error if entries were checked but none was selected.
    pub fn nothing_fits(self, inputs: &[InputFile]) -> Option<Error> {
        if self.stored.is_empty() || self.decided.values().flatten().any(|(_, taken)| *taken) {
            return None;
        }
        let files = inputs.iter().map(InputFile::name).collect();
        let (stored, nearest) = self.into_stored();
        Some(Error::NothingFits { files, stored, nearest, left_out: 0 })
    }

    pub(super) fn into_stored(self) -> (Vec<String>, Vec<NearMiss>) {
        (self.stored, self.nearest.into_misses())
    }
}

pub(super) type Served = (Option<String>, Option<Natural>);

/// By ID, as a library repeats a few.
#[derive(Debug)]
pub(super) struct ServedIds<'g> {
    ids: &'g Grammar<'static>,
    known: BTreeMap<String, Served>,
}

impl<'g> ServedIds<'g> {
    pub(super) fn new(ids: &'g Grammar<'static>) -> Self {
        Self { ids, known: BTreeMap::new() }
    }

    /// The host has only a kind, an unreadable ID neither.
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
