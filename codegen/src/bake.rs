//! Tables as Rust text: any type that derives `databake::Bake` becomes a constant expression.
//!
//! The output of `databake` is made readable: types and variants have short names with `use` lines, numbers have no
//! suffix, and `rows` lays out the text.

mod rows;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use databake::Bake;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use rows::Piece;
use tokens::{fields, is_type, items, literal_of, plain};

/// Prints the tables of one generated file.
///
/// ```text
/// let mut baker = Baker::default();
/// let kinds = baker.bake(&table);            // `&[Kind { name: "a", number: Some(4) }]`
/// let kind = baker.name("some_core::ids::Kind");      // `Kind`: the declaration names the type, though the list may be empty
/// baker.uses()                               // `use some_core::ids::{Kind};`
/// ```
#[derive(Debug, Default)]
pub struct Baker {
    /// Modules by short name.
    names: BTreeMap<String, String>,
    used: BTreeSet<String>,
    /// By path.
    usual: BTreeMap<String, Usual>,
    /// By tokens.
    constants: BTreeMap<String, String>,
}

/// A constant with the default field values of a type.
#[derive(Debug)]
struct Usual {
    name: &'static str,
    fields: BTreeMap<String, String>,
    /// Parameters for `new`, which sets other fields to their defaults.
    taken: &'static [&'static str],
}

impl Usual {
    /// `None` if `new` cannot create a value with `fields`.
    fn arguments(&self, fields: &[(String, TokenStream)]) -> Option<Vec<TokenStream>> {
        let mut others = fields.iter().filter(|(field, _)| !self.taken.contains(&field.as_str()));
        let makes = others.all(|(field, value)| self.fields.get(field) == Some(&value.to_string()));
        let value = |field: &&str| {
            fields
                .iter()
                .find(|(known, _)| known == field)
                .map(|(_, value)| value.clone())
        };
        (makes && !self.taken.is_empty()).then(|| self.taken.iter().filter_map(value).collect())
    }
}

impl Baker {
    /// Returns the constant expression of `table`.
    pub fn bake(&mut self, table: &impl Bake) -> String {
        let tokens = table.bake(&databake::CrateEnv::default());
        self.keep_structs(tokens.clone());
        rows::text_of(&self.pieces(tokens))
    }

    /// From now on, omits fields that are equal in `usual`, the associated constant `name` of the type. Values that
    /// differ only in `taken` are created by the function `new` from these fields.
    pub fn leave_out(&mut self, name: &'static str, taken: &'static [&'static str], usual: &impl Bake) {
        if let Some((path, body)) = literal_of(usual.bake(&databake::CrateEnv::default())) {
            let fields = fields(body).into_iter();
            let fields = fields.map(|(field, value)| (field, value.to_string())).collect();
            self.usual.insert(path, Usual { name, fields, taken });
        }
    }

    /// Returns the constant expression of the struct `table`. From now on, equal values are printed as `name`.
    pub fn constant(&mut self, name: &str, table: &impl Bake) -> String {
        let text = self.bake(table);
        self.share(name, table);
        text
    }

    /// From now on, prints values equal to the struct `table` as `name`.
    pub fn share(&mut self, name: &str, table: &impl Bake) {
        let tokens = table.bake(&databake::CrateEnv::default());
        self.constants.insert(tokens.to_string(), name.to_owned());
    }

    /// Returns the name of the type at `path` in this file: its short name, unless another type has that name.
    pub fn name(&mut self, path: &str) -> String {
        let Some((module, name)) = path.rsplit_once("::") else {
            return path.to_owned();
        };
        let known = self.names.entry(name.to_owned()).or_insert_with(|| module.to_owned());
        if known != module {
            return path.to_owned();
        }
        self.used.insert(name.to_owned());
        name.to_owned()
    }

    /// Returns the `use` lines for everything baked and named so far.
    pub fn uses(&self) -> String {
        let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, module) in self.names.iter().filter(|(name, _)| self.used.contains(*name)) {
            modules.entry(module).or_default().push(name);
        }
        let lines = modules
            .iter()
            .map(|(module, names)| format!("use {module}::{{{}}};\n", names.join(", ")));
        lines.collect()
    }

