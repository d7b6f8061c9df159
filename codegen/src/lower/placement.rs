//! From a checked placement schema to tables of file types with their containers, of sections and of contents.

mod images;

use offload_bundle_core::placement::{
    CodeObjectDoc, ContentKind, ContentSign, EntryRule, FileType, Holds, MachineField, MemberRule, ReferenceRule,
    SectionFlags, SectionPattern, SectionRule, SectionType, WrapperRule,
};

use crate::arena::Arena;
use crate::ir::Project;
use crate::ir::binary::Format;
use crate::ir::placement::{Container, Placement, Static};
use crate::model::placement::{self as model, Spec};
use crate::scope::Scope;
use crate::spanned::Spanned;

/// Resolves `spec` in a project that holds all formats already.
pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec, project: &Project<'a>) -> Placement<'a> {
    let mut names = Scope::with(&[&["CONTENTS", "FILE_TYPES", "IMAGES", "PLAIN", "REGISTRY", "SECTIONS"]]);
    let mut containers = binary(arena, project, &mut names);
    let file_types = spec.file_types.iter();
    let file_types =
        arena.list(file_types.map(|file_type| self::file_type(arena, file_type, project, &mut containers, &mut names)));
    let place = |format: &str| spec.formats.iter().position(|known| known.value == format);
    containers.sort_by_key(|container| place(&container.format));
    // Input can be of every format that holds something compressed.
    let mut envelopes: Vec<&Format<'_>> = project
        .formats
        .iter()
        .filter(|format| format.envelope.is_some())
        .collect();
    envelopes.sort_by_key(|format| place(format.id));
    let plain = project.formats.iter().filter(|format| !format.spec.is_worked_on());
    Placement {
        file,
        spec,
        containers,
        envelopes: envelopes
            .iter()
            .map(|format| (format.module.clone(), format.names.face))
            .collect(),
        plain: plain
            .map(|format| (format.id, format.spec.title.as_str(), arena.text(&format.module)))
            .collect(),
        contents: arena.list(spec.contents.iter().map(|content| self::content(arena, content))),
        file_types,
        sections: arena.list(spec.sections.iter().map(|section| self::section(arena, section))),
        images: arena.list(spec.images.iter().map(|images| images::images(arena, images))),
        ids: project.ids.as_ref().map(|grammar| grammar.spec.meta.id.as_str()),
    }
}

/// The file type; its container is added to those that there are.
fn file_type<'a>(
    arena: &'a Arena,
    file_type: &'a model::FileType,
    project: &Project<'a>,
    containers: &mut Vec<Container<'a>>,
    names: &mut Scope,
) -> FileType<'a, Static<'a>> {
    let format = &file_type.format.value;
    // In the order of the format.
    let texts = || project.texts.iter().filter(|text| text.table.name == format);
    let parameters = texts().flat_map(|text| text.table.parameters);
    let value = |name: &&str| file_type.with.iter().find(|(known, _)| known.value == **name);
    let parameters = parameters
        .filter_map(value)
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let parameters: Vec<(&str, &str)> = parameters.collect();
    let same = |container: &&Container<'_>| container.format == *format && container.parameters == parameters;
    let container = containers.iter().find(same).cloned().unwrap_or_else(|| {
        let name = match parameters.is_empty() {
            true => format.clone(),
            false => format!("{format}_{}", file_type.id.value),
        };
        let container = Container {
            name: constant(arena, &name, names),
            format: format.clone(),
            module: format.clone(),
            face: "",
            face_type: "",
            lead: texts().next().map(|text| {
                let values: Vec<&[u8]> = parameters.iter().map(|(_, value)| value.as_bytes()).collect();
                text.table.delimiters(&values).start.lead
            }),
            parameters: parameters.clone(),
            default_alignment: 1,
        };
        containers.push(container.clone());
        container
    });
    FileType {
        name: &file_type.id,
        title: &file_type.title,
        container: container.name,
        text: container.lead.is_some(),
        archive: file_type.archive,
        members: file_type.members.as_ref().map(|members| self::members(arena, members)),
        default_alignment: container.default_alignment,
        suffix: &file_type.suffix,
        since: file_type.since.as_deref(),
    }
}

/// What members of archives are called.
fn members<'a>(arena: &'a Arena, members: &'a model::Members) -> MemberRule<'a> {
    let pair = |(from, to): &'a (Spanned<String>, Spanned<String>)| (from.as_str(), to.as_str());
    MemberRule {
        name: &members.name,
        replace: arena.list(members.replace.iter().map(pair)),
        extensions: arena.list(members.extensions.iter().map(pair)),
    }
}

/// The static called after `name`.
fn constant<'a>(arena: &'a Arena, name: &str, names: &mut Scope) -> Static<'a> {
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    Static(arena.text(&names.constant(&name)))
}

