//! Measures configurations of a primitive: builds the kernel of each configuration, checks its
//! result, and times the configurations in rounds.
//!
//! The sequences and most checks are those of the calibration
//! ([`bandwidth`](super::bandwidth)). The last kernel of a reduction and of a scan, which combines
//! the results of all workgroups, is not tuned.

mod arrays;
mod launches;
mod source;

use igc_opencl::{DeviceInfo, OpenClError, Program, Session};
use igc_runtime::backend::Device;
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::watch::Watch;

use super::bandwidth::timed;
use crate::Error;
use crate::primitives::{
    Primitive, PrimitiveConfiguration, PrimitiveJob, PrimitiveOutcome, PrimitiveTime,
};
use arrays::Arrays;
use launches::Launches;
use source::Features;

/// Number of work-items of a workgroup of the kernels that are not tuned.
const TOOLS_WORKGROUP: usize = 64;

/// A device with the sequences of the primitives.
pub struct PrimitiveBench {
    session: Session,
    watch: Watch,
    tools: Program,
    features: Features,
    arrays: Arrays,
    /// The number of elements that was asked for.
    elements: Option<u32>,
    /// The primitive whose input the arrays hold.
    filled: Option<Primitive>,
    /// The first configuration of the last job, which is often that of the next job.
    kept: Option<(Primitive, PrimitiveConfiguration, Launches)>,
}

/// A configuration of a job: its launches and its times, or the reason why it has none.
type Candidate = Result<(Launches, Vec<f64>), PrimitiveOutcome>;

impl PrimitiveBench {
    /// Opens a device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device is not an OpenCL device, or if its driver fails.
    pub fn open(device: &dyn Device, watch: Watch) -> Result<PrimitiveBench, Error> {
        let Some(info) = OpenClDevice::facts_of(device) else {
            let reason = "primitives are tuned for OpenCL devices only".into();
            return Err(Error::Measurement { device: device.name().name, reason });
        };
        PrimitiveBench::on(info, watch)
    }

    fn on(info: &DeviceInfo, watch: Watch) -> Result<PrimitiveBench, Error> {
        let session = Session::open(info)?;
        let size = TOOLS_WORKGROUP.min(usize::try_from(info.max_workgroup_size).unwrap_or(1));
        let options = build_options(&info.dialect, size);
        let tools = watch.during_build(|| session.build(&source::tools(), &options))?;
        let features = watch.during_build(|| Features::of(&session, &tools))?;
        let arrays = Arrays::new(&session, None)?;
        let (elements, filled, kept) = (None, None, None);
        Ok(PrimitiveBench { session, watch, tools, features, arrays, elements, filled, kept })
    }

    /// Measures the configurations of a job. Calls `begins` before a configuration is built and run
    /// for the first time.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver fails at anything but a configuration.
    pub fn measure(
        &mut self,
        job: &PrimitiveJob,
        begins: &mut dyn FnMut(PrimitiveConfiguration),
    ) -> Result<Vec<PrimitiveOutcome>, Error> {
        let watch = self.watch.clone();
        let _watching = watch.start();
        self.fill(job)?;
        let mut candidates: Vec<Candidate> = vec![];
        for &configuration in &job.configurations {
            begins(configuration);
            candidates.push(self.candidate(job.primitive, configuration)?);
        }
        for _ in 0..job.runs.max(1) {
            for candidate in &mut candidates {
                if let Ok((launches, times)) = candidate {
                    match self.timed(launches) {
                        Ok(time) => times.push(time),
                        Err(error) => *candidate = Err(PrimitiveOutcome::Failed(error.to_string())),
                    }
                }
            }
        }
        let bytes = self.arrays.bytes(job.primitive);
        let mut outcomes = vec![];
        for (at, candidate) in candidates.into_iter().enumerate() {
            let outcome = match candidate {
                Ok((launches, times)) => {
                    if at == 0 {
                        self.kept = Some((job.primitive, job.configurations[0], launches));
                    }
                    let time = PrimitiveTime::of(&times, bytes).ok_or_else(|| {
                        Error::internal("a configuration was measured in no runs")
                    })?;
                    PrimitiveOutcome::Timed(time)
                }
                Err(outcome) => outcome,
            };
            outcomes.push(outcome);
        }
        Ok(outcomes)
    }

    /// Allocates the arrays and writes the inputs of a primitive, unless the arrays hold them.
    fn fill(&mut self, job: &PrimitiveJob) -> Result<(), Error> {
        if self.elements != job.elements {
            self.kept = None;
            self.filled = None;
            self.arrays = Arrays::new(&self.session, job.elements)?;
            self.elements = job.elements;
        }
        if self.filled != Some(job.primitive) {
            self.watch.during_build(|| {
                self.arrays.fill(&self.tools, job.primitive)?;
                Ok::<(), Error>(self.session.finish()?)
            })?;
            self.filled = Some(job.primitive);
        }
        Ok(())
    }

    /// Builds a configuration, and checks the result of one run. This run counts as a part of the
    /// build, because some drivers build a kernel only at its first launch.
    fn candidate(
        &mut self,
        primitive: Primitive,
        configuration: PrimitiveConfiguration,
    ) -> Result<Candidate, Error> {
        if let Some((of, kept, launches)) = self.kept.take()
            && (of, kept) == (primitive, configuration)
        {
            return Ok(Ok((launches, vec![])));
        }
        let device = self.session.device();
        if let Some(reason) = self.features.obstacle(device, primitive, &configuration) {
            return Ok(Err(PrimitiveOutcome::Unsupported(reason.into())));
        }
        let text = source::kernels(primitive);
        let options = source::options(device, primitive, &configuration);
        let watch = self.watch.clone();
        watch.during_build(|| {
            let program = match self.session.build(&text, &options) {
                Ok(program) => program,
                Err(error @ OpenClError::Build { .. }) => return Ok(Err(failed(&error))),
                Err(error) => return Err(error.into()),
            };
            self.arrays.make_room(&self.session, &configuration)?;
            let of = (&program, &self.tools);
            let launches =
                Launches::new(&self.session, of, &self.arrays, primitive, &configuration)?;
            let Some(launches) = launches else {
                let reason = "the kernel needs more of the device than a workgroup may have";
                return Ok(Err(PrimitiveOutcome::Unsupported(reason.into())));
            };
            self.arrays.forget_results()?;
            let run = self.arrays.prepare().and_then(|()| launches.launch());
            match run.and_then(|()| self.arrays.wrong(&self.tools, primitive)) {
                Ok(0) => Ok(Ok((launches, vec![]))),
                Ok(wrong) => Ok(Err(PrimitiveOutcome::Wrong(wrong))),
                Err(error) => Ok(Err(PrimitiveOutcome::Failed(error.to_string()))),
            }
        })
    }

    /// Returns the time of a configuration, in seconds.
    fn timed(&self, launches: &Launches) -> Result<f64, Error> {
        self.arrays.prepare()?;
        timed(&self.session, &self.watch, || launches.launch())
    }
}

fn failed(error: &OpenClError) -> PrimitiveOutcome {
    PrimitiveOutcome::Failed(error.to_string().lines().take(3).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests;
