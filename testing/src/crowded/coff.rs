//! COFF objects with shared section and symbol names.

const HEADER: usize = 20;
const SECTION: usize = 40;

/// An object.
#[derive(Default)]
pub struct Coff {
    sections: Vec<(u32, Vec<u8>)>,
    symbols: Vec<(u32, u16)>,
    strings: Vec<u8>,
}

impl Coff {
    /// Adds a long name; returns its offset in the string table.
    pub fn string(&mut self, name: &[u8]) -> u32 {
        let ofs = 4 + self.strings.len() as u32;
        self.strings.extend(name);
        self.strings.push(0);
        ofs
    }

    /// Adds a section.
    pub fn section(&mut self, name: u32, content: &[u8]) {
        self.sections.push((name, content.to_vec()));
    }

    /// Adds a symbol in a section, numbered from 1.
    pub fn symbol(&mut self, name: u32, section: u16) {
        self.symbols.push((name, section));
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        let data = HEADER + SECTION * self.sections.len();
        let symbols = data + self.sections.iter().map(|(_, content)| content.len()).sum::<usize>();
        let mut bytes = 0x8664_u16.to_le_bytes().to_vec();
        bytes.extend((self.sections.len() as u16).to_le_bytes());
        for number in [0, symbols as u32, self.symbols.len() as u32, 0] {
            bytes.extend(number.to_le_bytes());
        }
        let mut at = data;
        for (name, content) in &self.sections {
            let mut field = format!("/{name}").into_bytes();
            field.resize(8, 0);
            bytes.extend(field);
            let ofs = if content.is_empty() { 0 } else { at };
            for number in [0, 0, content.len() as u32, ofs as u32, 0, 0, 0, 0x4000_0800] {
                bytes.extend(number.to_le_bytes());
            }
            at += content.len();
        }
        self.sections.iter().for_each(|(_, content)| bytes.extend(content));
        for (name, section) in self.symbols {
            bytes.extend(0_u32.to_le_bytes());
            bytes.extend(name.to_le_bytes());
            bytes.extend([0; 4]);
            bytes.extend(section.to_le_bytes());
            bytes.extend([0, 0, 2, 0]);
        }
        bytes.extend((4 + self.strings.len() as u32).to_le_bytes());
        bytes.extend(self.strings);
        bytes
    }
}
