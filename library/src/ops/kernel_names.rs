//! Names of kernels as they were written in the source.

use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

/// Names are not longer than this, in bytes; those that would be are shown as they are. A mangled name can mean one that is as long as the
/// square of its length, and more.
const LONGEST: usize = 16 << 10;

/// The name of the function with this symbol, as it was written; the symbol itself where it is no such name.
pub(super) fn demangle(symbol: &str) -> String {
    let mut name = Bounded(String::new());
    let found = Symbol::new(symbol.as_bytes());
    let told = found.map(|found| found.structured_demangle(&mut name, &DemangleOptions::new()));
    match told {
        Ok(Ok(())) => name.0,
        _ => symbol.to_owned(),
    }
}

/// A text that grows up to [`LONGEST`], and no further.
struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len().saturating_add(text.len()) > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_as_they_were_written() {
        assert_eq!(demangle("_Z3addIfEvPT_i"), "void add<float>(float*, int)");
        for as_it_is in ["", "main", "__omp_offloading_10_2_main_l7", "_Z", "_Zé"] {
            assert_eq!(demangle(as_it_is), as_it_is);
        }
    }

    /// A function with so many arguments, each a pair of what is before it.
    fn of_pairs(arguments: usize) -> String {
        let mut symbol = "_Z1f1PIiiE".to_owned();
        for digit in "0123456789ABCDEFGHIJ".chars().take(arguments) {
            symbol.push_str(&format!("S_IS{digit}_S{digit}_E"));
        }
        symbol
    }

    #[test]
    fn a_name_that_would_be_long_stays_as_it_is() {
        assert_eq!(demangle(&of_pairs(1)), "f(P<int, int>, P<P<int, int>, P<int, int> >)");
        let short = demangle(&of_pairs(8));
        assert!(short.starts_with("f(") && short.len() > LONGEST / 4, "{}", short.len());
        assert_eq!(demangle(&of_pairs(20)), of_pairs(20));
    }
}
