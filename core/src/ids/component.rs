//! Components of an ID that select entries.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::answers::ParseError;
use super::products::Product;
use crate::Shortened;

const NAMED: usize = 12;

/// A component of an ID that selects entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdComponent {
    /// The offload kind.
    Kind,
    /// The triple.
    Triple,
    /// The target ID: processor and target features.
    Target,
}

/// The components of one ID, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdComponents {
    /// The offload kind.
    pub kind: String,
    /// The target triple, without empty fields at its end.
    pub triple: String,
    /// The target ID; may be empty.
    pub target: String,
}

/// A reason why a text cannot be requested as a component.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdComponentError {
    /// The text does not follow the grammar.
    #[error("{0}")]
    Malformed(ParseError),
    /// The text has an unknown name.
    #[error("{0}")]
    Unknown(UnknownName),
    /// The text names several products with different processors.
    #[error("{0}")]
    Ambiguous(AmbiguousProduct),
}

/// A name of several products with different processors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguousProduct {
    /// The name.
    pub name: String,
    /// The products.
    pub products: Vec<Product>,
}

impl fmt::Display for AmbiguousProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, products } = self;
        write!(f, "{name:?} names several GPUs: ")?;
        for (position, Product { name, processor }) in products.iter().take(NAMED).enumerate() {
            let before = if position == 0 { "" } else { ", " };
            write!(f, "{before}{name} ({processor})")?;
        }
        match products.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// An unknown name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// The name of the part in the schema.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The most similar known names, or all if they are few.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, known } = self;
        write!(f, "unknown {what} {:?}", Shortened(name))?;
        match known.as_slice() {
            [] => Ok(()),
            known => write!(f, "; known: {}", known.join(", ")),
        }
    }
}
