//! Fills uninitialised memory, so that leaks are visible.

/// glibc fills memory at allocation and release.
pub(super) fn fill_memory(wanted: bool) -> Option<(String, String)> {
    wanted.then(|| ("MALLOC_PERTURB_".into(), "165".into()))
}

#[cfg(test)]
mod tests {
    use crate::case::Question;
    use crate::testee::{Adapter, Answer, CommandTestee, Limits, Testee as _};

    #[test]
    fn repeated_run_has_other_memory() {
        let adapter = "{ name: a, about: b, program: sh, operations: { decompress: { words: ['-c', \
                       'printf \"a$MALLOC_PERTURB_\" > output'] } } }";
        let adapter: Adapter = serde_yaml::from_str(adapter).unwrap();
        let mut testee = CommandTestee::find(adapter, Limits::default()).unwrap();
        let question = Question::Decompress { input: Vec::new() };
        let contents = |answer| match answer {
            Answer::Value { contents, .. } => contents,
            answer => panic!("{answer:?}"),
        };
        assert_eq!(contents(testee.answer(&question)), [b"a".to_vec()]);
        assert_eq!(contents(testee.answer_again(&question)), [b"a165".to_vec()]);
        assert_eq!(contents(testee.answer(&question)), [b"a".to_vec()]);
    }
}
