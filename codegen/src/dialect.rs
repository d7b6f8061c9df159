//! Keys that one dialect has and another, whose schemas have the same mappings, has not.

/// Which keys a language takes of those that the same mappings have in another one.
#[derive(Debug)]
pub struct Dialect {
    /// Whether types are generated of what it describes.
    pub is_typed: bool,
    /// Those that it does not take, mapping by mapping.
    pub foreign: &'static [Foreign],
    /// Those that are passed over, since nothing that is generated would depend on them.
    pub passed_over: &'static [&'static str],
}

/// Keys of a mapping that a dialect has not: what problems call the mapping; those of Kaitai Struct, each with what to write instead; those
/// of another dialect, which are unknown to this one.
pub type Foreign = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

impl Dialect {
    /// What to do about a key of `what` that Kaitai Struct has and the dialect has not.
    pub fn hint(&self, what: &str, key: &str) -> Option<&'static str> {
        let mut keys = self
            .foreign
            .iter()
            .filter(|(of, ..)| *of == what)
            .flat_map(|(_, keys, _)| *keys);
        keys.find_map(|(known, hint)| (*known == key).then_some(*hint))
    }

    /// Whether mappings of this kind have the key.
    pub fn takes(&self, what: &str, key: &str) -> bool {
        let is_foreign = |(of, _, others): &Foreign| *of == what && others.contains(&key);
        self.hint(what, key).is_none() && !self.foreign.iter().any(is_foreign)
    }
}
