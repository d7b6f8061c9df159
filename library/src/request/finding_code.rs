//! A kind of finding, by its stable word.

use offload_bundle_core::registry::Registry;

use crate::finding::Finding;

/// How like a word must be to one that is known to be taken for it, misspelt.
const ALIKE: f64 = 0.8;

/// A kind of finding, by its stable word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindingCode(&'static str);

impl FindingCode {
    /// Returns the kind of `word`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such kind. Its text lists the kinds, and those that may have been meant.
    ///
    /// ```
    /// use offload_bundle::request::FindingCode;
    /// use offload_bundle::REGISTRY;
    ///
    /// assert_eq!(FindingCode::parse(&REGISTRY, "coverage")?.word(), "coverage");
    /// let error = FindingCode::parse(&REGISTRY, "covrage").unwrap_err();
    /// assert!(error.starts_with("no such finding; did you mean `coverage`?"), "{error}");
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(registry: &Registry, word: &str) -> Result<Self, String> {
        let codes = Finding::codes(registry.ids);
        if let Some(code) = codes.iter().find(|code| **code == word) {
            return Ok(Self(code));
        }
        let alike = codes.iter().map(|code| (strsim::jaro_winkler(code, word), *code));
        let nearest = alike
            .filter(|(alike, _)| *alike >= ALIKE)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        Err(match nearest {
            Some((_, code)) => format!("no such finding; did you mean `{code}`?"),
            None => format!("no such finding; there is: {}", codes.join(", ")),
        })
    }

    /// Returns the word.
    pub fn word(self) -> &'static str {
        self.0
    }
}
