//! The length of names, and modules without chosen names.
//!
//! Passes derive names from names: a copy of a kernel, a part of one, or several that became one.
//! Names would grow with the number of passes, and drivers do not accept names of any length. Derived
//! names, and all names in emitted code, therefore have a bounded length.

use std::borrow::Cow;

use super::{Local, Locals, Module};

/// Maximum number of bytes of a [bounded] name.
pub const MAX_NAME: usize = 48;

/// Number of hexadecimal digits of the hash at the end of a shortened name.
const DIGITS: usize = 16;

/// Returns the name if it has at most [`MAX_NAME`] bytes. Otherwise returns its start and a hash of
/// the whole name, so that names that differ still differ.
pub fn bounded(name: &str) -> Cow<'_, str> {
    if name.len() <= MAX_NAME {
        return Cow::Borrowed(name);
    }
    let fits = |(at, c): &(usize, char)| at + c.len_utf8() < MAX_NAME - DIGITS;
    let start: String = name.char_indices().take_while(fits).map(|(_, c)| c).collect();
    Cow::Owned(format!("{start}_{:016x}", hash(name)))
}

/// Returns the FNV-1a hash of a text, with 64 bits.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Module {
    /// Returns the module with numbers instead of the names that a device cannot tell apart: those of
    /// kernels, of outlined loops and of locals. Two modules with the same code are then equal, even
    /// if passes chose other names. State keeps its names, because users see them.
    pub fn with_numbered_names(&self) -> Module {
        let mut module = self.clone();
        for (at, kernel) in module.kernels.iter_mut().enumerate() {
            kernel.name = format!("kernel_{at}");
            kernel.locals = numbered(&kernel.locals);
        }
        for (at, outlined) in module.outlined.iter_mut().enumerate() {
            outlined.name = format!("outlined_{at}");
            outlined.locals = numbered(&outlined.locals);
        }
        module.main.locals = numbered(&module.main.locals);
        module
    }
}

fn numbered(locals: &Locals) -> Locals {
    let named = |(at, local): (usize, &Local)| Local { name: format!("l{at}"), ..local.clone() };
    locals.iter().enumerate().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened_and_still_differ() {
        let limit = "n".repeat(MAX_NAME);
        assert_eq!(bounded(&limit), limit);
        let (one, other) = (format!("{limit}1"), format!("{limit}2"));
        assert_eq!(bounded(&one), "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn_f9a43149e006d03c");
        assert_ne!(bounded(&one), bounded(&other));
        for name in [one, other, "k".repeat(1 << 20), "é".repeat(100)] {
            assert!(bounded(&name).len() <= MAX_NAME, "{}", bounded(&name));
        }
    }
}
