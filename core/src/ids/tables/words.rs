//! Tables of words: primary names with alternatives, found whole or at the start of a text.

/// One word of a table.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// The primary name.
    pub name: &'static str,
    /// Alternative names.
    pub also: &'static [&'static str],
}

/// A table of words.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// The words.
    pub words: &'static [Word],
    /// Whether anything may follow a word, such as a version: then the longest word that a text begins with counts.
    pub open: bool,
}

/// Which runtime an entry is for.
#[derive(Debug, Clone, Copy)]
pub struct OffloadKind {
    /// Its name.
    pub name: &'static str,
    /// Entries of kinds of one group may stand for each other.
    pub group: &'static str,
    /// Whether it marks the host's entry.
    pub host: bool,
    /// Whether a bundle of such entries only may lack a host entry.
    pub alone: bool,
    /// The releases that know it.
    pub releases: &'static [&'static str],
    /// What it is.
    pub doc: &'static str,
}

/// A target feature.
#[derive(Debug, Clone, Copy)]
pub struct FeatureKind {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A processor that a target ID can name.
#[derive(Debug, Clone, Copy)]
pub struct Processor {
    /// Its primary name.
    pub name: &'static str,
    /// Alternative names.
    pub also: &'static [&'static str],
    /// The features that it lets one choose, by name.
    pub features: &'static [&'static str],
    /// Its number in the flags of an ELF file, where it has one.
    pub elf_machine: Option<u32>,
    /// The generic processor whose code also runs on it.
    pub family: Option<&'static str>,
    /// The architectures that have it.
    pub architectures: &'static [&'static str],
    /// The releases whose compiler knows it, where not all do.
    pub releases: &'static [&'static str],
}

impl Processor {
    /// Whether `name` is its primary or an alternative name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.contains(&name)
    }

    /// Whether it lets one choose the feature `name`.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.contains(&name)
    }
}

/// The words that a part may hold.
#[derive(Debug, Clone, Copy)]
pub enum Words {
    /// A plain table.
    Table(&'static Table),
    /// The kinds.
    Kinds(&'static [OffloadKind]),
    /// The features.
    Features(&'static [FeatureKind]),
    /// The processors.
    Processors(&'static [Processor]),
}

impl Words {
    /// The primary name of `text`, where it is a listed word.
    pub fn primary(&self, text: &str) -> Option<&'static str> {
        match self {
            Self::Table(Table { open: true, .. }) => self.longest_pair(text).map(|(primary, _)| primary),
            _ => self.pairs().find(|(_, name)| *name == text).map(|(primary, _)| primary),
        }
    }

    /// The longest name, primary or not, that `text` begins with.
    pub fn longest(&self, text: &str) -> Option<&'static str> {
        self.longest_pair(text).map(|(_, name)| name)
    }

    /// Every name, primary or not.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.pairs().map(|(_, name)| name)
    }

    fn longest_pair(&self, text: &str) -> Option<(&'static str, &'static str)> {
        self.pairs()
            .filter(|(_, name)| text.starts_with(name))
            .max_by_key(|(_, name)| name.len())
    }

    /// Every name with its primary name.
    fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let none: &'static [&'static str] = &[];
        let words = self.table().iter().map(|word| (word.name, word.also));
        let kinds = self.kinds().iter().map(move |kind| (kind.name, none));
        let features = self.features().iter().map(move |feature| (feature.name, none));
        let processors = self
            .processors()
            .iter()
            .map(|processor| (processor.name, processor.also));
        words
            .chain(kinds)
            .chain(features)
            .chain(processors)
            .flat_map(|(primary, also)| {
                core::iter::once((primary, primary)).chain(also.iter().map(move |name| (primary, *name)))
            })
    }

    fn table(&self) -> &'static [Word] {
        if let Self::Table(table) = self {
            table.words
        } else {
            &[]
        }
    }

    fn kinds(&self) -> &'static [OffloadKind] {
        if let Self::Kinds(kinds) = self { kinds } else { &[] }
    }

    fn features(&self) -> &'static [FeatureKind] {
        if let Self::Features(features) = self {
            features
        } else {
            &[]
        }
    }

    fn processors(&self) -> &'static [Processor] {
        if let Self::Processors(processors) = self {
            processors
        } else {
            &[]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Words = Words::Table(&Table {
        words: &[Word { name: "gro", also: &["grove", "wood"] }, Word { name: "gr", also: &[] }],
        open: true,
    });

    #[test]
    fn open_tables_take_the_longest_start() {
        assert_eq!(OPEN.primary("grove14.0"), Some("gro"));
        assert_eq!(OPEN.longest("grove14.0"), Some("grove"));
        assert_eq!(OPEN.primary("grb"), Some("gr"));
        assert_eq!(OPEN.primary("x"), None);
    }
}
