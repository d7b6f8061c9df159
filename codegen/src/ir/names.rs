//! What everything in a binary format is called in Rust. No two names of one scope are alike.

use std::collections::BTreeMap;

/// A record, or several that are versions of one.
#[derive(Debug, Clone, Default)]
pub struct TypeNames {
    pub reader: String,
    pub builder: String,
}

/// A field or a part that a record points at.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The member of the builder, and the method of the reader.
    pub public: String,
    /// The method that says where it is.
    pub place: String,
    /// The method that gives it parsed.
    pub parsed: String,
}

/// A named number.
#[derive(Debug, Clone)]
pub struct EnumNames {
    pub of: String,
    /// In the order of the schema.
    pub members: Vec<String>,
}

/// What a format has beside its records.
#[derive(Debug, Clone, Default)]
pub struct FormatNames {
    /// In the order of the schema.
    pub enums: Vec<EnumNames>,
    /// By id of the option: its member in the outermost builder, and the constant of its default.
    pub options: BTreeMap<String, (String, String)>,
    /// The constants of fixed bytes, with the ids of the record and the field.
    pub magics: Vec<(String, String, String)>,
}
