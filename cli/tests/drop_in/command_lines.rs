//! Valid and invalid command lines: release 22 and the drop-in agree in all visible results.

use crate::scene::{Done, HOST, ONE, TWO, ours_with, theirs};

const LINES: &str = include_str!("command_lines.txt");

/// Marks lines for which the release reads out of bounds: it crashes on one machine and succeeds on another. The drop-in refuses them.
const UNDEFINED: &str = "undefined: ";

#[test]
fn both_do_the_same() {
    let mut different = Vec::new();
    let mut count = 0;
    for line in LINES.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let undefined = line.strip_prefix(UNDEFINED);
        let line = undefined.unwrap_or(line);
        let expanded = line.replace("$H", HOST).replace("$D", ONE).replace("$E", TWO);
        let mut words: Vec<&str> = expanded.split(' ').collect();
        let mut environment = Vec::new();
        while let Some((name, value)) = words
            .first()
            .filter(|word| is_variable(word))
            .and_then(|w| w.split_once('='))
        {
            environment.push((name, value));
            words.remove(0);
        }
        for word in &mut words {
            if *word == "\"\"" {
                *word = "";
            }
        }
        let real = in_any_order(theirs("22", &environment, &words).without_suggestions(), line);
        let here = in_any_order(ours_with(&environment, &words), line);
        if undefined.is_some() {
            assert_eq!(here.code, Some(1), "{line}: {here:?}");
        } else if real.crashed() {
            assert!(!here.crashed(), "{line}: {here:?}");
        } else if real != here {
            different.push(format!("{line}\n  release 22: {real:?}\n  here:       {here:?}"));
        }
        count += 1;
    }
    assert!(count > 100, "only {count} command lines");
    assert!(
        different.is_empty(),
        "{} of {count} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}

fn is_variable(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The release lists in an unspecified order.
fn in_any_order(mut done: Done, line: &str) -> Done {
    if line.contains("-list") && !line.contains("help") {
        let mut lines: Vec<&str> = done.stdout.lines().collect();
        lines.sort_unstable();
        done.stdout = lines.join("\n");
    }
    done
}
