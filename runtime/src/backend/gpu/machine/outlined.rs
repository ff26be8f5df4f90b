//! Runs an outlined loop with one launch and one read. Afterwards, the state of the host is the
//! same as if the host had run the loop.
//!
//! During the loop, the host waits in the driver and sends no heartbeats: a
//! [`Watch`](crate::watch::Watch) sees the whole loop as one kernel.

use std::sync::Arc;

use igc_compiler::interface::{Argument, Output, WorklistPart};
use igc_compiler::ir::{LocalId, OutlinedId, Value};
use igc_compiler::schedule::Ending;

use super::launch::Arguments;
use super::{Machine, Stop};
use crate::Error;
use crate::backend::gpu::api::{Bound, Gpu};
use crate::backend::gpu::outlined_loop::OutlinedLoop;
use crate::backend::gpu::state::State;
use crate::backend::gpu::worklist::Worklist;
use crate::main_machine::{Memory, Progress, Target};

impl<G: Gpu> Machine<G> {
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
        let (rounds, most) = (progress.rounds, self.max_rounds);
        let mut arguments = Arguments::<G>::new();
        for argument in &interface.arguments {
            arguments.push(self.outlined_argument(outlined, argument, &values, rounds, most)?);
        }
        self.watch.finished();
        self.watch.launched(&interface.entry);
        self.gpu().launch(&outlined.kernel, &arguments, outlined.launch())?;
        drop(arguments);
        for argument in &interface.arguments {
            if let Argument::Worklist(id, WorklistPart::Sizes) = argument {
                self.worklists[id.index()].note_pushes();
            }
        }
        let mut words = vec![0u64; interface.results.len()];
        outlined.results.read(0, &mut words)?;
        self.watch.finished();
        self.take_results(id, &interface.results, &words, passed, progress)
    }

    /// Returns the value of a parameter of an outlined loop. `passed` has the values that `main`
    /// passes, `rounds` is the number of rounds so far, and `most_rounds` their maximum.
    pub(super) fn outlined_argument<'m>(
        &'m self,
        outlined: &'m OutlinedLoop<G>,
        argument: &Argument,
        passed: &[Value],
        rounds: u64,
        most_rounds: u64,
    ) -> Result<Bound<'m, G::Buffer>, Error> {
        let OutlinedLoop { environment, results, .. } = outlined;
        Ok(match argument {
            Argument::Environment => environment.words().bound(),
            Argument::Patience => Bound::Scalar(environment.patience().into()),
            Argument::Results => results.bound(),
            Argument::Rounds => Bound::Scalar(rounds.into()),
            Argument::MostRounds => Bound::Scalar(most_rounds.into()),
            _ => self.argument(argument, passed)?,
        })
    }

    /// Applies the results of the loop to the host's state.
    fn take_results(
        &mut self,
        id: OutlinedId,
        outputs: &[Output],
        words: &[u64],
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
