//! Plans: a program, its configuration, and parameters that have no influence on what a result means.

use std::fmt;
use std::str::FromStr;

use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::visible;
use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;

/// What `auto` chooses: a program, its configuration, and parameters. `Display` writes it as a part of a command line,
/// such as `bfs_wl --opts fg8,coop-cv -p large=5`, and [`FromStr`] reads this form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Plan {
    /// The name of a program of the library. Empty for the user's own program, which has no alternative.
    pub program: String,
    /// The configuration.
    pub options: Configuration,
    /// Names and values of parameters.
    pub params: Vec<(String, String)>,
}

impl Plan {
    /// Returns arguments with the parameters of the plan, unless they have them.
    #[must_use]
    pub fn complete(&self, arguments: &Arguments) -> Arguments {
        let is_given = |name: &str| arguments.params.iter().any(|(given, _)| given == name);
        let missing = self.params.iter().filter(|(name, _)| !is_given(name));
        missing.fold(arguments.clone(), |arguments, (name, value)| arguments.param(name, value))
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.program.is_empty() {
            write!(f, "{} ", self.program)?;
        }
        write!(f, "--opts {}", self.options)?;
        self.params.iter().try_for_each(|(name, value)| write!(f, " -p {name}={value}"))
    }
}

impl FromStr for Plan {
    type Err = String;

    fn from_str(text: &str) -> Result<Plan, String> {
        let mut plan = Plan::default();
        let mut words = text.split_whitespace().peekable();
        if let Some(program) = words.next_if(|word| !word.starts_with('-')) {
            program.clone_into(&mut plan.program);
        }
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{word}` has no value"))?;
            match word {
                "--opts" => {
                    plan.options =
                        Configuration::parse(value).map_err(|error| error.to_string())?;
                }
                "-p" => {
                    let (name, value) = value
                        .split_once('=')
                        .ok_or_else(|| format!("`{}` is not NAME=VALUE", visible::name(value)))?;
                    plan.params.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(format!("`{}` is not part of a plan", visible::name(word))),
            }
        }
        Ok(plan)
    }
}

impl From<Plan> for String {
    fn from(plan: Plan) -> String {
        plan.to_string()
    }
}

impl TryFrom<String> for Plan {
    type Error = String;

    fn try_from(text: String) -> Result<Plan, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_read_as_they_are_written() {
        for text in [
            "bfs_wl --opts fg8,coop-cv",
            "sssp_delta --opts none -p delta=5 -p rounds=2",
            "--opts sg,passes=promote+gvn",
        ] {
            let plan: Plan = text.parse().expect("it is a plan");
            assert_eq!(plan.to_string(), text);
            assert_eq!(plan.to_string().parse(), Ok(plan));
        }
        let short: Plan = "bfs_wl".parse().expect("it is a plan");
        assert_eq!(short.to_string(), "bfs_wl --opts none");
    }

    #[test]
    fn other_texts_are_no_plans() {
        for text in ["bfs_wl --opts", "bfs_wl --opts fg9", "a b c", "a -p x", "a --graph g"] {
            assert!(text.parse::<Plan>().is_err(), "{text}");
        }
    }
}
