//! The applications: every program in `examples/`, and checks of their results.

use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_compiler::interp::Outcome;
use igc_compiler::ir::{Init, Type, Value};
use igc_runtime::data_file;
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::run_options::RunOptions;

use crate::device::TestDevice;
use crate::program::Program;
use crate::small::Small;

/// The applications: for each, the problem (the name of its folder) and the name of its file.
pub const APPLICATIONS: [(&str, &str); 59] = [
    ("bc", "bc"),
    ("bc", "bc_levels"),
    ("bc", "bc_weighted"),
    ("bfs", "bfs_cx"),
    ("bfs", "bfs_hybrid"),
    ("bfs", "bfs_multi"),
    ("bfs", "bfs_topo"),
    ("bfs", "bfs_tp"),
    ("bfs", "bfs_wl"),
    ("cc", "cc"),
    ("cc", "cc_afforest"),
    ("cc", "cc_hooking"),
    ("cc", "cc_labels"),
    ("cc", "cc_sampled"),
    ("colouring", "colouring"),
    ("colouring", "colouring_classes"),
    ("colouring", "colouring_shortcuts"),
    ("flow", "push_relabel"),
    ("graphsage", "graphsage"),
    ("hits", "hits"),
    ("kcore", "kcore"),
    ("ktruss", "ktruss"),
    ("label_propagation", "label_propagation"),
    ("leiden", "leiden"),
    ("leiden", "leiden_weighted"),
    ("louvain", "louvain"),
    ("louvain", "louvain_weighted"),
    ("messages", "gine"),
    ("mis", "mis_degree"),
    ("mis", "mis_pannotia"),
    ("mis", "mis_worklist"),
    ("mst", "mst_filtered"),
    ("mst", "mst_multiple_wl"),
    ("mst", "mst_real"),
    ("mst", "mst_single_wl"),
    ("pr", "pr_async"),
    ("pr", "pr_extrapolated"),
    ("pr", "pr_normalised"),
    ("pr", "pr_normalised_weighted"),
    ("pr", "pr_personalised"),
    ("pr", "pr_personalised_weighted"),
    ("pr", "pr_pull"),
    ("pr", "pr_residual"),
    ("pr", "pr_residual_wl"),
    ("pr", "pr_tp"),
    ("pr", "pr_weighted"),
    ("scc", "scc"),
    ("scc", "scc_signatures"),
    ("sssp", "sssp_adaptive"),
    ("sssp", "sssp_async"),
    ("sssp", "sssp_delta"),
    ("sssp", "sssp_nf"),
    ("sssp", "sssp_real_adaptive"),
    ("sssp", "sssp_real_wl"),
    ("sssp", "sssp_topo"),
    ("sssp", "sssp_wl"),
    ("tri", "tri"),
    ("tri", "tri_ordered"),
    ("walks", "node2vec"),
];

/// Applications whose result depends on the order of iterations: several spanning forests are
/// minimal, several flows are maximum, nodes choose colours at the same time, or a different order of
/// floating-point additions gives different last bits.
const FREE: [&str; 21] = [
    "bc",
    "bc_levels",
    "bc_weighted",
    "colouring_classes",
    "gine",
    "graphsage",
    "hits",
    "leiden_weighted",
    "louvain_weighted",
    "mst_multiple_wl",
    "mst_real",
    "mst_single_wl",
    "pr_async",
    "pr_extrapolated",
    "pr_normalised_weighted",
    "pr_personalised_weighted",
    "pr_pull",
    "pr_residual",
    "pr_residual_wl",
    "pr_weighted",
    "push_relabel",
];

/// A compiled application.
pub struct Application {
    /// The compiled program of the application.
    pub program: Program,
}

impl Application {
    /// Reads and compiles an application.
    ///
    /// # Panics
    ///
    /// Panics if the application does not exist or does not compile.
    pub fn new(name: &str) -> Application {
        Application::with(name, &Configuration::default())
    }

    /// Reads an application and compiles it with optimisations.
    ///
    /// # Panics
    ///
    /// Panics if the application does not exist or does not compile.
    pub fn with(name: &str, options: &Configuration) -> Application {
        Application { program: Program::file_with(&path(name), options) }
    }

    /// Returns the source text of an application.
    ///
    /// # Panics
    ///
    /// Panics if the application does not exist.
    pub fn source(name: &str) -> String {
        std::fs::read_to_string(crate::program::absolute(&path(name))).unwrap()
    }

