//! Models of adaptive runs that cannot be parsed.

use igc_compiler::bundle::with_model;
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Failure, compile};

#[test]
fn a_wrong_model_is_an_error_of_its_file() {
    let source = with_model("main {}", "wrong.model", "if nods <= 3 none else pull");
    let failure = compile("m", &source, &Configuration::parse("adaptive").unwrap()).unwrap_err();
    assert!(matches!(failure, Failure::Model(..)));
    assert!(failure.to_string().starts_with("wrong.model: line 1: unknown feature `nods`"));
}
