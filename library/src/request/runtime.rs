//! The runtime that must read an output.

use std::fmt;

use offload_bundle_core::placement::RuntimeRule;
use offload_bundle_core::registry::Registry;

/// A release of a runtime, and what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimeRelease {
    release: (u64, u64),
    rule: &'static RuntimeRule<'static>,
}

impl RuntimeRelease {
    /// Returns the release that `text` names by two numbers with a dot between them. Returns `None` if `text` names no release, or one
    /// older than all in `registry`.
    ///
    /// ```
    /// use offload_bundle::request::RuntimeRelease;
    /// use offload_bundle::REGISTRY;
    ///
    /// let runtime = RuntimeRelease::named(&REGISTRY, "6.3").expect("it is known");
    /// assert_eq!((runtime.to_string(), runtime.versions()), ("HIP of ROCm 6.3".to_owned(), &[1, 2][..]));
    /// assert!(RuntimeRelease::named(&REGISTRY, "6").is_none());
    /// ```
    pub fn named(registry: &Registry, text: &str) -> Option<Self> {
        let release = RuntimeRule::release(text)?;
        Some(Self { release, rule: registry.runtime(release)? })
    }

    /// Returns the versions of the compressed format that the runtime reads, in ascending order; empty if it reads none.
    pub fn versions(self) -> &'static [u64] {
        self.rule.versions
    }

    /// Whether it reads what is in the format called `format`, in this version. Nothing is known of other formats than its own.
    #[doc(hidden)]
    pub fn reads(self, format: &str, version: Option<u64>) -> bool {
        self.rule.format != format || version.is_some_and(|version| self.rule.versions.contains(&version))
    }
}

impl fmt::Display for RuntimeRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}.{}", self.rule.title, self.release.0, self.release.1)
    }
}
