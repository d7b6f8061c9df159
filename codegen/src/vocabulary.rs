//! What the program offers to a command line: operations with the fields of their requests, the fields of a driver's options, and
//! the texts it prints. Generated code names each of them, so the compiler sees to it that these lists and the program agree.

/// An operation that a command can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Its name in a schema.
    pub name: &'static str,
    /// The fields of its request.
    pub fields: &'static [Field],
}

/// A field that an argument can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name, in schemas as in Rust.
    pub name: &'static str,
    /// What it holds.
    pub holds: ValueType,
    /// Whether the operation needs it, so that an argument must set it.
    pub needed: bool,
}

/// What a field of a request holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// Yes or no.
    Flag,
    /// A text.
    Text,
    /// Several texts.
    Texts,
    /// A whole number from 0, perhaps none.
    Number,
    /// A whole number with a sign, perhaps none.
    Integer,
    /// The most bytes that there may be: a whole number from 0, perhaps with a letter for its unit. Without one there is no limit.
    Limit,
    /// A method of compression, perhaps none.
    Method,
    /// A version of the format of compressed files, perhaps none.
    Version,
    /// Kinds of IDs.
    Kinds,
    /// Triples.
    Triples,
    /// Target IDs.
    Targets,
    /// A file type.
    FileType,
    /// A file type, perhaps none.
    AnyFileType,
    /// Entries to be made: pairs of an ID and a file.
    Sources,
    /// Entries to be taken out: pairs of an ID and a file.
    Wanted,
    /// A folder, perhaps none.
    Folder,
    /// A style of IDs.
    Style,
    /// A shell.
    Shell,
}

impl ValueType {
    /// Whether the field takes a value, rather than being set by its mere name.
    pub fn has_value(self) -> bool {
        self != Self::Flag
    }

    /// Whether it collects values.
    pub fn collects(self) -> bool {
        matches!(
            self,
            Self::Texts | Self::Sources | Self::Wanted | Self::Kinds | Self::Triples | Self::Targets
        )
    }

    /// Whether there is a usual value, which the mere name of an argument can stand for.
    pub fn has_usual_value(self) -> bool {
        self == Self::Method
    }

    /// Whether the field can be empty when no argument gives a value for it.
    pub fn may_be_absent(self) -> bool {
        !matches!(self, Self::Text | Self::FileType | Self::Style | Self::Shell)
    }
}

const fn field(name: &'static str, holds: ValueType) -> Field {
    Field { name, holds, needed: false }
}

const fn needed(name: &'static str, holds: ValueType) -> Field {
    Field { name, holds, needed: true }
}

/// The fields that arguments of every command can set.
pub const SESSION: Operation = Operation { name: "session", fields: &[field("json", ValueType::Flag)] };

/// The operations.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "bundle",
        fields: &[
            needed("file_type", ValueType::FileType),
            needed("output", ValueType::Text),
            needed("entries", ValueType::Sources),
            field("alignment", ValueType::Number),
            needed("id_style", ValueType::Style),
            field("compress", ValueType::Method),
            field("level", ValueType::Integer),
            field("version", ValueType::Version),
        ],
    },
    Operation {
        name: "unbundle",
        fields: &[
            field("file_type", ValueType::AnyFileType),
            needed("input", ValueType::Text),
            field("wanted", ValueType::Wanted),
            field("all", ValueType::Flag),
            field("folder", ValueType::Folder),
            field("allow_missing", ValueType::Flag),
            field("lenient", ValueType::Flag),
            field("explain", ValueType::Flag),
            field("force", ValueType::Flag),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
            field("carve", ValueType::Flag),
        ],
    },
    Operation {
        name: "extract",
        fields: &[
            needed("inputs", ValueType::Texts),
            field("file_type", ValueType::AnyFileType),
            field("folder", ValueType::Folder),
            field("targets", ValueType::Targets),
            field("kinds", ValueType::Kinds),
            field("triples", ValueType::Triples),
            field("empty", ValueType::Flag),
            field("lenient", ValueType::Flag),
            field("force", ValueType::Flag),
            field("dry_run", ValueType::Flag),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
            field("carve", ValueType::Flag),
        ],
    },
    Operation {
        name: "compress",
        fields: &[
            needed("inputs", ValueType::Texts),
            needed("output", ValueType::Text),
            field("file_type", ValueType::AnyFileType),
            field("method", ValueType::Method),
            field("level", ValueType::Integer),
            field("version", ValueType::Version),
            field("alignment", ValueType::Number),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
        ],
    },
    Operation {
        name: "decompress",
        fields: &[
            needed("input", ValueType::Text),
            needed("output", ValueType::Text),
            field("file_type", ValueType::AnyFileType),
            field("alignment", ValueType::Number),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
        ],
    },
    Operation {
        name: "list",
        fields: &[
            needed("inputs", ValueType::Texts),
            field("file_type", ValueType::AnyFileType),
            field("ids_only", ValueType::Flag),
            field("lenient", ValueType::Flag),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
            field("carve", ValueType::Flag),
        ],
    },
    Operation {
        name: "inspect",
        fields: &[
            needed("inputs", ValueType::Texts),
            field("file_type", ValueType::AnyFileType),
            field("no_verify", ValueType::Flag),
            field("max_size", ValueType::Limit),
            field("carve", ValueType::Flag),
        ],
    },
    Operation {
        name: "verify",
        fields: &[
            needed("inputs", ValueType::Texts),
            field("file_type", ValueType::AnyFileType),
            field("max_size", ValueType::Limit),
            field("carve", ValueType::Flag),
        ],
    },
    Operation { name: "target-parse", fields: &[needed("ids", ValueType::Texts)] },
    Operation { name: "target-canonical", fields: &[needed("ids", ValueType::Texts)] },
    Operation {
        name: "target-compat",
        fields: &[needed("stored", ValueType::Text), needed("requested", ValueType::Text)],
    },
    Operation { name: "formats", fields: &[] },
    Operation { name: "completions", fields: &[needed("shell", ValueType::Shell)] },
    Operation { name: "man", fields: &[field("into", ValueType::Folder)] },
];

/// The outcomes of the program that have an exit code, with the code that the operations give.
pub const PROGRAM_OUTCOMES: &[(&str, u8)] = &[("done", 0), ("negative", 1), ("failed", 2)];
