//! Valid and invalid command lines: each release and the drop-in agree in all visible results.

use super::files::{files, in_scene};
use super::tool;

const LINES: &str = include_str!("lines.txt");

fn check(release: &str) {
    let tool = tool(release);
    let files = in_scene(files());
    let mut different = Vec::new();
    let mut count = 0;
    for line in LINES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (line, names_added) = match line.strip_prefix("~ ") {
            Some(line) => (line, true),
            None => (line, false),
        };
        let line = match line.split_once(": ") {
            Some((releases, _)) if !releases.split(',').any(|known| known == release) => continue,
            Some((_, line)) => line,
            None => line,
        };
        let expanded = line
            .replace("$A", "file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip")
            .replace("{R}", release);
        let words: Vec<&str> = expanded.split(' ').filter(|word| !word.is_empty()).collect();
        let mut theirs = tool.theirs(&files, &words).without_suggestions();
        let mut ours = tool.ours(&files, &words);
        // Unchanged files are left out.
        for done in [&mut theirs, &mut ours] {
            done.files.retain(|name, bytes| !files.contains(&(name, bytes)));
        }
        if names_added {
            assert!(theirs.code == Some(1) && !ours.stderr.is_empty(), "{release}: {line}");
            theirs.stderr.clear();
            ours.stderr.clear();
        }
        if theirs != ours {
            different.push(format!(
                "{line}\n  release {release}: {theirs:?}\n  here:       {ours:?}"
            ));
        }
        count += 1;
    }
    assert!(count > 100, "only {count} command lines");
    let number = different.len();
    assert!(
        different.is_empty(),
        "{number} of {count} differ:\n{}",
        different.join("\n")
    );
}

#[test]
fn release_16_does_the_same() {
    check("16");
}

#[test]
fn release_19_does_the_same() {
    check("19");
}

#[test]
fn release_22_does_the_same() {
    check("22");
}
