//! `cargo xtask schemas`: random schemas with awkward names and numbers. Accepted ones are formatted, compile without warnings, pass their
//! generated tests, and agree with Kaitai's reader.

mod draw;
mod grammar;
mod ids;
mod kaitai;
mod random;
mod scratch;

use std::collections::BTreeMap;

use offload_bundle_codegen::{Source, generate};

use crate::{codegen, files};
pub use draw::Draw;
pub use grammar::Language;
pub use random::schema;

const USAGE: &str = "usage: cargo xtask schemas [--count N] [--seed N] [--lint]
  --count N  how many schemas: 24 by default
  --seed N   others than those of seed 1
  --lint     with clippy too";
const COUNT: u64 = 24;

#[derive(Debug)]
pub struct Accepted {
    pub source: Source,
    pub id: String,
    /// Whether Python's reader accepts its IDs.
    pub python: bool,
}

pub fn run(words: &[&str]) -> Result<(), String> {
    let (count, seed, rest) = count_and_seed(words, COUNT, USAGE)?;
    let lint = match rest.as_slice() {
        [] => false,
        ["--lint"] => true,
        _ => return Err(USAGE.to_owned()),
    };
    let folder = files::root().join("target/schemas");
    let (mut accepted, refused) = find_accepted(count, seed)?;
    let by_chance = accepted.len();
    accepted.extend(features()?);
    let sources: Vec<Source> = accepted.iter().map(|schema| schema.source.clone()).collect();
    scratch::keep(&folder, &sources)?;
    eprintln!("{count} schemas from seed {seed}: {by_chance} accepted; schemas for features are added");
    for (problem, times) in refused {
        eprintln!("  {times} refused: expected {problem}");
    }
    if by_chance == 0 {
        return Err("the generator accepts no schema".to_owned());
    }
    let scratch = scratch::Scratch::make(&folder, codegen::from_sources(&sources)?)?;
    scratch.test(lint)?;
    eprintln!("all compile without warnings and pass their generated tests");
    kaitai::compare(&scratch, &accepted)
}

pub fn count_and_seed<'w>(words: &[&'w str], count: u64, usage: &str) -> Result<(u64, u64, Vec<&'w str>), String> {
    let (mut count, mut seed, mut rest, mut words) = (count, 1, Vec::new(), words.iter());
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or(usage.to_owned());
        match *word {
            "--count" => count = number()?,
            "--seed" => seed = number()?,
            word => rest.push(word),
        }
    }
    Ok((count, seed, rest))
}

/// With counts of the others' problems.
fn find_accepted(count: u64, seed: u64) -> Result<(Vec<Accepted>, BTreeMap<String, usize>), String> {
    let (mut accepted, mut refused) = (Vec::new(), BTreeMap::new());
    for index in 0..count {
        let mut draw = Draw::new(seed.wrapping_mul(1_000_003).wrapping_add(index));
        let (text, python) = schema(&mut draw, Language::Written, usize::try_from(index).unwrap_or(0));
        let source = Source { name: format!("schemas/{index}.ksy"), text };
        match generate(std::slice::from_ref(&source)) {
            Ok(_) => accepted.push(accept(source, python)),
            Err(problems) => {
                for problem in problems.into_iter().take(1) {
                    *refused.entry(general(&problem.expected)).or_insert(0) += 1;
                }
            }
        }
    }
    Ok((accepted, refused))
}

/// One per feature of binary layouts.
fn features() -> Result<Vec<Accepted>, String> {
    let folder = files::root().join("codegen/tests/features");
    let names = files::below(&folder)?.into_iter().filter(|name| name.ends_with(".ksy"));
    let accepted = names.filter_map(|name| {
        let read = files::read(&folder.join(&name));
        let source = read.map(|text| Source { name: format!("schemas/{}", name.replace('/', "_")), text });
        // Schemas with imports are compiled elsewhere.
        source
            .map(|source| {
                generate(std::slice::from_ref(&source))
                    .ok()
                    .map(|_| accept(source, false))
            })
            .transpose()
    });
    accepted.collect()
}

/// A problem without names, for counting.
pub fn general(expected: &str) -> String {
    let parts = expected.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 0 { part } else { "…" })
        .collect()
}

fn accept(source: Source, python: bool) -> Accepted {
    let id = source.text.split("id: ").nth(1);
    let id = id
        .and_then(|rest| rest.split([',', '\n']).next())
        .unwrap_or_default()
        .to_owned();
    Accepted { id, python, source }
}