    /// Compiles every application, without optimisations.
    pub fn all() -> impl Iterator<Item = Application> {
        APPLICATIONS.iter().map(|(_, name)| Application::new(name))
    }

    /// Returns whether the result has the same bits for every order of iterations.
    pub fn is_deterministic(&self) -> bool {
        !FREE.contains(&self.program.name())
    }

    /// Returns whether the application needs a graph with weights.
    pub fn needs_weights(&self) -> bool {
        let module = &self.program.compilation.artefact.module;
        module.arrays.iter().any(|array| array.init == Init::Weights)
    }

    /// Returns a graph with weights that suit the application: whole numbers, or real numbers if the
    /// application reads real numbers.
    pub fn with_weights(&self, graph: Small) -> Small {
        let module = &self.program.compilation.artefact.module;
        let weights = module.arrays.iter().find(|array| array.init == Init::Weights);
        match (weights.map(|array| array.ty), self.program.name()) {
            (Some(Type::F64), "bc_weighted") => graph.with_real_weights(1),
            (Some(Type::F64), "mst_real") => graph.with_real_weights(-3),
            (Some(Type::F64), _) => graph.with_real_weights(0),
            _ => graph.with_weights(),
        }
    }

    /// Returns whether the application has a node as a parameter, and therefore needs a graph with
    /// at least one node.
    pub fn needs_a_node(&self) -> bool {
        let params = &self.program.compilation.artefact.module.params;
        params.iter().any(|param| param.ty == Type::Node)
    }

    /// Returns whether the application has inputs, which have random values in tests.
    pub fn has_inputs(&self) -> bool {
        !data_file::names(&self.program.compilation.artefact.module).is_empty()
    }

    /// Runs the application with every interpretation and on every device. The oracle must accept
    /// the results. If the result does not depend on the order, all results must be equal.
    ///
    /// # Panics
    ///
    /// Panics if a run fails or has a wrong result.
    pub fn assert_right(&self, input: &Input, params: &[Value], devices: &[TestDevice]) {
        let interpretations = self.program.interpretations(input, params);
        self.assert_all_right(input, params, interpretations, devices);
    }

    /// Runs the application on every device, as [`assert_right`](Application::assert_right) does, but not with any
    /// interpretation.
    ///
    /// # Panics
    ///
    /// Panics if a run fails or has a wrong result.
    pub fn assert_right_on(&self, input: &Input, params: &[Value], devices: &[TestDevice]) {
        self.assert_all_right(input, params, std::iter::empty(), devices);
    }

    fn assert_all_right(
        &self,
        input: &Input,
        params: &[Value],
        interpretations: impl Iterator<Item = (String, Outcome)>,
        devices: &[TestDevice],
    ) {
        let mut expected = Expected::new(self, input, params);
        let mut see = |context: &str, arrays: Vec<ArrayData>| {
            if let Some(objection) = expected.objection(arrays) {
                panic!("{} on {}, {context}: {objection}", self.program.name(), input.name);
            }
        };
        for (context, outcome) in interpretations {
            see(&context, outcome.arrays);
        }
        for device in devices {
            let run = self.program.execute(input, params, device, &RunOptions::default());
            if let Some(run) = run {
                see(&format!("on {device}"), run.arrays);
            }
        }
    }

    /// Checks the result of a run with the oracle.
    ///
    /// # Panics
    ///
    /// Panics if the oracle rejects the arrays.
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

/// The expected result of an application on a graph: its oracle, and, if the result does not depend
/// on the order, the first accepted result.
pub struct Expected<'a> {
    application: &'a Application,
    params: &'a [Value],
    graph: OracleGraph,
    first: Option<Vec<ArrayData>>,
}

impl<'a> Expected<'a> {
    /// Creates the expectation for a graph and parameters.
    pub fn new(application: &'a Application, input: &Input, params: &'a [Value]) -> Expected<'a> {
        Expected { application, params, graph: input.for_oracle().unwrap(), first: None }
    }

    /// Returns the reason why the arrays of a run are wrong, or `None` if they are right.
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

/// Returns the path of an application relative to the repository.
fn path(name: &str) -> String {
    let found = APPLICATIONS.iter().find(|(_, application)| *application == name);
    let (folder, _) = found.unwrap_or_else(|| panic!("no application is called {name}"));
    format!("examples/{folder}/{name}.ig")
}
