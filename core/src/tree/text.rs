//! Text in the character sets that schemas can name.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::reading::Reading;
use super::tables::Charset;
use super::value::{Bits, Text, Value};
use crate::error::{Problem, ReadError};

/// The characters of code page 437 from 128 on.
const IBM437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The characters of Windows-1252 from 128 to 159; a space where there is none.
const WINDOWS_1252: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

impl<'b> Reading<'b> {
    /// The text that these bytes are.
    pub(super) fn text(&mut self, bits: &Bits<'b>, charset: Charset) -> Result<Value<'b>, ReadError> {
        // A byte of code page 437 is up to three of UTF-8.
        self.pay(bits.len().saturating_mul(3))?;
        let bytes = self.look(bits)?;
        let at = self.place(bits);
        let wrong = |why| ReadError::new(at, Problem::BadText { why });
        let made = |text: String| Value::Text(Text::Made(Rc::from(text)));
        Ok(match charset {
            Charset::Utf8 | Charset::Ascii => {
                let text = core::str::from_utf8(bytes).ok();
                let Some(text) = text.filter(|text| charset == Charset::Utf8 || text.is_ascii()) else {
                    return Err(wrong(match charset {
                        Charset::Ascii => "expected ASCII, found other characters",
                        _ => "expected UTF-8, found bytes that are not",
                    }));
                };
                match bits {
                    // The same bytes, for as long as the file is there.
                    Bits::File(at, len) => match core::str::from_utf8(self.file.take(*at, *len)?) {
                        Ok(text) => Value::Text(Text::Shown(text)),
                        Err(_) => made(text.into()),
                    },
                    _ => made(text.into()),
                }
            }
            Charset::Utf16Le | Charset::Utf16Be => {
                let (units, odd) = bytes.as_chunks::<2>();
                let unit = |bytes: &[u8; 2]| match charset {
                    Charset::Utf16Le => u16::from_le_bytes(*bytes),
                    _ => u16::from_be_bytes(*bytes),
                };
                let text: Result<String, _> = char::decode_utf16(units.iter().map(unit)).collect();
                match text {
                    Ok(text) if odd.is_empty() => made(text),
                    _ => return Err(wrong("expected UTF-16, found bytes that are not")),
                }
            }
            Charset::Windows1252 => {
                let high: Vec<char> = WINDOWS_1252.chars().collect();
                let letter = |byte: &u8| match byte {
                    0x80..=0x9f => high
                        .get(usize::from(*byte & 0x1f))
                        .copied()
                        .filter(|letter| *letter != ' '),
                    byte => Some(char::from(*byte)),
                };
                let text: Option<String> = bytes.iter().map(letter).collect();
                made(text.ok_or_else(|| wrong("expected Windows-1252, found bytes that are not"))?)
            }
            Charset::Latin1 => made(bytes.iter().map(|byte| char::from(*byte)).collect()),
            Charset::Ibm437 => {
                let high: Vec<char> = IBM437.chars().collect();
                let letter = |byte: &u8| match byte.checked_sub(0x80) {
                    None => char::from(*byte),
                    Some(at) => high
                        .get(usize::from(at))
                        .copied()
                        .unwrap_or(char::REPLACEMENT_CHARACTER),
                };
                made(bytes.iter().map(letter).collect())
            }
        })
    }
}
