//! A search for repeated pieces of a text, in linear time.

use alloc::collections::BTreeMap;

use super::captures::Captured;

/// Compared pairwise.
const FEW: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Repeated<'p> {
    first: BTreeMap<(&'p str, &'p str), usize>,
    entered: usize,
    #[cfg(test)]
    pub(super) looks: usize,
}

impl<'p> Repeated<'p> {
    /// Compares part and text of piece `last`.
    pub(super) fn stands_before(&mut self, pieces: &[Captured<'p>], last: usize) -> bool {
        let Some(piece) = pieces.get(last) else {
            return false;
        };
        if last < FEW && self.entered == 0 {
            self.look(last);
            let mut earlier = pieces.iter().take(last);
            return earlier.any(|earlier| earlier.part == piece.part && earlier.text == piece.text);
        }
        while self.entered <= last
            && let Some(next) = pieces.get(self.entered)
        {
            self.look(1);
            self.first.entry((next.part, next.text)).or_insert(self.entered);
            self.entered = self.entered.saturating_add(1);
        }
        self.first
            .get(&(piece.part, piece.text))
            .is_some_and(|first| *first < last)
    }

    /// Keeps the first `left`.
    pub(super) fn forget(&mut self, pieces: &[Captured<'p>], left: usize) {
        while self.entered > left {
            self.look(1);
            self.entered = self.entered.saturating_sub(1);
            if let Some(piece) = pieces.get(self.entered)
                && self.first.get(&(piece.part, piece.text)) == Some(&self.entered)
            {
                self.first.remove(&(piece.part, piece.text));
            }
        }
    }

    #[cfg(test)]
    fn look(&mut self, pieces: usize) {
        self.looks = self.looks.saturating_add(pieces);
    }

    #[cfg(not(test))]
    fn look(&self, _pieces: usize) {}
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    fn piece(text: &str) -> Captured<'_> {
        Captured { part: if text.len() > 2 { "long" } else { "short" }, text, at: 0 }
    }

    #[test]
    fn few_and_many_pieces_compare_alike() {
        let texts: Vec<String> = (0..40).map(|number| alloc::format!("{number}")).collect();
        for twice in [0, 3, FEW - 1, FEW, 30, 39] {
            let mut pieces: Vec<Captured<'_>> = texts.iter().map(|text| piece(text)).collect();
            pieces.push(piece(&texts[twice]));
            let mut repeated = Repeated::default();
            let found: Vec<usize> = (0..pieces.len())
                .filter(|last| repeated.stands_before(&pieces, *last))
                .collect();
            assert_eq!(found, [40], "{twice}");
        }
    }

    #[test]
    fn forgotten_pieces_are_not_repeated() {
        let texts: Vec<String> = (0..40).map(|number| alloc::format!("{number}")).collect();
        let mut pieces: Vec<Captured<'_>> = texts.iter().map(|text| piece(text)).collect();
        let mut repeated = Repeated::default();
        assert!(!repeated.stands_before(&pieces, 39));
        repeated.forget(&pieces, 20);
        pieces.truncate(20);
        pieces.push(piece("25"));
        assert!(!repeated.stands_before(&pieces, 20), "25 was taken back");
        pieces.push(piece("5"));
        assert!(repeated.stands_before(&pieces, 21), "5 was not");
        repeated.forget(&pieces, 21);
        pieces.truncate(21);
        pieces.push(piece("5"));
        assert!(repeated.stands_before(&pieces, 21), "the first 5 is still there");
        repeated.forget(&pieces, 0);
        pieces.clear();
        pieces.extend(texts.iter().map(|text| piece(text)));
        assert!(!repeated.stands_before(&pieces, 39));
    }
}
