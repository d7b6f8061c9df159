//! A binary format, resolved: which record each field holds, what each number is computed from, what each record must be told.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::{Encoding, Width};
use offload_bundle_core::layout::{ContainerTable, Layout};
use offload_bundle_core::toc::TocTable;
use offload_bundle_core::walked::WalkTable;

use crate::amounts::Amounts;
use crate::expr::{Inverse, Path};
use crate::ir::envelope::{Compressed, Envelope};
use crate::ir::measure::Measure;
use crate::ir::names::{EnumNames, FormatNames, Names, OuterNames, TypeNames};
use crate::model::binary::{Align, Attr, Docs, Enum, Spec};
use crate::prose::listed;

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub id: &'a str,
    /// Its module.
    pub module: String,
    /// The records; the outermost is the first.
    pub records: Vec<Record<'a>>,
    /// The same records as a table.
    pub layout: Layout<'a>,
    pub names: FormatNames,
    pub amounts: Amounts,
    /// Set where the format is a container.
    pub container: Option<Container<'a>>,
    /// Set where the format holds something compressed.
    pub envelope: Option<Envelope<'a>>,
    /// Set where entries are walked over.
    pub walked: Option<Walked<'a>>,
    /// Set where there is a table of contents.
    pub toc: Option<Toc<'a>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Grammar<'a> {
    /// The module of the grammar.
    pub module: &'a str,
    /// The type of what follows it.
    pub parsed: &'a str,
}

#[derive(Debug, Clone)]
pub struct Record<'a> {
    pub id: &'a str,
    /// Its name in Rust, where the schema gives it.
    pub rust: Option<&'a str>,
    /// What it is a version of.
    pub version_of: Option<&'a str>,
    pub docs: &'a Docs,
    /// Its fields, one after the other.
    pub fields: Vec<Field<'a>>,
    /// What it points at.
    pub parts: Vec<Part<'a>>,
    /// Fields of outer records that a reader must know.
    pub needs: BTreeSet<Path>,
    /// Whether its builder may borrow content.
    pub borrows: bool,
    pub names: TypeNames,
    /// What holds each of those fields: members, parameters and variables.
    pub outer: OuterNames,
}

#[derive(Debug, Clone)]
pub struct Field<'a> {
    pub id: &'a str,
    pub attr: &'a Attr,
    pub grammar: Option<Grammar<'a>>,
    pub what: What,
    pub names: Names,
}

#[derive(Debug, Clone)]
pub enum What {
    /// Fixed bytes.
    Magic(Vec<u8>),
    Number(Number),
    /// Text or bytes of a known length.
    Sized(Sized),
    /// Text before a NUL, of at most so many bytes.
    Terminated(u64, Encoding),
    /// All bytes that are left.
    Rest,
    /// Compressed bytes at the end of the file.
    Compressed(Compressed),
    /// The record with this index.
    Record(usize),
    List(List),
    Versions(Versions),
}

#[derive(Debug, Clone)]
pub struct Number {
    /// How wide it is, and in which byte order.
    pub width: Width,
    /// The enum that names its values, and whether others are allowed.
    pub names: Option<(usize, bool)>,
    pub valid: Valid,
    /// The enum that names its bits.
    pub bits: Option<usize>,
    pub source: Source,
    /// What a builder starts from.
    pub default: u64,
}

/// Which values a number may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Valid {
    Any,
    /// From one to another.
    Range(u64, u64),
    AnyOf(Vec<u64>),
}

/// Where a writer gets a number from. An inverse turns the schema's expression round.
#[derive(Debug, Clone)]
pub enum Source {
    /// The caller gives it.
    Given,
    Constant(u64),
    /// The number of records of the list called so.
    Count(String, Inverse),
    /// The length of what is called so.
    Size(String, Inverse),
    /// The place of the part called so.
    Offset(String, Inverse),
    FileSize,
    /// How many bytes the compressed ones called so hold.
    DecompressedSize(String),
    /// The first bytes of the digest of what the compressed ones called so hold.
    Digest(String),
    /// Which version the field called so holds.
    Version(String),
}

/// Text or bytes of a known length.
#[derive(Debug, Clone)]
pub struct Sized {
    pub len: Measure,
    /// How text is encoded; bytes are not.
    pub encoding: Option<Encoding>,
}

#[derive(Debug, Clone)]
pub struct List {
    /// Index of the record.
    pub record: usize,
    pub count: Measure,
}

/// One of several records, by the value of a number.
#[derive(Debug, Clone)]
pub struct Versions {
    pub on: String,
    /// The record for each value.
    pub cases: Vec<(u64, usize)>,
    /// The value that a builder starts from.
    pub default: u64,
    pub names: TypeNames,
    /// What the cases are called.
    pub variants: Vec<String>,
    /// The method of the builder that gives the number.
    pub number_method: String,
    /// The parameter that takes the number.
    pub number_local: String,
    /// The parameters that hold what the records of all cases are told of those around them.
    pub outer: OuterNames,
}

