//! Tables of `core` are read from a schema as they are. Their texts and lists live in an arena.

use std::ops::{Deref, DerefMut};

use super::node::FromNode;
use super::{Mapping, Prose};
use crate::arena::Arena;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// What reads a schema. It is used like the problems that it collects.
pub struct Reader<'a, 'r> {
    pub arena: &'a Arena,
    /// The whole schema, in which names are followed.
    pub root: &'r Node,
    pub problems: &'r mut Problems,
}

/// What a node can be read as that lives in an arena. See [`FromNode`].
pub trait Read<'a>: Sized {
    /// Reads `node`.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<Self> {
        None
    }
}

/// What several keys of one mapping say together.
pub trait ReadKeys<'a>: Sized {
    /// Those keys.
    fn names() -> Vec<String>;

    /// Reads them.
    fn read_keys(map: &Mapping<'_>, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// What an entry of a mapping with free keys can be read as.
pub trait ReadEntry<'a>: Sized {
    /// Reads `node`, which is under `key`.
    fn read_entry(key: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// How a value is read, where its type alone does not say so.
pub trait Way<'a, T> {
    /// Reads `node`.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<T> {
        None
    }

    /// What stands for a value that is needed and is absent or can't be read, after that has been reported.
    fn unread() -> Option<T> {
        Self::absent()
    }
}

/// As the type says.
pub struct Usual;
/// As `W` says, and it must be there.
pub struct Must<W = Usual>(W);
/// As `W` says, and where it is absent it is empty.
pub struct Maybe<W = Usual>(W);
/// As `W` says, and it may be absent.
pub struct Perhaps<W>(W);
/// One value, or a list of them.
pub struct Several;
/// The entries of a mapping with free keys.
pub struct Rows;
/// Text for people: without the space around it.
pub struct Trimmed;

impl<'a, T: Read<'a>> Way<'a, T> for Usual {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        T::read(node, reader)
    }

    fn absent() -> Option<T> {
        T::absent()
    }
}

impl<'a, T, W: Way<'a, T>> Way<'a, T> for Must<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        W::read(node, reader)
    }
}

impl<'a, T: Default, W: Way<'a, T>> Way<'a, T> for Maybe<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        W::read(node, reader)
    }

    fn absent() -> Option<T> {
        Some(T::default())
    }
}

impl<'a, T, W: Way<'a, T>> Way<'a, Option<T>> for Perhaps<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Option<T>> {
        Some(W::read(node, reader))
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<'a, T: Read<'a> + Copy + 'a> Way<'a, &'a [T]> for Several {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        match &node.value {
            Value::List(_) => Read::read(node, reader),
            _ => T::read(node, reader).map(|one| reader.arena.list([one])),
        }
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a, T: ReadEntry<'a> + Copy + 'a> Way<'a, &'a [T]> for Rows {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        let Value::Map(entries) = &node.value else {
            return reader.refuse(node, "a mapping", node.describe(), "write `name: …` lines");
        };
        let rows: Vec<T> = entries
            .iter()
            .filter_map(|(key, node)| T::read_entry(reader.arena.text(key), node, reader))
            .collect();
        Some(reader.arena.list(rows))
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a> Way<'a, &'a str> for Trimmed {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        Prose::from_node(node, reader).map(|text| reader.arena.text(&text))
    }

    fn unread() -> Option<&'a str> {
        Some("")
    }
}

impl<'a> Reader<'a, '_> {
    /// The value under `key`, read as its type says.
    pub fn value<T: Read<'a>>(&mut self, map: &Mapping<'_>, key: &str) -> Option<T> {
        self.field::<Usual, T>(map, key, |_, _| ())
    }

    /// The value under `key`, read in the way `W`, as [`Mapping::value`] does. `check` is asked of its node.
    pub fn field<W: Way<'a, T>, T>(
        &mut self,
        map: &Mapping<'_>,
        key: &str,
        check: impl Fn(&Node, &mut Problems) + 'static,
    ) -> Option<T> {
        match map.node.get(key) {
            None if let Some(absent) = W::absent() => Some(absent),
            _ => {
                let node = map.required(key, self);
                node.inspect(|node| self.ask(node, check))
                    .and_then(|node| W::read(node, self))
                    .or_else(W::unread)
            }
        }
    }
}

impl Deref for Reader<'_, '_> {
    type Target = Problems;

    fn deref(&self) -> &Problems {
        self.problems
    }
}

impl DerefMut for Reader<'_, '_> {
    fn deref_mut(&mut self) -> &mut Problems {
        self.problems
    }
}

/// Text exactly as the schema has it.
impl<'a> Read<'a> for &'a str {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        String::from_node(node, reader).map(|text| reader.arena.text(&text))
    }
}

impl<'a> Read<'a> for char {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        <&str>::read(node, reader)?.chars().next()
    }
}

impl<'a> Read<'a> for u8 {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Self::from_node(node, reader)
    }
}

impl<'a> Read<'a> for bool {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Self::from_node(node, reader)
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// Numbers. What is too large for one is as large as it can be: a check says so.
macro_rules! numbers {
    ($($of:ty),*) => { $(
        impl<'a> Read<'a> for $of {
            fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
                u64::from_node(node, reader).map(|number| Self::try_from(number).unwrap_or(Self::MAX))
            }
        }
    )* };
}

numbers!(u16, u32, u64, usize);

/// What may be absent. One that can't be read is absent too.
impl<'a, T: Read<'a>> Read<'a> for Option<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(T::read(node, reader))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Spanned<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        T::read(node, reader).map(|value| Self::new(node, value))
    }
}

