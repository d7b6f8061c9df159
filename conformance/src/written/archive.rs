//! Reads GNU `ar` archives.

use serde_json::{Value, json};

use super::fields::bytes;
use crate::case::digest;

const MAGIC: &[u8] = b"!<arch>\n";
/// In bytes.
const HEADER_LEN: u64 = 60;

/// Headers must be complete, numbers decimal, and headers at even offsets.
pub(crate) fn archive(file: &[u8]) -> Result<Value, String> {
    if !file.starts_with(MAGIC) {
        return Err("it does not begin with !<arch>".into());
    }
    let file_len = u64::try_from(file.len()).unwrap_or(u64::MAX);
    let (mut members, mut names, mut index) = (Vec::new(), None, false);
    let mut ofs = 8;
    while ofs < file_len {
        let header = bytes(file, ofs, HEADER_LEN, "the header of a member")?;
        let (name, len) = header_of(header)?;
        let content = bytes(file, ofs.saturating_add(HEADER_LEN), len, "a member")?;
        match name {
            "/" | "/SYM64/" => index = true,
            "//" => names = Some(content),
            _ => members.push(json!({ "content": digest(content), "name": full(name, names)? })),
        }
        ofs = ofs.saturating_add(HEADER_LEN).saturating_add(len);
        if !ofs.is_multiple_of(2) {
            if bytes(file, ofs, 1, "the padding of a member with an odd length")? != b"\n" {
                return Err("the padding of a member with an odd length is not a line break".into());
            }
            ofs = ofs.saturating_add(1);
        }
    }
    Ok(json!({ "index": index, "members": members }))
}

fn header_of(header: &[u8]) -> Result<(&str, u64), String> {
    let header = std::str::from_utf8(header).map_err(|error| format!("the header of a member: {error}"))?;
    let field = |from: usize, to: usize| header.get(from..to).unwrap_or_default().trim_end_matches(' ');
    if field(58, 60) != "`\n" {
        return Err("the header of a member does not end with ` and a line break".into());
    }
    let name = field(0, 16);
    for (what, text, radix) in [
        ("date", field(16, 28), 10),
        ("owner", field(28, 34), 10),
        ("group", field(34, 40), 10),
        ("mode", field(40, 48), 8),
    ] {
        // Tables may have blank fields.
        let is_number = u64::from_str_radix(text, radix).is_ok() || (text.is_empty() && name.starts_with('/'));
        if !is_number {
            return Err(format!("the {what} of the member {name:?} is {text:?}, not a number"));
        }
    }
    let len = field(48, 58);
    let len = len
        .parse()
        .map_err(|_| format!("the length of the member {name:?} is {len:?}"))?;
    Ok((name, len))
}

/// From the header or the table of `names`.
fn full(name: &str, names: Option<&[u8]>) -> Result<String, String> {
    let Some(place) = name.strip_prefix('/') else {
        let short = name.strip_suffix('/');
        return short
            .map(String::from)
            .ok_or_else(|| format!("the name {name:?} does not end with /"));
    };
    let wrong = || format!("the name {name:?} is not in the table of names");
    let place: usize = place.parse().map_err(|_| wrong())?;
    let rest = names.and_then(|names| names.get(place..)).ok_or_else(wrong)?;
    let end = memchr::memmem::find(rest, b"/\n").ok_or_else(wrong)?;
    let text = rest.get(..end).unwrap_or_default();
    String::from_utf8(text.to_vec()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, content: &str) -> String {
        let mut text = format!(
            "{name:<16}0           0     0     644     {:<10}`\n{content}",
            content.len()
        );
        if text.len() % 2 == 1 {
            text.push('\n');
        }
        text
    }

    fn shown(name: &str, content: &str) -> Value {
        json!({ "content": digest(content.as_bytes()), "name": name })
    }

    #[test]
    fn names_are_in_headers_and_table() {
        let file = "!<arch>\n".to_owned()
            + &member("/", "\0\0\0\0")
            + &member("//", "a long name of a member.bc/\n")
            + &member("/0", "odd")
            + &member("b.bc/", "even");
        let members = [shown("a long name of a member.bc", "odd"), shown("b.bc", "even")];
        let expected = json!({ "index": true, "members": members });
        assert_eq!(archive(file.as_bytes()), Ok(expected));
        let empty = json!({ "index": false, "members": [] });
        assert_eq!(archive(b"!<arch>\n"), Ok(empty));
    }

    #[test]
    fn other_archive_forms_are_refused() {
        let odd = "!<arch>\n".to_owned() + &member("a/", "odd");
        let why = |file: &str| archive(file.as_bytes()).unwrap_err();
        assert!(why("!<thin>\n").contains("!<arch>"));
        assert!(why(&odd[..odd.len() - 1]).contains("odd length"));
        assert!(why(&odd.replace("odd\n", "odd\0")).contains("not a line break"));
        assert!(why(&odd.replace('`', "'")).contains("does not end with"));
        assert!(why(&odd.replace("a/", "a ")).contains("does not end with /"));
        assert!(why(&odd.replace("644", "648")).contains("the mode"));
        assert!(why(&odd.replace("3         `", "0x3       `")).contains("the length"));
        assert!(why(&odd.replace("3         `", "9         `")).contains("exceeds the file of"));
        assert!(why(&odd.replace("a/", "/7")).contains("table of names"));
    }
}
