//! Values that are words from a list.

/// Declares an enum of words:
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
///
/// For an existing type, such as the type of a table:
///
/// ```text
/// words! {
///     for Direction as "what can be done" {
///         "read" => Direction::Read,
///         "write" => Direction::Write,
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

        $crate::reading::words! {
            for $name as $what { $( $word => $name::$variant ),* }
        }
    };
    (for $name:ty as $what:literal { $( $word:literal => $value:expr ),* $(,)? }) => {
        impl<'a> $crate::reading::Read<'a> for $name {
            fn read(node: &$crate::yaml::Node, reader: &mut $crate::reading::Reader<'a, '_>) -> Option<Self> {
                const WORDS: &[(&str, $name)] = &[$( ($word, $value) ),*];
                let word: $crate::spanned::Spanned<String> = $crate::reading::Read::read(node, reader)?;
                reader.one_of(&word, $what, WORDS.iter().map(|(known, _)| *known));
                WORDS.iter().find(|(known, _)| *known == word.value).map(|(_, value)| *value)
            }
        }
    };
}
pub(crate) use words;
