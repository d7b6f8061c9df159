//! Text on one line.

pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn first_sentence(doc: &str) -> String {
    let line = one_line(doc);
    match line.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => line,
    }
}

pub fn comma_list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}

pub fn either(mut items: Vec<String>) -> String {
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} or {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}

pub fn sentence(text: &str) -> String {
    let ends = text.is_empty() || text.ends_with('.');
    let stop = if ends { "" } else { "." };
    format!("{}{stop}", capitalised(text))
}

pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_are_one_sentence() {
        assert_eq!(
            first_sentence("Number of records,\nat most 4. See below."),
            "Number of records, at most 4."
        );
        assert_eq!(first_sentence("A name"), "A name");
    }

    #[test]
    fn last_alternative_follows_or() {
        let texts = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        assert_eq!(
            (0..4).map(|count| either(texts(count))).collect::<Vec<_>>(),
            ["", "1", "1 or 2", "1, 2 or 3"]
        );
    }

    #[test]
    fn phrase_becomes_sentence() {
        assert_eq!(sentence("the end"), "The end.");
        assert_eq!(sentence("The end."), "The end.");
    }
}
