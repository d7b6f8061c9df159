//! A schema file, its types, its options and what makes it a container.

use super::said::{number, text};
use super::{Attr, Endian, Enum, Said, WrapperKeys, refused};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// A binary schema.
#[derive(Debug, Clone)]
pub struct Spec {
    /// Name of the file.
    pub file: String,
    /// The format's id.
    pub id: Said<String>,
    /// The format's title for people.
    pub title: String,
    /// Byte order of numbers that do not say their own.
    pub endian: Option<Endian>,
    /// The outermost record; its name is the format's id.
    pub root: Type,
    /// The other records, in file order.
    pub types: Vec<Type>,
    /// Named numbers.
    pub enums: Vec<Enum>,
    /// What a caller of the writer chooses beside the contents.
    pub options: Vec<Opt>,
    /// Which parts are entries, IDs and code objects, where the format is a container.
    pub container: Option<ContainerKeys>,
    /// Which parts say how something is compressed, where the format holds something compressed.
    pub wrapper: Option<WrapperKeys>,
    /// Whether everything in the file could be read, so that what is missing is missing in the file.
    pub complete: bool,
}

/// A record.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its name.
    pub id: Said<String>,
    /// What it is.
    pub docs: Docs,
    /// Its fields, one after the other.
    pub seq: Vec<Attr>,
    /// What it points at.
    pub instances: Vec<Attr>,
}

/// What the schema says for people.
#[derive(Debug, Clone, Default)]
pub struct Docs {
    /// What it is.
    pub doc: String,
    /// Where the source documents say so.
    pub refs: Vec<String>,
    /// The name in the original implementation.
    pub orig_id: Option<String>,
}

/// A number that the caller of the writer may choose.
#[derive(Debug, Clone)]
pub struct Opt {
    /// Its name.
    pub id: Said<String>,
    /// What it is if the caller says nothing.
    pub default: Said<u64>,
    /// The smallest allowed.
    pub min: u64,
    /// The largest allowed.
    pub max: u64,
    /// What it is.
    pub docs: Docs,
}

/// How the parts of a container are called.
#[derive(Debug, Clone)]
pub struct ContainerKeys {
    /// The list of entries.
    pub entries: Said<String>,
    /// The field of an entry that holds its ID.
    pub id: Said<String>,
    /// The part of an entry that is its code object.
    pub content: Said<String>,
    /// The byte that may stand between one container and the next.
    pub padding: Option<Said<u64>>,
}

const META: &[&str] = &["id", "title", "endian", "ks-version", "license", "file-extension", "xref"];
const TOP: &[&str] =
    &["meta", "doc", "doc-ref", "-options", "-container", "-wrapper", "seq", "instances", "types", "enums"];
const TYPE: &[&str] = &["doc", "doc-ref", "-orig-id", "seq", "instances"];
const OPTION: &[&str] = &["id", "default", "min", "max", "doc", "doc-ref"];
const CONTAINER: &[&str] = &["entries", "id", "content", "padding"];

impl Spec {
    /// Reads the schema file `file`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        let top = open(node, "a schema", TOP, refused::OF_TYPE, problems)?;
        let meta = open(
            top.required("meta", problems)?,
            "meta",
            META,
            refused::OF_META,
            problems,
        )?;
        let id = meta.required("id", problems).and_then(|node| text(node, problems));
        let title = meta.required_text("title", problems);
        let endian = meta.get("endian").and_then(|node| Endian::read(node, problems));
        for key in ["ks-version", "license"] {
            meta.text(key, problems);
        }
        if let Some(extensions) = meta.get("file-extension") {
            extensions.texts(problems);
        }
        let types = top.entries("types", problems).iter();
        let types = types.filter_map(|(key, node)| {
            let map = open(node, "a type", TYPE, refused::OF_INNER_TYPE, problems)?;
            Some(Type::read(Said::at(node, key.text.clone()), &map, problems))
        });
        let types = types.collect();
        let enums = top.entries("enums", problems).iter();
        let enums = enums.map(|(key, node)| Enum::read(key, node, problems)).collect();
        let options = top.list("-options", problems).iter();
        let options = options.filter_map(|node| Opt::read(node, problems)).collect();
        let container = top
            .get("-container")
            .and_then(|node| ContainerKeys::read(node, problems));
        let wrapper = top.get("-wrapper").and_then(|node| WrapperKeys::read(node, problems));
        let root = Type::read(
            id.clone().unwrap_or_else(|| Said::at(node, String::new())),
            &top,
            problems,
        );
        Some(Self {
            complete: problems.is_empty(),
            file: file.to_owned(),
            id: id?,
            title: title?.to_owned(),
            endian,
            root,
            types,
            enums,
            options,
            container,
            wrapper,
        })
    }

    /// The record called `id`.
    pub fn find(&self, id: &str) -> Option<&Type> {
        self.types.iter().find(|record| record.id.value == id)
    }

    /// All records, the outermost first.
    pub fn records(&self) -> impl Iterator<Item = &Type> {
        std::iter::once(&self.root).chain(&self.types)
    }
}

impl Type {
    fn read(id: Said<String>, map: &Mapping<'_>, problems: &mut Problems) -> Self {
        let seq = map.list("seq", problems).iter();
        let seq = seq.filter_map(|node| Attr::field(node, problems)).collect();
        let instances = map.entries("instances", problems).iter();
        let instances = instances.filter_map(|(key, node)| Attr::pointed(key, node, problems));
        Self { id, instances: instances.collect(), seq, docs: Docs::read(map, problems) }
    }

    /// The field or pointed-at part called `id`.
    pub fn find(&self, id: &str) -> Option<&Attr> {
        self.attrs().find(|attr| attr.id.value == id)
    }

    /// The fields, then what they point at.
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }
}

impl Docs {
    pub(super) fn read(map: &Mapping<'_>, problems: &mut Problems) -> Self {
        let texts = |node: &Node, problems: &mut Problems| -> Vec<String> {
            node.texts(problems).into_iter().map(str::to_owned).collect()
        };
        Self {
            doc: map.text("doc", problems).unwrap_or("").trim().to_owned(),
            refs: map.get("doc-ref").map_or_else(Vec::new, |node| texts(node, problems)),
            orig_id: map.text("-orig-id", problems).map(str::to_owned),
        }
    }
}

impl Opt {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "an option", OPTION, problems)?;
        let id = map.required("id", problems).and_then(|node| text(node, problems));
        let default = map
            .required("default", problems)
            .and_then(|node| number(node, problems));
        let min = map.number("min", problems).unwrap_or(0);
        let max = map.number("max", problems).unwrap_or(u64::MAX);
        let docs = Docs::read(&map, problems);
        Some(Self { id: id?, default: default?, min, max, docs })
    }
}

impl ContainerKeys {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "`-container`", CONTAINER, problems)?;
        let mut name = |key| map.required(key, problems).and_then(|node| text(node, problems));
        let (entries, id, content) = (name("entries"), name("id"), name("content"));
        let padding = map.get("padding").and_then(|node| number(node, problems));
        Some(Self { entries: entries?, id: id?, content: content?, padding })
    }
}

/// Opens a mapping that may have `allowed` keys; keys of Kaitai that are not supported are refused by name.
pub(super) fn open<'n>(
    node: &'n Node,
    what: &'n str,
    allowed: &[&str],
    refused: &'static [(&'static str, &'static str)],
    problems: &mut Problems,
) -> Option<Mapping<'n>> {
    let reported = refused::report(node, what, refused, problems);
    Mapping::open_but(node, what, allowed, &reported, problems)
}
