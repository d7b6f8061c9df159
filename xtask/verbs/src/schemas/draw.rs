//! A repeatable source of random numbers.

/// A source of numbers (SplitMix64).
#[derive(Debug, Default, Clone)]
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'i, T: ?Sized>(&mut self, items: &[&'i T]) -> Option<&'i T> {
        items.get(self.below(items.len())).copied()
    }

    pub fn take<T>(&mut self, items: &mut Vec<T>) -> Option<T> {
        (!items.is_empty()).then(|| items.swap_remove(self.below(items.len())))
    }
}
