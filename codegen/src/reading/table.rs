//! Declarative readers of `core` tables.

/// Declares how a mapping becomes a table of `core`. Fields are keys, as in `mapping!`; fields with the same reader
/// share a line.
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
/// - Without `as "…"`, it is part of other mappings.
/// - `… as "…" => check` runs the function `check` on the whole mapping.
/// - `{ … } is |map, reader| …` converts the keys if the table is not a struct with these fields.
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
                let map = $crate::reading::Mapping::open(node, $what, &names, reader)?;
                $crate::reading::ReadKeys::read_keys(&map, reader)
            }
        }
    };
}
pub(crate) use table;

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::problem::Problems;
    use crate::reading::{Maybe, Read, Reader, Several, Trimmed, gives, names};
    use crate::yaml::Node;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Thing<'a> {
        name: &'a str,
        size: u16,
        note: &'a str,
        parts: &'a [Part<'a>],
        like: &'a [&'a str],
        more: bool,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Part<'a> {
        Whole,
        Piece(&'a str),
    }

    table! {
        for<'a> Thing<'a> as "a thing" {
            size, parts, more = default;
            name = "id" => gives("a thing");
            note: Maybe<Trimmed>;
            like: Several => names("a thing");
        } beside { doc: String }
    }

    table! {
        for<'a> Part<'a> as "a part" {
            whole, piece;
        } is |_map, _reader| match (whole, piece) {
            (true, _) => Self::Whole,
            (false, piece) => Self::Piece(Option::unwrap_or_default(piece)),
        }
    }

    fn read(text: &str, see: impl FnOnce(Option<Thing<'_>>, Vec<String>)) {
        let (arena, node) = (Arena::default(), Node::parse("a.yaml", text).unwrap());
        let mut problems = Problems::new("a.yaml", true);
        let thing = Thing::read(
            &node,
            &mut Reader { arena: &arena, root: &node, problems: &mut problems },
        );
        std::mem::take(&mut problems.asked)
            .iter()
            .for_each(|asked| asked(&mut problems));
        let names = std::mem::take(&mut problems.names);
        names.settle(&[("a thing", &["other"])], &mut problems);
        see(thing, problems.into_sorted().iter().map(ToString::to_string).collect());
    }

    #[test]
    fn table_is_read_directly() {
        let text = "id: x\nsize: 70000\nnote: ' n '\nparts: [{whole: true}, {piece: p}]\nlike: other\ndoc: D.\n";
        read(text, |thing, problems| {
            let parts: &[_] = &[Part::Whole, Part::Piece("p")];
            let like: &[_] = &["other"];
            let told = Thing { name: "x", size: u16::MAX, note: "n", parts, like, more: false };
            assert_eq!((thing, problems), (Some(told), Vec::new()));
        });
    }

    #[test]
    fn key_checks_run_for_unreadable_table() {
        read("id: x\nlike: [x, othre]\n", |thing, problems| {
            let expected = [
                "a.yaml:1:1: /: expected the key `doc` in a thing, found no such key; add `doc:`",
                "a.yaml:1:1: /: expected the key `size` in a thing, found no such key; add `size:`",
                "a.yaml:2:11: /like/1: expected a thing, found `othre`; did you mean `other`?",
            ];
            assert_eq!((thing, problems), (None, expected.map(str::to_owned).to_vec()));
        });
    }
}
