//! `cargo xtask dist --check`: makes parts of a release twice, in different folders, and compares the files.

use super::digests;
use super::part::Part;
use super::release::{Made, Release, Stop};

const ELSEWHERE: &str = "another/place/with/a/longer/name";

/// Makes the parts twice and compares; prints results and skipped parts.
pub fn check(release: &Release, parts: &[Part]) -> Result<(), String> {
    // The second release reuses the tool's own output, such as completions.
    let mut there = None;
    for part in parts {
        eprintln!("{}", part.name());
        let failed = |message: String| format!("{}: {message}", part.name());
        let here = match part.make(release) {
            Ok(made) => made,
            Err(Stop::Failed(message)) => return Err(failed(message)),
            Err(Stop::Skipped(reason)) => {
                eprintln!("skipped: {}, because {reason}", part.name());
                continue;
            }
        };
        let there = match &there {
            Some(there) => there,
            None => there.insert(release.elsewhere(&release.work().join(ELSEWHERE))?),
        };
        let again = part.make(there).map_err(|stop| match stop {
            Stop::Failed(message) | Stop::Skipped(message) => failed(message),
        })?;
        for line in same_files(&here, &again).map_err(failed)? {
            println!("{line}");
        }
    }
    Ok(())
}

fn same_files(here: &[Made], there: &[Made]) -> Result<Vec<String>, String> {
    let names = |made: &[Made]| made.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(here) != names(there) {
        return Err(format!("{:?} and then {:?} were made", names(here), names(there)));
    }
    let pairs = here.iter().zip(there);
    pairs
        .map(|((name, one), (_, other))| {
            same(one, other).map_err(|difference| format!("{name}: {difference}"))?;
            let digest = digests::sha256(one);
            Ok(format!("{name}: made twice, {} bytes, SHA-256 {digest}", one.len()))
        })
        .collect()
}

fn same(here: &[u8], there: &[u8]) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    let equal = here.iter().zip(there).take_while(|(a, b)| a == b).count();
    let (one, other) = (here.len(), there.len());
    Err(format!(
        "two builds of one commit differ from byte {equal} on ({one} and {other} bytes): the result depends on the machine or the time"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_has_offset() {
        assert_eq!(same(b"abc", b"abc"), Ok(()));
        assert!(same(b"abc", b"abd").unwrap_err().contains("from byte 2 on"));
        assert!(same(b"abc", b"ab").unwrap_err().contains("(3 and 2 bytes)"));
    }

    #[test]
    fn files_are_compared_by_name() {
        let made = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        let one = [made("a", b"1"), made("b", b"2")];
        assert_eq!(same_files(&one, &one).unwrap().len(), 2);
        let refused = same_files(&one, &[made("a", b"1"), made("b", b"3")]).unwrap_err();
        assert!(refused.starts_with("b: two builds"), "{refused}");
        assert!(same_files(&one, &one[..1]).is_err());
    }
}
