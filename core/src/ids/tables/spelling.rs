//! Tables of spellings: templates over the parts of an ID, with what stands for parts that are missing or not wanted.

/// A template with the rules that fill it.
#[derive(Debug, Clone, Copy)]
pub struct Spelling {
    /// The text, with parts as placeholders.
    pub template: &'static str,
    /// What stands for parts; the first that fits a part counts.
    pub fills: &'static [Fill],
}

/// What stands for a part.
#[derive(Debug, Clone, Copy)]
pub struct Fill {
    /// The part.
    pub part: &'static str,
    /// What is written instead.
    pub gives: &'static str,
    /// Whether that holds only where the part is missing or empty.
    pub only_empty: bool,
    /// Where it holds; everywhere if empty.
    pub only: &'static [OneOf],
}

/// A part that holds one of some words.
#[derive(Debug, Clone, Copy)]
pub struct OneOf {
    /// The part.
    pub part: &'static str,
    /// The words, by primary name. The empty word: the part is missing or empty.
    pub words: &'static [&'static str],
}
