//! The arrays of a program that are read after a run.
//!
//! A program can have much more state than results, and a copy of the state from a device can take
//! longer than the run. The caller therefore names the arrays that it needs. The other arrays stay
//! where they are.

use std::borrow::Cow;

use igc_compiler::data::ArrayData;
use igc_compiler::schedule::{Check, CheckArg, Schedule};

use crate::Error;
use crate::backend::Prepared;

/// The content of some arrays after a run, by the names of their buffers in the schedule.
#[derive(Debug, Default)]
pub struct Results<'a>(Vec<(&'a str, Cow<'a, ArrayData>)>);

impl<'a> Results<'a> {
    /// Reads the arrays that have these names after the last run of a program.
    ///
    /// # Errors
    ///
    /// Returns an error if the schedule has no buffer of that name, or if the device fails.
    pub fn read(
        prepared: &'a dyn Prepared,
        schedule: &Schedule,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Results<'a>, Error> {
        let one = |name| Ok((name, prepared.array(position(schedule, name)?)?));
        names.into_iter().map(one).collect::<Result<_, Error>>().map(Results)
    }

    /// Names arrays that have already been read.
    pub fn of(arrays: impl IntoIterator<Item = (&'a str, &'a ArrayData)>) -> Results<'a> {
        Results(arrays.into_iter().map(|(name, data)| (name, Cow::Borrowed(data))).collect())
    }

    /// Names all arrays of a program, in the order of the schedule's buffers.
    pub fn all(schedule: &'a Schedule, arrays: &'a [ArrayData]) -> Results<'a> {
        Results::of(schedule.buffers.iter().map(|buffer| buffer.name.as_str()).zip(arrays))
    }

    /// Returns an array that was read, or `None` for any other name.
    pub fn get(&self, name: &str) -> Option<&ArrayData> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, data)| &**data)
    }
}

/// Returns the position of a buffer in the schedule.
///
/// # Errors
///
/// Returns an error if the schedule has no buffer of that name.
pub fn position(schedule: &Schedule, name: &str) -> Result<usize, Error> {
    let at = schedule.buffers.iter().position(|buffer| buffer.name == name);
    at.ok_or_else(|| Error::missing("buffer", name))
}

/// Returns the names of the buffers that the oracles of a program judge, each once.
pub fn judged(schedule: &Schedule) -> Vec<&str> {
    let mut names = vec![];
    for arg in schedule.checks.iter().flat_map(|Check { args, .. }| args) {
        if let CheckArg::Buffer(name) = arg
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    names
}

/// Returns the positions of the buffers that are [read after a run](returned).
///
/// # Errors
///
/// Returns an error if the schedule names a buffer that it does not have.
pub fn returned_positions(schedule: &Schedule, is_checked: bool) -> Result<Vec<usize>, Error> {
    returned(schedule, is_checked).into_iter().map(|name| position(schedule, name)).collect()
}

/// Returns the names of the buffers that are read after a run: the outputs of the program in the
/// order of the schedule, and if the result is checked, the other buffers that its oracles judge.
pub fn returned(schedule: &Schedule, is_checked: bool) -> Vec<&str> {
    let mut names: Vec<&str> = schedule.outputs.iter().map(String::as_str).collect();
    if is_checked {
        names.extend(
            judged(schedule)
                .into_iter()
                .filter(|name| !schedule.outputs.iter().any(|output| output == name)),
        );
    }
    names
}
