//! The name of a file as given: bytes, which become text only for display.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::shown::Escaped;

/// The name of a file as given, or a stand-in such as `-`.
///
/// The name may be any bytes. It is displayed as one line of harmless text ([`Escaped`]). JSON has a Unicode name as a
/// string. Any other name is an object with the member `percent_encoded`: printable ASCII bytes except `%` stay, and
/// every other byte becomes `%` and two hexadecimal digits. (Windows names are encoded as WTF-8.) Both forms decode
/// exactly:
///
/// ```
/// # #[cfg(unix)] {
/// use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};
/// use offload_bundle::FileName;
///
/// let name = FileName::from(Path::new(OsStr::from_bytes(b"100%\n\xff.bin")));
/// assert_eq!(name.to_string(), r"100%\n\xFF.bin");
/// assert_eq!(serde_json::to_string(&name)?, r#"{"percent_encoded":"100%25%0A%FF.bin"}"#);
/// assert_eq!(FileName::from_percent_encoded("100%25%0A%FF.bin"), Some(name));
/// # }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName(PathBuf);

/// The name of standard input and standard output.
pub const STANDARD: &str = "-";
/// In messages.
pub(crate) const MEMORY: &str = "<memory>";

const PERCENT_ENCODED: &str = "percent_encoded";

impl FileName {
    /// Returns the name as a path.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn followed_by(&self, more: &str) -> Self {
        let mut name = OsString::from(self.0.as_os_str());
        name.push(more);
        Self(name.into())
    }

    pub(crate) fn of_member(&self, member: &Self) -> Self {
        let mut name = OsString::from(self.0.as_os_str());
        name.push("(");
        name.push(member.as_os_str());
        name.push(")");
        Self(name.into())
    }

    /// `sign` separates path and package.
    pub(crate) fn of_packed(&self, sign: &str, path: Vec<u8>) -> Self {
        let mut name = OsString::from(self.0.as_os_str());
        name.push(sign);
        name.push(Self::from_stored(path).as_os_str());
        Self(name.into())
    }

    /// The path below `outer`; the whole name if it is elsewhere.
    pub(crate) fn within(&self, outer: &Self) -> Self {
        let whole = self.0.as_os_str().as_encoded_bytes();
        let rest = whole.strip_prefix(outer.0.as_os_str().as_encoded_bytes());
        // A separator follows, unless the name of the folder ends in one.
        match rest.map(|rest| {
            rest.strip_prefix(b"!")
                .or_else(|| rest.strip_prefix(b"/"))
                .unwrap_or(rest)
        }) {
            Some(path) if !path.is_empty() => Self::from_stored(path.to_vec()),
            _ => self.clone(),
        }
    }

    /// Stored in a file. Systems with Unicode names get replacement characters.
    pub(crate) fn from_stored(bytes: Vec<u8>) -> Self {
        let name = from_bytes(bytes.clone()).unwrap_or_else(|| String::from_utf8_lossy(&bytes).into_owned().into());
        Self(name.into())
    }

    /// Decodes a `percent_encoded` value. Returns `None` if `text` contains other characters than printable ASCII, or
    /// `%` without two hexadecimal digits, or if the system does not allow the name.
    pub fn from_percent_encoded(text: &str) -> Option<Self> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            rest = match (first, after) {
                (b'%', [high, low, after @ ..]) => {
                    bytes.push(digit(*high)?.checked_mul(16)?.checked_add(digit(*low)?)?);
                    after
                }
                (b' '..=b'~', after) if *first != b'%' => {
                    bytes.push(*first);
                    after
                }
                _ => return None,
            };
        }
        from_bytes(bytes).map(|name| Self(name.into()))
    }

    fn percent_encoded(&self) -> String {
        let mut text = String::new();
        for byte in self.0.as_os_str().as_encoded_bytes() {
            match byte {
                b' '..=b'~' if *byte != b'%' => text.push(char::from(*byte)),
                _ => text.push_str(&format!("%{byte:02X}")),
            }
        }
        text
    }
}

fn digit(character: u8) -> Option<u8> {
    char::from(character).to_digit(16)?.try_into().ok()
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

/// Without unsafe code, only Unicode becomes a name.
#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(Into::into)
}

impl Deref for FileName {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for FileName {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<OsStr> for FileName {
    fn as_ref(&self) -> &OsStr {
        self.0.as_os_str()
    }
}

impl From<PathBuf> for FileName {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

impl From<&Path> for FileName {
    fn from(path: &Path) -> Self {
        Self(path.into())
    }
}

impl From<&PathBuf> for FileName {
    fn from(path: &PathBuf) -> Self {
        Self(path.clone())
    }
}

impl From<&Self> for FileName {
    fn from(name: &Self) -> Self {
        name.clone()
    }
}

impl From<&str> for FileName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<String> for FileName {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl PartialEq<str> for FileName {
    fn eq(&self, other: &str) -> bool {
        self.0.as_os_str() == other
    }
}

impl PartialEq<&str> for FileName {
    fn eq(&self, other: &&str) -> bool {
        self.0.as_os_str() == *other
    }
}

impl Display for FileName {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Escaped::from(self.0.as_os_str()).fmt(formatter)
    }
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_str() {
            Some(text) => serializer.serialize_str(text),
            None => {
                let mut object = serializer.serialize_struct("FileName", 1)?;
                object.serialize_field(PERCENT_ENCODED, &self.percent_encoded())?;
                object.end()
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FileName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FileName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The name of a file: a string if it is Unicode, otherwise an object with its bytes.",
            "oneOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": {
                        PERCENT_ENCODED: {
                            "description": "The bytes of the name: those that are printable ASCII as they are, but for `%`; \
                                            every other one as `%` and two hexadecimal digits. On Windows they are those of WTF-8.",
                            "type": "string",
                            "pattern": "^([ -$&-~]|%[0-9A-F]{2})*$"
                        }
                    },
                    "required": [PERCENT_ENCODED],
                    "additionalProperties": false
                }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn unicode_name_is_a_plain_json_string() {
        for name in ["", "a%41", "zeile\n", "\u{202e}gnp.exe", "ä", "-"] {
            let json = serde_json::to_string(&FileName::from(name)).unwrap();
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), name);
        }
    }

    #[test]
    fn invalid_percent_encoding_is_rejected() {
        for text in ["%", "%4", "%4g", "ä", "\n", "a%+1"] {
            assert_eq!(FileName::from_percent_encoded(text), None, "{text:?}");
        }
    }

    #[cfg(unix)]
    proptest! {
        #[test]
        fn file_names_round_trip_through_json(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            use std::os::unix::ffi::OsStringExt;
            let name = FileName::from(PathBuf::from(OsString::from_vec(bytes)));
            let back = match serde_json::to_value(&name).unwrap() {
                serde_json::Value::String(text) => Some(FileName::from(text)),
                object => FileName::from_percent_encoded(object["percent_encoded"].as_str().unwrap()),
            };
            prop_assert_eq!(back, Some(name));
        }
    }
}
