//! Grammar rules as readable text.

use offload_bundle_core::ids::tables::{Expression, Rule, Words};

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Choice,
    Sequence,
    Item,
}

pub const LEGEND: &str = "The first alternative that matches counts (`|`). `name:e` captures `e` as the part `name`; `e?` is optional, `e*` and \
                          `e+` repeat; `&e` and `!e` look ahead; `=name` is the text of that part again; `new(name)` differs from the \
                          earlier captures of the part; `[^]` is any character; `END` is the end of the text. Names in capitals are lists of words.";

const WIDTH: usize = 110;

pub fn rule(rule: &Rule<'_>, doc: &str) -> String {
    let (indent, whole) = (" ".repeat(rule.name.len()), expression(&rule.is, Level::Choice));
    let lines = |choices: &[Expression<'_>], first: &str, others: &str| {
        let choices = choices
            .iter()
            .map(|choice| expression(choice, Level::Sequence))
            .enumerate();
        let lines = choices.map(|(number, choice)| format!("{}{choice}\n", if number == 0 { first } else { others }));
        lines.collect::<String>()
    };
    let text = match rule.is {
        Expression::FirstOf(choices) => lines(choices, &format!("{} = ", rule.name), &format!("{indent} | ")),
        Expression::Sequence([before @ .., Expression::FirstOf(choices)]) if whole.len() > WIDTH => {
            let before = expression(&Expression::Sequence(before), Level::Sequence);
            let choices = lines(choices, &format!("{indent}   ( "), &format!("{indent}   | "));
            format!("{} = {before}\n{choices}{indent}   )\n", rule.name)
        }
        _ => format!("{} = {whole}\n", rule.name),
    };
    format!("# {doc}\n{text}")
}

/// Adds parentheses if the expression binds more loosely than `level`.
fn expression(is: &Expression<'_>, level: Level) -> String {
    let all = |list: &[Expression<'_>], inner, sign: &str| {
        let list: Vec<String> = list.iter().map(|is| expression(is, inner)).collect();
        list.join(sign)
    };
    let item = |is: &Expression<'_>| expression(is, Level::Item);
    let (own, text) = match is {
        Expression::Sequence([one]) | Expression::FirstOf([one]) => return expression(one, level),
        Expression::Sequence(list) => (Level::Sequence, all(list, Level::Item, " ")),
        Expression::FirstOf(list) => (Level::Choice, all(list, Level::Sequence, " | ")),
        Expression::Literal(text) => (Level::Item, format!("'{text}'")),
        Expression::End => (Level::Item, "END".to_owned()),
        Expression::Rule(rule) => (Level::Item, rule.name.to_owned()),
        Expression::Capture { part, is } => (Level::Item, format!("{part}:{}", item(is))),
        Expression::Chars { class, at_least, .. } => {
            let many = match at_least {
                0 => "*".to_owned(),
                1 => "+".to_owned(),
                least => format!("{{{least},}}"),
            };
            (Level::Item, format!("[{}]{many}", class.chars()))
        }
        Expression::Word { words, .. } => (Level::Item, list_name(*words)),
        Expression::Optional(is) => (Level::Item, format!("{}?", item(is))),
        Expression::Repeat(is) => (Level::Item, format!("{}*", item(is))),
        Expression::Ahead(is) => (Level::Item, format!("&{}", item(is))),
        Expression::Not(is) => (Level::Item, format!("!{}", item(is))),
        Expression::Same(part) => (Level::Item, format!("={part}")),
        Expression::Distinct { part, .. } => (Level::Item, format!("new({part})")),
    };
    if own < level { format!("({text})") } else { text }
}

pub fn list_name(words: Words<'_>) -> String {
    match words {
        Words::Table(table) => table.name.to_uppercase().replace('-', "_"),
        Words::Kinds => "KINDS".to_owned(),
        Words::Features => "FEATURES".to_owned(),
        Words::Processors => "PROCESSORS".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use offload_bundle_core::ids::tables::CharacterClass;

    use super::*;

    #[test]
    fn looser_expressions_get_parentheses() {
        static DIGIT: CharacterClass<'_> = CharacterClass::new("digit", "0-9");
        let chars = Expression::Chars { class: &DIGIT, at_least: 1, expected: "" };
        let dash = Expression::Literal("-");
        let pair = [dash, chars];
        let choice = [Expression::Sequence(&pair), Expression::End];
        let repeated = Expression::Repeat(&Expression::FirstOf(&choice));
        let whole = [chars, repeated];
        let tail = Rule { name: "tail", is: Expression::Sequence(&whole) };
        assert_eq!(rule(&tail, "Digits."), "# Digits.\ntail = [0-9]+ ('-' [0-9]+ | END)*\n");
        let first = Rule { name: "first", is: Expression::FirstOf(&choice) };
        assert_eq!(rule(&first, "One."), "# One.\nfirst = '-' [0-9]+\n      | END\n");
        let captured = Expression::Capture { part: "os", is: &Expression::Sequence(&pair) };
        assert_eq!(expression(&captured, Level::Choice), "os:('-' [0-9]+)");
    }
}
