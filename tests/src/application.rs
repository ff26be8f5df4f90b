//! The applications: every program in `examples/`, and how runs of it are judged.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Value;
use igc_compiler::options::Options;
use igc_opencl::DeviceInfo;
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::run::Limits;

use crate::program::Program;

/// The applications by problem: the folder and the file's name.
pub const APPLICATIONS: [(&str, &str); 23] = [
    ("bc", "bc"),
    ("bfs", "bfs_cx"),
    ("bfs", "bfs_hybrid"),
    ("bfs", "bfs_topo"),
    ("bfs", "bfs_tp"),
    ("bfs", "bfs_wl"),
    ("cc", "cc"),
    ("colouring", "colouring"),
    ("kcore", "kcore"),
    ("label_propagation", "label_propagation"),
    ("mis", "mis_pannotia"),
    ("mis", "mis_worklist"),
    ("mst", "mst_multiple_wl"),
    ("mst", "mst_single_wl"),
    ("pr", "pr_normalised"),
    ("pr", "pr_residual"),
    ("pr", "pr_residual_wl"),
    ("pr", "pr_tp"),
    ("scc", "scc"),
    ("sssp", "sssp_nf"),
    ("sssp", "sssp_topo"),
    ("sssp", "sssp_wl"),
    ("tri", "tri"),
];

/// The applications whose result depends on the order of iterations: several forests are minimal, and
/// floats that are added in another order have other last bits.
const FREE: [&str; 5] = ["bc", "mst_multiple_wl", "mst_single_wl", "pr_residual", "pr_residual_wl"];

/// A compiled application.
pub struct Application {
    /// The program.
    pub program: Program,
}

impl Application {
    /// Reads and compiles the application of that name.
    ///
    /// # Panics
    ///
    /// There is none, or it does not compile.
    pub fn new(name: &str) -> Application {
        Application::with(name, &Options::default())
    }

    /// Reads the application of that name and compiles it with optimisations.
    ///
    /// # Panics
    ///
    /// There is none, or it does not compile.
    pub fn with(name: &str, options: &Options) -> Application {
        Application { program: Program::file_with(&path(name), options) }
    }

    /// The source text of the application of that name.
    ///
    /// # Panics
    ///
    /// No application has that name.
    pub fn source(name: &str) -> String {
        std::fs::read_to_string(crate::program::absolute(&path(name))).unwrap()
    }

    /// Every application.
    pub fn all() -> impl Iterator<Item = Application> {
        APPLICATIONS.iter().map(|(_, name)| Application::new(name))
    }

    /// Whether the result is the same bits whatever the order of iterations.
    pub fn is_deterministic(&self) -> bool {
        !FREE.contains(&self.program.name())
    }

    /// Whether it needs a graph with weights.
    pub fn needs_weights(&self) -> bool {
        let module = &self.program.compilation.artefact.module;
        module.arrays.iter().any(|array| matches!(array.init, igc_compiler::ir::Init::Weights))
    }

    /// Whether it needs a graph with a node, to start from.
    pub fn needs_a_node(&self) -> bool {
        let params = &self.program.compilation.artefact.schedule.params;
        params.iter().any(|param| param.ty == igc_compiler::ir::Type::Node)
    }

    /// Holds every interpretation and every device to the oracle; where the result is the same
    /// whatever the order, by holding them to each other.
    ///
    /// # Panics
    ///
    /// One fails or is refused.
    pub fn assert_right(&self, input: &Input, params: &[Value], devices: &[DeviceInfo]) {
        let mut expected = Expected::new(self, input, params);
        let mut see = |context: &str, arrays: Vec<ArrayData>| {
            if let Some(objection) = expected.objection(arrays) {
                panic!("{} on {}, {context}: {objection}", self.program.name(), input.name);
            }
        };
        for (context, outcome) in self.program.interpretations(input, params) {
            see(&context, outcome.arrays);
        }
        for device in devices {
            let run = self.program.execute(input, params, device, &Limits::default());
            if let Some(run) = run {
                see(&format!("on {}, {}", device.name, device.dialect), run.arrays);
            }
        }
    }

    /// Asks the oracle.
    ///
    /// # Panics
    ///
    /// It refuses the arrays.
    pub fn assert_accepted(
        &self,
        context: &str,
        graph: &OracleGraph,
        params: &[Value],
        arrays: &[ArrayData],
    ) {
        if let Some(reason) = self.program.refusal(graph, params, arrays) {
            panic!("{} on {context}: {reason}", self.program.name());
        }
    }
}

/// What runs of an application on a graph are held to: its oracle, and, where the result is the same
/// whatever the order, the first run that it accepted.
pub struct Expected<'a> {
    application: &'a Application,
    params: &'a [Value],
    graph: OracleGraph,
    first: Option<Vec<ArrayData>>,
}

impl<'a> Expected<'a> {
    /// Of runs on that graph with those parameters.
    pub fn new(application: &'a Application, input: &Input, params: &'a [Value]) -> Expected<'a> {
        Expected { application, params, graph: input.for_oracle().unwrap(), first: None }
    }

    /// What there is to be said against the arrays of a run.
    pub fn objection(&mut self, arrays: Vec<ArrayData>) -> Option<String> {
        let program = &self.application.program;
        match &self.first {
            Some(first) if self.application.is_deterministic() => {
                program.difference(&arrays, first)
            }
            _ => {
                let refusal = program.refusal(&self.graph, self.params, &arrays);
                self.first = Some(arrays);
                refusal
            }
        }
    }
}

/// The path of an application, from the top of the repository.
fn path(name: &str) -> String {
    let found = APPLICATIONS.iter().find(|(_, application)| *application == name);
    let (folder, _) = found.unwrap_or_else(|| panic!("no application is called {name}"));
    format!("examples/{folder}/{name}.ig")
}
