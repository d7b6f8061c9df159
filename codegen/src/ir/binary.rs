//! A binary format, resolved: its table, and what else generated code wants to know of it.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::faces::{ContainerTable, EnvelopeTable};
use offload_bundle_core::tree::{self, Held, Measure, Spot, Tree, Versions};

use crate::ir::face::Face;
use crate::ir::names::{EnumNames, FormatNames, Names, TypeNames};
use crate::model::binary::{Attr, Enum, Spec, Type};
use crate::model::layout::Docs;

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub id: &'a str,
    /// Its module.
    pub module: String,
    /// Where everything is in a file, what it is and what a writer makes it of.
    pub tree: &'a Tree<'a>,
    /// The records of the table; the outermost is the first.
    pub records: Vec<Record<'a>>,
    /// The types of generated code; that of the outermost record is the first.
    pub groups: Vec<Group<'a>>,
    pub names: FormatNames,
    /// What operations see it as, where they do more with it than to show it.
    pub face: Option<Face<'a>>,
    /// The module of the grammar of IDs, where these are made.
    pub grammar: Option<&'a str>,
}

#[derive(Debug, Clone, Copy)]
pub struct Grammar<'a> {
    /// The module of the grammar.
    pub module: &'a str,
    /// The type of what follows it.
    pub parsed: &'a str,
}

/// A record of the table, with what that does not say.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    pub id: &'a str,
    /// Whether it is the outermost one.
    pub is_root: bool,
    pub table: &'a tree::Record<'a>,
    /// What the schema says of it.
    pub schema: &'a Type,
    /// Its fields, one after the other, then what it points at.
    pub members: Vec<Member<'a>>,
}

/// A type of generated code: a record, or several that are versions of one.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// The ids of the records. That of the version which is written unless said otherwise is the first.
    pub records: Vec<&'a str>,
    /// Whether it is that of the outermost record.
    pub is_root: bool,
    pub docs: Option<&'a Docs>,
    pub members: Vec<Shared<'a>>,
    /// Whether its builder may borrow content.
    pub borrows: bool,
    pub names: TypeNames,
}

/// A field or part of all records of a group, or of some.
#[derive(Debug, Clone)]
pub struct Shared<'a> {
    /// As the first record has it that does.
    pub member: Member<'a>,
    /// As the last record says what it is.
    pub last: &'a Attr,
    /// Whether all records have it, whatever their numbers are.
    pub is_everywhere: bool,
    /// Its number among fields and parts, if that is the same in all records that have it.
    pub slot: Option<usize>,
    /// Where it is in every record, if that is the same and follows from numbers at fixed places.
    pub spot: Option<Spot>,
    /// The width of the number, or the widest if records differ.
    pub width: Option<Width>,
    pub names: Names,
}

/// A field of a record, or a part that the record points at.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    pub id: &'a str,
    pub held: Held<'a>,
    pub table: &'a tree::Attr<'a>,
    /// What the schema says of it.
    pub attr: &'a Attr,
    pub grammar: Option<Grammar<'a>>,
}

impl<'a> Format<'a> {
    /// Whether it is only read.
    pub fn is_read_only(&self) -> bool {
        matches!(self.face, Some(Face::Walked(_) | Face::Toc(_)))
    }

    /// The static that operations see it as; empty where they do not.
    pub fn constant(&self) -> &'static str {
        self.face.as_ref().map_or("", Face::constant)
    }

    /// What it is as a container, where its entries are those of its table.
    pub fn container(&self) -> Option<&ContainerTable<'a>> {
        match &self.face {
            Some(Face::Container(table)) => Some(table),
            _ => None,
        }
    }

    /// What it is as an envelope.
    pub fn envelope(&self) -> Option<&EnvelopeTable<'a>> {
        match &self.face {
            Some(Face::Envelope(table, _)) => Some(table),
            _ => None,
        }
    }

    /// The record called `id`.
    pub fn record(&self, id: &str) -> Option<&Record<'a>> {
        self.records.iter().find(|record| record.id == id)
    }

    /// The fields that hold one of several records, with the records that have them.
    pub fn switches(&self) -> impl Iterator<Item = (&Record<'a>, &Member<'a>, Versions<'a>)> {
        let members = self
            .records
            .iter()
            .flat_map(|record| record.members.iter().map(move |member| (record, member)));
        members.filter_map(|(record, member)| match member.held {
            Held::Versions(versions) => Some((record, member, versions)),
            _ => None,
        })
    }

    /// The enum that names the values of the number `attr`, and what it is called in Rust.
    pub fn enum_of(&self, attr: &Attr) -> Option<(&'a Enum, &EnumNames)> {
        let mut enums = self.spec.enums.iter().zip(&self.names.enums);
        enums.find(|(named, _)| attr.is_named_by(named))
    }

    /// The type of the outermost record.
    pub fn root(&self) -> Option<&Group<'a>> {
        self.groups.first()
    }

    /// The type of the record called `id`.
    pub fn group(&self, id: &str) -> Option<&Group<'a>> {
        self.groups.iter().find(|group| group.records.contains(&id))
    }

    /// The type of the records that are held.
    pub fn group_of(&self, held: &Held<'_>) -> Option<&Group<'a>> {
        let records = super::layout::records(held);
        self.group(records.first()?)
    }
}

impl<'a> Record<'a> {
    /// Its fields, one after the other.
    pub fn fields(&self) -> impl Iterator<Item = &Member<'a>> + Clone {
        self.members.iter().filter(|member| !member.is_part())
    }

    /// What it points at.
    pub fn parts(&self) -> impl Iterator<Item = &Member<'a>> + Clone {
        self.members.iter().filter(|member| member.is_part())
    }

    /// The field or part called `id`.
    pub fn member(&self, id: &str) -> Option<&Member<'a>> {
        self.members.iter().find(|member| member.id == id)
    }
}

impl<'a> Member<'a> {
    /// Whether the record points at it.
    pub fn is_part(&self) -> bool {
        self.table.pos.is_some()
    }

    /// The width of a number.
    pub fn width(&self) -> Option<Width> {
        match self.held {
            Held::Number(width) => Some(width),
            _ => None,
        }
    }

    /// The numbers of the record that tell where a part begins, how long it is, or how many records it has.
    pub fn blamed(&self) -> impl Iterator<Item = &'a str> {
        let measure = super::layout::measure(&self.held).map(|measure: &Measure<'a>| measure.formula);
        self.table
            .pos
            .into_iter()
            .chain(measure)
            .filter_map(|formula| formula.blamed())
    }
}
