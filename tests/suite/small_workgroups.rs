//! Tests the applications with workgroups that are so small that most nodes with edges are hubs.
//! Workgroups then share and reduce most of the work, although the graph is small. By default, every sixth application
//! runs.

use igc_compiler::configuration::Configuration;
use igc_runtime::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application, Expected};
use igc_tests::device;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::Small;

use crate::applications::parameters;

/// The workgroup size. Nodes with at least this number of edges are hubs.
const WORKGROUP_SIZE: u32 = 16;

/// Flags with which the workgroup combines the results for hubs, and its pushes. With both flags,
/// PoCL 5.0 and 6.0 lost results for hubs, and spanning forests lost some of their edges.
const OPTIONS: &str = "wg,coop-cv";

#[test]
fn small_workgroups_go_through_hubs_together() {
    let graph = Small::generated("rmat:7,keep", "rmat:7,keep");
    let run_options = RunOptions { workgroup_size: Some(WORKGROUP_SIZE), ..RunOptions::default() };
    let options = Configuration::parse(OPTIONS).unwrap();
    let step = if everything_is_asked_for() { 1 } else { 6 };
    for (_, name) in APPLICATIONS.into_iter().step_by(step) {
        let baseline = Application::new(name);
        let input =
            baseline.with_weights(graph.clone()).load().require(&baseline.program.requirements());
        let given = parameters(name, graph.nodes).swap_remove(0);
        let given: Vec<_> = given.iter().map(|(n, value)| (*n, value.as_str())).collect();
        let params = baseline.program.params(&given);
        let mut expected = Expected::new(&baseline, &input, &params);
        let application = Application::with(name, &options);
        let artefact = &application.program.compilation.artefact;
        let inputs = application.program.inputs(&input);
        for device in device::all() {
            let run = execute_with(artefact, &input, &params, &inputs, &*device, &run_options);
            let objection = match run {
                Ok(run) => expected.objection(run.arrays),
                Err(Error::Unsupported { .. }) => None,
                Err(error) => Some(error.to_string()),
            };
            assert_eq!(objection, None, "{name} --opts {options} on {device}");
        }
    }
}
