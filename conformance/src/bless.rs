//! Proposes lines of expectations. A person adds the reasons.

use std::collections::BTreeMap;

use crate::case::Case;
use crate::expectations::{CONFIRM, UNDEFINED, is_met, parts, waits};
use crate::verdict::Verdict;

/// A file of expectations that matches a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blessed {
    /// The text of the file.
    pub text: String,
    /// Number of lines that need a new or different reason.
    pub open: usize,
}

/// Updates `text`, a file of expectations, to the results of `asked`. Comments stay. Lines of other cases stay unless
/// `all` returns `false` for the case.
pub fn bless(text: &str, asked: &[(&Case, Verdict)], all: &dyn Fn(&str) -> bool) -> Blessed {
    let verdicts: BTreeMap<&str, &Verdict> = asked.iter().map(|(case, verdict)| (&*case.id, verdict)).collect();
    let mut missing: BTreeMap<&str, &Verdict> = verdicts.clone();
    missing.retain(|_, verdict| !verdict.is_sound());
    let mut lines: Vec<(Option<&str>, String)> = Vec::new();
    for line in text.lines() {
        let Some(Ok((case, verdict, reason))) = parts(line) else {
            lines.push((None, line.to_string()));
            continue;
        };
        missing.remove(case);
        match verdicts.get(case) {
            _ if !all(case) => {}
            None => lines.push((Some(case), line.to_string())),
            Some(now) if verdict == UNDEFINED && now.is_judged() => {
                lines.push((Some(case), line.to_string()));
            }
            Some(now) if now.is_sound() => {}
            Some(now) if is_met(verdict, now) => lines.push((Some(case), line.to_string())),
            Some(now) => {
                let reason = reason.strip_prefix(CONFIRM).unwrap_or(reason).trim();
                let mark = if reason.is_empty() { "" } else { CONFIRM };
                lines.push((Some(case), propose(case, now, [mark, reason].join(" ").trim())));
            }
        }
    }
    for (case, verdict) in missing {
        let after = |(known, _): &(Option<&str>, String)| known.is_some_and(|known| known > case);
        let place = lines.iter().position(after).unwrap_or(lines.len());
        lines.insert(place, (Some(case), propose(case, verdict, "")));
    }
    let waits = |line: &str| matches!(parts(line), Some(Ok((_, _, reason))) if waits(reason));
    Blessed {
        open: lines.iter().filter(|(_, line)| waits(line)).count(),
        text: lines.into_iter().map(|(_, line)| line + "\n").collect(),
    }
}

fn propose(case: &str, verdict: &Verdict, reason: &str) -> String {
    format!("{case} {} # {reason}", verdict.word()).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Collection;
    use crate::expectations::Expectations;

    fn cases() -> Collection {
        let case = |id: &&str| {
            format!(
                r#"{{"id": "g/{id}", "why": "w", "level": "observed", "ask": {{"op": "parse_id", "text": "x"}}, "expect": {{"reject": "r"}}}}"#
            )
        };
        let all: Vec<String> = ["a", "b", "c", "d", "e"].iter().map(case).collect();
        let mut collection = Collection::default();
        collection
            .add(
                "g".into(),
                &format!(r#"{{"about": "a", "cases": [{}]}}"#, all.join(",")),
            )
            .unwrap();
        collection
    }

    fn blessed(text: &str, verdicts: &[Verdict]) -> Blessed {
        let collection = cases();
        let asked: Vec<(&Case, Verdict)> = collection.cases().zip(verdicts.iter().cloned()).collect();
        bless(text, &asked, &|id| collection.cases().any(|case| case.id == id))
    }

    #[test]
    fn proposed_lines_have_no_reasons() {
        let text = "# about\n\ng/a fail # old\ng/c fail # it does\ng/d crash # not asked\ng/z fail # no such case\n";
        let verdicts = [Verdict::Pass, Verdict::Hang("h".into()), Verdict::Fail("f".into())];
        let made = blessed(text, &verdicts);
        assert_eq!(
            made.text,
            "# about\n\ng/b hang #\ng/c fail # it does\ng/d crash # not asked\n"
        );
        assert_eq!(made.open, 1);
        assert_eq!(Expectations::parse(&made.text).unwrap().without_reason(), ["g/b"]);
    }

    #[test]
    fn reason_of_other_verdict_needs_review() {
        let made = blessed("g/a fail # it does\n", &[Verdict::Crash("c".into())]);
        assert_eq!(made.text, "g/a crash # CONFIRM: it does\n");
        assert_eq!(Expectations::parse(&made.text).unwrap().without_reason(), ["g/a"]);
        assert_eq!(blessed(&made.text, &[Verdict::Crash("c".into())]), made);
        let again = blessed(&made.text, &[Verdict::Hang("h".into())]);
        assert_eq!(again.text, "g/a hang # CONFIRM: it does\n");
    }

    #[test]
    fn correct_file_is_unchanged() {
        let text =
            "# about\ng/a fail # it does\n# more\ng/c fail # too\ng/e undefined # it looks at what is not there\n";
        let fail = || Verdict::Fail("f".into());
        let made = blessed(
            text,
            &[fail(), Verdict::Pass, fail(), Verdict::Skipped("s".into()), Verdict::Pass],
        );
        assert_eq!(made, Blessed { text: text.into(), open: 0 });
    }
}
