//! Values of a builder, field by field: each has its own strategy, and simplifying goes through them in turn.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Makes values of a field, each to be put into a builder.
type Make<B> = Rc<dyn Fn(&mut TestRunner) -> Result<Box<dyn Value<B>>, proptest::test_runner::Reason>>;

/// A strategy for builders that has one for each of their fields. However many there are, its types and its calls do not nest.
pub struct Fields<B> {
    start: fn() -> B,
    make: Vec<Make<B>>,
}

impl<B: Debug + 'static> Fields<B> {
    /// A strategy for what `start` gives, in which no field is set yet.
    pub fn of(start: fn() -> B) -> Self {
        Self { start, make: Vec::new() }
    }

    /// Sets one field, by `set`, to `values`.
    pub fn with<S>(&mut self, values: S, set: fn(&mut B, S::Value))
    where
        S: Strategy + 'static,
        S::Tree: 'static,
    {
        self.make.push(Rc::new(move |runner| {
            let tree = values.new_tree(runner)?;
            Ok(Box::new(Field { tree, set }))
        }));
    }
}

impl<B> Debug for Fields<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fields of a builder, {} of them", self.make.len())
    }
}

impl<B: Debug> Strategy for Fields<B> {
    type Tree = Values<B>;
    type Value = B;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let fields = self.make.iter().map(|make| make(runner));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        Ok(Values { start: self.start, fields, next: 0, last: None })
    }
}

/// The value of one field.
trait Value<B> {
    fn put(&self, builder: &mut B);
    fn simplify(&mut self) -> bool;
    fn complicate(&mut self) -> bool;
}

struct Field<T: ValueTree, B> {
    tree: T,
    set: fn(&mut B, T::Value),
}

impl<T: ValueTree, B> Value<B> for Field<T, B> {
    fn put(&self, builder: &mut B) {
        (self.set)(builder, self.tree.current());
    }

    fn simplify(&mut self) -> bool {
        self.tree.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.tree.complicate()
    }
}

/// A builder whose fields can be simplified, one after the other.
pub struct Values<B> {
    start: fn() -> B,
    fields: Vec<Box<dyn Value<B>>>,
    next: usize,
    /// The field that was simplified last.
    last: Option<usize>,
}

impl<B> Debug for Values<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values of {} fields", self.fields.len())
    }
}

impl<B: Debug> ValueTree for Values<B> {
    type Value = B;

    fn current(&self) -> B {
        let mut builder = (self.start)();
        self.fields.iter().for_each(|field| field.put(&mut builder));
        builder
    }

    fn simplify(&mut self) -> bool {
        while let Some(field) = self.fields.get_mut(self.next) {
            if field.simplify() {
                self.last = Some(self.next);
                return true;
            }
            self.next = self.next.saturating_add(1);
        }
        false
    }

    fn complicate(&mut self) -> bool {
        let Some(last) = self.last else { return false };
        let complicated = self.fields.get_mut(last).is_some_and(|field| field.complicate());
        if !complicated {
            self.last = None;
        }
        complicated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::runner::runner;

    fn numbers() -> Fields<[u64; 3]> {
        let mut fields = Fields::of(|| [7; 3]);
        fields.with(10..=99_u64, |numbers, value| numbers[0] = value);
        fields.with(10..=99_u64, |numbers, value| numbers[2] = value);
        fields
    }

    #[test]
    fn each_field_has_its_own_values_and_the_others_stay() {
        let values = runner(64).run(&numbers(), |[a, b, c]| {
            assert!((10..=99).contains(&a) && (10..=99).contains(&c));
            assert_eq!(b, 7);
            Ok(())
        });
        assert_eq!(values, Ok(()));
    }

    #[test]
    fn simplifying_finds_the_simplest_value_that_fails() {
        let failed = runner(256).run(&numbers(), |[a, _, c]| {
            proptest::prop_assert!(a < 20 || c < 30);
            Ok(())
        });
        let Err(proptest::test_runner::TestError::Fail(_, simplest)) = failed else {
            panic!("{failed:?}")
        };
        assert_eq!(simplest, [20, 7, 30]);
    }
}
