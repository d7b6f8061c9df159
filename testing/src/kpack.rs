//! Writes valid and invalid kpack archives, as ROCm's packer does.

use rmp::encode::{write_array_len, write_map_len, write_str, write_uint};

/// A value of MessagePack.
#[derive(Clone)]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// Text.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Values under keys.
    Map(Vec<(String, Value)>),
    /// Raw bytes.
    Raw(Vec<u8>),
}

impl Value {
    fn write(&self, to: &mut Vec<u8>) {
        let count = |len: usize| u32::try_from(len).unwrap();
        match self {
            Self::Number(number) => drop(write_uint(to, *number).unwrap()),
            Self::Text(text) => write_str(to, text).unwrap(),
            Self::List(items) => {
                write_array_len(to, count(items.len())).unwrap();
                items.iter().for_each(|item| item.write(to));
            }
            Self::Map(items) => {
                write_map_len(to, count(items.len())).unwrap();
                for (key, value) in items {
                    write_str(to, key).unwrap();
                    value.write(to);
                }
            }
            Self::Raw(bytes) => to.extend(bytes),
        }
    }

    /// The value for `key` in a map.
    pub fn at(&mut self, key: &str) -> &mut Value {
        let Self::Map(items) = self else { panic!("no map") };
        let found = items.iter_mut().find(|(known, _)| known == key);
        &mut found.unwrap_or_else(|| panic!("{key}")).1
    }

    /// The item of a list.
    pub fn item(&mut self, number: usize) -> &mut Value {
        let Self::List(items) = self else { panic!("no list") };
        &mut items[number]
    }

    /// The keys of a map.
    pub fn items(&mut self) -> &mut Vec<(String, Value)> {
        let Self::Map(items) = self else { panic!("no map") };
        items
    }
}

/// Returns text as a value.
pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns a mapping as a value.
pub fn map(items: Vec<(&str, Value)>) -> Value {
    Value::Map(items.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// How code objects are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Uncompressed.
    None,
    /// Compressed separately.
    Zstd,
}

/// An archive in progress.
pub struct Archive {
    /// The header and the stored code objects.
    pub front: Vec<u8>,
    /// The table of contents.
    pub toc: Value,
}

/// A row: name, and code by target.
pub type Row<'r> = (&'r str, &'r [(&'r str, &'r [u8])]);

impl Archive {
    /// An archive for `targets` as ROCm's packer makes it: code begins at byte 64.
    pub fn new(scheme: Scheme, targets: &[&str], rows: &[Row<'_>]) -> Self {
        let mut front = b"KPAK\x01\0\0\0".to_vec();
        front.resize(64, 0);
        let contents: Vec<&[u8]> = rows
            .iter()
            .flat_map(|(_, entries)| entries.iter().map(|(_, code)| *code))
            .collect();
        let mut ordinals = 0_u64..;
        let mut entry = |(target, code): &(&str, &[u8])| {
            let made = map(vec![
                ("type", text("hsaco")),
                ("ordinal", Value::Number(ordinals.next().unwrap())),
                ("original_size", Value::Number(code.len() as u64)),
            ]);
            ((*target).to_owned(), made)
        };
        let rows = rows
            .iter()
            .map(|(name, entries)| ((*name).to_owned(), Value::Map(entries.iter().map(&mut entry).collect())));
        let mut toc = vec![
            ("format_version", Value::Number(1)),
            ("group_name", text("test")),
            ("gfx_arch_family", text("gfx900X")),
            (
                "gfx_arches",
                Value::List(targets.iter().map(|target| text(target)).collect()),
            ),
            ("toc", Value::Map(rows.collect())),
        ];
        match scheme {
            Scheme::None => {
                let blobs = contents.iter().map(|code| {
                    let blob = map(vec![
                        ("offset", Value::Number(front.len() as u64)),
                        ("size", Value::Number(code.len() as u64)),
                    ]);
                    front.extend(*code);
                    blob
                });
                let blobs = blobs.collect();
                toc.extend([("compression_scheme", text("none")), ("blobs", Value::List(blobs))]);
            }
            Scheme::Zstd => {
                let mut frames = u32::try_from(contents.len()).unwrap().to_le_bytes().to_vec();
                for code in contents {
                    let frame = zstd::bulk::compress(code, 3).unwrap();
                    frames.extend(u32::try_from(frame.len()).unwrap().to_le_bytes());
                    frames.extend(frame);
                }
                toc.extend([
                    ("compression_scheme", text("zstd-per-kernel")),
                    ("zstd_offset", Value::Number(front.len() as u64)),
                    ("zstd_size", Value::Number(frames.len() as u64)),
                ]);
                front.extend(frames);
            }
        }
        Self { front, toc: map(toc) }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.front.clone();
        let offset = u64::try_from(bytes.len()).unwrap();
        bytes[8..16].copy_from_slice(&offset.to_le_bytes());
        self.toc.write(&mut bytes);
        bytes
    }
}
