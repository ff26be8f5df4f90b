//! Sessions: a graph on a device, where programs run.

use std::ffi::c_char;
use std::sync::{Mutex, PoisonError};

use facade::auto::{Choice, Task};
use facade::{Arguments, Outcome, Program, Session};

use crate::arguments::{given, igc_arguments};
use crate::borrow::{free, give, place, reference, text};
use crate::device::igc_device;
use crate::error::{Failure, call, igc_error};
use crate::graph::igc_graph;
use crate::outcome::{Wanted, igc_outcome, unknown};
use crate::program::igc_program;
use crate::status::igc_status;

/// A graph on a device, where programs run. The graph is copied to the device, and the kernels of a program are built, when a
/// run first needs them; later runs find both in place. Any thread may use a session, and a call waits until the call of
/// another thread has ended. To run programs at the same time, make one session for each thread.
pub struct igc_session(Mutex<Session>);

/// Makes a session. It keeps what it needs of the device and the graph, which the caller may free at once. Any thread may
/// call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_new(
    device: *const igc_device,
    graph: *const igc_graph,
    session: *mut *mut igc_session,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(session, "session")?;
            let (device, graph) = (reference(device, "device")?, reference(graph, "graph")?);
            give(place, igc_session(Mutex::new(Session::new(&device.device, &graph.0))));
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Runs something in a session, and gives the result to the caller.
unsafe fn run(
    session: *mut igc_session,
    arguments: *const igc_arguments,
    outcome: *mut *mut igc_outcome,
    work: impl FnOnce(&mut Session, &Arguments, &[Wanted]) -> Result<(Outcome, Option<Choice>), Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        let place = match outcome.is_null() {
            true => None,
            false => Some(place(outcome, "outcome")?),
        };
        let session = reference(session, "session")?;
        let none = igc_arguments::default();
        let arguments = given(arguments).unwrap_or(&none);
        // The facade makes a session whole again after a panic.
        let mut session = session.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (outcome, choice) = work(&mut session, &arguments.arguments, &arguments.wanted)?;
        for wanted in &arguments.wanted {
            wanted.write(&outcome)?;
        }
        if let Some(place) = place {
            give(place, igc_outcome::of(outcome, choice.as_ref()));
        }
    }
    Ok(())
}

/// Checks before a run that a program has the outputs for which the caller has arrays, and their types.
fn check(wanted: &[Wanted], program: &Program) -> Result<(), Failure> {
    let fields = program.output_fields();
    for one in wanted {
        let field = fields.iter().find(|field| field.name == one.name);
        one.check(field.ok_or_else(|| unknown(&one.name))?.ty.into())?;
    }
    Ok(())
}

/// Runs the plan that igc chooses for a task, and gives the result to the caller.
unsafe fn solve(
    session: *mut igc_session,
    arguments: *const igc_arguments,
    outcome: *mut *mut igc_outcome,
    task: impl FnOnce() -> Result<Task, Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        run(session, arguments, outcome, |session, arguments, wanted| {
            let task = task()?;
            if !wanted.is_empty() {
                // The choice is made once: `solve` finds it and the program in the session.
                let choice = session.choose(&task, arguments)?;
                check(wanted, &session.program(&task, &choice.plan)?)?;
            }
            let (outcome, choice) = session.solve(&task, arguments)?;
            Ok((outcome, Some(choice)))
        })
    }
}

/// Runs a program in the configuration with which it was compiled. `arguments` may be NULL. `outcome` may be NULL if the
/// arguments name arrays for the outputs. Any thread may call this, and waits for other calls with the same session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_run(
    session: *mut igc_session,
    program: *const igc_program,
    arguments: *const igc_arguments,
    outcome: *mut *mut igc_outcome,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            run(session, arguments, outcome, |session, arguments, wanted| {
                let program = &reference(program, "program")?.program;
                check(wanted, program)?;
                Ok((session.run(program, arguments)?, None))
            })
        }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Loads the graph onto the device, and builds the kernels of a program, so that the first run takes as long as later ones.
/// `arguments` may be NULL. Any thread may call this, and waits for other calls with the same session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_prepare(
    session: *mut igc_session,
    program: *const igc_program,
    arguments: *const igc_arguments,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let (session, program) =
                (reference(session, "session")?, reference(program, "program")?);
            let none = igc_arguments::default();
            let arguments = given(arguments).unwrap_or(&none);
            let mut session = session.0.lock().unwrap_or_else(PoisonError::into_inner);
            session.prepare(&program.program, &arguments.arguments)?;
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Solves a problem, such as `bfs`: igc chooses the program and its configuration for the graph and the device. `name` may
/// also be a program of the library, such as `bfs_wl`, for which igc chooses the configuration. `arguments` and `outcome`
/// are those of igc_session_run. Any thread may call this, and waits for other calls with the same session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_solve(
    session: *mut igc_session,
    name: *const c_char,
    arguments: *const igc_arguments,
    outcome: *mut *mut igc_outcome,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe { solve(session, arguments, outcome, || Ok(Task::named(text(name, "name")?)?)) }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Runs a program in a configuration that igc chooses for the graph and the device. `arguments` and `outcome` are those of
/// igc_session_run. Any thread may call this, and waits for other calls with the same session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_run_auto(
    session: *mut igc_session,
    program: *const igc_program,
    arguments: *const igc_arguments,
    outcome: *mut *mut igc_outcome,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            solve(session, arguments, outcome, || {
                Ok(Task::Program(reference(program, "program")?.program.source().clone()))
            })
        }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Frees a session, and the memory of the device that it uses. NULL is accepted. No other thread may use the session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_session_free(session: *mut igc_session) {
    // SAFETY: the caller owns the session.
    unsafe { free(session) }
}
