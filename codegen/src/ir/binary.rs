//! A binary format, resolved: its layout, and what else generated code wants to know of it.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::layout::{self, ContainerTable, EnvelopeTable, Holds, Layout, Measure, Source, Switch, Valid};

use crate::ir::face::Face;
use crate::ir::names::{EnumNames, FormatNames, Names, TypeNames};
use crate::model::binary::{Attr, Enum, Spec, Type};

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub id: &'a str,
    /// Its module.
    pub module: String,
    /// Where everything is in a file, what it is and what a writer makes it of.
    pub layout: Layout<'a>,
    /// The records of the layout; the outermost is the first.
    pub records: Vec<Record<'a>>,
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

/// A record of the layout, with what that does not say.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    pub id: &'a str,
    /// Whether it is the outermost one.
    pub is_root: bool,
    pub layout: layout::Record<'a>,
    /// What the schema says of it.
    pub schema: &'a Type,
    /// Its fields, one after the other, then what it points at.
    pub members: Vec<Member<'a>>,
    /// Whether its builder may borrow content.
    pub borrows: bool,
    pub names: TypeNames,
}

/// A field of a record, or a part that the record points at.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    pub id: &'a str,
    pub holds: Holds<'a>,
    /// The part, where it is one.
    pub part: Option<&'a layout::Part<'a>>,
    /// What the schema says of it.
    pub attr: &'a Attr,
    pub grammar: Option<Grammar<'a>>,
    pub names: Names,
}

impl<'a> Format<'a> {
    /// Whether it is read by its layout, and not written.
    pub fn is_read_only(&self) -> bool {
        matches!(self.face, Some(Face::Walked(_) | Face::Toc(_)))
    }

    /// The static that operations see it as; empty where they do not.
    pub fn constant(&self) -> &'static str {
        self.face.as_ref().map_or("", Face::constant)
    }

    /// What it is as a container, where its entries are those of its layout.
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

    /// Every field and part.
    pub fn members(&self) -> impl Iterator<Item = &Member<'a>> {
        self.records.iter().flat_map(|record| &record.members)
    }

    /// The fields that hold one of several records, with the records that have them.
    pub fn switches(&self) -> impl Iterator<Item = (&Record<'a>, &Member<'a>, Switch<'a>)> {
        let members = self
            .records
            .iter()
            .flat_map(|record| record.members.iter().map(move |member| (record, member)));
        members.filter_map(|(record, member)| match member.holds {
            Holds::Switch(switch) => Some((record, member, switch)),
            _ => None,
        })
    }

    /// The enum that names the values of the number `attr`, what it is called in Rust, and whether others are allowed. An enum of bits
    /// names none: whatever of them is set, none of its names is that of all of it.
    pub fn enum_of(&self, attr: &Attr) -> Option<(&'a Enum, &EnumNames, bool)> {
        let mut enums = self.spec.enums.iter().zip(&self.names.enums);
        let (named, names) = enums.find(|(named, _)| attr.is_named_by(named) && !attr.is_flags())?;
        Some((named, names, attr.is_open()))
    }

    /// Each version that a field may hold: its number, what it is called, and its record.
    pub fn cases<'f>(&'f self, field: &'f Member<'a>) -> impl Iterator<Item = (u64, &'f str, &'f Record<'a>)> {
        let cases = match field.holds {
            Holds::Switch(switch) => switch.cases,
            _ => &[],
        };
        let cases = cases.iter().zip(&field.names.switch.variants);
        cases.filter_map(|((number, id), name)| Some((*number, name.as_str(), self.record(id)?)))
    }
}

impl<'a> Record<'a> {
    /// Its fields, one after the other.
    pub fn fields(&self) -> impl Iterator<Item = &Member<'a>> + Clone {
        self.members.iter().filter(|member| member.part.is_none())
    }

    /// What it points at.
    pub fn parts(&self) -> impl Iterator<Item = (&Member<'a>, &'a layout::Part<'a>)> {
        let members = self.members.iter();
        members.filter_map(|member| Some((member, member.part?)))
    }

    /// The numbers that it begins with, as far as they can be looked for at once: nothing is to be checked before the last. None where it
    /// is one.
    pub fn head(&self) -> &[Member<'a>] {
        let numbers = self.fields().take_while(|member| member.width().is_some());
        let free = numbers.clone().take_while(|member| !member.is_checked()).count();
        let len = numbers.count().min(free.saturating_add(1));
        self.members
            .get(..len)
            .filter(|head| head.len() > 1)
            .unwrap_or_default()
    }

    /// Where the number called `id` is among those, and how long it is, in bytes.
    pub fn in_head(&self, id: &str) -> Option<(u64, Width)> {
        let mut at = 0;
        for (member, width) in self.head().iter().filter_map(|member| Some((member, member.width()?))) {
            if member.id == id {
                return Some((at, width));
            }
            at += width.len();
        }
        None
    }

    /// The field or part called `id`.
    pub fn member(&self, id: &str) -> Option<&Member<'a>> {
        self.members.iter().find(|member| member.id == id)
    }
}

impl<'a> Member<'a> {
    /// Whether not every number may be in the field, or the number says where the file ends.
    pub fn is_checked(&self) -> bool {
        match self.holds {
            Holds::Number(_, _, Valid::Any | Valid::Bits, _) => self.is_end(),
            _ => true,
        }
    }

    /// Whether it is a number that says where the file ends.
    pub fn is_end(&self) -> bool {
        matches!(self.holds, Holds::Number(.., Source::FileLen))
    }

    /// The width of a number.
    pub fn width(&self) -> Option<Width> {
        match self.holds {
            Holds::Number(width, ..) => Some(width),
            _ => None,
        }
    }

    /// What says where a part begins; how long it is, or how many records it has.
    pub fn measures(&self) -> impl Iterator<Item = &Measure<'a>> {
        let offset = self.part.map(|part| &part.offset);
        offset.into_iter().chain(super::layout::measure(&self.holds))
    }
}
