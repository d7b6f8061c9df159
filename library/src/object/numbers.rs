//! The numbers of sections when some are removed.

/// What the sections that stay are numbered.
pub(super) struct SectionRenumbering {
    /// The new index by the old one; none where the section is removed.
    new: Vec<Option<u32>>,
}

impl SectionRenumbering {
    /// Those of the sections of which some are `removed`, by their positions.
    pub(super) fn without(removed: &[bool]) -> Self {
        let mut next: u32 = 0;
        let kept = removed.iter().map(|removed| {
            next = next.saturating_add(u32::from(!removed));
            (!removed).then_some(next)
        });
        Self { new: std::iter::once(Some(0)).chain(kept).collect() }
    }

    /// What the section `old` is numbered; itself if there is no such section, `None` if it is removed.
    pub(super) fn renumber(&self, old: u32) -> Option<u32> {
        let index = usize::try_from(old).unwrap_or(usize::MAX);
        self.new.get(index).copied().unwrap_or(Some(old))
    }

    /// Whether every section that stays keeps its number.
    pub(super) fn keeps_all(&self) -> bool {
        (0..).zip(&self.new).all(|(old, new)| new.is_none_or(|new| new == old))
    }
}
