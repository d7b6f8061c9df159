//! Rust names of a binary format, unique within each scope.

use std::collections::BTreeMap;

#[derive(Debug, Clone, Default)]
pub struct TypeNames {
    pub reader: String,
    pub builder: String,
}

#[derive(Debug, Clone, Default)]
pub struct Names {
    pub public: String,
    /// The method that returns its place.
    pub place: String,
    /// The method that returns it parsed.
    pub parsed: String,
}

#[derive(Debug, Clone)]
pub struct EnumNames {
    pub of: String,
    pub members: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub struct FormatNames {
    pub enums: Vec<EnumNames>,
    /// By option id: the member of the root builder, and the constant with the default.
    pub options: BTreeMap<String, (String, String)>,
    /// The constants of fixed bytes, with the ids of the record and the field.
    pub magics: Vec<(String, String, String)>,
}
