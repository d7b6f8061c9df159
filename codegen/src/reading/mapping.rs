//! Mappings with known keys.

use super::dialect::Dialect;
use super::node::FromNode;
use crate::names::nearest;
use crate::problem::Problems;
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

/// A mapping whose keys have been checked against those it takes.
#[derive(Debug, Clone)]
pub struct Mapping<'n> {
    /// Its node.
    pub node: &'n Node,
    what: &'n str,
    /// The keys that misspelt ones were probably meant to be.
    meant: Vec<String>,
}

impl<'n> Mapping<'n> {
    /// Opens `node` as `what` (such as "an attribute"), which takes those of the keys `taken` that the `dialect` has. Others are reported,
    /// with what to write instead where Kaitai Struct has them.
    pub fn open<K: AsRef<str>>(
        node: &'n Node,
        what: &'n str,
        taken: &[K],
        dialect: Option<&Dialect>,
        problems: &mut Problems,
    ) -> Option<Self> {
        let is_own = |key: &&str| dialect.is_none_or(|dialect| dialect.takes(what, key));
        let taken: Vec<&str> = taken.iter().map(AsRef::as_ref).filter(is_own).collect();
        let keys = taken.iter().map(|key| (what.to_owned(), (*key).to_owned()));
        problems.keys.extend(keys);
        let at = problems.mappings.entry(node.span.path.clone()).or_default();
        at.insert(what.to_owned());
        let Value::Map(entries) = &node.value else {
            let hint = format!("write its keys: {}", taken.join(", "));
            return problems.refuse(node, format!("{what}, a mapping"), node.describe(), hint);
        };
        let mut meant = Vec::new();
        let passed_over = dialect.map_or(&[][..], |dialect| dialect.passed_over);
        let unknown = |key: &Spanned<String>| {
            let known = [taken.as_slice(), passed_over];
            !known.iter().any(|keys| keys.contains(&key.as_str()))
        };
        for (key, _) in entries.iter().filter(|(key, _)| unknown(key)) {
            let found = format!("`{}`", key.value);
            if let Some(hint) = dialect.and_then(|dialect| dialect.hint(what, key)) {
                let expected = format!("the supported subset of Kaitai Struct in {what}");
                problems.add(key, expected, found, hint);
                continue;
            }
            let hint = match nearest(key, &taken) {
                Some(near) => {
                    meant.push(near.to_owned());
                    format!("did you mean `{near}`?")
                }
                None => format!("{what} takes: {}", taken.join(", ")),
            };
            problems.add(key, format!("a key of {what}"), found, hint);
        }
        Some(Self { node, what, meant })
    }

    /// The node under `key`; its absence is reported, unless it is there and misspelt.
    pub fn required(&self, key: &str, problems: &mut Problems) -> Option<&'n Node> {
        let node = self.node.get(key);
        if self.meant.iter().any(|meant| meant == key) {
            return node;
        }
        node.or_else(|| {
            let expected = format!("the key `{key}` in {}", self.what);
            problems.refuse(self, expected, "no such key", format!("add `{key}:`"))
        })
    }

    /// The value under `key`. Where a `T` must be there, its absence is reported.
    pub fn value<T: FromNode>(&self, key: &str, problems: &mut Problems) -> Option<T> {
        match self.node.get(key) {
            None if let Some(absent) = T::absent() => Some(absent),
            _ => {
                let node = self.required(key, problems);
                node.and_then(|node| T::from_node(node, problems)).or_else(T::unread)
            }
        }
    }
}

impl AsRef<Span> for Mapping<'_> {
    fn as_ref(&self) -> &Span {
        &self.node.span
    }
}

/// Where the mapping is.
impl FromKeys for Span {
    fn names() -> Vec<String> {
        Vec::new()
    }

    fn from_keys(map: &Mapping<'_>, _problems: &mut Problems) -> Option<Self> {
        Some(map.node.span.clone())
    }
}

/// What several keys of one mapping say together.
pub trait FromKeys: Sized {
    /// Those keys.
    fn names() -> Vec<String>;