/// Every binary format that holds code objects, whether or not a file type names it: input can be of any.
fn binary<'a>(arena: &'a Arena, project: &Project<'a>, names: &mut Scope) -> Vec<Container<'a>> {
    let holding = project
        .formats
        .iter()
        .filter(|format| format.container.is_some() || format.is_read_only());
    let mut container = |format: &Format| {
        let option = format
            .container
            .as_ref()
            .and_then(|container| container.table.alignment);
        let mut options = format.spec.options.iter();
        let alignment = options.find(|known| Some(known.id.as_str()) == option);
        Container {
            name: constant(arena, format.id, names),
            format: format.id.to_owned(),
            module: format.module.clone(),
            face: format.names.face,
            face_type: match (&format.walked, &format.toc) {
                (Some(_), _) => "offload_bundle_core::walked_container::WalkedContainer",
                (_, Some(_)) => "offload_bundle_core::toc_container::TocContainer",
                _ => "offload_bundle_core::layout::LayoutContainer",
            },
            lead: None,
            parameters: Vec::new(),
            default_alignment: alignment.map_or(1, |option| *option.default),
        }
    };
    holding.map(&mut container).collect()
}

fn content<'a>(arena: &'a Arena, content: &'a model::Content) -> ContentKind<'a> {
    let number = |number: &Option<Spanned<u64>>| number.as_ref().map(index);
    ContentKind {
        name: &content.id,
        doc: &content.doc,
        sign: match (content.known_as, &content.shorter_than) {
            (Some(model::KnownAs::Empty), _) => ContentSign::Empty,
            (Some(model::KnownAs::Text), _) => ContentSign::Text,
            (None, Some(len)) => ContentSign::ShorterThan(index(len)),
            (None, None) => ContentSign::Bytes {
                at: number(&content.at).unwrap_or(0),
                bytes: content.begins.as_ref().map_or(&[], |bytes| bytes),
            },
        },
        object: content.object,
        machine: content.machine.as_ref().map(|machine| MachineField {
            at: index(&machine.at),
            pointer: number(&machine.pointer),
            width: index(&machine.width),
            big_endian: machine.big_endian,
            names: arena.list(machine.names.iter().map(|name| (*name.number, name.name.as_str()))),
        }),
        archive: content.archive,
        package: content.package,
        advice: content.advice.as_deref(),
        code_object: content
            .code_object
            .as_ref()
            .map(|code_object| CodeObjectDoc { doc: &code_object.doc, advice: &code_object.advice }),
    }
}

/// A position that has been checked to be one in the first bytes of a file.
fn index(number: &Spanned<u64>) -> usize {
    usize::try_from(**number).unwrap_or(usize::MAX)
}

fn section<'a>(arena: &'a Arena, section: &'a model::Section) -> SectionRule<'a> {
    SectionRule {
        name: &section.id,
        title: &section.title,
        doc: &section.docs.doc,
        formats: arena.list(section.formats.iter().copied()),
        pattern: match (&section.name, &section.prefix) {
            (Some(name), _) => SectionPattern::Is(name),
            (None, prefix) => SectionPattern::StartsWith(prefix.as_ref().map_or("", |prefix| prefix)),
        },
        types: arena.list(
            section
                .types
                .iter()
                .map(|known| SectionType { format: *known.format, number: *known.number }),
        ),
        holds: match section.holds {
            model::Holds::Containers => Holds::Containers,
            model::Holds::Pointer => Holds::Pointer(section.wrappers.as_ref().map(|wrappers| WrapperRule {
                size: *wrappers.size,
                pointer: *wrappers.pointer,
                moved: &wrappers.moved,
                table: wrappers.table.as_ref().map(|table| **table),
            })),
            model::Holds::Reference => Holds::Reference(reference(section)),
            model::Holds::Other => Holds::Other,
            model::Holds::Entry => Holds::Entry(EntryRule {
                file_type: section.file_type.as_ref().map_or("", |name| name),
                host: section.host.as_ref().map_or(&[], |host| host),
                flags: arena.list(
                    section
                        .flags
                        .iter()
                        .map(|flags| SectionFlags { format: *flags.format, flags: *flags.number }),
                ),
            }),
        },
        linked_into: section.linked_into.as_ref().map_or("", |name| name),
    }
}

/// How a section that has been checked to hold a reference says it.
fn reference(section: &model::Section) -> ReferenceRule<'_> {
    let Some(reference) = &section.reference else {
        return ReferenceRule::default();
    };
    ReferenceRule {
        paths: &reference.paths,
        name: &reference.name,
        target: &reference.target,
        at_most: *reference.at_most,
        unit: &reference.unit,
        instead: &reference.environment.instead,
        before: &reference.environment.before,
        off: &reference.environment.off,
    }
}