/// A list, perhaps absent. Items that can't be read are left out.
impl<'a, T: Read<'a>> Read<'a> for Vec<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| T::read(item, reader)).collect()),
            _ => reader.refuse(node, "a list", node.describe(), "write `- ` before each item"),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<'a, T: Read<'a> + Copy + 'a> Read<'a> for &'a [T] {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Vec::read(node, reader).map(|items| reader.arena.list(items))
    }

    fn absent() -> Option<Self> {
        Some(&[])
    }
}

impl<'a, T: Read<'a>> ReadEntry<'a> for (&'a str, T) {
    fn read_entry(key: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some((key, T::read(node, reader)?))
    }
}

/// Declares how a table of `core` is read from a mapping. Its fields are keys, as those of `mapping!` are; those that
/// are read in the same way are said together.
///
/// ```text
/// table! {
///     for<'a> core::Machine<'a> as "a machine" {            // as problems call it
///         number, word = "id";                              // keys, read as the types of the fields say
///         name => named("a machine");                       // what is asked of the key
///         symbol: Maybe;                                    // another way to read it: this key may be absent
///         sign = flatten: core::Sign<'a>;                   // what several keys of this mapping say: a `ReadKeys`
///         more = default;                                   // no key says it
///     } beside { doc: String }                              // keys whose shape is checked; nothing depends on them
/// }
/// ```
///
/// - Without `as "…"` it is a part of other mappings.
/// - `… as "…" => check` asks the function `check` of the mapping as a whole.
/// - `{ … } is |map, reader| …` says what is made of the keys, where that is no struct with such fields.
macro_rules! table {
    (
        for<$life:lifetime> $table:ty $(as $what:literal)? $(=> $whole:path)? {
            $( $( $field:ident $(= $key:tt)? ),+ $(: $way:ty)? $(=> $check:expr)?; )+
        } $(beside { $( $other:ident: $type:ty ),* })? $(is |$map:ident, $reader:ident| $value:expr)?
    ) => {
        impl<$life> $crate::reading::ReadKeys<$life> for $table {
            fn names() -> Vec<String> {
                let mut names = Vec::new();
                $( $crate::reading::table!(@names names, [$($way)?] $( $field [$($key)?] )+); )+
                $( names.extend([$( $crate::reading::table!(@key $other) ),*]); )?
                names
            }

            fn read_keys(
                map: &$crate::reading::Mapping<'_>,
                reader: &mut $crate::reading::Reader<$life, '_>,
            ) -> Option<Self> {
                $( reader.ask(map.node, $whole); )?
                $( $crate::reading::table!(@read map, reader, [$($way)?] [$($check)?] $( $field [$($key)?] )+); )+
                $( $( let $other = map.value::<$type>(&$crate::reading::table!(@key $other), reader); )* )?
                $( $( $other?; )* )?
                $( $( let $field = $field?; )+ )+
                $( let ($map, $reader) = (map, reader); )?
                $crate::reading::table!(@value $life [$table] [$( $( $field ),+ ),+] $($value)?)
            }
        }

        $crate::reading::table!(@impl $life [$table] [$($what)?]);
    };

    (@names $names:ident, $way:tt $( $field:ident $key:tt )+) => {
        $( $names.extend($crate::reading::table!(@name $field $key $way)); )+
    };
    (@name $field:ident [flatten] [$keys:ty]) => { <$keys as $crate::reading::ReadKeys<'_>>::names() };
    (@name $field:ident [default] []) => { Vec::new() };
    (@name $field:ident [$($key:literal)?] $way:tt) => { [$crate::reading::table!(@key $field $(, $key)?)] };

    (@read $map:ident, $reader:ident, $way:tt $check:tt $( $field:ident $key:tt )+) => {
        $( let $field = $crate::reading::table!(@field $map, $reader, $field $key $way $check); )+
    };
    (@field $map:ident, $reader:ident, $field:ident [flatten] [$keys:ty] []) => {
        <$keys as $crate::reading::ReadKeys<'_>>::read_keys($map, $reader)
    };
    (@field $map:ident, $reader:ident, $field:ident [default] [] []) => { Some(Default::default()) };
    (@field $map:ident, $reader:ident, $field:ident [$($key:literal)?] [$($way:ty)?] [$($check:expr)?]) => {
        $reader.field::<$crate::reading::table!(@way $($way)?), _>(
            $map,
            &$crate::reading::table!(@key $field $(, $key)?),
            $crate::reading::table!(@check $($check)?),
        )
    };

    (@key $field:ident, $key:literal) => { $key.to_owned() };
    (@key $field:ident) => { $crate::reading::key(stringify!($field)) };

    (@way) => { $crate::reading::Usual };
    (@way $way:ty) => { $way };
    (@check) => { |_, _| () };
    (@check $check:expr) => { $check };

    (@value $life:lifetime [$table:ty] [$($field:ident),+]) => {{
        type Table<$life> = $table;
        Some(Table { $($field),+ })
    }};
    (@value $life:lifetime [$table:ty] $fields:tt $value:expr) => { Some($value) };

    (@impl $life:lifetime [$table:ty] []) => {};
    (@impl $life:lifetime [$table:ty] [$what:literal]) => {
        impl<$life> $crate::reading::Read<$life> for $table {
            fn read(node: &$crate::yaml::Node, reader: &mut $crate::reading::Reader<$life, '_>) -> Option<Self> {
                let names = <Self as $crate::reading::ReadKeys<'_>>::names();
                let map = $crate::reading::Mapping::open(node, $what, &names, None, reader)?;
                $crate::reading::ReadKeys::read_keys(&map, reader)
            }
        }
    };
}
pub(crate) use table;
