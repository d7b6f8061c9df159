//! Runs the cases on grammars of bundle entry IDs that are not compiled, for `cargo xtask mutate`.
//!
//! Reads schema paths from standard input, and prints for each a line with the schema's problem or the first failing case; empty if every
//! case passes.

use std::io::{self, BufRead, Write};
use std::{env, fs, panic};

use offload_bundle_codegen::arena::Arena;
use offload_bundle_codegen::{Source, check};
use offload_bundle_conformance::case::{Case, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::GrammarTestee;
use offload_bundle_core::ids::tables::Grammar;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if env::args().len() > 1 {
        return Err("usage: ask_grammar < PATHS".into());
    }
    // A panicking case counts as failing.
    panic::set_hook(Box::new(|_| ()));
    let collection = embedded::cases()?;
    let of_ids = |case: &&Case| {
        matches!(
            case.ask,
            Question::ParseId { .. } | Question::Compatible { .. } | Question::Compose { .. }
        )
    };
    let mut cases: Vec<&Case> = collection.cases().filter(of_ids).collect();
    for path in io::stdin().lock().lines() {
        let path = path?;
        let noticed = match grammar(&path, fs::read_to_string(&path)?) {
            Ok(grammar) => first_failing(&grammar, &mut cases).unwrap_or_default(),
            Err(refused) => format!("refused: {refused}"),
        };
        writeln!(io::stdout(), "{noticed}")?;
    }
    Ok(())
}

/// Leaked, like compiled tables.
fn grammar(path: &str, text: String) -> Result<Grammar<'static>, String> {
    let arena: &Arena = Box::leak(Box::new(Arena::default()));
    let checked = check(arena, &[Source { name: path.to_owned(), text }]);
    let checked = checked.map_err(|problems| {
        let first = problems.first();
        first.map_or(String::new(), |problem| format!("expected {}", problem.expected))
    })?;
    Box::leak(Box::new(checked))
        .id_grammar(arena)
        .ok_or("no grammar of IDs".to_owned())
}

/// Moves to the front: a change nearby often fails the same case.
fn first_failing(grammar: &Grammar<'static>, cases: &mut [&Case]) -> Option<String> {
    let grammar: &'static Grammar<'static> = Box::leak(Box::new(*grammar));
    let passes = |case: &Case| {
        let verdict = panic::catch_unwind(|| ask(&mut GrammarTestee(grammar), case, &embedded::fixture));
        verdict.is_ok_and(|verdict| verdict.word() == "pass")
    };
    let failing = cases.iter().position(|case| !passes(case))?;
    let cases = cases.get_mut(..=failing)?;
    cases.rotate_right(1);
    cases.first().map(|case| format!("case {}", case.id))
}
