//! Components of an ID that entries can be selected by.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::answers::ParseError;
use super::products::Product;
use crate::Shortened;

/// The maximum number of products that are named, if a text may mean several.
const NAMED: usize = 12;

/// A component of an ID that selects entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdComponent {
    /// The offload kind.
    Kind,
    /// The triple.
    Triple,
    /// The target ID: the processor with its target features.
    Target,
}

/// The components of one ID, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdComponents {
    /// The offload kind.
    pub kind: String,
    /// The target triple, without empty fields at its end.
    pub triple: String,
    /// The target ID; empty if there is none.
    pub target: String,
}

/// Why a text cannot be requested as a component of an ID.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdComponentError {
    /// The text does not follow the grammar.
    #[error("{0}")]
    Malformed(ParseError),
    /// The text names something unknown.
    #[error("{0}")]
    Unknown(UnknownName),
    /// The text may mean several products.
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
        write!(f, "{name:?} may be one of several GPUs: ")?;
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
    /// The name of the ID part in the schema.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The known names that are near, or all if they are few.
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
