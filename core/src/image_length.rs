//! The length of an image in memory when only its address is known.

use core::fmt;

use crate::bytes::{Bytes, length};
use crate::error::{ReadError, Stop};
use crate::registry::Registry;

/// A reason why the length of an image is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageLengthError {
    /// More bytes are needed: at least `len` from the start of the image.
    NeedsMore {
        /// The number of bytes.
        len: u64,
    },
    /// The image declares no length.
    NotDeclared {
        /// The format, for people.
        format: &'static str,
    },
    /// The bytes begin no format with a length.
    Unknown,
    /// The image is damaged.
    Damaged(ReadError),
}

impl fmt::Display for ImageLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsMore { len } => write!(f, "the length needs the first {len} bytes"),
            Self::NotDeclared { format } => write!(f, "this {format} declares no length"),
            Self::Unknown => write!(f, "the bytes begin no known image"),
            Self::Damaged(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ImageLengthError {}

impl From<ReadError> for ImageLengthError {
    fn from(error: ReadError) -> Self {
        Stop::from(error).into()
    }
}

impl From<Stop> for ImageLengthError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::NeedMore { upto } => Self::NeedsMore { len: upto },
            Stop::Failed(error) => Self::Damaged(error),
        }
    }
}

impl Registry {
    /// Returns the length in bytes of the image at the start of `bytes`, which may end before the image does. Nothing
    /// outside `bytes` is read. `bytes` may be longer than the image.
    ///
    /// The image may be a bundle, a compressed bundle or offload binary that declares its length, an offload binary, a
    /// CUDA fat binary, or an object file with a rule in the schema of placements. The length of a bundle is the end of
    /// its header or of its last entry.
    ///
    /// # Errors
    ///
    /// Returns [`ImageLengthError::NeedsMore`] if `bytes` end before all fields that tell the length,
    /// [`ImageLengthError::NotDeclared`] if the image has no such field, [`ImageLengthError::Unknown`] if the format is
    /// not known, and [`ImageLengthError::Damaged`] if a field has an impossible value.
    pub fn image_length(&self, bytes: &[u8]) -> Result<u64, ImageLengthError> {
        self.await_magic(bytes)?;
        let image = Bytes::windowed(bytes, u64::MAX);
        if let Some(envelope) = self.envelope(bytes) {
            let header = envelope.read(image)?;
            return header
                .end()
                .ok_or(ImageLengthError::NotDeclared { format: envelope.title() });
        }
        let container = self.recognise(bytes);
        if let Some(container) = container.filter(|container| container.magic().is_some()) {
            return match (container.toc(), container.walker()) {
                (Some(_), _) => Err(ImageLengthError::NotDeclared { format: container.title() }),
                (None, Some(walker)) => Ok(walker.declared_len(image)?),
                (None, None) => {
                    let bundle = container.read(image)?;
                    let damaged = bundle.entries.into_iter().find_map(|entry| entry.place.err());
                    damaged.map_or(Ok(bundle.len), |error| Err(error.into()))
                }
            };
        }
        let content = self.content(bytes).ok_or(ImageLengthError::Unknown)?;
        let rule = content
            .section_table
            .ok_or(ImageLengthError::NotDeclared { format: content.doc })?;
        rule.end(image)?
            .ok_or(ImageLengthError::NotDeclared { format: content.doc })
    }

    fn await_magic(&self, bytes: &[u8]) -> Result<(), ImageLengthError> {
        let containers = self.containers.iter().map(|known| (known.magic(), known.magic_len()));
        let envelopes = self.envelopes.iter().map(|known| (known.magic(), known.magic_len()));
        let longer = containers.chain(envelopes).filter_map(|(magic, len)| {
            let magic = magic?;
            let common = magic.len().min(bytes.len());
            (magic.get(..common) == bytes.get(..common) && length(bytes) < len).then_some(len)
        });
        match longer.min() {
            Some(len) => Err(ImageLengthError::NeedsMore { len }),
            None => Ok(()),
        }
    }
}
