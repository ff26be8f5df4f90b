//! The arrays of a program that are read after a run.
//!
//! A program can have much more state than results, and a copy of the state from a device can take
//! longer than the run. The caller therefore names the arrays that it needs. The other arrays stay
//! where they are.

use std::borrow::Cow;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Module;

use crate::Error;
use crate::backend::Prepared;

/// The content of some arrays after a run, by their names in the module.
#[derive(Debug, Default)]
pub struct Results<'a>(Vec<(&'a str, Cow<'a, ArrayData>)>);

impl<'a> Results<'a> {
    /// Reads the arrays that have these names after the last run of a program.
    ///
    /// # Errors
    ///
    /// Returns an error if the module has no array of that name, or if the device fails.
    pub fn read(
        prepared: &'a dyn Prepared,
        module: &Module,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Results<'a>, Error> {
        let one = |name| Ok((name, prepared.array(position(module, name)?)?));
        names.into_iter().map(one).collect::<Result<_, Error>>().map(Results)
    }

    /// Names arrays that have already been read.
    pub fn of(arrays: impl IntoIterator<Item = (&'a str, &'a ArrayData)>) -> Results<'a> {
        Results(arrays.into_iter().map(|(name, data)| (name, Cow::Borrowed(data))).collect())
    }

    /// Names all arrays of a program, in the order of the module.
    pub fn all(module: &'a Module, arrays: &'a [ArrayData]) -> Results<'a> {
        Results::of(module.arrays.iter().map(|array| array.name.as_str()).zip(arrays))
    }

    /// Returns an array that was read, or `None` for any other name.
    pub fn get(&self, name: &str) -> Option<&ArrayData> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, data)| &**data)
    }
}

/// Returns the position of an array in the module.
///
/// # Errors
///
/// Returns an error if the module has no array of that name.
pub fn position(module: &Module, name: &str) -> Result<usize, Error> {
    let at = module.arrays.iter().position(|array| array.name == name);
    at.ok_or_else(|| Error::missing("array", name))
}

/// Returns the names of the arrays that the oracles of a program judge, each once.
pub fn judged(module: &Module) -> Vec<&str> {
    let mut names = vec![];
    for name in module.checks.iter().flat_map(|check| module.judged_names(check)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the positions of the arrays that are [read after a run](returned).
///
/// # Errors
///
/// Returns an error if the module names a array that it does not have.
pub fn returned_positions(module: &Module, is_checked: bool) -> Result<Vec<usize>, Error> {
    returned(module, is_checked).into_iter().map(|name| position(module, name)).collect()
}

/// Returns the names of the arrays that are read after a run: the outputs of the program in the
/// order of the module, and if the result is checked, the other arrays that its oracles judge.
pub fn returned(module: &Module, is_checked: bool) -> Vec<&str> {
    let mut names: Vec<&str> = module.output_names().collect();
    if is_checked {
        names.extend(
            judged(module)
                .into_iter()
                .filter(|name| module.output_names().all(|output| output != *name)),
        );
    }
    names
}