    /// Reads them.
    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self>;
}

/// The key that a field of a declared struct stands for, unless the declaration names another.
pub fn key(field: &str) -> String {
    field.trim_start_matches('_').replace('_', "-")
}

/// Declares the struct of a mapping, with its keys and its reader. All of its fields are public.
///
/// ```text
/// mapping! {
///     /// A named number.
///     pub struct Member as "an enum value" {                // as problems call it
///         pub id: Spanned<String>,                          // the key `id`, which must be there
///         pub doc_ref: Option<String>,                      // the key `doc-ref`, which may be absent
///         pub alone: bool,                                  // absent: `false`; lists and entries: empty
///         pub since: Option<u64> as "-since",               // a key that is no name in Rust
///         pub docs: Docs as flatten,                        // what several keys of this mapping say: a `FromKeys`
///         pub _license: Option<String>,                     // the key `license`: its shape is checked, nothing depends on it
///     }
/// }
/// ```
///
/// Whether a key must be there is a matter of its type: see [`FromNode::absent`].
/// - `struct Member by id: Spanned<String> as "…"` is an entry of a mapping with free keys: the field `id` is its key.
/// - `… => for<'a> core::Member<'a>` fills that table of `core`, which has the same fields, but for those `as unfilled`.
/// - Without `as "…"` the struct is a part of other mappings, to be flattened into them, or to be read by hand with `read`.
macro_rules! mapping {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(by $id:ident: $id_type:ty)? $(as $what:literal)?
        $(=> for<$life:lifetime> $table:path)? {
            $( $(#[$doc:meta])* pub $field:ident: $type:ty $(as $key:tt)? ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $( pub $id: $id_type, )?
            $( $(#[$doc])* pub $field: $type, )*
        }

        impl $name {
            /// The keys, in the order of the fields.
            fn names() -> Vec<String> {
                [$( $crate::reading::mapping!(@names $field, $type $(, $key)?) ),*].concat()
            }

            /// Reads the values. All problems are reported before it gives up.
            fn read(
                $( $id: $id_type, )?
                map: &$crate::reading::Mapping<'_>,
                problems: &mut $crate::problem::Problems,
            ) -> Option<Self> {
                $( let $field = $crate::reading::mapping!(@value map, problems, $field, $type $(, $key)?); )*
                Some(Self { $( $id, )? $( $field: $field?, )* })
            }
        }

        $crate::reading::mapping!(@impl $name [$($id: $id_type)?] [$($what)?]);
        $crate::reading::mapping!(@table $name [$($life $table)?] [] $( ($field $($key)?) )*);
    };

    // What fills a table of `core`, field by field.
    (@table $name:ident [] [] $($field:tt)*) => {};
    (@table $name:ident $table:tt $filled:tt ($field:ident unfilled) $($rest:tt)*) => {
        $crate::reading::mapping!(@table $name $table $filled $($rest)*);
    };
    (@table $name:ident $table:tt [$($filled:ident)*] ($field:ident $($key:tt)?) $($rest:tt)*) => {
        $crate::reading::mapping!(@table $name $table [$($filled)* $field] $($rest)*);
    };
    (@table $name:ident [$life:lifetime $table:path] [$($field:ident)*]) => {
        impl<$life> $crate::reading::Fill<$life, $table> for $name {
            fn fill(&$life self, arena: &$life $crate::arena::Arena) -> $table {
                type Table<$life> = $table;
                Table { $( $field: $crate::reading::Fill::fill(&self.$field, arena) ),* }
            }
        }
    };

    (@names $field:ident, $type:ty, flatten) => { <$type as $crate::reading::FromKeys>::names() };
    (@names $field:ident, $type:ty, $key:literal) => { vec![$key.to_owned()] };
    (@names $field:ident, $type:ty $(, unfilled)?) => { vec![$crate::reading::key(stringify!($field))] };

    (@value $map:ident, $problems:ident, $field:ident, $type:ty, flatten) => {
        <$type as $crate::reading::FromKeys>::from_keys($map, $problems)
    };
    (@value $map:ident, $problems:ident, $field:ident, $type:ty, $key:literal) => {
        $map.value::<$type>($key, $problems)
    };
    (@value $map:ident, $problems:ident, $field:ident, $type:ty $(, unfilled)?) => {
        $map.value::<$type>(&$crate::reading::key(stringify!($field)), $problems)
    };

    // A part of other mappings.
    (@impl $name:ident [] []) => {
        impl $crate::reading::FromKeys for $name {
            fn names() -> Vec<String> {
                Self::names()
            }

            fn from_keys(
                map: &$crate::reading::Mapping<'_>,
                problems: &mut $crate::problem::Problems,
            ) -> Option<Self> {
                Self::read(map, problems)
            }
        }
    };
    // A mapping of its own.
    (@impl $name:ident [] [$what:literal]) => {
        impl $crate::reading::FromNode for $name {
            fn from_node(node: &$crate::yaml::Node, problems: &mut $crate::problem::Problems) -> Option<Self> {
                let map = $crate::reading::Mapping::open(node, $what, &Self::names(), problems.dialect, problems)?;
                Self::read(&map, problems)
            }
        }
    };
    // An entry of a mapping with free keys.
    (@impl $name:ident [$id:ident: $id_type:ty] [$what:literal]) => {
        impl $crate::reading::FromEntry for $name {
            fn from_entry(
                key: &$crate::spanned::Spanned<String>,
                node: &$crate::yaml::Node,
                problems: &mut $crate::problem::Problems,
            ) -> Option<Self> {
                let id = <$id_type as $crate::reading::FromKey>::from_key(key, problems);
                let map = $crate::reading::Mapping::open(node, $what, &Self::names(), problems.dialect, problems)?;
                Self::read(id?, &map, problems)
            }
        }
    };
    // An entry that is read by hand.
    (@impl $name:ident [$id:ident: $id_type:ty] []) => {};
}
pub(crate) use mapping;

#[cfg(test)]
mod tests {
    use crate::problem::Problems;
    use crate::reading::{Entries, FromNode, OneOrMore, Prose};
    use crate::spanned::Spanned;
    use crate::yaml::Node;

    mapping! {
        struct Thing as "a thing" {
            pub id: Spanned<String>,
            pub docs: Docs as flatten,
            pub since: Option<u64> as "-since",
            pub alone: bool,
            pub parts: Entries<Part>,
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

    fn read(text: &str) -> (Option<Thing>, Vec<String>) {
        let mut problems = Problems::new("a.yaml", true);
        let thing = Thing::from_node(&Node::parse("a.yaml", text).unwrap(), &mut problems);
        (thing, problems.into_sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_mapping_is_read_by_its_declaration() {
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
    fn every_problem_is_reported_and_reading_goes_on() {
        let (thing, problems) = read("szie: 4\ndocc: x\n-since: -1\nalone: 2\nparts: {a: {size: x}, b: {size: 2}}\n");
        assert!(thing.is_none());
        let expected = [
            "a.yaml:1:1: /: expected the key `id` in a thing, found no such key; add `id:`",
            "a.yaml:1:1: /szie: expected a key of a thing, found `szie`; a thing takes: id, doc, doc-ref, -since, alone, parts, license",
            "a.yaml:2:1: /docc: expected a key of a thing, found `docc`; did you mean `doc`?",
            "a.yaml:3:9: /-since: expected a whole number from 0 to 2^64 - 1, found the number -1; write it in decimal or as 0x…",
            "a.yaml:4:8: /alone: expected `true` or `false`, found the number 2; write one of the two",
            "a.yaml:5:19: /parts/a/size: expected a whole number from 0 to 2^64 - 1, found `x`; write it in decimal or as 0x…",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn the_keys_of_all_mappings_that_are_read_are_known() {
        let mut problems = Problems::new("a.yaml", true);
        Thing::from_node(&Node::parse("a.yaml", "parts: {a: {}}").unwrap(), &mut problems);
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
