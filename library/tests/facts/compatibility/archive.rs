//! Archives of bundles, to query a tool about many IDs together.

const MAGIC: &[u8] = b"!<arch>\n";
const HEADER: usize = 60;

pub fn bundle(id: &str, content: &[u8]) -> Vec<u8> {
    let number = |number: usize| (number as u64).to_le_bytes();
    let start = 24 + 8 + 24 + id.len();
    [
        b"__CLANG_OFFLOAD_BUNDLE__",
        &number(1)[..],
        &number(start),
        &number(content.len()),
        &number(id.len()),
        id.as_bytes(),
        content,
    ]
    .concat()
}

pub fn of_bundles<'i>(ids: impl Iterator<Item = (usize, &'i str)>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for (number, id) in ids {
        let content = bundle(id, number.to_string().as_bytes());
        let name = format!("{number}.o/");
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len());
        bytes.extend(header.into_bytes());
        bytes.extend(&content);
        bytes.resize(bytes.len().next_multiple_of(2), b'\n');
    }
    bytes
}

pub fn numbers(archive: &[u8]) -> Vec<usize> {
    let mut rest = archive.strip_prefix(MAGIC).expect("an archive");
    let mut numbers = Vec::new();
    while rest.len() > HEADER {
        let (header, after) = rest.split_at(HEADER);
        let text = |range: std::ops::Range<usize>| std::str::from_utf8(&header[range]).expect("a header").trim_end();
        let len: usize = text(48..58).parse().expect("a size");
        // The names, and the index of symbols.
        if !matches!(text(0..16), "//" | "/") {
            let content = std::str::from_utf8(&after[..len]).expect("a number");
            numbers.push(content.parse().expect("a number"));
        }
        rest = after.get(len.next_multiple_of(2)..).unwrap_or_default();
    }
    numbers
}

#[test]
fn written_archive_is_read() {
    let archive = of_bundles([(3, "a"), (25, "b")].into_iter());
    assert_eq!(archive.len() % 2, 0);
    let copied: Vec<u8> = [
        MAGIC,
        b"//                                              4         `\nx.o/",
        b"25.o/           0           0     0     644     1         `\n7\n",
    ]
    .concat();
    assert_eq!(numbers(&copied), [7]);
}
