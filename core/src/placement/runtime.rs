//! Formats that runtimes read, by release.

/// The versions of a compressed format that the runtime reads, from one release up to the next rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct RuntimeRule<'a> {
    /// The first release, as major and minor version.
    pub since: (u64, u64),
    /// The title of the runtime.
    pub title: &'a str,
    /// The name of the format in the schema.
    pub format: &'a str,
    /// The supported versions, in ascending order; empty if the format is unsupported.
    pub versions: &'a [u64],
}

impl RuntimeRule<'_> {
    /// Parses a release: two numbers separated by a dot, with optional further numbers.
    pub fn release(text: &str) -> Option<(u64, u64)> {
        let mut numbers = text.split('.').map(|number| {
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| number.parse().ok())?
        });
        let release = (numbers.next()??, numbers.next()??);
        numbers.all(|number: Option<u64>| number.is_some()).then_some(release)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_is_two_leading_numbers() {
        for (text, release) in [
            ("6.2", Some((6, 2))),
            ("6.10.3", Some((6, 10))),
            ("", None),
            ("6", None),
            (".2", None),
            ("6.", None),
            ("6.2.", None),
            ("6.2x", None),
            ("+6.2", None),
        ] {
            assert_eq!(RuntimeRule::release(text), release, "{text}");
        }
    }
}
