//! Numbers that are digests rather than amounts.

use std::fmt;

use serde::{Serialize, Serializer};

/// A digest as a number of 64 bits. In JSON it is 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexadecimal(pub u64);

impl fmt::Display for Hexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hexadecimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hexadecimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hexadecimal".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "16 hexadecimal digits.",
            "type": "string",
            "pattern": "^[0-9a-f]{16}$",
        })
    }
}
