//! Declarative structs for mappings.

/// Declares the struct of a mapping with its keys and reader. All fields are public.
///
/// ```text
/// mapping! {
///     /// A named number.
///     pub struct Member as "an enum value" {                // as problems call it
///         pub id: Spanned<String>,                          // the key `id`, which must be there
///         pub doc_ref: Option<String>,                      // the key `doc-ref`, which may be absent
///         pub alone: bool,                                  // absent: `false`; lists and entries: empty
///         pub since: Option<u64> as "-since",               // a key that is no name in Rust
///         pub docs: Docs as flatten,                        // what several keys of this mapping say: a `ReadKeys`
///         pub _license: Option<String>,                     // the key `license`: its shape is checked, nothing depends on it
///         pub base: Spanned<String> => names("a base"),     // what is asked of the key's value
///     }
/// }
/// ```
///
/// The type determines whether a key is required: see [`Read::absent`](super::Read::absent).
/// - `struct Member by id: Spanned<String> as "…"` is an entry of a mapping with free keys: the field `id` is its key.
/// - `struct Member<'a>` contains tables of `core`, stored in an arena. `as (Must)` reads a field in another
///   [`Way`](super::Way).
/// - `… => check` runs the function `check` on the whole mapping.
/// - Without `as "…"`, the struct is part of other mappings, to be flattened into them or read manually with `read`.
macro_rules! mapping {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$arena:lifetime>)? $(by $id:ident: $id_type:ty)? $(as $what:literal)?
        $(=> $whole:path)? {
            $( $(#[$doc:meta])* pub $field:ident: $type:ty $(as $key:tt)? $(=> $check:expr)? ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $name $(<$arena>)? {
            $( pub $id: $id_type, )?
            $( $(#[$doc])* pub $field: $type, )*
        }

        impl $(<$arena>)? $name $(<$arena>)? {
            fn names() -> Vec<String> {
                [$( $crate::reading::mapping!(@names $field, $type $(, $key)?) ),*].concat()
            }

            /// Reports all problems before returning `None`.
            fn read(
                $( $id: $id_type, )?
                map: &$crate::reading::Mapping<'_>,
                reader: &mut $crate::reading::mapping!(@reader $($arena)?),
            ) -> Option<Self> {
                $( reader.ask(map.node, $whole); )?
                $(
                    let $field = $crate::reading::mapping!(@value map, reader, $field, $type $(, $key)?);
                    $crate::reading::mapping!(@check map, reader, [$field $(, $key)?], $($check)?);
                )*
                Some(Self { $( $id, )? $( $field: $field?, )* })
            }
        }

        $crate::reading::mapping!(@impl $name $(<$arena>)? [$($id: $id_type)?] [$($what)?]);
    };

    (@reader) => { $crate::reading::Reader<'_, '_> };
    (@reader $arena:lifetime) => { $crate::reading::Reader<$arena, '_> };

    (@key $field:ident, $key:literal) => { $key.to_owned() };
    (@key $field:ident $(, $how:tt)?) => { $crate::reading::key(stringify!($field)) };

    (@check $map:ident, $reader:ident, $field:tt,) => {};
    (@check $map:ident, $reader:ident, [$($field:tt)*], $check:expr) => {
        if let Some(node) = $map.node.get(&$crate::reading::mapping!(@key $($field)*)) {
            $reader.ask(node, $check);
        }
    };

    (@names $field:ident, $type:ty, flatten) => { <$type as $crate::reading::ReadKeys<'_>>::names() };
    (@names $field:ident, $type:ty $(, $key:tt)?) => { vec![$crate::reading::mapping!(@key $field $(, $key)?)] };

    (@value $map:ident, $reader:ident, $field:ident, $type:ty, ($way:ty)) => {
        $map.value_in::<$way, $type>(&$crate::reading::mapping!(@key $field), $reader)
    };
    (@value $map:ident, $reader:ident, $field:ident, $type:ty, flatten) => {
        <$type as $crate::reading::ReadKeys<'_>>::read_keys($map, $reader)
    };
    (@value $map:ident, $reader:ident, $field:ident, $type:ty $(, $key:tt)?) => {
        $map.value::<$type>(&$crate::reading::mapping!(@key $field $(, $key)?), $reader)
    };

    // Part of other mappings.
    (@impl $name:ident [] []) => {
        impl<'a> $crate::reading::ReadKeys<'a> for $name {
            fn names() -> Vec<String> {
                Self::names()
            }

            fn read_keys(
                map: &$crate::reading::Mapping<'_>,
                reader: &mut $crate::reading::Reader<'a, '_>,
            ) -> Option<Self> {
                Self::read(map, reader)
            }
        }
    };
    // A separate mapping, possibly with tables.
    (@impl $name:ident [] [$what:literal]) => {
        $crate::reading::mapping!(@own <'a> [$name] $what);
    };
    (@impl $name:ident <$arena:lifetime> [] [$what:literal]) => {
        $crate::reading::mapping!(@own <$arena> [$name<$arena>] $what);
    };
    (@own <$arena:lifetime> [$type:ty] $what:literal) => {
        impl<$arena> $crate::reading::Read<$arena> for $type {
            fn read(node: &$crate::yaml::Node, reader: &mut $crate::reading::Reader<$arena, '_>) -> Option<Self> {
                let map = $crate::reading::Mapping::open(node, $what, &Self::names(), reader)?;
                Self::read(&map, reader)
            }
        }
    };
    // An entry of a mapping with free keys.
    (@impl $name:ident [$id:ident: $id_type:ty] [$what:literal]) => {
        impl<'a> $crate::reading::ReadEntry<'a> for $name {
            fn read_entry(
                key: &$crate::spanned::Spanned<String>,
                node: &$crate::yaml::Node,
                reader: &mut $crate::reading::Reader<'a, '_>,
            ) -> Option<Self> {
                let id = <$id_type as $crate::reading::ReadKey<'a>>::read_key(key, reader);
                let map = $crate::reading::Mapping::open(node, $what, &Self::names(), reader)?;
                Self::read(id, &map, reader)
            }
        }
    };
    // An entry with a hand-written reader.
    (@impl $name:ident [$id:ident: $id_type:ty] []) => {};
}
pub(crate) use mapping;

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::problem::Problems;
    use crate::reading::{OneOrMore, Prose, Read, Reader, Rows};
    use crate::spanned::Spanned;
    use crate::yaml::Node;

    mapping! {
        struct Thing as "a thing" {
            pub id: Spanned<String>,
            pub docs: Docs as flatten,
            pub since: Option<u64> as "-since",
            pub alone: bool,
            pub parts: Vec<Part> as (Rows),
            pub _license: Option<String>,
        }
    }

    mapping! {
        struct Docs {
            pub doc: Prose,
            pub doc_ref: OneOrMore<String>,
        }
    }

    mapping! {
        struct Part by name: Spanned<String> as "a part" {
            pub size: u64,
            pub inner: Option<Box<Thing>>,
        }
    }

    fn read_into(text: &str, problems: &mut Problems) -> Option<Thing> {
        let node = Node::parse("a.yaml", text).unwrap();
        Read::read(&node, &mut Reader { arena: &Arena::default(), root: &node, problems })
    }

    fn read(text: &str) -> (Option<Thing>, Vec<String>) {
        let mut problems = Problems::new("a.yaml", true);
        let thing = read_into(text, &mut problems);
        (thing, problems.into_sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn mapping_is_read_by_declaration() {
        let (thing, problems) = read("id: x\ndoc: |\n  What.\ndoc-ref: Here\n-since: '0x10'\nparts:\n  a: {size: 4}\n");
        assert_eq!(problems, [""; 0]);
        let thing = thing.unwrap();
        assert_eq!(
            (thing.id.as_str(), &*thing.docs.doc, thing.since, thing.alone),
            ("x", "What.", Some(16), false)
        );
        assert_eq!(*thing.docs.doc_ref, ["Here"]);
        let part = thing.parts.first().unwrap();
        assert_eq!(
            (part.name.as_str(), part.name.span.line, part.size, part.inner.is_none()),
            ("a", 7, 4, true)
        );
    }

    #[test]
    fn reading_continues_after_problems() {
        let (thing, problems) = read("szie: 4\ndocc: x\n-since: -1\nalone: 2\nparts: {a: {size: x}, b: {size: 2}}\n");
        assert!(thing.is_none());
        let expected = [
            "a.yaml:1:1: /: expected the key `id` in a thing, found no such key; add `id:`",
            "a.yaml:1:1: /szie: expected a key of a thing, found `szie`; a thing takes: id, doc, doc-ref, -since, alone, parts, license",
            "a.yaml:2:1: /docc: expected a key of a thing, found `docc`; did you mean `doc`?",
            "a.yaml:3:9: /-since: expected a whole number from 0 to 2^64 - 1, found the number -1; write it in decimal or as 0x…",
            "a.yaml:4:8: /alone: expected `true` or `false`, found the number 2; write `true` or `false`",
            "a.yaml:5:19: /parts/a/size: expected a whole number from 0 to 2^64 - 1, found `x`; write it in decimal or as 0x…",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn keys_of_read_mappings_are_recorded() {
        let mut problems = Problems::new("a.yaml", true);
        read_into("parts: {a: {}}", &mut problems);
        let of = |what: &str| {
            let keys = problems.keys.iter().filter(|(on, _)| on == what);
            keys.map(|(_, key)| key.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(
            of("a thing"),
            ["-since", "alone", "doc", "doc-ref", "id", "license", "parts"]
        );
        assert_eq!(of("a part"), ["inner", "size"]);
    }
}
