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
///
/// For a type that is declared elsewhere, such as that of a table, it says the words alone:
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
