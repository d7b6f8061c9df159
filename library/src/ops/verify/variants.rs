//! The targets of each bundle of a file, with unusual bundles; wheels as variants for some processors.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::tables::Variants;
use offload_bundle_core::ids::{Grammar, IdComponent, SaidProperty, StoredCode};
use offload_bundle_core::severity::Severity;
use serde_json::Value;

use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding, NameList};
use crate::input::Input;
use crate::ops::supports::units::{Unit, units};
use crate::report::{CoverageRow, FalseClaim, WheelVariant};
use crate::scan::{FoundBundle, Scan};
use crate::shown::Natural;

/// In bytes, for metadata files of wheels.
const MOST: u64 = 1 << 20;

pub(super) struct Wheels<'g> {
    ids: &'g Grammar<'static>,
    wheels: BTreeMap<FileName, Wheel>,
}

#[derive(Default)]
struct Wheel {
    is_one: bool,
    units: Vec<(FileName, UnitCode)>,
    said: Said,
}

struct UnitCode {
    properties: BTreeSet<SaidProperty>,
    codes: BTreeSet<(String, Option<String>)>,
}

#[derive(Default)]
struct Said {
    label: Option<String>,
    claims: Vec<SaidProperty>,
    mistakes: Vec<String>,
}

impl<'g> Wheels<'g> {
    pub(super) fn new(ids: &'g Grammar<'static>) -> Self {
        Self { ids, wheels: BTreeMap::new() }
    }

    pub(super) fn file(&mut self, wheel: &FileName, name: &FileName, input: &Input) -> Result<(), Error> {
        let path = name.within(wheel);
        let (Some(file), Some(folder)) = (path.as_path().file_name(), path.as_path().parent()) else {
            return Ok(());
        };
        for variants in self.ids.variants {
            if !folder
                .as_os_str()
                .as_encoded_bytes()
                .ends_with(variants.folder.as_bytes())
            {
                continue;
            }
            let known = self.wheels.entry(wheel.clone()).or_default();
            known.is_one = true;
            if file == variants.file {
                let said = match input.len() {
                    len if len > MOST => Err(format!("{path} is longer than {MOST} bytes")),
                    len => Said::read(variants, wheel, &path, &input.window(0, len)?),
                };
                known.said = said.unwrap_or_else(|mistake| Said { mistakes: vec![mistake], ..Said::default() });
            }
        }
        Ok(())
    }

    pub(super) fn add_scan(&mut self, wheel: &FileName, name: &FileName, scan: &Scan) {
        let ids = self.ids;
        let known = self.wheels.entry(wheel.clone()).or_default();
        let code = units(ids, scan)
            .into_iter()
            .map(|unit| (name.clone(), UnitCode::new(ids, &unit)));
        known.units.extend(code);
    }

    pub(super) fn into_reports(self) -> impl Iterator<Item = WheelVariant> {
        let Self { ids, wheels } = self;
        let wheels = wheels.into_iter().filter(|(_, known)| known.is_one);
        wheels.map(move |(wheel, known)| known.into_report(ids, wheel))
    }
}

impl UnitCode {
    fn new(ids: &Grammar<'static>, unit: &Unit<'_>) -> Self {
        let mut properties: BTreeSet<SaidProperty> = BTreeSet::new();
        let mut codes = BTreeSet::new();
        for code in unit.all_codes() {
            properties.extend(ids.said_property(code));
            codes.insert((code.id.to_owned(), code.image.map(str::to_owned)));
        }
        Self { properties, codes }
    }

    /// A wheel may also contain other libraries.
    fn is_about(&self, claim: &SaidProperty) -> bool {
        let mut properties = self.properties.iter();
        properties.any(|said| (&said.namespace, &said.feature) == (&claim.namespace, &claim.feature))
    }

