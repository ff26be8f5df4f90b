//! Runs an outlined loop with one launch and one read. Afterwards, the state of the host is the
//! same as if the host had run the loop.
//!
//! During the loop, the host waits in the driver and sends no heartbeats: a
//! [`Watch`](crate::watch::Watch) sees the whole loop as one kernel.

use std::sync::Arc;

use igc_compiler::interface::{Argument, Output, WorklistPart};
use igc_compiler::ir::{LocalId, OutlinedId, Value};
use igc_compiler::schedule::Ending;
use igc_opencl::Binding;

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::geometry::Geometry;
use crate::backend::opencl::outlined_loop::OutlinedLoop;
use crate::backend::opencl::state::State;
use crate::backend::opencl::worklist::Worklist;
use crate::host::{Memory, Progress, Target};

impl Machine {
    /// Runs an outlined loop to its end.
    pub(super) fn run_outlined(
        &mut self,
        id: OutlinedId,
        passed: &[LocalId],
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let outlined = &self.outlined[id.index()];
        let interface = Arc::clone(&outlined.interface);
        let values: Vec<Value> = passed.iter().map(|id| progress.locals[id.index()]).collect();
        let mut kernel = outlined.kernel.bind();
        self.bind_outlined(&mut kernel, outlined, &values, (progress.rounds, self.max_rounds))?;
        let Geometry { global, local } = outlined.environment.launch();
        self.watch.finished();
        self.watch.launched(&interface.entry);
        kernel.launch(global, local)?;
        drop(kernel);
        for argument in &interface.arguments {
            if let Argument::Worklist(id, WorklistPart::Sizes) = argument {
                self.worklists[id.index()].note_pushes();
            }
        }
        let mut words = vec![0u64; interface.results.len()];
        outlined.results.read(0, &mut words)?;
        self.watch.finished();
        self.take_results(id, (&interface.results, &words), passed, progress)
    }

    /// Binds the arguments of an outlined loop. `passed` has the values of its parameters, and
    /// `rounds` the number of rounds so far and their maximum.
    pub(super) fn bind_outlined(
        &self,
        kernel: &mut Binding<'_>,
        outlined: &OutlinedLoop,
        passed: &[Value],
        rounds: (u64, u64),
    ) -> Result<(), Error> {
        let OutlinedLoop { interface, environment, results, .. } = outlined;
        for (at, argument) in (0u32..).zip(&interface.arguments) {
            match argument {
                Argument::Environment => kernel.set_buffer(at, environment.words())?,
                Argument::Patience => kernel.set_scalar(at, environment.patience())?,
                Argument::Results => kernel.set_buffer(at, results)?,
                Argument::Rounds => kernel.set_scalar(at, rounds.0)?,
                Argument::MostRounds => kernel.set_scalar(at, rounds.1)?,
                _ => self.bind(kernel, at, argument, passed)?,
            }
        }
        Ok(())
    }

    /// Applies the results of the loop to the host's state.
    fn take_results(
        &mut self,
        id: OutlinedId,
        (outputs, words): (&[Output], &[u64]),
        passed: &[LocalId],
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let locals = &self.artefact.module.outlined[id.index()].locals;
        let (mut ending, mut node, mut seeded) = (None, 0, 0);
        let (mut array_places, mut worklist_places) = (vec![], vec![]);
        for (output, &word) in outputs.iter().zip(words) {
            match output {
                Output::Ending => ending = Ending::from_word(word),
                Output::Node => node = word as u32,
                Output::SeededWorklist => seeded = word as usize,
                Output::Groups => {
                    self.outlined[id.index()].environment.note_resident(word as usize);
                }
                Output::Rounds => progress.rounds = word,
                Output::Launches => progress.launches += word,
                Output::Returned(own) => {
                    let value = Value::from_bits(locals[own.index()].ty, word);
                    progress.locals[passed[own.index()].index()] = value;
                }
                Output::ArrayPlace(id) => array_places.push((id.index(), word as usize)),
                Output::WorklistPlace(id) => worklist_places.push((id.index(), word as usize)),
                Output::Phase(_) | Output::BuffersSwapped(_) => {}
            }
        }
        exchange(&mut self.state, &array_places, State::exchange)?;
        exchange(&mut self.worklists, &worklist_places, Worklist::exchange)?;
        self.swap_worklists(outputs, words);
        match ending {
            Some(Ending::Done) => Ok(()),
            Some(Ending::Rounds) => {
                // If a worklist ran out of room, the loop may have waited for a lost push.
                self.check_room()?;
                Err(Error::Rounds(self.max_rounds).into())
            }
            Some(Ending::Overflow) => {
                self.check_room()?;
                Err(Error::Internal("a worklist had no room, and none says so".into()).into())
            }
            Some(Ending::SeedNode) => {
                let worklist = self.worklists.get(seeded).map(|w| w.name.clone());
                let (worklist, nodes) = (worklist.unwrap_or_default(), self.nodes());
                Err(Error::SeedNode { worklist, node, nodes }.into())
            }
            None => Err(Error::Internal("an outlined loop ended in an unknown way".into()).into()),
        }
    }

    /// Applies the swaps of the buffers of worklists.
    fn swap_worklists(&mut self, outputs: &[Output], words: &[u64]) {
        for (output, &phase) in outputs.iter().zip(words) {
            let Output::Phase(id) = output else { continue };
            let swapped = outputs.iter().position(|other| *other == Output::BuffersSwapped(*id));
            let swapped = swapped.is_some_and(|at| words[at] != 0);
            self.worklists[id.index()].note_swaps(phase as u32, swapped);
        }
    }
}

/// Exchanges the memory of elements as an outlined loop did: each element of `places` gets the
/// memory of the element at its new position.
fn exchange<T>(
    elements: &mut [T],
    places: &[(usize, usize)],
    swap: impl Fn(&mut T, &mut T),
) -> Result<(), Error> {
    for (at, &(own, mut place)) in places.iter().enumerate() {
        // An earlier exchange may have moved the memory already.
        while let Some((_, next)) = places[..at].iter().find(|(earlier, _)| *earlier == place) {
            place = *next;
        }
        if own == place {
            continue;
        }
        match elements.get_disjoint_mut([own, place]) {
            Ok([one, other]) => swap(one, other),
            Err(_) => return Err(Error::Internal("an outlined loop names no memory".into())),
        }
    }
    Ok(())
}
