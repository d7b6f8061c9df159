//! The rules of an ID grammar in C: a function for each rule, and for each expression that may have to take back what it read.

use offload_bundle_core::ids::tables::{CharacterClass, Expression, Grammar, Rule, Words};
use serde_json::{Value, json};

use super::spelling::literal;
use super::words::table;
use crate::ir::ids::Ids;

/// Bits of one number of a class.
const BITS: u8 = 32;

/// The view of the rules: functions in the order in which C has to see them.
pub(super) fn view(ids: &Ids<'_>) -> Value {
    let mut functions = Vec::new();
    for rule in &ids.rules {
        let mut builder = Builder { ids, rule, functions: Vec::new() };
        let is = builder.fits(&rule.is);
        functions.append(&mut builder.functions);
        functions.push(Function { name: name(ids, rule), lines: vec![format!("return {is};")] });
    }
    let functions = functions
        .into_iter()
        .map(|function| json!({ "name": function.name, "lines": function.lines }));
    let classes = ids
        .classes
        .iter()
        .map(|class| json!({ "name": class_name(ids, class), "bits": bits(class) }));
    json!({
        "classes": classes.collect::<Vec<_>>(),
        "functions": functions.collect::<Vec<_>>(),
        "entry": name(ids, ids.grammar.rules.entry),
        "triple": name(ids, ids.grammar.rules.triple),
        "target": name(ids, ids.grammar.rules.target),
    })
}

/// The function of a rule.
fn name(ids: &Ids<'_>, rule: &Rule<'_>) -> String {
    format!("obi_{}_rule_{}", ids.spec.meta.id.value, crate::names::snake(rule.name))
}

fn class_name(ids: &Ids<'_>, class: &CharacterClass<'_>) -> String {
    format!(
        "obi_{}_class_{}",
        ids.spec.meta.id.value,
        crate::names::snake(class.name())
    )
}

/// A bit for each character of ASCII, and a number that is not 0 where all others belong to the class.
fn bits(class: &CharacterClass<'_>) -> String {
    let belongs = |letter: u8| class.prefix(char::from(letter).encode_utf8(&mut [0; 4])) > 0;
    let numbers = (0..128_u8).step_by(usize::from(BITS)).map(|first| {
        let bits = (0..BITS)
            .filter(|bit| belongs(first + bit))
            .fold(0_u32, |bits, bit| bits | 1 << bit);
        format!("UINT32_C(0x{bits:08x})")
    });
    let others = u8::from(class.prefix("é") > 0);
    format!("{{{}, {others}}}", numbers.collect::<Vec<_>>().join(", "))
}

/// The number of the part called `id`.
pub(super) fn part(grammar: &Grammar<'_>, id: &str) -> usize {
    grammar
        .parts
        .iter()
        .position(|part| part.name == id)
        .unwrap_or(grammar.parts.len())
}

struct Function {
    name: String,
    lines: Vec<String>,
}

/// Makes the functions of one rule.
struct Builder<'b, 'a> {
    ids: &'b Ids<'a>,
    rule: &'b Rule<'a>,
    functions: Vec<Function>,
}

impl Builder<'_, '_> {
    /// The condition in C that reads `expression` at `p`.
    fn fits(&mut self, expression: &Expression<'_>) -> String {
        match expression {
            Expression::Sequence(items) => self.all(items),
            Expression::FirstOf(items) => self.first_of(items),
            Expression::Literal(text) => format!("obi_literal(p, {}, {})", literal(text), text.len()),
            Expression::End => "obi_end(p)".to_owned(),
            Expression::Rule(rule) => format!("{}(p)", name(self.ids, rule)),
            Expression::Capture { part: id, is } => {
                let is = self.fits(is);
                let part = part(&self.ids.grammar, id);
                self.function(vec![
                    "const size_t at = p->at;".to_owned(),
                    format!("return {is} && obi_capture(p, {part}, at);"),
                ])
            }
            Expression::Chars { class, at_least, expected } => {
                let class = class_name(self.ids, class);
                format!("obi_chars(p, {class}, {at_least}, {})", literal(expected))
            }
            Expression::Word { words, expected } => {
                format!("obi_word_of(p, {}, {})", self.words(words), literal(expected))
            }
            Expression::Optional(inner) => {
                let is = self.fits(inner);
                self.function(vec![
                    MARK.to_owned(),
                    format!("if (!({is})) obi_return_to(p, mark);"),
                    "return 1;".to_owned(),
                ])
            }
            Expression::Repeat(inner) => {
                let is = self.fits(inner);
                let lines = [
                    "for (;;) {",
                    &format!("    {MARK}"),
                    &format!("    if (!({is})) {{"),
                    "        obi_return_to(p, mark);",
                    "        return 1;",
                    "    }",
                    "    if (p->at == mark.at) return 1;",
                    "}",
                ];
                self.function(lines.map(str::to_owned).to_vec())
            }
            Expression::Ahead(inner) => self.ahead(inner),
            Expression::Not(inner) => format!("!{}", self.ahead(inner)),
            Expression::Same(id) => format!("obi_same(p, {})", part(&self.ids.grammar, id)),
            Expression::Distinct { part: id, expected } => {
                format!(
                    "obi_distinct(p, {}, {})",
                    part(&self.ids.grammar, id),
                    literal(expected)
                )
            }
        }
    }

    fn words(&self, words: &Words<'_>) -> String {
        format!("&{}", table(self.ids, words))
    }

    fn all(&mut self, items: &[Expression<'_>]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.fits(item)).collect();
        match items.as_slice() {
            [] => "1".to_owned(),
            [one] => one.clone(),
            several => format!("({})", several.join(" && ")),
        }
    }

    fn first_of(&mut self, items: &[Expression<'_>]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.fits(item)).collect();
        let tried = items.iter().map(|is| format!("if ({is}) return 1;"));
        let taken_back = "obi_return_to(p, mark);".to_owned();
        let tried = tried.flat_map(|line| [line, taken_back.clone()]);
        let lines = std::iter::once(MARK.to_owned())
            .chain(tried)
            .chain(["return 0;".to_owned()]);
        self.function(lines.collect())
    }

    fn ahead(&mut self, inner: &Expression<'_>) -> String {
        let is = self.fits(inner);
        let lines = [
            MARK,
            "int fits;",
            "p->quiet++;",
            &format!("fits = {is};"),
            "p->quiet--;",
            "obi_return_to(p, mark);",
            "return fits;",
        ];
        self.function(lines.map(str::to_owned).to_vec())
    }

    /// Adds a function, and gives the call of it.
    fn function(&mut self, lines: Vec<String>) -> String {
        let name = format!("{}_{}", name(self.ids, self.rule), self.functions.len() + 1);
        let call = format!("{name}(p)");
        self.functions.push(Function { name, lines });
        call
    }
}

const MARK: &str = "const obi_mark mark = obi_mark_of(p);";
