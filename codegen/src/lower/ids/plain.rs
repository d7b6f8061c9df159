//! The tables of a grammar that have what the schema has: processors, features, kinds, wheels, code objects.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::lower::table::{self, tables};
use crate::model::ids::Roles;
use crate::model::ids::code_object::{BareId, ElfType, FeatureBits, Flags, Machine, Metadata};
use crate::model::ids::style::{Fill, KnownProcessors, OneOf, Spelling};
use crate::model::ids::table::{
    Feature, Generations, Kind, Processor, Processors, Products, VariantProperty, Variants,
};

tables! { 'a;
    Roles => core::Roles<'a> {
        kind, triple, architecture, processor, feature, sign, on: signs.on, off: signs.off, target, feature_template
    }
    Kind => core::OffloadKind<'a> { name: id, group, host, alone, interchangeable, doc }
    Feature => core::TargetFeature<'a> { name: id, doc }
    Processors => core::ProcessorGroup<'a> { architectures, compiled_from, processors: list, brands, products }
    Products => core::Products<'a> { processor, names }
    Processor => core::Processor<'a> { name, also, features, elf_machine, family, releases }
    Generations => core::Generations<'a> {
        begins, alone, together, apart, compiled, unlinked, earlier, compiles, refuses
    }
    Variants => core::Variants<'a> { file, folder, key, chars, properties }
    VariantProperty => core::VariantProperty<'a> { architectures, namespace, feature, value, compiled, runs }
    Machine => core::Machine<'a> {
        number, name, architectures, types, metadata, kernel_symbol, kernel_sections, debug_sections, loose_sections, loaded_when_launched, bare
    }
    ElfType => core::ElfType<'a> { number, name, to_be_linked }
    Metadata => core::MetadataNote<'a> { name, number, target }
    BareId => core::BareId<'a> { kind, triple }
    Flags => core::FlagLayout<'a> { doc, architectures, os_abi, abi_version, processor, features }
    FeatureBits => core::FeatureBits<'a> { feature, mask, none, any, off, on }
    Spelling => core::Spelling<'a> { template, fills }
    Fill => core::Fill<'a> { part, gives, only_empty, only }
    KnownProcessors => core::KnownProcessors<'a> { release, except_architectures, except, also }
}

impl<'a> table::Fill<'a, core::OneOf<'a>> for OneOf {
    fn fill(&'a self, arena: &'a Arena) -> core::OneOf<'a> {
        let (part, words) = self;
        core::OneOf { part, words: words.fill(arena) }
    }
}
