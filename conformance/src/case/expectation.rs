//! Expected answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::byte_strings::map_byte_strings;
use super::bytes::{Bytes, BytesError};

/// The expected answer. Values write bytes as lists of chunks under `content`, `bytes` or `decompressed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// Only this value is correct.
    Accept(Value),
    /// Only a refusal is correct, for this reason. Implementations choose the message.
    Reject(String),
    /// This value and a refusal are both correct.
    Either {
        /// Reason that both are correct.
        because: String,
        /// The value.
        accept: Value,
    },
}

impl Expectation {
    /// Returns the accepted value, if any, in canonical form: bytes as `{"size", "sha256"}`, keys sorted.
    ///
    /// # Errors
    ///
    /// Returns an error if bytes are invalid.
    pub fn value(&self, fixture: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Option<Value>, BytesError> {
        self.accepted_value().map(|value| canonical(value, fixture)).transpose()
    }

    /// Returns the accepted value, if any, in the form of the case file.
    pub fn accepted_value(&self) -> Option<&Value> {
        match self {
            Self::Accept(value) | Self::Either { accept: value, .. } => Some(value),
            Self::Reject(_) => None,
        }
    }

    /// Whether only a refusal is correct, or the answer that the request is not served.
    pub fn is_no(&self) -> bool {
        match self {
            Self::Reject(_) => true,
            Self::Accept(value) => *value == serde_json::json!({ "compatible": false }),
            Self::Either { .. } => false,
        }
    }

    /// Whether a refusal is correct.
    pub fn allows_refusal(&self) -> bool {
        !matches!(self, Self::Accept(_))
    }
}

fn canonical(value: &Value, fixture: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Value, BytesError> {
    map_byte_strings(value, &mut |path, value| {
        Ok(digest(&Bytes::of_value(path, value)?.resolve(fixture)?))
    })
}

/// The size and SHA-256 of bytes, as values represent them.
pub fn digest(bytes: &[u8]) -> Value {
    let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    serde_json::json!({ "sha256": hash, "size": bytes.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: &str) -> Option<Vec<u8>> {
        None
    }

    #[test]
    fn bytes_become_size_and_hash() {
        let json = r#"{"accept": {"entries": [{"id": "a", "content": [{"text": "abc"}]}], "bundles": 1}}"#;
        let expectation: Expectation = serde_json::from_str(json).unwrap();
        let value = expectation.value(&none).unwrap().unwrap();
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let expected = format!(r#"{{"bundles":1,"entries":[{{"content":{{"sha256":"{hash}","size":3}},"id":"a"}}]}}"#);
        assert_eq!(value.to_string(), expected);
        assert!(!expectation.allows_refusal());
    }

    #[test]
    fn refusal_has_no_value() {
        let refused: Expectation = serde_json::from_str(r#"{"reject": "it is cut"}"#).unwrap();
        assert_eq!((refused.value(&none), refused.allows_refusal()), (Ok(None), true));
        let either = r#"{"either": {"because": "the document is silent", "accept": {"ids": []}}}"#;
        let either: Expectation = serde_json::from_str(either).unwrap();
        assert!(either.allows_refusal() && either.value(&none).unwrap().is_some());
    }
}
