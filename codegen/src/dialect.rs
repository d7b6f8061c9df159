//! Keys that only some dialects support.

/// A dialect, by its differences from other dialects with the same mappings.
#[derive(Debug)]
pub struct Dialect {
    pub is_typed: bool,
    /// The unsupported keys, by mapping.
    pub foreign: &'static [Foreign],
    /// Ignored keys, without an effect on generated code.
    pub passed_over: &'static [&'static str],
}

/// The unsupported keys of a mapping: its name in problems, the keys of Kaitai Struct with their alternatives, and the
/// keys of other dialects.
pub type Foreign = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

impl Dialect {
    pub fn hint(&self, what: &str, key: &str) -> Option<&'static str> {
        let mut keys = self
            .foreign
            .iter()
            .filter(|(of, ..)| *of == what)
            .flat_map(|(_, keys, _)| *keys);
        keys.find_map(|(known, hint)| (*known == key).then_some(*hint))
    }

    pub fn takes(&self, what: &str, key: &str) -> bool {
        let is_foreign = |(of, _, others): &Foreign| *of == what && others.contains(&key);
        self.hint(what, key).is_none() && !self.foreign.iter().any(is_foreign)
    }
}
