//! Numbers in requests and reports.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteSize(pub u64);

/// The greatest number that every reader of JSON holds exactly: 2^53 - 1.
const GREATEST: u64 = (1 << 53) - 1;

/// An integer of 64 bits. In JSON it is a number up to 2^53 - 1, and above that a decimal string.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(pub u64);

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl From<Integer> for u64 {
    fn from(Integer(number): Integer) -> Self {
        number
    }
}

impl PartialEq<u64> for Integer {
    fn eq(&self, other: &u64) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::LowerHex for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number @ ..=GREATEST => serializer.serialize_u64(number),
            number => serializer.collect_str(&number),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Integer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A whole number: above 2^53 - 1 a decimal string.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": GREATEST },
                { "type": "string", "pattern": "^[1-9][0-9]{15,19}$" },
            ],
        })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_javascript_cannot_hold_are_text() {
        for (number, json) in [
            (0, "0"),
            (GREATEST, "9007199254740991"),
            (GREATEST + 1, "\"9007199254740992\""),
            (u64::MAX, "\"18446744073709551615\""),
        ] {
            assert_eq!(serde_json::to_string(&Integer(number)).unwrap(), json);
        }
    }
}
