//! Lowers interpreted schemas to tables. Names are resolved here, so this also reports unknown names and wrong kinds of
//! values.

mod attrs;
mod bytes;
mod kinds;
mod members;
mod sizes;
mod terms;
mod write;

use offload_bundle_core::tree::{Endian, Enum, Fixed, Order, Record, Tree};

use self::kinds::Kinds;
use crate::arena::Arena;
use crate::model::binary::{self as model, Known, Spec};
use crate::problem::{Doubts, Problems};

/// Lowers the first of `specs`, with the others as imports. Reports problems of the first only, and none about doubtful
/// places.
pub fn tree<'a>(arena: &'a Arena, specs: &[&Spec], doubts: &Doubts, problems: &mut Problems) -> Tree<'a> {
    let roots: Vec<_> = specs.iter().map(|spec| &spec.root).collect();
    let known = Known::new(&roots);
    let lowering = Lowering { arena, known: &known, kinds: Kinds::default(), doubts };
    let mut silent = Problems::new("", true);
    let schemas = specs.iter().rev().map(|spec| {
        let is_own = specs.first().is_some_and(|own| std::ptr::eq(own, spec));
        lowering.schema(&spec.root.id, if is_own { &mut *problems } else { &mut silent })
    });
    let schemas: Vec<Tree<'a>> = schemas.collect();
    let Some((own, imports)) = schemas.split_last() else {
        return Tree::EMPTY;
    };
    let imports = imports.iter().map(|schema| arena.one(*schema));
    Tree { imports: arena.list(imports.collect::<Vec<_>>()), ..*own }
}

struct Lowering<'a, 'k> {
    arena: &'a Arena,
    known: &'k Known<'k>,
    kinds: Kinds,
    doubts: &'k Doubts,
}

impl<'a> Lowering<'a, '_> {
    fn schema(&self, id: &str, problems: &mut Problems) -> Tree<'a> {
        let records = self.known.records.iter().enumerate();
        let records = records.filter(|(_, known)| known.path.first() == Some(&id));
        let records: Vec<_> = records.map(|(index, _)| self.record(index, problems)).collect();
        let enums = self.known.enums.iter().filter(|known| known.path.first() == Some(&id));
        let enums = enums.map(|known| {
            let members = known.named.members.iter();
            let mut values: Vec<_> = members
                .map(|member| (member.number.value, self.arena.text(&member.id)))
                .collect();
            values.sort_unstable_by_key(|(number, _)| *number);
            Enum { name: self.arena.text(&known.path[1..].join("::")), values: self.arena.list(values) }
        });
        let enums = self.arena.list(enums.collect::<Vec<_>>());
        Tree { enums, records: self.arena.list(records), ..Tree::EMPTY }
    }

    fn record(&self, index: usize, problems: &mut Problems) -> Record<'a> {
        let known = &self.known.records[index];
        let record = known.record;
        let params = record.params.iter().map(|param| {
            let names = param
                .names
                .as_ref()
                .and_then(|names| self.find_enum(index, names, problems));
            (self.arena.text(&param.id), names)
        });
        let params: Vec<_> = params.collect();
        let endian = match record
            .unless_said()
            .and_then(|said| said.endian.as_ref())
            .map(|endian| &endian.value)
        {
            Some(model::Endian::By(on, cases)) => {
                let (on, _) = self.formula(index, on, problems);
                let cases = cases.iter().map(|(when, order)| {
                    let other = when.text == "_";
                    let when = (!other).then(|| self.formula(index, when, problems).0);
                    (when, *order)
                });
                Some(Endian { on, cases: self.arena.list(cases.collect::<Vec<_>>()) })
            }
            _ => None,
        };
        let path = match known.path.as_slice() {
            [_, inner @ ..] if !inner.is_empty() => inner.join("::"),
            path => path.join("::"),
        };
        let fields: Vec<_> = record
            .seq
            .iter()
            .map(|attr| self.attr(index, attr, false, problems))
            .collect();
        let instances: Vec<_> = record
            .instances
            .iter()
            .map(|attr| self.attr(index, attr, true, problems))
            .collect();
        Record {
            name: self.arena.text(&path),
            params: self.arena.list(params),
            endian,
            fields: self.arena.list(fields),
            instances: self.arena.list(instances),
            fixed: Fixed::NONE,
        }
    }

    /// The record's default.
    fn order(&self, scope: usize) -> Option<Order> {
        let said = self
            .known
            .around(scope)
            .find_map(|known| known.record.unless_said()?.endian.as_ref())?;
        Some(match &said.value {
            model::Endian::Is(order) => *order,
            model::Endian::By(..) => Order::Decided,
        })
    }
}
