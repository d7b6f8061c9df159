//! Decoding of text.

use alloc::rc::Rc;
use alloc::string::String;

use super::charset::Charset;
use super::reading::Reading;
use super::tables::{Attr, Holds};
use super::value::{Bits, Text, Value};
use crate::bytes::{Encoding, Place};
use crate::error::{Problem, ReadError};

/// From character 128.
const IBM437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// From 128 to 159; a space for undefined characters.
const WINDOWS_1252: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// From character 128; a space for undefined characters.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–— ™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

impl<'b> Reading<'b> {
    pub(crate) fn decode(&self, bits: &Bits<'b>, attr: &Attr<'static>) -> Result<&'b str, ReadError> {
        let (Bits::File(ofs, len), Holds::Text(charset, _)) = (bits, &attr.holds) else {
            return Ok("");
        };
        let encoding = charset.encoding().unwrap_or(Encoding::Utf8);
        self.file.0.text(Place { ofs: *ofs, len: *len }, encoding)
    }

    pub(crate) fn text(&mut self, bits: &Bits<'b>, charset: Charset) -> Result<Value<'b>, ReadError> {
        // A byte of a code page has up to three bytes in UTF-8.
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
                    // Borrow valid UTF-8 from the file.
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
            Charset::Latin1 | Charset::Windows1251 | Charset::Windows1252 | Charset::Ibm437 => {
                let text: Option<String> = bytes.iter().map(|byte| letter(*byte, charset)).collect();
                made(text.ok_or_else(|| wrong("expected text in its encoding, found bytes that are not"))?)
            }
        })
    }
}

pub(crate) fn letter(byte: u8, charset: Charset) -> Option<char> {
    match (charset, byte) {
        (Charset::Windows1252, 0x80..=0x9f) => {
            let mut letters = WINDOWS_1252.chars();
            letters.nth(usize::from(byte & 0x1f)).filter(|letter| *letter != ' ')
        }
        (Charset::Windows1251, 0x80..) => {
            let mut letters = WINDOWS_1251.chars();
            letters.nth(usize::from(byte & 0x7f)).filter(|letter| *letter != ' ')
        }
        (Charset::Ibm437, 0x80..) => IBM437.chars().nth(usize::from(byte & 0x7f)),
        _ => Some(char::from(byte)),
    }
}
