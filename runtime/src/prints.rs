//! The lines that a program prints while it runs.

use std::fmt;
use std::sync::Arc;

/// A function that receives lines.
type Receiver = dyn Fn(&str) + Send + Sync;

/// Receives the lines of `print`. By default, nobody receives them, and a run does not evaluate the
/// values that it would print: reading them from a device takes time.
#[derive(Clone, Default)]
pub struct Prints(Option<Arc<Receiver>>);

impl Prints {
    /// Passes every line to a function, in the order of the program.
    pub fn to(receive: impl Fn(&str) + Send + Sync + 'static) -> Prints {
        Prints(Some(Arc::new(receive)))
    }

    /// Whether anybody receives the lines.
    pub fn are_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Passes a line on.
    pub fn line(&self, line: &str) {
        if let Some(receive) = &self.0 {
            receive(line);
        }
    }
}

impl fmt::Debug for Prints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prints").field(&self.are_wanted()).finish()
    }
}
