//! Archives made byte by byte, in each form of symbol table, and read again: no archiver is needed.

/// The form of an archive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// That of GNU, with offsets of so many bytes.
    Gnu(usize),
    /// That of BSD: names are before contents.
    Bsd(usize),
    /// That of COFF: a second table after the first.
    Coff,
    /// Without a symbol table.
    Plain,
}

impl Form {
    pub const ALL: [Self; 6] = [Self::Gnu(4), Self::Gnu(8), Self::Bsd(4), Self::Bsd(8), Self::Coff, Self::Plain];
}

const MAGIC: &[u8] = b"!<arch>\n";

fn header(name: &str, date: usize, size: usize) -> Vec<u8> {
    format!("{name:<16}{date:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 1000, 100, "100644").into_bytes()
}

/// A member, filled up to an even length.
fn member(name: &str, date: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = header(name, date, content.len());
    bytes.extend(content);
    if content.len() % 2 == 1 {
        bytes.push(b'\n');
    }
    bytes
}

/// What members are called: some have long names.
fn name(number: usize) -> String {
    match number % 2 {
        0 => format!("m{number}.o"),
        _ => format!("a-member-with-a-long-name-{number}.o"),
    }
}

fn big(number: usize, width: usize) -> Vec<u8> {
    (number as u64).to_be_bytes()[8 - width..].to_vec()
}

fn little(number: usize, width: usize) -> Vec<u8> {
    (number as u64).to_le_bytes()[..width].to_vec()
}

/// An archive of these members, each of which has two symbols.
pub fn archive(form: Form, contents: &[Vec<u8>]) -> Vec<u8> {
    let count = 2 * contents.len();
    let names: String = (0..count).map(|number| format!("symbol{number}\0")).collect();
    let mut long = String::new();
    let bodies: Vec<Vec<u8>> = (0..)
        .zip(contents)
        .map(|(number, content)| {
            let (name, date) = (name(number), 1_000_000 + number);
            if let Form::Bsd(_) = form {
                let mut whole = name.clone().into_bytes();
                whole.resize(name.len().next_multiple_of(4), 0);
                let in_header = format!("#1/{}", whole.len());
                whole.extend(content);
                return member(&in_header, date, &whole);
            }
            if name.len() < 16 {
                return member(&format!("{name}/"), date, content);
            }
            let at = long.len();
            long += &format!("{name}/\n");
            member(&format!("/{at}"), date, content)
        })
        .collect();
    let table = |offsets: &[usize]| -> Vec<Vec<u8>> {
        let of_symbol = |symbol: usize| offsets[symbol / 2];
        match form {
            Form::Plain => Vec::new(),
            Form::Gnu(width) => {
                let mut table = big(count, width);
                (0..count).for_each(|symbol| table.extend(big(of_symbol(symbol), width)));
                table.extend(names.bytes());
                vec![member(if width == 4 { "/" } else { "/SYM64/" }, 0, &table)]
            }
            Form::Bsd(width) => {
                let mut table = b"__.SYMDEF SORTED".to_vec();
                let called = if width == 4 { "#1/16" } else { "#1/20" };
                if width == 8 {
                    table = b"__.SYMDEF_64\0\0\0\0\0\0\0\0".to_vec();
                }
                table.extend(little(2 * width * count, width));
                for symbol in 0..count {
                    table.extend(little(9 * symbol, width));
                    table.extend(little(of_symbol(symbol), width));
                }
                table.extend(little(names.len(), width));
                table.extend(names.bytes());
                vec![member(called, 0, &table)]
            }
            Form::Coff => {
                let mut first = big(count, 4);
                (0..count).for_each(|symbol| first.extend(big(of_symbol(symbol), 4)));
                first.extend(names.bytes());
                let mut second = little(offsets.len(), 4);
                offsets.iter().for_each(|offset| second.extend(little(*offset, 4)));
                second.extend(little(count, 4));
                (0..count).for_each(|symbol| second.extend(little(symbol / 2 + 1, 2)));
                second.extend(names.bytes());
                vec![member("/", 0, &first), member("/", 0, &second)]
            }
        }
    };
    let long_names = if long.is_empty() {
        Vec::new()
    } else {
        member("//", 0, long.as_bytes())
    };
    let front = table(&vec![0; contents.len()]).concat().len() + MAGIC.len() + long_names.len();
    let offsets: Vec<usize> = bodies
        .iter()
        .scan(front, |at, body| {
            let here = *at;
            *at += body.len();
            Some(here)
        })
        .collect();
    [MAGIC.to_vec(), table(&offsets).concat(), long_names, bodies.concat()].concat()
}

/// The headers and their contents from the first on, tables among them.
fn all(bytes: &[u8]) -> Vec<(usize, &[u8], &[u8])> {
    let mut all = Vec::new();
    let mut at = MAGIC.len();
    while at < bytes.len() {
        let header = &bytes[at..at + 60];
        let size: usize = std::str::from_utf8(&header[48..58]).unwrap().trim().parse().unwrap();
        all.push((at, header, &bytes[at + 60..at + 60 + size]));
        at += 60 + size + size % 2;
    }
    all
}

/// Whether a member is a table.
fn is_table((_, header, content): &(usize, &[u8], &[u8])) -> bool {
    let is_name = header[0] == b'/' && !header[1].is_ascii_digit();
    is_name || content.starts_with(b"__.SYMDEF")
}

/// The members: what is in front of each content but for its length, and the content.
pub fn members(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let files = all(bytes).into_iter().filter(|member| !is_table(member));
    let files = files.map(|(_, header, content)| {
        let before: usize = match header.strip_prefix(b"#1/") {
            Some(len) => std::str::from_utf8(&len[..13]).unwrap().trim().parse().unwrap(),
            None => 0,
        };
        let front = [&header[..48], &content[..before]].concat();
        (front, content[before..].to_vec())
    });
    files.collect()
}

/// Where the headers of the members are.
pub fn starts(bytes: &[u8]) -> Vec<usize> {
    all(bytes)
        .iter()
        .filter(|member| !is_table(member))
        .map(|(at, ..)| *at)
        .collect()
}

/// The number of the member that each offset of each table leads to.
pub fn symbols(form: Form, bytes: &[u8]) -> Vec<usize> {
    let all = all(bytes);
    let starts = starts(bytes);
    let number = |offset: usize| starts.iter().position(|start| *start == offset).unwrap();
    let tables: Vec<&[u8]> = all
        .iter()
        .filter(|member| is_table(member) && !member.1.starts_with(b"//"))
        .map(|(_, _, content)| *content)
        .collect();
    let read_big = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all << 8 | usize::from(*byte));
    let read_little = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, byte| all << 8 | usize::from(*byte));
    let of_gnu = |table: &[u8], width: usize| -> Vec<usize> {
        let count = read_big(&table[..width]);
        table[width..]
            .chunks(width)
            .take(count)
            .map(|offset| number(read_big(offset)))
            .collect()
    };
    match form {
        Form::Plain => Vec::new(),
        Form::Gnu(width) => of_gnu(tables[0], width),
        Form::Bsd(width) => {
            let table = &tables[0][if width == 4 { 16 } else { 20 }..];
            let count = read_little(&table[..width]) / (2 * width);
            let pairs = table[width..].chunks(2 * width).take(count);
            pairs.map(|pair| number(read_little(&pair[width..]))).collect()
        }
        Form::Coff => {
            let count = read_little(&tables[1][..4]);
            let second = tables[1][4..]
                .chunks(4)
                .take(count)
                .map(|offset| number(read_little(offset)));
            of_gnu(tables[0], 4).into_iter().chain(second).collect()
        }
    }
}
