//! Counts a refusal only if the program accepts a good file.

use std::collections::BTreeSet;

use crate::case::Case;
use crate::verdict::Verdict;

/// Splits `chosen` into accepted neighbours, including those only in `all`, and other cases, so that neighbours run
/// first.
pub fn in_turn<'c>(chosen: &[&'c Case], all: &[&'c Case]) -> (Vec<&'c Case>, Vec<&'c Case>) {
    let neighbours: BTreeSet<&str> = chosen.iter().filter_map(|case| neighbour(case, all)).collect();
    let is_neighbour = |case: &&Case| neighbours.contains(&*case.id);
    let first = all.iter().copied().filter(is_neighbour).collect();
    (
        first,
        chosen.iter().copied().filter(|case| !is_neighbour(case)).collect(),
    )
}

/// Weighs the verdict on `case` by the verdict on its neighbour, which `of` returns. A correct refusal or "no" is
/// [`Verdict::Inconclusive`] if the neighbour is not accepted or not served.
pub fn weigh(case: &Case, verdict: Verdict, all: &[&Case], of: &dyn Fn(&str) -> Option<Verdict>) -> Verdict {
    let Some(id) = neighbour(case, all).filter(|_| verdict == Verdict::Pass) else {
        return verdict;
    };
    match of(id) {
        Some(Verdict::Pass) => verdict,
        // A wrong "no" may be the only answer of the program.
        Some(other) if other.is_accepting() && (case.neighbour.is_some() || !matches!(other, Verdict::Fail(_))) => {
            verdict
        }
        Some(other) => Verdict::Inconclusive(
            format!(
                "it refuses correctly, but does not accept {id} either ({})",
                other.word()
            )
            .into(),
        ),
        None => Verdict::Inconclusive(format!("it refuses correctly, but {id} did not run").into()),
    }
}

/// It must be accepted for a refusal of `case` to count: its neighbour, or an accepted case of the same operation, preferably its group.
fn neighbour<'c>(case: &'c Case, all: &[&'c Case]) -> Option<&'c str> {
    if let Some(neighbour) = &case.neighbour {
        return Some(&neighbour.case);
    }
    let may_be_refused = |case: &Case| case.expect.is_no() || case.expect.allows_refusal();
    if !may_be_refused(case) {
        return None;
    }
    let same = |other: &&&Case| other.ask.op() == case.ask.op() && !may_be_refused(other);
    let sound = all.iter().filter(same);
    let found = sound.min_by_key(|other| (other.level, other.group() != case.group()));
    found.map(|found| &*found.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    #[test]
    fn refusal_counts_if_neighbour_is_accepted() {
        let collection = embedded::cases().unwrap();
        let all: Vec<&Case> = collection.cases().collect();
        let case = all.iter().find(|case| case.neighbour.is_some()).unwrap();
        let (first, second) = in_turn(&[case], &all);
        assert_eq!((first.len(), second.as_slice()), (1, &[*case][..]));
        assert_eq!(Some(&*first[0].id), neighbour(case, &all));
        let word = |of: Option<Verdict>| weigh(case, Verdict::Pass, &all, &|_| of.clone()).word();
        let wrong = || Verdict::wrong("t".into());
        for taken in [Verdict::Pass, Verdict::taking(), Verdict::Leak("t".into()), wrong()] {
            assert_eq!(word(Some(taken)), "pass");
        }
        // The words of a verdict do not decide.
        let same_words = Verdict::Fail(wrong().to_string().into());
        for not_taken in [same_words, Verdict::Skipped("t".into()), Verdict::Crash("t".into())] {
            assert_eq!(word(Some(not_taken)), "inconclusive");
        }
        assert_eq!(word(None), "inconclusive");
        let fail = weigh(case, wrong(), &all, &|_| None);
        assert_eq!(fail.word(), "fail");
        // A program that always says "no" fails the served cases.
        let no = all
            .iter()
            .find(|case| case.expect.is_no() && case.neighbour.is_none())
            .unwrap();
        let word = |of: Verdict| weigh(no, Verdict::Pass, &all, &|_| Some(of.clone())).word();
        assert_eq!((word(Verdict::Pass), word(wrong())), ("pass", "inconclusive"));
    }

    /// An odd file that few programs accept must not decide.
    #[test]
    fn implied_neighbour_is_of_most_binding_level() {
        let collection = embedded::cases().unwrap();
        let all: Vec<&Case> = collection.cases().collect();
        let taken = |case: &&&Case| !case.expect.is_no() && !case.expect.allows_refusal();
        for case in all.iter().filter(|case| case.neighbour.is_none()) {
            let Some(id) = neighbour(case, &all) else { continue };
            let level = all.iter().find(|case| case.id == id).unwrap().level;
            let same = all.iter().filter(|other| other.ask.op() == case.ask.op());
            assert_eq!(
                Some(level),
                same.filter(taken).map(|case| case.level).min(),
                "{}",
                case.id
            );
        }
    }
}
