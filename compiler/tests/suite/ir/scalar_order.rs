//! The order of scalar passes in a compilation.

use igc_compiler::codegen::Language;
use igc_compiler::configuration::{Configuration, PassOrder, ScalarPass};
use igc_compiler::driver::compile;
use igc_compiler::passes::scalar::SCALAR_PASSES;

#[test]
fn every_pass_is_described() {
    let described: Vec<ScalarPass> = SCALAR_PASSES.iter().map(|known| known.pass).collect();
    assert_eq!(described, ScalarPass::ALL.map(|(_, pass)| pass));
}

/// Each pass is a stage of the compilation, also where it runs twice, and the schedule names the
/// order.
#[test]
fn a_compilation_runs_the_passes_in_order() {
    let program = "node x: u32 = 0;
kernel k(n: u32) { forall u in nodes { for i in 0..n { u.x += i * n; } } }
main { k(4); }
output x;
";
    let order = PassOrder::parse("gvn,promote,gvn").unwrap();
    let options = Configuration::parse("wg").unwrap().with_passes(order);
    let compilation = compile("p", program, &options).unwrap();
    let stages: Vec<&str> = compilation.stages.iter().map(|(name, _)| *name).collect();
    let at = stages.iter().position(|name| *name == "gvn").unwrap();
    assert_eq!(stages[at..at + 4], ["gvn", "promote", "gvn", "legalise"]);
    let artefact = &compilation.artefact;
    let schedule = serde_json::to_string(&artefact.schedule).unwrap();
    assert!(schedule.contains(r#""options":["wg","passes=gvn+promote+gvn"]"#));
    let code = artefact.code(Language::OpenCl);
    assert!(code.contains("kept"), "{code}");
    assert!(artefact.parallel.to_string().contains("kept"), "{}", artefact.parallel);
    let plain = compile("p", program, &Configuration::parse("wg").unwrap()).unwrap();
    let executed = igc_compiler::driver::Executed::Parallel;
    assert_ne!(plain.artefact.identity(executed, None), artefact.identity(executed, None));
}
