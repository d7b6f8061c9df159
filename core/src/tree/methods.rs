//! Methods of values.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;

use super::charset::Charset;
use super::expression::Method;
use super::operators::Comparison;
use super::reading::Reading;
use super::value::{Bits, Text, Value, whole};
use crate::Shortened;
use crate::bytes::{count, length};
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(super) fn call(
        &mut self,
        of: &Value<'b>,
        method: Method,
        told: &[Value<'b>],
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        match (method, of) {
            (Method::ToNumber, of) => self.number_of(of, told.first(), text),
            (Method::ToText, of) => self.text_of(of, told.first(), text),
            (Method::Length, of) => Ok(Value::Number(i128::from(self.len_of(of, text)?))),
            (Method::Substring, Value::Text(of)) => match told {
                [Value::Number(from), Value::Number(to)] => {
                    self.pay(length(of.as_str().as_bytes()))?;
                    let [from, to] = [from, to].map(|place| usize::try_from(*place).unwrap_or(0));
                    Ok(make_text(of.as_str().chars().take(to).skip(from).collect()))
                }
                _ => Err(self.unfit(text, "two whole numbers", of_first(told, &Value::Text(of.clone())))),
            },
            (Method::First, of) => self.at(of, &Value::Number(0), text),
            (Method::Last, of) => {
                let len = self.len_of(of, text)?;
                self.at(of, &Value::Number(i128::from(len).saturating_sub(1)), text)
            }
            (Method::Least, of) => self.extreme(of, Comparison::Less, text),
            (Method::Most, of) => self.extreme(of, Comparison::Greater, text),
            (Method::IsAtEnd, Value::Stream(stream)) => Ok(Value::Flag(self.is_at_end(*stream)?)),
            (Method::Position, Value::Stream(stream)) => {
                let at = self.stream(*stream)?.at;
                Ok(Value::Number(i128::from(at)))
            }
            (Method::StreamOf, Value::Record(frame)) => Ok(Value::Stream(self.frame(*frame)?.stream)),
            (Method::ParentOf, Value::Record(frame)) => self.parent_of(*frame),
            (Method::ToBytes, Value::Bytes(_)) => Ok(of.clone()),
            (Method::ToBytes, Value::List(_)) => {
                let bytes = self.bytes_of(of, text)?;
                let len = bytes.len();
                Ok(Value::Bytes(Bits::Made(Rc::from(bytes), 0, len, 0)))
            }
            (Method::RootOf, Value::Record(frame)) => self.root_of(*frame),
            (_, other) => Err(self.unfit(text, "a value with this method", other)),
        }
    }

    fn number_of(
        &mut self,
        of: &Value<'b>,
        radix: Option<&Value<'b>>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        let number = match of {
            Value::Number(number) | Value::Named(_, number) => Some(*number),
            Value::Flag(flag) => Some(i128::from(*flag)),
            Value::Float(number) => whole(*number),
            Value::Text(digits) => {
                let radix = match radix {
                    Some(Value::Number(radix)) => u32::try_from(*radix).ok().filter(|radix| (2..=36).contains(radix)),
                    _ => Some(10),
                };
                let digits = digits.as_str().trim();
                self.pay(length(digits.as_bytes()))?;
                let number = radix.and_then(|radix| i128::from_str_radix(digits, radix).ok());
                if number.is_none() {
                    let expected = format!("the digits of a number in `{text}`");
                    return Err(self.fault(Problem::Unexpected { found: format!("{:?}", Shortened(digits)), expected }));
                }
                number
            }
            other => return Err(self.unfit(text, "a value that is a number", other)),
        };
        number
            .map(Value::Number)
            .ok_or_else(|| self.fault(Problem::Overflow { expression: text }))
    }

    fn text_of(
        &mut self,
        of: &Value<'b>,
        charset: Option<&Value<'b>>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        match (of, charset) {
            (Value::Number(number), _) => {
                let digits = format!("{number}");
                self.pay(length(digits.as_bytes()))?;
                Ok(make_text(digits))
            }
            (Value::Bytes(bits), Some(Value::Text(name))) => match Charset::named(name.as_str()) {
                Some(charset) => self.text(&bits.clone(), charset),
                None => Err(self.unfit(text, "the name of a character set that is known", of)),
            },
            (other, _) => Err(self.unfit(text, "a number, or bytes", other)),
        }
    }

    fn len_of(&mut self, of: &Value<'b>, text: &'static str) -> Result<u64, ReadError> {
        Ok(match of {
            Value::Text(of) => {
                let bytes = length(of.as_str().as_bytes());
                self.pay(bytes)?;
                u64::try_from(of.as_str().chars().count()).unwrap_or(u64::MAX)
            }
            Value::Bytes(bits) => bits.len(),
            Value::List(list) => self.lists.get(*list).map_or(0, |items| count(items)),
            Value::Stream(stream) => self.stream(*stream)?.of.len(),
            other => return Err(self.unfit(text, "something that has a length", other)),
        })
    }

    fn extreme(&mut self, of: &Value<'b>, before: Comparison, text: &'static str) -> Result<Value<'b>, ReadError> {
        let len = self.len_of(of, text)?;
        let mut best: Option<Value<'b>> = None;
        for index in 0..len {
            self.pay(0)?;
            let value = self.at(of, &Value::Number(i128::from(index)), text)?;
            let is_better = match &best {
                Some(best) => self.compare(&value, best, before, text)?,
                None => true,
            };
            if is_better {
                best = Some(value);
            }
        }
        best.ok_or_else(|| {
            let expected = format!("at least one item in `{text}`");
            self.fault(Problem::Unexpected { found: "none".into(), expected })
        })
    }
}

fn make_text<'b>(text: String) -> Value<'b> {
    Value::Text(Text::Made(Rc::from(text)))
}

fn of_first<'v, 'b>(told: &'v [Value<'b>], otherwise: &'v Value<'b>) -> &'v Value<'b> {
    told.first().unwrap_or(otherwise)
}

impl Charset {
    /// Returns the character set with this name, in any letter case.
    pub fn named(name: &str) -> Option<Self> {
        let known = [
            (Self::Ascii, "ASCII"),
            (Self::Ascii, "US-ASCII"),
            (Self::Utf8, "UTF-8"),
            (Self::Utf8, "UTF8"),
            (Self::Utf16Le, "UTF-16LE"),
            (Self::Utf16Be, "UTF-16BE"),
            (Self::Latin1, "ISO-8859-1"),
            (Self::Windows1251, "windows-1251"),
            (Self::Windows1251, "CP1251"),
            (Self::Windows1252, "windows-1252"),
            (Self::Ibm437, "IBM437"),
            (Self::Ibm437, "CP437"),
        ];
        known
            .into_iter()
            .find_map(|(charset, known)| known.eq_ignore_ascii_case(name).then_some(charset))
    }

    /// Returns the length of a NUL in bytes.
    pub fn unit(self) -> usize {
        match self {
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Ascii | Self::Utf8 | Self::Latin1 | Self::Windows1251 | Self::Windows1252 | Self::Ibm437 => 1,
        }
    }
}
