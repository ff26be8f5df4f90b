//! Orders of passes: lists in which a pass may occur several times.
//!
//! The effect of a pass depends on the passes before it, because they may create or destroy its
//! opportunities (Nobre, Reis and Cardoso, "Impact of compiler phase ordering when targeting GPUs",
//! 2017). There are two kinds of passes: igc's [scalar passes](super::ScalarPass) and
//! [LLVM's](super::LlvmPass).

use std::fmt;
use std::hash::Hash;

use super::{Configuration, ConfigurationError};

/// A kind of pass that a configuration lists in an order.
pub trait PassKind: Copy + Eq + Ord + Hash + fmt::Debug + 'static {
    /// The option in `--opts` that lists the passes, such as `passes=`.
    const OPTION: &str;

    /// Returns all passes with their names.
    fn all() -> &'static [(&'static str, Self)];

    /// Returns the order that the name `standard` means.
    fn standard() -> Vec<Self>;

    /// Returns a configuration with another order of these passes.
    fn choose(options: &Configuration, order: OrderOf<Self>) -> Configuration;

    /// Returns the error for a name that no pass has.
    fn unknown(name: &str) -> ConfigurationError;

    /// Returns the name of the pass.
    fn name(self) -> &'static str {
        Self::all().iter().find(|(_, pass)| *pass == self).map_or("", |(name, _)| name)
    }
}

/// The passes of one kind in a configuration, in the order in which they run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderOf<P>(Box<[P]>);

impl<P> Default for OrderOf<P> {
    /// Returns the order without passes.
    fn default() -> Self {
        OrderOf(Box::default())
    }
}

impl<P: PassKind> OrderOf<P> {
    /// Maximum number of passes in an order. It bounds the time of a compilation.
    pub const MAX: usize = 64;

    /// Creates an order.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than [`MAX`](OrderOf::MAX) passes.
    pub fn new(passes: Vec<P>) -> Result<OrderOf<P>, ConfigurationError> {
        match passes.len() > Self::MAX {
            true => Err(ConfigurationError::TooManyPasses(passes.len())),
            false => Ok(OrderOf(passes.into_boxed_slice())),
        }
    }

    /// Returns the order that `standard` means.
    pub fn standard() -> OrderOf<P> {
        OrderOf(P::standard().into_boxed_slice())
    }

    /// Parses a comma-separated list of passes, in the order in which they run. `none` means no
    /// passes, and `standard` means the [standard order](OrderOf::standard).
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown pass, for too many passes, and for `none` or `standard` next
    /// to other names.
    pub fn parse(text: &str) -> Result<OrderOf<P>, ConfigurationError> {
        OrderOf::split(text, ',')
    }

    /// Parses a list of passes that a character separates.
    pub(super) fn split(text: &str, separator: char) -> Result<OrderOf<P>, ConfigurationError> {
        let names: Vec<&str> =
            text.split(separator).map(str::trim).filter(|name| !name.is_empty()).collect();
        match names[..] {
            ["none"] => return Ok(OrderOf::default()),
            ["standard"] => return Ok(OrderOf::standard()),
            _ => {}
        }
        if let Some(name) = ["none", "standard"].into_iter().find(|name| names.contains(name)) {
            return Err(ConfigurationError::NotAlone(name));
        }
        let pass = |name: &&str| {
            let known = P::all().iter().find(|(known, _)| known == name);
            known.map(|(_, pass)| *pass).ok_or_else(|| P::unknown(name))
        };
        OrderOf::new(names.iter().map(pass).collect::<Result<_, _>>()?)
    }

    /// Parses the order in the parts of a configuration's text. Returns the order, and the other
    /// parts.
    ///
    /// # Errors
    ///
    /// Returns an error if there are two orders, or if the order is wrong.
    pub(super) fn take(parts: Vec<&str>) -> Result<(OrderOf<P>, Vec<&str>), ConfigurationError> {
        let (orders, others): (Vec<&str>, Vec<&str>) =
            parts.into_iter().partition(|part| part.starts_with(P::OPTION));
        match orders[..] {
            [] => Ok((OrderOf::default(), others)),
            [order] => Ok((OrderOf::split(&order[P::OPTION.len()..], '+')?, others)),
            _ => Err(ConfigurationError::OrderTwice(P::OPTION)),
        }
    }

    /// Returns the part of a configuration's text that lists the passes, if there are any.
    pub(super) fn part(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("{}{}", P::OPTION, self.joined("+")))
    }

    /// Returns the passes in order.
    pub fn passes(&self) -> &[P] {
        &self.0
    }

    /// Returns whether the order has no passes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names of the passes with a separator between them.
    fn joined(&self, separator: &str) -> String {
        let names: Vec<&str> = self.0.iter().map(|pass| pass.name()).collect();
        names.join(separator)
    }
}

impl<P: PassKind> fmt::Display for OrderOf<P> {
    /// Writes the order as `--passes` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "none" } else { "" })?;
        f.write_str(&self.joined(","))
    }
}