    fn has(&self, ids: &Grammar<'static>, claim: &SaidProperty) -> bool {
        let runs = |target: &str| {
            let mut codes = self.codes.iter();
            codes.any(|(id, image)| {
                let code = StoredCode { id, image: image.as_deref() };
                ids.select(code, IdComponent::Target, target).loads.is_some()
            })
        };
        self.properties.contains(claim) || ids.said_target(claim).is_some_and(runs)
    }
}

impl Wheel {
    fn into_report(self, ids: &Grammar<'static>, wheel: FileName) -> WheelVariant {
        let Self { units, said: Said { label, claims, mistakes }, .. } = self;
        let all: BTreeSet<&SaidProperty> = units.iter().flat_map(|(_, unit)| &unit.properties).collect();
        let about = |claim: &SaidProperty| -> Vec<&(FileName, UnitCode)> {
            units.iter().filter(|(_, unit)| unit.is_about(claim)).collect()
        };
        let everywhere = all.into_iter().filter(|said| !said.value.is_empty());
        let everywhere = everywhere.filter(|said| about(said).iter().all(|(_, unit)| unit.has(ids, said)));
        let mut claimable: Vec<Natural> = everywhere.map(|said| Natural(said.to_string())).collect();
        claimable.sort();
        let claimable = claimable.into_iter().map(|Natural(property)| property).collect();
        let unmet = claims.iter().filter_map(|claim| {
            let about = about(claim);
            let without: Vec<_> = about.iter().filter(|(_, unit)| !unit.has(ids, claim)).collect();
            let file = without.first().map(|(file, _)| file.clone());
            let bundle_count = without.len();
            let is_unmet = file.is_some() || about.is_empty();
            is_unmet.then(|| FalseClaim { property: claim.to_string(), file, bundle_count })
        });
        let unmet = unmet.collect();
        let claimed = claims.iter().map(ToString::to_string).collect();
        WheelVariant { wheel, claimable, label, claimed, false_claims: unmet, mistakes }
    }
}

impl Said {
    fn read(variants: &Variants<'_>, wheel: &FileName, path: &FileName, bytes: &[u8]) -> Result<Self, String> {
        let document: Value =
            serde_json::from_slice(bytes).map_err(|error| format!("{path} cannot be read: {error}"))?;
        let key = variants.key;
        let labels = document.get(key).and_then(Value::as_object);
        let labels = labels.ok_or_else(|| format!("{path} has no map `{key}`"))?;
        let (Some((label, said)), 1) = (labels.iter().next(), labels.len()) else {
            return Err(format!(
                "{path} has {} variants, but a wheel is one variant",
                labels.len()
            ));
        };
        let mut mistakes = Vec::new();
        let end = format!("-{label}.whl");
        if !wheel.as_os_str().as_encoded_bytes().ends_with(end.as_bytes()) {
            mistakes.push(format!("the name of the wheel does not end in `{end}`, as {path} says"));
        }
        let mut claims = Vec::new();
        for property in variants.properties {
            let of_feature = said.get(property.namespace).and_then(|said| said.get(property.feature));
            let values = of_feature.and_then(Value::as_array);
            if values.is_none() && of_feature.is_some() {
                mistakes.push(format!(
                    "{path}: `{}` of `{}` is not a list",
                    property.feature, property.namespace
                ));
            }
            for value in values.into_iter().flatten() {
                match value.as_str() {
                    Some(value) if variants.is_value(value) => {
                        let (namespace, feature) = (property.namespace.into(), property.feature.into());
                        claims.push(SaidProperty { namespace, feature, value: value.into() });
                    }
                    _ => mistakes.push(format!("{path}: {value} is not a value of a variant property")),
                }
            }
        }
        Ok(Self { label: Some(label.clone()), claims, mistakes })
    }
}

const NAMED: usize = 16;

#[derive(Debug)]
pub(super) struct Coverage {
    /// By group of kinds: sets of targets, with their bundles in file order.
    groups: BTreeMap<String, Vec<Variant>>,
}

#[derive(Debug)]
struct Variant {
    targets: BTreeSet<Natural>,
    bundles: Vec<usize>,
}

