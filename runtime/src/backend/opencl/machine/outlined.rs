//! Runs an outlined loop with one launch and one read. Afterwards, the state of the host is the
//! same as if the host had run the loop.
//!
//! During the loop, the host waits in the driver and sends no heartbeats: a
//! [`Watch`](crate::watch::Watch) sees the whole loop as one kernel.

use std::collections::HashMap;

use igc_compiler::ir::Value;
use igc_compiler::schedule::{Argument, Ending, Output};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::geometry::Geometry;
use crate::backend::opencl::outlined_loop::OutlinedLoop;
use crate::backend::opencl::state::State;
use crate::backend::opencl::worklist::Worklist;

impl Machine<'_> {
    /// Runs an outlined loop to its end.
    pub(super) fn outlined(&mut self, function: &str, outputs: &[Output]) -> Result<(), Stop> {
        let outlined = self.outlined.get(function);
        let outlined = outlined.ok_or_else(|| Error::missing("outlined loop", function))?;
        let OutlinedLoop { kernel, arguments, environment, results } = outlined;
        for (at, argument) in (0u32..).zip(arguments) {
            match argument {
                Argument::Environment => kernel.set_buffer(at, environment.words())?,
                Argument::Patience => kernel.set_scalar(at, environment.patience())?,
                Argument::Results => kernel.set_buffer(at, results)?,
                _ => self.bind(kernel, at, argument, &[])?,
            }
        }
        let Geometry { global, local } = environment.launch();
        self.watch.finished();
        self.watch.launched(function);
        kernel.launch(global, local)?;
        for argument in arguments {
            if let Argument::WorklistSizes(name) = argument {
                self.worklists[self.worklist(name)?].note_pushes();
            }
        }
        let mut words = vec![0u64; outputs.len()];
        results.read(0, &mut words)?;
        self.watch.finished();
        self.take_results(function, outputs, &words)
    }

    /// Applies the results of the loop to the host's state.
    fn take_results(
        &mut self,
        function: &str,
        outputs: &[Output],
        words: &[u64],
    ) -> Result<(), Stop> {
        let (mut ending, mut node, mut seeded) = (None, 0, 0);
        let (mut buffer_places, mut worklist_places) = (vec![], vec![]);
        for (output, &word) in outputs.iter().zip(words) {
            match output {
                Output::Ending => ending = Ending::from_word(word),
                Output::Node => node = word as u32,
                Output::SeededWorklist => seeded = word as usize,
                Output::Groups => {
                    if let Some(outlined) = self.outlined.get_mut(function) {
                        outlined.environment.note_resident(word as usize);
                    }
                }
                Output::Rounds => self.rounds = word,
                Output::Launches => self.launches += word,
                Output::Local(name, ty) => {
                    self.locals.set(name, Value::from_bits(*ty, word));
                }
                Output::BufferPlace(name) => buffer_places.push((name.as_str(), word as usize)),
                Output::WorklistPlace(name) => worklist_places.push((name.as_str(), word as usize)),
                Output::WorklistPhase(_) | Output::WorklistSwapped(_) => {}
            }
        }
        self.place_buffers(&buffer_places)?;
        self.place_worklists(&worklist_places)?;
        self.swap_worklists(outputs, words)?;
        match ending {
            Some(Ending::Done) => Ok(()),
            Some(Ending::Rounds) => Err(self.too_many_rounds()),
            Some(Ending::Overflow) => {
                self.check_room()?;
                Err(Error::Internal("a worklist had no room, and none says so".into()).into())
            }
            Some(Ending::SeedNode) => {
                let worklist = self.worklists.get(seeded).map(|w| w.name.clone());
                let worklist = worklist.unwrap_or_default();
                let nodes = self.graph_in_use().nodes();
                Err(Error::SeedNode { worklist, node, nodes }.into())
            }
            None => Err(Error::Internal("an outlined loop ended in an unknown way".into()).into()),
        }
    }

    /// Exchanges arrays as the loop did: each array gets the memory of the array at its new
    /// position.
    fn place_buffers(&mut self, places: &[(&str, usize)]) -> Result<(), Error> {
        for at in 0..places.len() {
            let (name, mut place) = places[at];
            // An exchange for an earlier name may have moved the memory already.
            loop {
                let from = self.schedule.buffers.get(place);
                let from = from.ok_or_else(|| Error::missing("buffer", &place.to_string()))?;
                let earlier = places[..at].iter().find(|(other, _)| *other == from.name);
                match earlier {
                    Some((_, next)) => place = *next,
                    None => {
                        let from = from.name.as_str();
                        if from != name
                            && let [Some(one), Some(other)] =
                                self.state.get_disjoint_mut([name, from])
                        {
                            State::exchange(one, other);
                        }
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Exchanges worklists as the loop did.
    fn place_worklists(&mut self, places: &[(&str, usize)]) -> Result<(), Error> {
        for at in 0..places.len() {
            let (name, mut place) = places[at];
            let target = self.worklist(name)?;
            while let Some(earlier) = places[..at]
                .iter()
                .find(|(other, _)| self.worklists.get(place).is_some_and(|w| w.name == **other))
            {
                place = earlier.1;
            }
            if let Ok([one, other]) = self.worklists.get_disjoint_mut([target, place]) {
                Worklist::exchange(one, other);
            }
        }
        Ok(())
    }

    fn swap_worklists(&mut self, outputs: &[Output], words: &[u64]) -> Result<(), Error> {
        let (mut phases, mut swapped) = (HashMap::new(), HashMap::new());
        for (output, &word) in outputs.iter().zip(words) {
            match output {
                Output::WorklistPhase(name) => phases.insert(name, word as u32).map(|_| ()),
                Output::WorklistSwapped(name) => swapped.insert(name, word != 0).map(|_| ()),
                _ => None,
            };
        }
        for (name, phase) in phases {
            let at = self.worklist(name)?;
            let swapped = swapped.get(name).copied().unwrap_or(false);
            self.worklists[at].note_swaps(phase, swapped);
        }
        Ok(())
    }
}
