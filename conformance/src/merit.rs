//! Which refusals count: a program that refuses a file that it should take may as well refuse the damaged one, and shows nothing by it.

use std::collections::BTreeSet;

use crate::case::Case;
use crate::verdict::Verdict;

/// Puts the accepted neighbours of `chosen` before all that is chosen: they are asked first, and those of `all` too that are not chosen.
/// What is chosen and is no neighbour comes second.
pub fn in_turn<'c>(chosen: &[&'c Case], all: &[&'c Case]) -> (Vec<&'c Case>, Vec<&'c Case>) {
    let neighbours: BTreeSet<&str> = chosen.iter().filter_map(|case| neighbour(case)).collect();
    let is_neighbour = |case: &&Case| neighbours.contains(&*case.id);
    let first = all.iter().copied().filter(is_neighbour).collect();
    (
        first,
        chosen.iter().copied().filter(|case| !is_neighbour(case)).collect(),
    )
}

/// The verdict on `case`, where `of` knows the verdict on its neighbour: a refusal that is right is [`Verdict::Vacuous`] where the neighbour
/// is not accepted.
pub fn weigh(case: &Case, verdict: Verdict, of: &dyn Fn(&str) -> Option<Verdict>) -> Verdict {
    let Some(id) = neighbour(case).filter(|_| verdict == Verdict::Pass) else {
        return verdict;
    };
    match of(id) {
        Some(Verdict::Pass | Verdict::Leak(_)) => verdict,
        Some(taken) if taken.is_taking() => verdict,
        // A wrong answer is one: the file was taken.
        Some(fail @ Verdict::Fail(_)) if !fail.is_refusal() => verdict,
        Some(other) => Verdict::Vacuous(format!(
            "it refuses, as it must, but does not take {id} either ({}), so that this shows nothing",
            other.word()
        )),
        None => Verdict::Vacuous(format!("it refuses, as it must, and {id} was not asked")),
    }
}

fn neighbour(case: &Case) -> Option<&str> {
    case.neighbour.as_ref().map(|neighbour| &*neighbour.case)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    #[test]
    fn a_refusal_counts_where_the_neighbour_is_taken() {
        let collection = embedded::cases().unwrap();
        let all: Vec<&Case> = collection.cases().collect();
        let case = all.iter().find(|case| case.neighbour.is_some()).unwrap();
        let (first, second) = in_turn(&[case], &all);
        assert_eq!((first.len(), second.as_slice()), (1, &[*case][..]));
        assert_eq!(Some(&*first[0].id), neighbour(case));
        let word = |of: Option<Verdict>| weigh(case, Verdict::Pass, &|_| of.clone()).word();
        let text = || "t".to_owned();
        for taken in [Verdict::Pass, Verdict::taking(), Verdict::Leak(text()), Verdict::Fail(text())] {
            assert_eq!(word(Some(taken)), "pass");
        }
        for not_taken in [Verdict::refusal("no"), Verdict::Skipped(text()), Verdict::Crash(text())] {
            assert_eq!(word(Some(not_taken)), "vacuous");
        }
        assert_eq!(word(None), "vacuous");
        let fail = weigh(case, Verdict::Fail(text()), &|_| None);
        assert_eq!(fail.word(), "fail");
    }
}
