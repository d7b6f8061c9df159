//! Parsing of expressions.

use super::parse::{parse, parse_type};
use super::{Term, TermKind};

fn grouped(term: &Term) -> String {
    match &term.kind {
        TermKind::Number(number) => number.to_string(),
        TermKind::Float(number) => format!("{number:?}"),
        TermKind::Text(text) => format!("{text:?}"),
        TermKind::Flag(flag) => flag.to_string(),
        TermKind::Name(name) => name.clone(),
        TermKind::SizeOf(path) => format!("bytes<{}>", path.join("::")),
        TermKind::Value(path) => path.join("::"),
        TermKind::List(items) => format!("[{}]", items.iter().map(grouped).collect::<Vec<_>>().join(" ")),
        TermKind::Member(of, name, told) => {
            let told: Vec<String> = told.iter().map(grouped).collect();
            format!(
                "{}.{name}{}",
                grouped(of),
                if told.is_empty() {
                    String::new()
                } else {
                    format!("({})", told.join(" "))
                }
            )
        }
        TermKind::Cast(of, path) => format!("{}.as<{}>", grouped(of), path.join("::")),
        TermKind::At(of, index) => format!("{}[{}]", grouped(of), grouped(index)),
        TermKind::Unary(unary, of) => format!("({unary:?} {})", grouped(of)),
        TermKind::Binary(binary, left, right) => format!("({} {binary:?} {})", grouped(left), grouped(right)),
        TermKind::Choice(condition, yes, no) => {
            format!("({} ? {} : {})", grouped(condition), grouped(yes), grouped(no))
        }
    }
}

#[test]
fn operators_bind_as_in_kaitai() {
    for (text, expected) in [
        ("a + b * c - 0x1_0", "((a Plus (b Times c)) Minus 16)"),
        ("a & 3 == b << 1 | 1", "((a BitAnd 3) Equal ((b ShiftLeft 1) BitOr 1))"),
        ("not a == b and c or d", "(((Not (a Equal b)) And c) Or d)"),
        ("a ? b : c ? 1.5 : 2e3", "(a ? b : (c ? 1.5 : 2000.0))"),
        (
            "-a.b[i + 1].to_i(16) % ~2",
            "((Negate a.b[(i Plus 1)].to_i(16)) Rest (Invert 2))",
        ),
        ("x::y::z != \"a\\n\" 'b\\'", "(x::y::z Unequal \"a\\nb\\\\\")"),
        (
            "[0x50, 1,].length > _parent.as<a::b>.c",
            "([80 1].length Greater _parent.as<a::b>.c)",
        ),
        (
            "sizeof<a::b> + sizeof<u4> + 2. * 3",
            "((bytes<a::b> Plus bytes<u4>) Plus (2.0 Times 3))",
        ),
        ("0b101 + 0o17 < 1 << 40", "((5 Plus 15) Less (1 ShiftLeft 40))"),
    ] {
        assert_eq!(
            parse(text).map(|term| grouped(&term)),
            Ok(expected.to_owned()),
            "{text}"
        );
    }
    let (path, told) = parse_type("a::b(1, c.d)").unwrap();
    assert_eq!((path.join("/"), told.len()), ("a/b".to_owned(), 2));
}

#[test]
fn mistakes_have_a_column() {
    for (text, column, found) in [
        ("a +", 4, "the end of the expression"),
        ("a ? b", 6, "the end of the expression"),
        ("(a", 3, "the end of the expression"),
        ("2 3", 3, "`3`"),
        ("a = b", 3, "`=`"),
        ("'a", 1, "the end of the expression"),
        ("\"\\q\"", 3, "`q`"),
        ("sizeof<4>", 8, "`4`"),
        ("f\"{a}\"", 1, "`f`"),
        ("12ab", 1, "`12ab`"),
    ] {
        let mistake = parse(text).unwrap_err();
        assert_eq!((mistake.column, mistake.found.as_str()), (column, found), "{text}");
    }
}

#[test]
fn long_expression_is_refused() {
    let deep = |open: &str, close: &str| format!("{}a{}", open.repeat(200), close.repeat(200));
    for long in [deep("(", ")"), deep("-", ""), deep("not ", ""), "a + ".repeat(50_000) + "a", deep("a ? a : ", "")] {
        assert!(parse(&long).is_err(), "{long:.20}");
    }
    assert!(parse(&("1 + ".repeat(20) + "a")).is_ok());
}