    fn pieces(&mut self, tokens: TokenStream) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    let after_name = matches!(pieces.last(), Some(Piece::Text(name)) if !name.ends_with('&'));
                    pieces.push(self.group(&group, after_name));
                }
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while let Some(TokenTree::Punct(colon)) = tokens.peek()
                        && (colon.as_char(), colon.spacing()) == (':', Spacing::Joint)
                    {
                        let _ = tokens.nth(1);
                        path.extend(tokens.next().map(|segment| segment.to_string()));
                    }
                    match tokens.next_if(
                        |next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
                    ) {
                        Some(TokenTree::Group(body)) => pieces.push(self.literal(&path, body)),
                        _ => pieces.push(Piece::Text(self.path(&path))),
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => pieces.push(Piece::Text(": ".to_owned())),
                TokenTree::Punct(punct) => pieces.push(Piece::Text(punct.as_char().to_string())),
                TokenTree::Literal(literal) => pieces.push(Piece::Text(plain(&literal.to_string()))),
            }
        }
        pieces
    }

    fn group(&mut self, group: &Group, after_name: bool) -> Piece {
        let items: Vec<_> = items(group.stream())
            .into_iter()
            .map(|item| self.pieces(item))
            .collect();
        match group.delimiter() {
            Delimiter::Bracket => Piece::Group { open: "[".to_owned(), items, close: "]" },
            // A comma distinguishes a tuple from parentheses.
            _ if items.len() == 1 && !after_name => Piece::Group { open: "(".to_owned(), items, close: ",)" },
            _ => Piece::Group { open: "(".to_owned(), items, close: ")" },
        }
    }

    fn literal(&mut self, path: &[String], body: Group) -> Piece {
        let key: TokenStream = path.join("::").parse().unwrap_or_default();
        let tokens: TokenStream = key.into_iter().chain([TokenTree::Group(body.clone())]).collect();
        if let Some(constant) = self.constants.get(&tokens.to_string()) {
            return Piece::Text(constant.clone());
        }
        let name = self.path(path);
        let mut said = fields(body.stream());
        let all = said.len();
        let usual = self.usual.get(&path.join("::"));
        if let Some(taken) = usual.and_then(|usual| usual.arguments(&said)) {
            let items = taken.into_iter().map(|value| self.pieces(value)).collect();
            return Piece::Group { open: format!("{name}::new("), items, close: ")" };
        }
        said.retain(|(field, value)| usual.is_none_or(|usual| usual.fields.get(field) != Some(&value.to_string())));
        let rest = usual.filter(|_| said.len() < all).map(|usual| usual.name);
        if let Some(rest) = rest.filter(|_| said.is_empty()) {
            return Piece::Text(format!("{name}::{rest}"));
        }
        let fields = said.into_iter().map(|(field, value)| {
            let mut pieces = vec![Piece::Text(format!("{field}: "))];
            pieces.extend(self.pieces(value));
            pieces
        });
        let mut items: Vec<_> = fields.collect();
        items.extend(rest.map(|rest| vec![Piece::Text(format!("..{name}::{rest}"))]));
        Piece::Group { open: format!("{name} {{ "), items, close: " }" }
    }

    /// A variant is printed without its type; other paths begin with the type. Module names are in lower case.
    fn path(&mut self, segments: &[String]) -> String {
        let at = segments.iter().position(|segment| is_type(segment)).unwrap_or(0);
        let (to_type, inner) = segments.split_at(at + 1);
        let of = to_type.join("::");
        match inner {
            [variant] if is_type(variant) && self.is_free(variant, &of) => self.name(&segments.join("::")),
            _ => [&[self.name(&of)], inner].concat().join("::"),
        }
    }

    fn is_free(&self, name: &str, of: &str) -> bool {
        let known = self.names.get(name);
        !["Some", "None", "Ok", "Err", "Option", "Result", "Default", "String"].contains(&name)
            && known.is_none_or(|known| known == of)
    }

    /// Reserves the short names of structs, so that variants do not take them.
    fn keep_structs(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter();
        let mut path: Vec<String> = Vec::new();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(segment) => path.push(segment.to_string()),
                TokenTree::Punct(punct) if (punct.as_char(), punct.spacing()) == (':', Spacing::Joint) => {
                    let _ = tokens.next();
                }
                TokenTree::Group(group) => {
                    if let [modules @ .., last] = path.as_slice()
                        && group.delimiter() == Delimiter::Brace
                        && !modules.iter().any(|module| is_type(module))
                    {
                        let module = modules.join("::");
                        self.names.entry(last.clone()).or_insert(module);
                    }
                    self.keep_structs(group.stream());
                    path.clear();
                }
                _ => path.clear(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, Bake)]
    #[databake(path = some_core::tables)]
    struct Row<'a> {
        pub name: &'a str,
        pub also: &'a [&'a str],
        pub number: Option<u16>,
        pub magic: &'a [u8],
        pub rule: Rule<'a>,
    }

    #[derive(Debug, Clone, Copy, Bake)]
    #[databake(path = some_core::rules)]
    enum Rule<'a> {
        End,
        Not(&'a Rule<'a>),
        Among { part: &'a str, pairs: &'a [(char, i64)] },
    }

    mod others {
        /// Another type of the same name.
        #[derive(Debug, Clone, Copy, databake::Bake)]
        #[databake(path = some_core::others)]
        pub struct Rule(pub bool);

        #[derive(Debug, Clone, Copy, databake::Bake)]
        #[databake(path = some_core::others)]
        pub enum Side {
            End,
            Row,
            None,
        }

        #[derive(Debug, Clone, Copy, databake::Bake)]
        #[databake(path = some_core::others)]
        pub struct Holds<'a> {
            pub side: Side,
            pub row: super::Row<'a>,
        }
    }

    const ROW: Row<'_> = Row {
        name: "a \"b\"\n",
        also: &["x", "y"],
        number: Some(63),
        magic: b"\x7FELF",
        rule: Rule::Not(&Rule::Among { part: "p", pairs: &[('a', -1)] }),
    };

    #[test]
    fn table_becomes_constant_expression_with_short_names() {
        let mut baker = Baker::default();
        let row = r#"Row { name: "a \"b\"\n", also: &["x", "y"], number: Some(63),
    magic: b"\x7FELF", rule: Not(&Among { part: "p", pairs: &[('a', -1)] }) }"#;
        assert_eq!(baker.bake(&ROW), row);
        assert_eq!(
            baker.uses(),
            "use some_core::rules::Rule::{Among, Not};\nuse some_core::tables::{Row};\n"
        );
    }

    #[test]
    fn hexadecimal_numbers_stay_hexadecimal() {
        struct Mask(u8);
        impl Bake for Mask {
            fn bake(&self, _env: &databake::CrateEnv) -> TokenStream {
                format!("{:#x}", self.0).parse().unwrap_or_default()
            }
        }
        assert_eq!(Baker::default().bake(&Mask(0xf1)), "0xf1");
    }

    #[test]
    fn default_fields_and_shared_constants_are_omitted() {
        let usual = Row { name: "", also: &[], number: None, magic: b"", rule: Rule::End };
        let row = Row { name: "a", number: Some(0), ..usual };
        let mut baker = Baker::default();
        baker.leave_out("USUAL", &[], &usual);
        let literal = r#"Row { name: "a", number: Some(0), ..Row::USUAL }"#;
        assert_eq!(baker.constant("FIRST", &row), literal);
        let rows = [row, Row { name: "b", ..row }, usual, ROW];
        let all = baker.bake(&rows.as_slice());
        let others = r#"&[
    FIRST,
    Row { name: "b", number: Some(0), ..Row::USUAL }, Row::USUAL,
    Row { name: "a \"b\"\n","#;
        assert!(all.starts_with(others), "{all}");
        // A literal with all fields needs no base value.
        assert!(all.ends_with("] }) },\n]"), "{all}");
    }

    #[test]
    fn value_with_default_fields_calls_new() {
        let usual = Row { name: "", also: &[], number: None, magic: b"", rule: Rule::End };
        let mut baker = Baker::default();
        baker.leave_out("USUAL", &["name", "also"], &usual);
        baker.share("crate::other::ROW", &Row { name: "b", ..usual });
        let rows = [usual, Row { name: "a", also: &["c"], ..usual }, Row { name: "b", ..usual }];
        let rows = baker.bake(&rows.as_slice());
        assert_eq!(
            rows,
            r#"&[Row::new("", &[]), Row::new("a", &["c"]), crate::other::ROW]"#
        );
        let row = Row { name: "a", number: Some(1), ..usual };
        assert_eq!(baker.bake(&row), "Row { name: \"a\", number: Some(1), ..Row::USUAL }");
    }

    #[test]
    fn duplicate_type_name_is_printed_with_path() {
        let mut baker = Baker::default();
        assert_eq!(baker.bake(&others::Rule(true)), "Rule(true)");
        assert_eq!(baker.bake(&Rule::End), "End");
        assert_eq!(baker.bake(&others::Side::End), "Side::End");
        assert_eq!(baker.name("some_core::rules::Rule"), "some_core::rules::Rule");
        // A struct keeps its name, although a variant of that name comes first.
        let row = others::Holds { side: others::Side::Row, row: ROW };
        let row = baker.bake(&row);
        assert!(
            row.starts_with("Holds { side: Side::Row,\n    row: Row { name: "),
            "{row}"
        );
        // Names from the prelude cannot be variants.
        assert_eq!(baker.bake(&others::Side::None), "Side::None");
        assert_eq!(
            baker.uses(),
            "use some_core::others::{Holds, Rule, Side};\nuse some_core::rules::Rule::{Among, End, Not};\nuse some_core::tables::{Row};\n"
        );
    }
}
