//! Archives that are written, in the form of GNU: a symbol table where there are symbols, a list of long names where there are some, then
//! the members in their order. Dates and owners are 0 and modes 644, so that the same members make the same bytes.

use std::collections::BTreeMap;

use object::archive::{MAGIC, TERMINATOR};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{WriteError, WriteProblem};

use super::header::HEADER_LEN;
use super::header::is_name;
use super::symbols::Symbols;
use crate::input::Input;
use crate::output::OutputPart;

/// Names up to this length are in the header, in bytes; one more ends them there.
const SHORT: usize = 15;
/// The largest size that a header has room for, in bytes.
pub(super) const LARGEST: u64 = 9_999_999_999;

/// A member of an archive that is to be written.
#[derive(Debug)]
pub(crate) struct NewMember<'a> {
    pub(crate) name: Vec<u8>,
    /// Its bytes: a range of an input.
    pub(crate) input: &'a Input,
    pub(crate) place: Place,
    pub(crate) symbols: Symbols,
}

/// An archive of these members. It has a symbol table if some of them can have symbols, and those of all are known.
///
/// # Errors
///
/// A member is larger than its header can say.
pub(crate) fn archive<'a>(members: &[NewMember<'a>]) -> Result<Vec<OutputPart<'a>>, WriteError> {
    let names = Names::collect(members);
    let list = names.list.len().next_multiple_of(2);
    let before = |table: u64| {
        let list = if list == 0 {
            0
        } else {
            HEADER_LEN.saturating_add(to_u64(list))
        };
        to_u64(MAGIC.len()).saturating_add(table).saturating_add(list)
    };
    let all: u64 = members
        .iter()
        .map(|member| in_file(member.place.len))
        .fold(0, u64::saturating_add);
    let table = SymbolTable::collect(members).map(|table| {
        // Numbers of four bytes do as long as every member begins where one can say.
        let narrow = table.len(4);
        match u32::try_from(before(narrow).saturating_add(all)) {
            Ok(_) => (4, narrow),
            Err(_) => (8, table.len(8)),
        }
    });
    let table_len = table.map_or(0, |(_, len)| len);
    let mut head = MAGIC.to_vec();
    if let Some((width, len)) = table {
        let name = if width == 4 { "/" } else { "/SYM64/" };
        head.extend(header(name, "0", "0", &len.saturating_sub(HEADER_LEN).to_string()));
        let end = head
            .len()
            .saturating_add(usize::try_from(len.saturating_sub(HEADER_LEN)).unwrap_or(0));
        let mut at = before(table_len);
        let count: u64 = members
            .iter()
            .map(|member| member.symbols.count())
            .fold(0, u64::saturating_add);
        push_number(&mut head, width, count);
        for member in members {
            for _ in 0..member.symbols.count() {
                push_number(&mut head, width, at);
            }
            at = at.saturating_add(in_file(member.place.len));
        }
        members.iter().for_each(|member| head.extend(member.symbols.names()));
        head.resize(end, 0);
    }
    if list > 0 {
        head.extend(header("//", "", "", &list.to_string()));
        let end = head.len().saturating_add(list);
        head.extend(&names.list);
        head.resize(end, b'\n');
    }
    let mut parts = Vec::new();
    for (member, name) in members.iter().zip(&names.in_headers) {
        let len = member.place.len;
        if len > LARGEST {
            let problem = WriteProblem::TooLarge { found: len, max: LARGEST };
            return Err(WriteError::new("size", problem));
        }
        head.extend(header(name, "0", "644", &len.to_string()));
        parts.push(OutputPart::Bytes(std::mem::take(&mut head).into()));
        parts.push(OutputPart::Range { input: member.input, place: member.place });
        if len % 2 == 1 {
            head.push(b'\n');
        }
    }
    if !head.is_empty() {
        parts.push(OutputPart::Bytes(head.into()));
    }
    Ok(parts)
}

/// What a member of `len` bytes takes, in bytes.
fn in_file(len: u64) -> u64 {
    HEADER_LEN.saturating_add(len).saturating_add(len % 2)
}

fn to_u64(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

fn push_number(to: &mut Vec<u8>, width: usize, number: u64) {
    let bytes = number.to_be_bytes();
    to.extend(bytes.get(bytes.len().saturating_sub(width)..).unwrap_or_default());
}

/// A header: date and owners are `owner`.
fn header(name: impl AsRef<[u8]>, owner: &str, mode: &str, size: &str) -> Vec<u8> {
    let mut header = name.as_ref().to_vec();
    header.resize(16, b' ');
    header.extend(format!("{owner:<12}{owner:<6}{owner:<6}{mode:<8}{size:<10}").into_bytes());
    header.extend(TERMINATOR);
    header
}

/// What the headers say of names.
struct Names {
    /// The list of long names.
    list: Vec<u8>,
    /// What is in each header.
    in_headers: Vec<Vec<u8>>,
}

impl Names {
    fn collect(members: &[NewMember<'_>]) -> Self {
        let mut list: Vec<u8> = Vec::new();
        let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
        let in_headers = members.iter().map(|member| {
            let name = member.name.as_slice();
            let in_header = [name, b"/"].concat();
            if name.len() <= SHORT && !name.contains(&b'/') && is_name(&in_header) {
                return in_header;
            }
            let at = *known.entry(name).or_insert_with(|| {
                let at = list.len();
                list.extend(name);
                list.extend(b"/\n");
                at
            });
            format!("/{at}").into_bytes()
        });
        let in_headers = in_headers.collect();
        Self { list, in_headers }
    }
}

/// The symbols of all members.
struct SymbolTable {
    count: u64,
    /// How many bytes their names take.
    names: u64,
}

impl SymbolTable {
    /// None where no member can have symbols, or those of one are not known: linkers would believe that it has none.
    fn collect(members: &[NewMember<'_>]) -> Option<Self> {
        let mut table = Self { count: 0, names: 0 };
        let mut objects = false;
        for member in members {
            match &member.symbols {
                Symbols::None => {}
                Symbols::Unknown => return None,
                Symbols::Known { count, names } => {
                    objects = true;
                    table.count = table.count.saturating_add(*count);
                    table.names = table.names.saturating_add(length(names));
                }
            }
        }
        objects.then_some(table)
    }

    /// Length of the member that it is, with its header, where numbers have `width` bytes. Some old tools want names in every table.
    fn len(&self, width: u64) -> u64 {
        let names = if self.names == 0 { 3 } else { self.names };
        let content = width.saturating_mul(self.count.saturating_add(1)).saturating_add(names);
        in_file(content)
    }
}
