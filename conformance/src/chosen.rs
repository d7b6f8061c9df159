//! The cases of a run.

use clap::ArgMatches;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::report::Shard;
use offload_bundle_conformance::runner::Choice;

pub(crate) fn words<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m str> {
    let given = matches.get_many::<String>(name).into_iter().flatten();
    given.map(String::as_str).collect()
}

pub(crate) fn choose<'c>(matches: &ArgMatches, all: &[&'c Case]) -> Result<Vec<&'c Case>, String> {
    let wanted = words(matches, "case");
    if let Some(unknown) = wanted.iter().find(|id| !all.iter().any(|case| case.id == **id)) {
        return Err(format!("unknown case {unknown:?}; --list prints all"));
    }
    let shard = shard(matches)?.map(|Shard { number, of }| (number, of));
    let levels = words(matches, "level");
    let filters: Vec<String> = words(matches, "filter").into_iter().map(String::from).collect();
    if let Some(word) = filters
        .iter()
        .find(|word| !all.iter().any(|case| case.id.contains(*word)))
    {
        return Err(format!("no case ID contains {word:?}; --list prints all"));
    }
    let asked_for = |case: &&Case| {
        let is_named = wanted.is_empty() || wanted.contains(&case.id.as_str());
        is_named && (levels.is_empty() || levels.contains(&case.level.word()))
    };
    let chosen = Choice { filters, shard }.choose(all.iter().copied().filter(asked_for));
    match chosen.is_empty() && shard.is_none() {
        true => Err("no case matches the level and the words; --list prints all".into()),
        false => Ok(chosen),
    }
}

pub(crate) fn shard(matches: &ArgMatches) -> Result<Option<Shard>, String> {
    let given = matches.get_one::<String>("shard");
    given.map(|text| parse_shard(text)).transpose()
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let fail = || format!("--shard {text}: expected I/N, with I from 1 to N");
    let (shard, of) = text.split_once('/').ok_or_else(fail)?;
    let numbers = (shard.parse().map_err(|_| fail())?, of.parse().map_err(|_| fail())?);
    match numbers {
        (number, of) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err(fail()),
    }
}