/// A part that a record points at.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    pub id: &'a str,
    pub attr: &'a Attr,
    pub grammar: Option<Grammar<'a>>,
    /// Where it starts, and which field says so.
    pub pos: Measure,
    /// What it holds: never a number, magic, the rest, or versions.
    pub what: What,
    /// The writer places it at multiples of this.
    pub align: Align,
    /// The byte before it.
    pub fill: u8,
    /// The number of the area that it is in, and whether that is a string table.
    pub area: Option<(usize, bool)>,
    pub names: Names,
}

/// The format as a container.
#[derive(Debug, Clone)]
pub struct Container<'a> {
    pub table: ContainerTable<'a>,
    /// The module of the grammar of IDs, where these are made of attributes.
    pub grammar: Option<&'a str>,
}

/// The format as one whose entries are walked over.
#[derive(Debug, Clone)]
pub struct Walked<'a> {
    pub table: WalkTable<'a>,
    /// The module of the grammar of IDs.
    pub grammar: &'a str,
}

/// The format as one with a table of contents.
#[derive(Debug, Clone)]
pub struct Toc<'a> {
    pub table: TocTable<'a>,
    /// The module of the grammar of IDs.
    pub grammar: &'a str,
}

impl<'a> Format<'a> {
    /// Whether it is read by its layout, and not written.
    pub fn is_read_only(&self) -> bool {
        self.walked.is_some() || self.toc.is_some()
    }

    /// The fields that hold fixed bytes.
    pub fn magics(&self) -> impl Iterator<Item = (&Field<'a>, &[u8])> {
        let fields = self.records.iter().flat_map(|record| &record.fields);
        fields.filter_map(|field| match &field.what {
            What::Magic(bytes) => Some((field, bytes.as_slice())),
            _ => None,
        })
    }

    /// The fields that hold one of several records, by version.
    pub fn switches(&self) -> impl Iterator<Item = (&Field<'a>, &Versions)> {
        let fields = self.records.iter().flat_map(|record| &record.fields);
        fields.filter_map(|field| match &field.what {
            What::Versions(versions) => Some((field, versions)),
            _ => None,
        })
    }

    /// The name of the record with this index.
    pub fn record_id(&self, index: usize) -> &'a str {
        self.records.get(index).map_or("", |record| record.id)
    }

    /// The enum that names the values of `number`, what it is called in Rust, and whether others are allowed.
    pub fn named(&self, number: &Number) -> Option<(&'a Enum, &EnumNames, bool)> {
        let (index, open) = number.names?;
        Some((self.spec.enums.get(index)?, self.names.enums.get(index)?, open))
    }

    /// The records that `what` holds.
    pub fn records_of<'f>(&'f self, what: &What) -> impl Iterator<Item = &'f Record<'a>> {
        let indices = what.records().into_iter();
        indices.filter_map(|index| self.records.get(index))
    }

    /// Each version: its number, what it is called, and its record.
    pub fn cases<'f>(&'f self, versions: &'f Versions) -> impl Iterator<Item = (u64, &'f str, &'f Record<'a>)> {
        let cases = versions.cases.iter().zip(&versions.variants);
        cases.filter_map(|((number, index), name)| Some((*number, name.as_str(), self.records.get(*index)?)))
    }

    /// Whether the record is the outermost one.
    pub fn is_root(&self, record: &Record<'_>) -> bool {
        self.records.first().is_some_and(|root| root.id == record.id)
    }
}

impl What {
    /// Whether it is a number that says how long the file is.
    pub fn is_file_len(&self) -> bool {
        matches!(self, Self::Number(Number { source: Source::FileSize, .. }))
    }

    /// The indices of the records that it holds.
    pub fn records(&self) -> Vec<usize> {
        match self {
            Self::Record(record) => vec![*record],
            Self::List(list) => vec![list.record],
            Self::Versions(versions) => versions.cases.iter().map(|(_, record)| *record).collect(),
            _ => Vec::new(),
        }
    }
}

impl Record<'_> {
    /// What its fields hold, then what it points at.
    pub fn contents(&self) -> impl Iterator<Item = &What> {
        let fields = self.fields.iter().map(|field| &field.what);
        fields.chain(self.parts.iter().map(|part| &part.what))
    }

    /// What the field or part called `id` is called in Rust.
    pub fn names_of(&self, id: &str) -> Option<&Names> {
        let fields = self.fields.iter().map(|field| (field.id, &field.names));
        let mut all = fields.chain(self.parts.iter().map(|part| (part.id, &part.names)));
        all.find_map(|(known, names)| (known == id).then_some(names))
    }

    /// The number field called `id`.
    pub fn number(&self, id: &str) -> Option<&Number> {
        self.fields.iter().find_map(|field| match &field.what {
            What::Number(number) if field.id == id => Some(number),
            _ => None,
        })
    }
}

impl Versions {
    /// The numbers of the versions, for people.
    pub fn known(&self) -> String {
        listed(self.cases.iter().map(|(number, _)| number))
    }
}
