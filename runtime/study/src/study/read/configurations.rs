//! Reads the keys `configurations` and `steps` of a study file.

use igc_compiler::configuration::Configuration;
use toml::Spanned;

use super::{Wrong, wrong};
use crate::study::{Configurations, Steps};

/// Reads the configurations to measure.
pub fn configurations(value: &Spanned<toml::Value>) -> Result<Configurations, Wrong> {
    match value.get_ref() {
        toml::Value::String(word) if word == "all" => Ok(Configurations::All),
        toml::Value::String(word) if word == "covering" => Ok(Configurations::Covering),
        _ => {
            let expected = "expected \"all\", \"covering\" or a list of strings";
            Ok(Configurations::List(list(value, expected)?))
        }
    }
}

/// Reads the configurations whose steps are timed. They must be among the configurations of some
/// application.
pub fn steps(
    value: &Spanned<toml::Value>,
    configurations: &Configurations,
    applications: usize,
) -> Result<Steps, Wrong> {
    if value.get_ref().as_str() == Some("all") {
        return Ok(Steps::All);
    }
    let asked = list(value, "expected \"all\" or a list of strings")?;
    let is_measured =
        |options| (0..applications).any(|place| configurations.of(place).contains(options));
    match asked.iter().find(|options| !is_measured(options)) {
        Some(options) => {
            wrong(value.span(), format!("`{options}` is not one of the configurations"))
        }
        None => Ok(Steps::List(asked)),
    }
}

/// Reads a list of configurations as `--opts` takes them.
fn list(value: &Spanned<toml::Value>, expected: &str) -> Result<Vec<Configuration>, Wrong> {
    let list = match value.get_ref() {
        toml::Value::Array(list) if !list.is_empty() => list,
        _ => return wrong(value.span(), expected),
    };
    let mut configurations: Vec<Configuration> = vec![];
    for item in list {
        let Some(text) = item.as_str() else { return wrong(value.span(), expected) };
        let options =
            Configuration::parse(text).or_else(|error| wrong(value.span(), error.to_string()))?;
        if configurations.contains(&options) {
            return wrong(value.span(), format!("`{options}` is listed twice"));
        }
        configurations.push(options);
    }
    Ok(configurations)
}
