//! The path of a field through records and lists.

use alloc::vec::Vec;
use core::fmt;

/// One step from a container to a field in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A step to the field of this name.
    Field(&'static str),
    /// A step to the item with this index, from 0.
    Index(u64),
}

/// The steps from a container to a field in it, such as `entries[1].len_note`; empty for the container itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// Returns the steps, from the outside in.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns whether the path is the container itself.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Appends a step to the field `name`, unless `name` is empty.
    #[must_use]
    pub fn field(self, name: &'static str) -> Self {
        if !name.is_empty() {
            return self.step(Step::Field(name));
        }
        self
    }

    /// Appends a step to item `index`.
    #[must_use]
    pub fn index(self, index: u64) -> Self {
        self.step(Step::Index(index))
    }

    /// No spare capacity: many paths have one or two steps.
    fn step(mut self, step: Step) -> Self {
        self.steps.reserve_exact(1);
        self.steps.push(step);
        self
    }

    /// Prepends `step`.
    #[must_use]
    pub fn within(mut self, step: Step) -> Self {
        self.steps.reserve_exact(1);
        self.steps.insert(0, step);
        self
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<S: IntoIterator<Item = Step>>(steps: S) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}

impl From<&'static str> for Path {
    fn from(field: &'static str) -> Self {
        Self::default().field(field)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                Step::Field(name) if number > 0 => write!(f, ".{name}")?,
                Step::Field(name) => f.write_str(name)?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn path_displays_outermost_step_first() {
        let inner = Path::from("len_note")
            .within(Step::Index(1))
            .within(Step::Field("entries"));
        assert_eq!(inner.to_string(), "entries[1].len_note");
        assert_eq!(Path::from("entries").index(1).field("len_note"), inner);
        assert!(Path::from("").is_empty());
    }
}
