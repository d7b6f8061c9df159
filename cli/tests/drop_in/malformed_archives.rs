//! Malformed archives: the releases' messages come first, because scripts search for them; then file, offset and fault.

use offload_bundle_testing::releases::RELEASES;

use crate::scene::{ONE, ours_on, theirs_on};

const MAGIC: &[u8] = b"!<arch>\n";

struct Member<'m> {
    name: &'m str,
    size: &'m str,
    end: &'m str,
    content: &'m [u8],
}

impl Default for Member<'_> {
    fn default() -> Self {
        Self { name: "a.o/", size: "4", end: "`\n", content: b"text" }
    }
}

impl Member<'_> {
    fn bytes(&self) -> Vec<u8> {
        let Self { name, size, end, .. } = self;
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}{end}", 0, 0, 0, 644);
        [header.as_bytes(), self.content].concat()
    }
}

fn archive(members: &[Vec<u8>]) -> Vec<u8> {
    [MAGIC, &members.concat()].concat()
}

/// Archives with a damaged first member: the releases ignore later ones.
fn wrong() -> Vec<Vec<u8>> {
    let one = |member: Member<'_>| archive(&[member.bytes()]);
    let named = |name| one(Member { name, ..Member::default() });
    let sized = |size| one(Member { size, ..Member::default() });
    let cut = |len: usize| archive(&[Member::default().bytes()[..len].to_vec()]);
    let table = |name, size| one(Member { name, size, ..Member::default() });
    let list = Member { name: "//", size: "12", content: b"long-name.o/", ..Member::default() };
    let listed = |name| archive(&[list.bytes(), Member { name, ..Member::default() }.bytes()]);
    vec![
        cut(59),
        cut(20),
        cut(7),
        one(Member { end: "`x", ..Member::default() }),
        one(Member { end: "xx", name: "/7", ..Member::default() }),
        one(Member { end: "\x01\\", name: "a b c", ..Member::default() }),
        sized(""),
        sized("12x"),
        sized("-4"),
        sized("0x4"),
        table("/", "4000"),
        table("//", "4000"),
        named("#1/x"),
        named("#1/"),
        named("#1/4000"),
        listed("/1x"),
        listed("/12"),
        listed("/4000"),
    ]
}

#[test]
fn release_archive_messages_come_first() {
    for release in RELEASES {
        let target = format!("-targets={ONE}");
        let words = match release {
            "14" => ["-type=a", "-unbundle", "-inputs=in.a", "-outputs=out", &target],
            _ => ["-type=a", "-unbundle", "-input=in.a", "-output=out", &target],
        };
        for bytes in wrong() {
            let files = [("in.a", bytes.as_slice())];
            let shown = bytes.escape_ascii();
            let theirs = theirs_on(release, &files, &words);
            let emulate = format!("--emulate={release}");
            let here = ours_on(&files, &[&words[..], &[&emulate]].concat());
            assert_eq!(
                (theirs.code, here.code),
                (Some(1), Some(1)),
                "{release} {shown}: {theirs:?} {here:?}"
            );
            let expected = theirs.stderr.trim_end();
            assert!(
                expected.contains("truncated or malformed archive"),
                "{release} {shown}: {theirs:?}"
            );
            let rest = here.stderr.strip_prefix(expected);
            let rest = rest.unwrap_or_else(|| panic!("{release} {shown}: {theirs:?} {here:?}"));
            assert!(rest.starts_with(": in.a: at byte 0x"), "{release} {shown}: {here:?}");
            assert!(!here.files.contains_key("out"), "{here:?}");
        }
    }
}

#[test]
fn later_member_faults_have_same_messages() {
    let second = Member { size: "12x", ..Member::default() };
    let bytes = archive(&[Member::default().bytes(), second.bytes()]);
    let target = format!("-targets={ONE}");
    let here = ours_on(
        &[("in.a", &bytes)],
        &["-type=a", "-unbundle", "-input=in.a", "-output=out", &target],
    );
    assert_eq!(here.code, Some(1), "{here:?}");
    let expected = "truncated or malformed archive (characters in size field in archive member header are not all decimal numbers: \
                    '12x' for the archive member header at offset 72): in.a: at byte 0x78 (members[1].size): ";
    assert!(here.stderr.contains(expected), "{here:?}");
}
