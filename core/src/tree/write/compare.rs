//! Whether a file that was written says what it was to say.

use alloc::format;

use super::writing::unfit;
use crate::error::{Path, WriteError};
use crate::tree::node::Node;

/// Everything that is given has been read back.
pub(super) fn same(given: &Node, back: &Node, path: Path) -> Result<(), WriteError> {
    match (given, back) {
        (Node::Record(fields), Node::Record(_)) => {
            for (name, node) in fields {
                let path = path.clone().field(name);
                match back.get(name) {
                    Some(back) => same(node, back, path)?,
                    None => return Err(unfit(path, "the format has no such value here")),
                }
            }
            Ok(())
        }
        (Node::List(given), Node::List(back)) => {
            if given.len() != back.len() {
                let why = format!(
                    "expected {} items, found {} when it was read back",
                    given.len(),
                    back.len()
                );
                return Err(unfit(path, why));
            }
            for (index, (given, back)) in (0_u64..).zip(given.iter().zip(back)) {
                same(given, back, path.clone().index(index))?;
            }
            Ok(())
        }
        (Node::Float(given), Node::Float(back)) if given.to_bits() == back.to_bits() => Ok(()),
        (given, back) if given == back => Ok(()),
        (given, back) => {
            let why = match (given, back) {
                (Node::Number(given), Node::Number(back)) => {
                    format!("expected {given}, found {back} when it was read back")
                }
                (Node::Bytes(given), Node::Bytes(back)) => {
                    format!(
                        "expected {} bytes, found {} or others when it was read back",
                        given.len(),
                        back.len()
                    )
                }
                _ => format!("expected {}, found another value when it was read back", given.kind()),
            };
            Err(unfit(path, why))
        }
    }
}
