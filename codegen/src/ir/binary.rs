//! A resolved binary format: its table, and additional facts for generated code.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::faces::{ContainerTable, EnvelopeTable};
use offload_bundle_core::tree::{self, Held, Measure, Spot, Tree, Versions};

use crate::ir::face::Face;
use crate::ir::names::{EnumNames, FormatNames, Names, TypeNames};
use crate::model::binary::{self as model, Attr, Docs, Enum, Spec};

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub id: &'a str,
    pub module: String,
    pub tree: &'a Tree<'a>,
    /// The records of the table, starting with the root.
    pub records: Vec<Record<'a>>,
    /// The generated types, starting with the root.
    pub groups: Vec<Group<'a>>,
    pub names: FormatNames,
    /// The view of operations, if any.
    pub face: Option<Face<'a>>,
    /// The module of the grammar for IDs from attributes.
    pub grammar: Option<&'a str>,
}

#[derive(Debug, Clone, Copy)]
pub struct Grammar<'a> {
    pub module: &'a str,
    pub parsed: &'a str,
}

#[derive(Debug, Clone)]
pub struct Record<'a> {
    pub id: &'a str,
    pub is_root: bool,
    pub table: &'a tree::Record<'a>,
    pub schema: &'a model::Record,
    /// The fields in order, then the parts.
    pub members: Vec<Member<'a>>,
}

/// A generated type: a record, or several versions of a record.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// The ids of the records, starting with the default version.
    pub records: Vec<&'a str>,
    pub is_root: bool,
    pub docs: Option<&'a Docs>,
    pub members: Vec<Shared<'a>>,
    /// Whether its builder may borrow content.
    pub borrows: bool,
    pub names: TypeNames,
}

/// A field or part of some or all records of a group.
#[derive(Debug, Clone)]
pub struct Shared<'a> {
    /// From the first record with it.
    pub member: Member<'a>,
    /// From the last record with it.
    pub last: &'a Attr,
    /// Whether all records have it unconditionally.
    pub is_everywhere: bool,
    /// Its slot, if equal in all records with it.
    pub slot: Option<usize>,
    /// Its spot, if equal in all records.
    pub spot: Option<Spot>,
    /// The width of the number, or the maximum width.
    pub width: Option<Width>,
    pub names: Names,
}

#[derive(Debug, Clone)]
pub struct Member<'a> {
    pub id: &'a str,
    pub held: Held<'a>,
    pub table: &'a tree::Attr<'a>,
    pub attr: &'a Attr,
    pub grammar: Option<Grammar<'a>>,
}

impl<'a> Format<'a> {
    pub fn is_read_only(&self) -> bool {
        !self.spec.is_typed || matches!(self.face, Some(Face::Walked(_) | Face::Toc(_)))
    }

    pub fn constant(&self) -> &'static str {
        self.face.as_ref().map_or("", Face::constant)
    }

    pub fn container(&self) -> Option<&ContainerTable<'a>> {
        match &self.face {
            Some(Face::Container(table)) => Some(table),
            _ => None,
        }
    }

    pub fn envelope(&self) -> Option<&EnvelopeTable<'a>> {
        match &self.face {
            Some(Face::Envelope(table, _)) => Some(table),
            _ => None,
        }
    }

    pub fn record(&self, id: &str) -> Option<&Record<'a>> {
        self.records.iter().find(|record| record.id == id)
    }

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

    pub fn enum_of(&self, attr: &Attr) -> Option<(&'a Enum, &EnumNames)> {
        let mut enums = self.spec.root.enums.iter().zip(&self.names.enums);
        enums.find(|(named, _)| attr.is_named_by(named))
    }

    pub fn root(&self) -> Option<&Group<'a>> {
        self.groups.first()
    }

    pub fn group(&self, id: &str) -> Option<&Group<'a>> {
        self.groups.iter().find(|group| group.records.contains(&id))
    }

    pub fn group_of(&self, held: &Held<'_>) -> Option<&Group<'a>> {
        let records = super::layout::records(held);
        self.group(records.first()?)
    }
}

impl<'a> Record<'a> {
    pub fn fields(&self) -> impl Iterator<Item = &Member<'a>> + Clone {
        self.members.iter().take(self.table.fields.len())
    }

    pub fn parts(&self) -> impl Iterator<Item = &Member<'a>> + Clone {
        self.members.iter().skip(self.table.fields.len())
    }

    pub fn member(&self, id: &str) -> Option<&Member<'a>> {
        self.members.iter().find(|member| member.id == id)
    }
}

impl<'a> Member<'a> {
    pub fn is_part(&self) -> bool {
        self.table.pos.is_some()
    }

    pub fn width(&self) -> Option<Width> {
        match self.held {
            Held::Number(width) => Some(width),
            _ => None,
        }
    }

    /// The numbers that determine the start, length or count of a part.
    pub fn blamed(&self) -> impl Iterator<Item = &'a str> {
        let measure = super::layout::measure(&self.held).map(|measure: &Measure<'a>| measure.formula);
        self.table
            .pos
            .into_iter()
            .chain(measure)
            .filter_map(|formula| formula.blamed())
    }
}
