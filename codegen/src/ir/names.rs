//! What everything in a binary format is called in Rust. No two names of one scope are alike.

use std::collections::BTreeMap;

/// A record, or a field that holds one of several.
#[derive(Debug, Clone, Default)]
pub struct TypeNames {
    pub reader: String,
    pub builder: String,
}

/// A field or a part that a record points at.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The member of reader and builder, and the method of the reader.
    pub public: String,
    /// The variable in the function that reads the record.
    pub local: String,
    /// The constant that holds its fixed bytes.
    pub magic: String,
    /// The member that holds the named value of a number.
    pub named: String,
    /// The method that says where it is.
    pub place: String,
    /// The method that gives it parsed.
    pub parsed: String,
    /// The variable that holds its computed length or number of records.
    pub measured: String,
    /// What a field that holds one of several records has.
    pub switch: SwitchNames,
}

/// A field that holds one of several records, by the value of a number.
#[derive(Debug, Clone, Default)]
pub struct SwitchNames {
    pub types: TypeNames,
    /// What the cases are called.
    pub variants: Vec<String>,
    /// The method of the builder that gives the number.
    pub number_method: String,
    /// The parameter that takes the number.
    pub number_local: String,
}

/// A named number.
#[derive(Debug, Clone)]
pub struct EnumNames {
    pub of: String,
    /// In the order of the schema.
    pub members: Vec<String>,
}

/// What several records are versions of, as one type.
#[derive(Debug, Clone)]
pub struct Family {
    /// The name that the schema gives.
    pub id: String,
    pub name: String,
    /// What it calls each record, and the id of that.
    pub cases: Vec<(String, String)>,
}

/// What a format has beside its records.
#[derive(Debug, Clone, Default)]
pub struct FormatNames {
    /// In the order of the schema.
    pub enums: Vec<EnumNames>,
    /// By id of the option: its member in the outermost builder, and the constant of its default.
    pub options: BTreeMap<String, (String, String)>,
    /// What several records are versions of.
    pub families: Vec<Family>,
}
