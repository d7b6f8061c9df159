//! The tool's messages for malformed archives, which scripts search for; ours with offset and reason follow.

use std::sync::Arc;

use offload_bundle::Error;
use offload_bundle::finding::Anomaly;
use offload_bundle::input::Input;
use offload_bundle_core::error::{Problem, ReadError, Step};

use super::driver::Driver;

/// In bytes.
const HEADER_LEN: u64 = 60;
const NAME: std::ops::Range<usize> = 0..16;
const SIZE: std::ops::Range<usize> = 48..58;
const TERMINATOR: std::ops::Range<usize> = 58..60;

impl Driver<'_> {
    pub(super) fn malformed_archive(&self, error: &Error) -> Option<String> {
        let (file, fault) = match error {
            Error::Read { file, error: fault } => (file, fault),
            Error::Malformed { file, finding } => match &finding.anomaly {
                Anomaly::DamagedMember { error: fault, .. } => (file, fault),
                _ => return None,
            },
            _ => return None,
        };
        let [Step::Field("members"), Step::Index(_), field @ ..] = fault.path.steps() else {
            return None;
        };
        let field = match field {
            [] => "",
            [Step::Field(name)] => name,
            _ => return None,
        };
        let header = Header::find(self.opened(file)?, fault, field)?;
        let what = header.fault(field, &fault.problem)?;
        Some(format!("truncated or malformed archive ({what}): {error}"))
    }
}

/// As far as the file contains it.
struct Header {
    offset: u64,
    bytes: Vec<u8>,
}

impl Header {
    /// The fault is in the field `field`.
    fn find(input: &Arc<Input>, fault: &ReadError, field: &str) -> Option<Self> {
        let skip = match field {
            "size" => SIZE.start,
            "terminator" => TERMINATOR.start,
            _ => NAME.start,
        };
        let offset = fault.offset.checked_sub(u64::try_from(skip).ok()?)?;
        let window = input.window(offset, HEADER_LEN).ok()?;
        Some(Self { offset, bytes: window.to_vec() })
    }

    fn field(&self, place: std::ops::Range<usize>) -> &[u8] {
        let end = place.end.min(self.bytes.len());
        self.bytes.get(place.start..end).unwrap_or_default()
    }

    fn fault(&self, field: &str, problem: &Problem) -> Option<String> {
        let name = self.field(NAME).trim_ascii_end();
        let at = self.offset;
        Some(match (field, problem) {
            ("", Problem::Truncated { .. }) => {
                format!(
                    "remaining size of archive too small for next archive member header {}",
                    self.name_after("for ")
                )
            }
            ("terminator", _) => format!(
                "terminator characters in archive member \"{}\" not the correct \"`\\n\" values for the archive member header {}",
                escape(self.field(TERMINATOR)),
                self.name_after("for ")
            ),
            ("size", Problem::Unexpected { .. }) => format!(
                "characters in size field in archive member header are not all decimal numbers: '{}' for the archive member header at \
                 offset {at}",
                escape(self.field(SIZE).trim_ascii_end())
            ),
            ("size", _) => {
                format!(
                    "offset to next archive member past the end of the archive after member {}",
                    self.name_after("")
                )
            }
            ("name", problem) => match (name.strip_prefix(b"#1/"), name.strip_prefix(b"/"), problem) {
                (Some(length), _, Problem::Unexpected { .. }) => format!(
                    "long name length characters after the #1/ are not all decimal numbers: '{}' for archive member header at offset {at}",
                    escape(length)
                ),
                (Some(length), _, Problem::OutOfRange { .. }) => format!(
                    "long name length: {} extends past the end of the member or archive for archive member header at offset {at}",
                    escape(length)
                ),
                (_, Some(offset), Problem::Unexpected { .. }) => format!(
                    "long name offset characters after the '/' are not all decimal numbers: '{}' for archive member header at offset {at}",
                    escape(offset)
                ),
                (_, Some(offset), Problem::OutOfBounds { .. }) => format!(
                    "long name offset {} past the end of the string table for archive member header at offset {at}",
                    escape(offset)
                ),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// By offset if the name is not a short one.
    fn name_after(&self, before: &str) -> String {
        let name = self.field(NAME);
        let whole = name.len() == NAME.len();
        let name = name.trim_ascii_end();
        let is_table = matches!(name, b"/" | b"//");
        let is_short = !name.is_empty() && !name.starts_with(b"/") && !name.starts_with(b"#1/");
        match whole && (is_table || is_short) {
            true if is_table => format!("{before}{}", escape(name)),
            true => format!("{before}{}", escape(name.strip_suffix(b"/").unwrap_or(name))),
            false => format!("at offset {}", self.offset),
        }
    }
}

fn escape(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b'\\' | b'"' => text.extend(['\\', char::from(*byte)]),
            b'\t' => text.push_str("\\t"),
            b'\n' => text.push_str("\\n"),
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text
}
