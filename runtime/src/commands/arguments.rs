//! Values from words. Errors are texts for people: the parser of the command line says which argument they belong to.

use alloc::{format, string::String, vec::Vec};

use crate::catalog::{Catalog, FileType};

/// The file type called `name`.
pub fn file_type(catalog: &'static Catalog, name: &str) -> Result<&'static FileType, String> {
    catalog.file_type(name).ok_or_else(|| {
        let names: Vec<&str> = catalog.file_types.iter().map(|file_type| file_type.name).collect();
        format!("no such file type; there is: {}", names.join(", "))
    })
}

/// The style of IDs called `name`.
pub fn style(catalog: &'static Catalog, name: &str) -> Result<String, String> {
    let styles = catalog.ids.styles();
    match styles.contains(&name) {
        true => Ok(name.into()),
        false => Err(format!("no such style; there is: {}", styles.join(", "))),
    }
}

/// An ID and a file, parted by the first `=`: an ID holds none.
pub fn pair(word: &str) -> Result<(String, String), String> {
    match word.split_once('=') {
        Some((_, "")) => Err("no file after `=`".into()),
        Some(("", _)) => Err("no ID before `=`".into()),
        Some((id, file)) => Ok((id.into(), file.into())),
        None => Err("expected an ID, `=` and a file".into()),
    }
}

/// The mistake in what a parser of arguments says, as one line: its first paragraph, without the word that names it a mistake.
pub fn one_line(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").map_or(line.clone(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_in_one_line() {
        let told = "error: these are missing:\n  <A>\n  <B>\n\nUsage: x\n";
        assert_eq!(one_line(told), "these are missing: <A> <B>");
    }

    #[test]
    fn the_first_equals_sign_parts_an_id_from_its_file() {
        assert_eq!(pair("a-b=c=d"), Ok(("a-b".into(), "c=d".into())));
        for word in ["a", "a=", "=b", ""] {
            assert!(pair(word).is_err(), "{word}");
        }
    }
}
