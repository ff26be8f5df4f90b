//! Judges of first results: the reference, and oracles that judge each distinct result once.

use igc_compiler::ir::Module;
use igc_runtime::judge::Judge;
use igc_runtime::report::Verdict;
use igc_runtime::results::{Results, judged, returned};

use super::report::Failure;
use igc_runtime::reference::Reference;

/// Everything that judges the first results of a comparison.
#[derive(Clone, Copy)]
pub struct Judges<'a> {
    /// The oracles that the program names, if it names any.
    pub oracle: Option<&'a Judge<'a>>,
    /// The result in the reference interpreter, if there is one.
    pub reference: Option<&'a Reference>,
}

impl Judges<'_> {
    /// Returns whether nothing judges results.
    pub fn is_empty(&self) -> bool {
        self.oracle.is_none() && self.reference.is_none()
    }

    /// Returns the names of the arrays that [`judge`](Judges::judge) needs.
    pub fn needs<'s>(&self, module: &'s Module) -> Vec<&'s str> {
        match self.reference {
            Some(_) => returned(module, self.oracle.is_some()),
            None => judged(module),
        }
    }

    /// Returns the verdicts of the oracles, if the program names any.
    ///
    /// # Errors
    ///
    /// Returns an error if a result is wrong, or if an oracle cannot judge it.
    pub fn judge(
        &self,
        module: &Module,
        results: &Results<'_>,
    ) -> Result<Option<Vec<Verdict>>, Failure> {
        let verdicts = self.oracle.map(|oracle| oracle.judge(module, results)).transpose()?;
        if let Some(refused) = verdicts.iter().flatten().find(|verdict| !verdict.passed) {
            let reason = refused.reason.as_deref().unwrap_or("the result is wrong");
            return Err(Failure::wrong(format!("{} disagrees: {reason}", refused.oracle)));
        }
        if let Some(reference) = self.reference {
            reference.compare(module, results).map_err(Failure::wrong)?;
        }
        Ok(verdicts)
    }
}