impl Coverage {
    /// An empty entry serves no target.
    pub(super) fn new(ids: &Grammar<'static>, scan: &Scan) -> Self {
        // There may be as many sets of targets as bundles.
        let mut groups: BTreeMap<String, BTreeMap<BTreeSet<Natural>, Vec<usize>>> = BTreeMap::new();
        for (number, found) in scan.bundles.iter().enumerate() {
            for (group, targets) in targets_served(ids, found) {
                groups
                    .entry(group)
                    .or_default()
                    .entry(targets)
                    .or_default()
                    .push(number);
            }
        }
        let groups = groups.into_iter().map(|(group, variants)| {
            let variants = variants.into_iter();
            let mut variants: Vec<Variant> = variants
                .map(|(targets, bundles)| Variant { targets, bundles })
                .collect();
            variants.sort_by_key(|variant| variant.bundles.first().copied());
            (group, variants)
        });
        Self { groups: groups.collect() }
    }

    /// Warns of bundles unlike most others; without a majority, notes each set except the most common.
    pub(super) fn findings(&self, scan: &Scan, tell: &mut dyn FnMut(usize, Finding)) {
        for variants in self.groups.values() {
            let of: usize = variants.iter().map(|variant| variant.bundles.len()).sum();
            // The first of equally common sets.
            let Some(usual) = variants.iter().rev().max_by_key(|variant| variant.bundles.len()) else {
                continue;
            };
            let like = usual.bundles.len();
            let most = like > of.saturating_sub(like);
            for variant in variants.iter().filter(|variant| variant.targets != usual.targets) {
                let numbers = variant.bundles.iter().take(if most { usize::MAX } else { 1 });
                for number in numbers {
                    // Containers with attributes may hold a single entry each, so their targets always differ.
                    let bundle = scan.bundles.get(*number);
                    let Some(found) = bundle.filter(|found| found.form.attributes().is_none()) else {
                        continue;
                    };
                    let anomaly = Anomaly::Coverage {
                        missing: beyond(&usual.targets, &variant.targets),
                        more: beyond(&variant.targets, &usual.targets),
                        like,
                        of,
                        level: if most { Severity::Warning } else { Severity::Note },
                    };
                    tell(*number, Finding::at(found.bundle.start, anomaly));
                }
            }
        }
    }

    pub(super) fn into_rows(self) -> Vec<CoverageRow> {
        let rows = self.groups.into_iter().flat_map(|(kind, variants)| {
            variants
                .into_iter()
                .map(move |Variant { targets, bundles }| CoverageRow {
                    kind: kind.clone(),
                    targets: targets.into_iter().map(|Natural(target)| target).collect(),
                    bundles,
                })
        });
        rows.collect()
    }
}

/// The work is proportional to the smaller set.
fn beyond(targets: &BTreeSet<Natural>, others: &BTreeSet<Natural>) -> NameList {
    let common = match targets.len() < others.len() {
        true => targets.iter().filter(|target| others.contains(*target)).count(),
        false => others.iter().filter(|target| targets.contains(*target)).count(),
    };
    let beyond = targets.len().saturating_sub(common);
    let first = targets.difference(others).take(NAMED.min(beyond));
    let first: Vec<String> = first.map(|Natural(target)| target.clone()).collect();
    NameList { others: beyond.saturating_sub(first.len()), first }
}

fn targets_served(ids: &Grammar<'static>, found: &FoundBundle) -> BTreeMap<String, BTreeSet<Natural>> {
    let mut groups: BTreeMap<String, BTreeSet<Natural>> = BTreeMap::new();
    for entry in &found.bundle.entries {
        let Some(served) = entry.id.as_deref().ok().and_then(|id| ids.served(id)) else {
            continue;
        };
        let targets = groups.entry(served.group).or_default();
        if entry.place.as_ref().is_ok_and(|place| place.len > 0) {
            targets.insert(Natural(served.target));
        }
    }
    groups
}
