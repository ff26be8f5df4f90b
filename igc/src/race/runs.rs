//! The runs of a plan: its first run, whose result an oracle checks, timed runs, and why a plan drops out.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use igc_runtime::execution::Execution;
use igc_runtime::input::Input;
use igc_runtime::judge::{Accepted, Judge};
use igc_runtime::reference::{Reference, ReferenceSettings, is_judged_by_oracles, unchecked};
use igc_runtime::results::{Results, returned};
use igc_runtime::watch::Cancel;

use super::{
    CANCEL_RATIO, Compiled, LEAST_TIME, LONG, MOST_RUNS, PATIENCE, Purpose, REFERENCE_STEPS, Race,
    Runner, STAGES, Standing,
};
use crate::error::{Error, ErrorKind};
use crate::graph::Form;
use crate::program::Program;

impl Race<'_> {
    /// Checks the first result of a plan, and times its first runs.
    pub(super) fn start_runner(&mut self, at: usize) -> Result<(), Error> {
        if let Some(same) = self.same_as(at) {
            self.runners[at].standing = Standing::Same(same);
            if self.untold.contains(&same) {
                self.untold.push(at);
            }
            return Ok(());
        }
        self.runners[at].standing = Standing::Racing;
        let Some(()) = self.first_run(at)? else { return Ok(()) };
        self.time(at, STAGES[0].runs, Purpose::Choosing)
    }

    /// Returns the position of an earlier plan that runs the same code with the same parameters.
    fn same_as(&self, at: usize) -> Option<usize> {
        let identity = |at: usize| {
            let Compiled { program, identity } = self.programs[at].as_ref()?;
            let executed = self.session.device().backend().executed();
            Some(identity.get_or_init(|| program.artefact().identity(executed, None)))
        };
        let new = identity(at);
        let params = &self.runners[at].plan.params;
        let is_same = |earlier: &usize| {
            let runner = &self.runners[*earlier];
            !matches!(runner.standing, Standing::Same(_))
                && runner.plan.params == *params
                && identity(*earlier) == new
        };
        (0..at).find(is_same)
    }

    /// Runs a plan for the first time, and checks its result. Returns `None` if it drops out.
    fn first_run(&mut self, at: usize) -> Result<Option<()>, Error> {
        let program = self.program(at).clone();
        let check = self.rules.check;
        let Some((input, execution)) = self.execute(at, 1, check)? else { return Ok(None) };
        if check {
            match self.refusal(&program, &input, &execution) {
                Ok(None) => self.runners[at].is_checked = self.is_judged(&program),
                Ok(Some(reason)) => {
                    self.runners[at].standing = Standing::Wrong(reason);
                    self.runners[at].first = times(&execution).next();
                    return Ok(None);
                }
                Err(error) => return self.drop_out(at, error).map(|()| None),
            }
        }
        self.runners[at].first = times(&execution).next();
        Ok(Some(()))
    }

    /// Returns whether everything that a program returns is judged: by an oracle, or by the comparison with the
    /// interpreter.
    fn is_judged(&self, program: &Program) -> bool {
        let module = &program.artefact().module;
        let reference = self.references.get(&program.source().text).map(|(_, reference)| reference);
        is_judged_by_oracles(module) || unchecked(module, reference).is_none()
    }

    /// Returns the result of a program in the interpreter, unless oracles judge all outputs.
    fn reference(&mut self, program: &Program, input: &Input) -> Option<&Reference> {
        if is_judged_by_oracles(&program.artefact().module) {
            return None;
        }
        let params = self.session.last_params().to_vec();
        let known = self.references.get(&program.source().text);
        if known.is_none_or(|(its, _)| *its != params) {
            let (program_name, text) = (program.name().to_owned(), program.source().text.clone());
            let settings =
                ReferenceSettings { program: program_name, text, steps: REFERENCE_STEPS };
            let inputs = self.session.last_inputs();
            let start = Instant::now();
            let made = Reference::of(&settings, input, &params, &inputs);
            // The interpreter does not take the time of plans.
            self.start += start.elapsed();
            self.references.insert(program.source().text.clone(), (params, made));
        }
        self.references.get(&program.source().text)?.1.as_ref().ok()
    }

    /// Returns why an oracle or the comparison with the interpreter rejects a result, if one does.
    fn refusal(
        &mut self,
        program: &Program,
        input: &Input,
        execution: &Execution,
    ) -> Result<Option<String>, Error> {
        let module = &program.artefact().module;
        let names = returned(module, true);
        let results = Results::of(names.into_iter().zip(&execution.arrays));
        if let Some(reference) = self.reference(program, input)
            && let Err(reason) = reference.compare(module, &results)
        {
            return Ok(Some(reason));
        }
        if module.checks.is_empty() {
            return Ok(None);
        }
        let form = Form::of(module);
        if !self.judges.contains_key(&form) {
            self.judges.insert(form.clone(), (input.for_oracle()?, Accepted::default()));
        }
        let (view, accepted) = &self.judges[&form];
        let judge = Judge::new(view, accepted, self.session.last_params());
        let refused = judge.judge(module, &results)?.into_iter().find(|verdict| !verdict.passed);
        Ok(refused.map(|refused| {
            format!("{} disagrees: {}", refused.oracle, refused.reason.unwrap_or_default())
        }))
    }

    /// Runs a plan several times, and adds the times.
    pub(super) fn time(&mut self, at: usize, runs: u32, purpose: Purpose) -> Result<(), Error> {
        let Runner { first, .. } = &self.runners[at];
        let known = self.runners[at].median().or(*first);
        let estimate = Duration::from_secs_f64(known.unwrap_or(0.0));
        let runs = match purpose {
            Purpose::Judging => runs,
            Purpose::Choosing => {
                let per_run = estimate.as_secs_f64().max(1e-9);
                let enough = (LEAST_TIME.as_secs_f64() / per_run).ceil() as u32;
                let possible = (self.left_time().as_secs_f64() / per_run) as u32;
                runs.max(enough.min(MOST_RUNS)).min(possible.max(1))
            }
        };
        let warm_up = u32::from(estimate < LONG);
        let Some((_, execution)) = self.execute(at, warm_up + runs, false)? else { return Ok(()) };
        let new = times(&execution).skip(warm_up as usize);
        match purpose {
            Purpose::Choosing => self.runners[at].choosing.extend(new),
            Purpose::Judging => self.runners[at].judging.extend(new),
        }
        Ok(())
    }

    fn program(&self, at: usize) -> &Program {
        &self.programs[at].as_ref().expect("a plan is compiled before it runs").program
    }

    /// Runs a plan. Returns `None` if it fails or takes too long, and drops out.
    fn execute(
        &mut self,
        at: usize,
        runs: u32,
        check: bool,
    ) -> Result<Option<(Input, Execution)>, Error> {
        let program = self.program(at).clone();
        let cancel = Cancel::default();
        let mut arguments = self.arguments.clone().check(check).cancel(&cancel);
        for (name, value) in &self.runners[at].plan.params {
            arguments = arguments.param(name, value);
        }
        let limit = self.least().map(|least| {
            let longest = Duration::from_secs_f64(least * CANCEL_RATIO * f64::from(runs));
            longest.max(PATIENCE)
        });
        let user = self.arguments.cancel.clone();
        if user.is_cancelled() {
            return Err(igc_runtime::Error::Cancelled.into());
        }
        let session = &mut *self.session;
        // Building the kernels is not part of the runs.
        let result = session.prepare(&program, &arguments).and_then(|()| {
            within(limit, &cancel, &user, || session.execute(&program, &arguments, runs))
        });
        match result {
            Ok(done) => Ok(Some(done)),
            Err(error) => {
                self.session.reset();
                if user.is_cancelled() {
                    return Err(error);
                }
                self.drop_out(at, error).map(|()| None)
            }
        }
    }

    /// Records why a plan drops out.
    ///
    /// # Errors
    ///
    /// Returns an error that every other plan would have, too.
    pub(super) fn drop_out(&mut self, at: usize, error: Error) -> Result<(), Error> {
        use igc_runtime::Error::{Cancelled, DataFile, Generate, Graph, MissingParam, Param};
        let no_plan_ran = self.runners.iter().all(|runner| runner.first.is_none());
        let standing = match &error {
            Error::Run(Graph(_) | Generate(_) | DataFile(_) | MissingParam(_)) if no_plan_ran => {
                return Err(error);
            }
            Error::Run(Cancelled) => Standing::Cancelled,
            Error::Run(Param(_)) if self.programs[at].is_none() => {
                Standing::Unfit(error.to_string())
            }
            _ => Standing::Failed(error.to_string()),
        };
        let is_cancelled = standing == Standing::Cancelled;
        self.runners[at].standing = standing;
        if is_cancelled {
            return Ok(());
        }
        if error.kind() == ErrorKind::Input && no_plan_ran {
            self.untold.push(at);
        }
        self.first_error.get_or_insert(error);
        Ok(())
    }
}

