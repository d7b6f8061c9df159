//! What code objects are, and what their headers say of the target.

use super::{Text, required};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// What a code object can be.
#[derive(Debug, Clone)]
pub struct Content {
    /// Its name.
    pub id: Text,
    /// The bytes it begins with.
    pub begins: Vec<u64>,
    /// Whether it is an ELF file.
    pub elf: bool,
    /// What it is.
    pub doc: String,
}

/// What ELF headers call some architectures.
#[derive(Debug, Clone)]
pub struct Machine {
    /// The name, for people.
    pub name: Text,
    /// The number.
    pub number: u64,
    /// The architectures.
    pub architectures: Vec<Text>,
}

/// Which bits of the flags in an ELF header say what.
#[derive(Debug, Clone)]
pub struct Flags {
    /// Where it stands in the schema.
    pub at: Node,
    /// Which code objects these are.
    pub doc: String,
    /// The architectures.
    pub architectures: Vec<Text>,
    /// The operating systems' conventions; all if there are none.
    pub os_abi: Vec<u64>,
    /// The versions of those.
    pub abi_version: Vec<u64>,
    /// The bits that hold the processor.
    pub processor: u64,
    /// The bits that hold features.
    pub features: Vec<FeatureBits>,
}

/// Which bits say whether a feature is on.
#[derive(Debug, Clone)]
pub struct FeatureBits {
    /// The feature.
    pub feature: Text,
    /// The bits.
    pub mask: u64,
    /// Their value where there is no such feature, where it is left open, off and on.
    pub settings: [Option<u64>; 4],
}

/// The settings of a feature, as keys.
pub const SETTINGS: [&str; 4] = ["none", "any", "off", "on"];

impl Content {
    /// Reads one kind of code object.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a content", &["id", "begins", "elf", "doc"], problems)?;
        let id = required(&map, "id", problems);
        let doc = map.required_text("doc", problems);
        let begins = map.required("begins", problems);
        Some(Self {
            begins: begins.map_or_else(Vec::new, |node| numbers(node, problems)),
            elf: map.flag("elf", problems),
            id: id?,
            doc: doc?.to_owned(),
        })
    }
}

impl Machine {
    /// Reads one machine.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a machine", &["number", "name", "architectures"], problems)?;
        let name = required(&map, "name", problems);
        let number = map.required("number", problems).and_then(|node| node.number(problems));
        let architectures = map.required("architectures", problems);
        Some(Self {
            architectures: architectures.map_or_else(Vec::new, |node| Text::read_all(node, problems)),
            name: name?,
            number: number?,
        })
    }
}

impl Flags {
    /// Reads one layout.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["architectures", "doc", "os-abi", "abi-version", "processor", "features"];
        let map = Mapping::open(node, "a layout of flags", KEYS, problems)?;
        let architectures = map.required("architectures", problems);
        let doc = map.required_text("doc", problems);
        let abi_version = map.required("abi-version", problems);
        let processor = map
            .required("processor", problems)
            .and_then(|node| node.number(problems));
        let features = map.list("features", problems);
        Some(Self {
            at: node.clone(),
            architectures: architectures.map_or_else(Vec::new, |node| Text::read_all(node, problems)),
            os_abi: map.get("os-abi").map_or_else(Vec::new, |node| numbers(node, problems)),
            abi_version: abi_version.map_or_else(Vec::new, |node| numbers(node, problems)),
            features: features
                .iter()
                .filter_map(|node| FeatureBits::read(node, problems))
                .collect(),
            doc: doc?.to_owned(),
            processor: processor?,
        })
    }
}

impl FeatureBits {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["feature", "mask", "none", "any", "off", "on"];
        let map = Mapping::open(node, "a feature in flags", KEYS, problems)?;
        let mask = map.required("mask", problems).and_then(|node| node.number(problems));
        let feature = required(&map, "feature", problems);
        Some(Self { settings: SETTINGS.map(|key| map.number(key, problems)), feature: feature?, mask: mask? })
    }
}

fn numbers(node: &Node, problems: &mut Problems) -> Vec<u64> {
    node.items(problems)
        .iter()
        .filter_map(|node| node.number(problems))
        .collect()
}
