//! Which cases are asked, and the words of the command line.

use clap::ArgMatches;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::runner::Choice;

/// The words that were given for an option.
pub(crate) fn words<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m str> {
    let given = matches.get_many::<String>(name).into_iter().flatten();
    given.map(String::as_str).collect()
}

/// The cases that `matches` ask for, of `all`, in their order.
pub(crate) fn chosen<'c>(matches: &ArgMatches, all: &[&'c Case]) -> Result<Vec<&'c Case>, String> {
    let wanted = words(matches, "case");
    if let Some(unknown) = wanted.iter().find(|id| !all.iter().any(|case| case.id == **id)) {
        return Err(format!("there is no case {unknown:?}; --list shows them"));
    }
    let shard = matches.get_one::<String>("shard").map(|text| shard(text)).transpose()?;
    let filters: Vec<String> = words(matches, "filter").into_iter().map(String::from).collect();
    if let Some(word) = filters
        .iter()
        .find(|word| !all.iter().any(|case| case.id.contains(*word)))
    {
        return Err(format!("no case has {word:?} in its id; --list shows them"));
    }
    let asked_for = |case: &&Case| wanted.is_empty() || wanted.contains(&case.id.as_str());
    Ok(Choice { filters, shard }.of(all.iter().copied().filter(asked_for)))
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let fail = || format!("--shard {text}: expected I/N, with I from 1 to N");
    let (shard, of) = text.split_once('/').ok_or_else(fail)?;
    let numbers = (shard.parse().map_err(|_| fail())?, of.parse().map_err(|_| fail())?);
    match numbers {
        (shard, of) if (1..=of).contains(&shard) => Ok(numbers),
        _ => Err(fail()),
    }
}