/// Returns the times of whole runs in seconds.
fn times(execution: &Execution) -> impl Iterator<Item = f64> {
    execution.timings.iter().map(|timings| timings.compute().as_secs_f64())
}

/// Does some work, and cancels it after a limit of time or when the user does.
fn within<T>(
    limit: Option<Duration>,
    cancel: &Cancel,
    user: &Cancel,
    work: impl FnOnce() -> T,
) -> T {
    /// How often the request of the user is looked at.
    const LOOK: Duration = Duration::from_millis(20);
    std::thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let start = Instant::now();
        scope.spawn(move || {
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if user.is_cancelled() || limit.is_some_and(|limit| start.elapsed() > limit) {
                    cancel.cancel();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Rules, Tell};
    use super::*;
    use crate::arguments::Arguments;
    use crate::program::Source;
    use crate::session::Session;
    use crate::{Device, Graph};

    /// A plan whose code computes something else than the program does drops out, although no oracle knows the result.
    #[test]
    fn a_miscompiled_plan_is_wrong() {
        let text = |value: u32| {
            format!(
                "node x: u32 = 0; kernel k() {{ forall u in nodes {{ u.x = {value}; }} }}
                 main {{ k(); }} output x;"
            )
        };
        let source = |value| {
            let [name, path] = ["own", "own.ig"].map(String::from);
            Source { name, path, text: text(value) }
        };
        let device = Device::open("cpu:1").expect("there is a processor");
        let graph = Graph::generate("grid:4x4").expect("it is a generator");
        let mut session = Session::new(&device, &graph);
        let runners = vec![Runner::new("--opts none".parse().expect("it is a plan"))];
        let rules = Rules { budget: Duration::from_secs(20), check: true };
        let mut race = Race::new(&mut session, runners, Some(source(1)), Arguments::new(), rules);
        // The interpreter runs what the code should compute.
        let input = Input::load("grid:4x4").expect("it is a generator");
        let right = ReferenceSettings { program: "own".into(), text: text(2), steps: 10_000 };
        let right = Reference::of(&right, &input, &[], &Default::default());
        race.references.insert(text(1), (vec![], right));
        let tell: Tell<'_> = &mut |_, _| ();
        race.run(tell).expect("the race ends");
        let Standing::Wrong(reason) = &race.runners()[0].standing else {
            panic!("{:?}", race.runners()[0].standing)
        };
        assert!(reason.contains("element 0 is 1 instead of 2"), "{reason}");
        assert_eq!(race.best(), None);
    }
}
