//! Values that are one of a few words.

/// Declares the enum of a value that is one of a few words.
///
/// ```text
/// words! {
///     /// What can be done with a file.
///     pub enum Direction as "what can be done" {            // as problems call it
///         Read = "read",
///         Write = "write",
///     }
/// }
/// ```
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident as $what:literal {
            $( $(#[$doc:meta])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $( $(#[$doc])* $variant, )*
        }

        impl $crate::reading::FromNode for $name {
            fn from_node(node: &$crate::yaml::Node, problems: &mut $crate::problem::Problems) -> Option<Self> {
                const WORDS: &[(&str, $name)] = &[$( ($word, $name::$variant) ),*];
                let word = $crate::spanned::Spanned::<String>::from_node(node, problems)?;
                $crate::names::one_of(&word, $what, WORDS.iter().map(|(known, _)| *known), problems);
                WORDS.iter().find(|(known, _)| *known == word.value).map(|(_, value)| *value)
            }
        }
    };
}
pub(crate) use words;
