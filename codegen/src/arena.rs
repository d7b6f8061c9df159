//! Storage of tables during generation. Table types borrow their contents, because constants must.

use bumpalo::Bump;

/// The owner of the texts and lists of tables.
#[derive(Debug, Default)]
pub struct Arena(Bump);

impl Arena {
    /// Copies `text`.
    pub fn text(&self, text: &str) -> &str {
        self.0.alloc_str(text)
    }

    /// Copies `texts` as a list.
    pub fn texts<S: AsRef<str>>(&self, texts: impl IntoIterator<Item = S>) -> &[&str] {
        self.list(texts.into_iter().map(|text| self.text(text.as_ref())))
    }

    /// Copies `bytes`.
    pub fn bytes(&self, bytes: &[u8]) -> &[u8] {
        self.0.alloc_slice_copy(bytes)
    }

    /// Stores the items as a list.
    pub fn list<T: Copy>(&self, items: impl IntoIterator<Item = T>) -> &[T] {
        let items: Vec<T> = items.into_iter().collect();
        self.0.alloc_slice_copy(&items)
    }

    /// Stores one value, for recursive types.
    pub fn one<T: Copy>(&self, value: T) -> &T {
        self.0.alloc(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Rule<'a> {
        Text(&'a str),
        All(&'a [Rule<'a>]),
        Not(&'a Rule<'a>),
    }

    #[test]
    fn tables_outlive_their_sources() {
        let arena = Arena::default();
        let rule = {
            let (words, bytes) = (vec!["a".to_owned(), "b".to_owned()], vec![1, 2]);
            assert_eq!(arena.texts(&words), ["a", "b"]);
            assert_eq!(arena.bytes(&bytes), [1, 2]);
            Rule::All(
                arena.list(
                    words
                        .iter()
                        .map(|word| Rule::Not(arena.one(Rule::Text(arena.text(word))))),
                ),
            )
        };
        let same = [Rule::Not(&Rule::Text("a")), Rule::Not(&Rule::Text("b"))];
        assert_eq!(rule, Rule::All(&same));
    }
}
