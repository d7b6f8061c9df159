//! Kinds, features and processors.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::table::{Processor, VariantProperty};

/// The kinds.
pub fn kinds<'a>(spec: &'a Spec, arena: &'a Arena) -> &'a [core::OffloadKind<'a>] {
    arena.list(spec.kinds.iter().map(|kind| core::OffloadKind {
        name: &kind.id,
        group: &kind.group,
        host: kind.host,
        alone: kind.alone,
        interchangeable: arena.texts(&kind.interchangeable),
        doc: &kind.doc,
    }))
}

/// The features.
pub fn features<'a>(spec: &'a Spec, arena: &'a Arena) -> &'a [core::TargetFeature<'a>] {
    arena.list(
        spec.features
            .iter()
            .map(|feature| core::TargetFeature { name: &feature.id, doc: &feature.doc }),
    )
}

/// The processors, by group.
pub fn processors<'a>(spec: &'a Spec, arena: &'a Arena) -> &'a [core::ProcessorGroup<'a>] {
    arena.list(spec.processors.iter().map(|group| core::ProcessorGroup {
        architectures: arena.texts(&group.architectures),
        compiled_from: arena.texts(&group.compiled_from),
        processors: arena.list(group.list.iter().map(|row| processor(row, arena))),
        brands: arena.texts(&group.brands),
        products: arena.list(group.products.iter().map(|products| core::Products {
            processor: &products.processor,
            names: arena.texts(products.names.iter()),
        })),
    }))
}

fn processor<'a>(row: &'a Processor, arena: &'a Arena) -> core::Processor<'a> {
    core::Processor {
        name: &row.name,
        also: arena.texts(&row.also),
        features: arena.texts(&row.features),
        elf_machine: row
            .elf_machine
            .as_ref()
            .and_then(|number| u32::try_from(number.value).ok()),
        family: super::text(&row.family),
        releases: arena.texts(&row.releases),
    }
}

/// The processors whose names are numbers.
pub fn generations<'a>(spec: &'a Spec, arena: &'a Arena) -> &'a [core::Generations<'a>] {
    arena.list(spec.generations.iter().map(|row| core::Generations {
        begins: &row.begins,
        alone: arena.texts(&row.alone),
        together: arena.texts(&row.together),
        apart: arena.texts(&row.apart),
        compiled: arena.texts(&row.compiled),
        unlinked: arena.texts(&row.unlinked),
        earlier: &row.earlier,
        compiles: &row.compiles,
        refuses: &row.refuses,
    }))
}

/// How wheels say which processors they are for.
pub fn variants<'a>(spec: &'a Spec, arena: &'a Arena) -> &'a [core::Variants<'a>] {
    let property = |row: &'a VariantProperty| core::VariantProperty {
        architectures: arena.texts(row.architectures.iter()),
        namespace: &row.namespace,
        feature: &row.feature,
        value: &row.value,
        compiled: super::text(&row.compiled).unwrap_or_default(),
        runs: row.runs,
    };
    arena.list(spec.variants.iter().map(|variants| core::Variants {
        file: &variants.file,
        folder: &variants.folder,
        key: &variants.key,
        chars: &variants.chars,
        properties: arena.list(variants.properties.iter().map(property)),
    }))
}
