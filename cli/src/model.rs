//! `--model`: the decision tree of adaptive runs.

use std::path::PathBuf;

use clap::Args;
use igc_compiler::bundle;
use igc_compiler::configuration::Configuration;
use igc_compiler::model::Model;
use igc_compiler::syntax::lexer::MAX_TEXT;
use igc_runtime::source::{SMALL, is_too_long, read_text};

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::fail;

/// The model of adaptive runs.
#[derive(Debug, Args)]
pub struct ModelArguments {
    /// With --opts adaptive: the decision tree that chooses how kernels visit edges in each round.
    /// `igc study model` learns such trees. By default, igc uses the rule of direction-optimising
    /// breadth-first search
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
}

impl ModelArguments {
    /// Tells the user if the model has no effect, because the configuration is not adaptive.
    pub fn remark(&self, options: &Configuration) {
        if self.model.is_some() && !options.is_adaptive() {
            message::say("note: --model has no effect without --opts adaptive");
        }
    }

    /// Adds the model to a program, if one was given.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a model.
    pub fn add_to(&self, program: &mut String) -> Result<(), Failed> {
        let Some(path) = &self.model else { return Ok(()) };
        let shown = shown(path);
        let text = read_text(path, SMALL)
            .or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))?;
        if let Err(error) = Model::parse(&text) {
            return fail(Failed::Input, format_args!("{shown}: {error}"));
        }
        let with_model = bundle::with_model(program, &shown.to_string(), &text);
        if is_too_long(with_model.len()) && !is_too_long(program.len()) {
            return fail(
                Failed::Input,
                format_args!(
                    "{shown}: the model is too long: a program and its model may have {} KiB together\n\
                     help: remove the trees of other programs from the model",
                    MAX_TEXT / 1024
                ),
            );
        }
        *program = with_model;
        Ok(())
    }
}
