//! Names of members of code object archives.

use alloc::vec::Vec;

/// The naming of members in archives of extracted code objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct MemberRule<'a> {
    /// The template of the name. `{stem}` is the name of the source member without its extension, `{id}` the stored ID
    /// of the code object, and `{extension}` the first matching extension in `extensions`, or the source member's own.
    pub name: &'a str,
    /// Character replacements in the whole name: pattern and replacement.
    pub replace: &'a [(&'a str, &'a str)],
    /// Extensions by target: a substring of the target, and the extension with its dot.
    pub extensions: &'a [(&'a str, &'a str)],
}

impl MemberRule<'_> {
    /// The placeholders of a name.
    pub const PLACEHOLDERS: &'static [&'static str] = &["stem", "id", "extension"];

    /// Returns the name for the code object `id` of `member`. `target` is the target in the ID, if any.
    pub fn member_name(&self, member: &[u8], id: &str, target: Option<&str>) -> Vec<u8> {
        let (stem, own) = stem_and_extension(member);
        let holds = |(part, _): &&(&str, &str)| target.is_some_and(|target| target.contains(part));
        let extension = self
            .extensions
            .iter()
            .find(holds)
            .map_or(own, |(_, extension)| extension.as_bytes());
        let mut name: Vec<u8> = Vec::new();
        let mut rest = self.name;
        while let Some((before, after)) = rest.split_once('{') {
            let (placeholder, tail) = after.split_once('}').unwrap_or((after, ""));
            name.extend(before.as_bytes());
            name.extend(match placeholder {
                "stem" => stem,
                "id" => id.as_bytes(),
                _ => extension,
            });
            rest = tail;
        }
        name.extend(rest.as_bytes());
        for (what, by) in self.replace {
            name = replace(&name, what.as_bytes(), by.as_bytes());
        }
        name
    }
}

fn stem_and_extension(name: &[u8]) -> (&[u8], &[u8]) {
    let file = name.rsplit(|byte| *byte == b'/').next().unwrap_or(name);
    match file.iter().rposition(|byte| *byte == b'.') {
        Some(at) if file != b".." && file != b"." => file.split_at(at),
        _ => (file, &[]),
    }
}

fn replace(text: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    let mut new = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        match rest.strip_prefix(what) {
            Some(after) if !what.is_empty() => {
                new.extend(by);
                rest = after;
            }
            _ => {
                new.push(*first);
                rest = after;
            }
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn member_name_combines_source_and_id() {
        let rule = MemberRule {
            name: "{stem}-{id}{stem}{extension}",
            replace: &[(":", "_")],
            extensions: &[("fast", ".f"), ("slow", ".s")],
        };
        for (member, id, target, name) in [
            ("foo.o", "a:b", Some("fast7:x"), "foo-a_bfoo.f"),
            ("dir/a.b.c", "a", Some("slow"), "a.b-aa.b.s"),
            ("noext", "a", Some("other"), "noext-anoext"),
            ("x.o", "a", None, "x-ax.o"),
            (".hidden", "a", None, "-a.hidden"),
            ("..", "a", None, "..-a.."),
            ("c:d.o", "a", None, "c_d-ac_d.o"),
        ] {
            assert_eq!(
                rule.member_name(member.as_bytes(), id, target),
                name.as_bytes(),
                "{member}"
            );
        }
    }
}
