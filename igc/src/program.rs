//! Programs: their text, and what the compiler makes of it.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use igc_compiler::artefact::Code;
use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::diagnostics::{Diagnostic, visible};
use igc_compiler::driver::{Artefact, Compilation, Failure, compile};
use igc_compiler::effects::WithoutEffect;
use igc_compiler::interp::findings::Watched;
use igc_compiler::ir::{Array, EdgeWidth, Extent, Init, Param, Type, Value};
use igc_graph::Ids;
use igc_runtime::source::{self, SourceError};
use igc_runtime::{data_file, params};

use crate::device::Device;
use crate::error::{Error, guarded};

/// The text of a program, with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name of the program, which reports use.
    pub name: String,
    /// The path of the file, as diagnostics show it.
    pub path: String,
    /// The text: a program, or a [bundle](igc_compiler::bundle) of a program and the files that it
    /// imports.
    pub text: String,
}

impl Source {
    /// Reads a program from a file, with the files that it imports.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is not UTF-8.
    pub fn read(path: &Path) -> Result<Source, Error> {
        Source::of_file(path, source::read_program(path))
    }

    /// Reads one file of a program, without the files that it imports.
    ///
    /// # Errors
    ///
    /// Returns an error as [`read`](Source::read) does.
    pub fn read_alone(path: &Path) -> Result<Source, Error> {
        Source::of_file(path, source::read_file(path))
    }

    fn of_file(path: &Path, text: Result<String, SourceError>) -> Result<Source, Error> {
        let shown = visible::path(path);
        match text {
            Ok(text) => {
                let name = path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy());
                Ok(Source { name: name.into(), path: shown, text })
            }
            Err(error) => Err(Error::Source { path: shown, error }),
        }
    }
}

/// An array that a caller gives to a program, or gets from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The type of the elements.
    pub ty: Type,
    /// What the rows belong to: nodes, edges, or nothing. `None` for a worklist, whose items are any number of nodes.
    pub extent: Option<Extent>,
    /// Whether a row has several elements.
    pub has_rows: bool,
    /// The value of all elements before the run, if they have the same value.
    pub initial: Option<Value>,
}

impl Field {
    fn of(array: &Array) -> Field {
        let initial = match array.init {
            Init::Fill(value) => Some(value),
            _ => None,
        };
        let (name, ty, extent) = (array.name.clone(), array.ty, Some(array.extent));
        Field { name, ty, extent, has_rows: array.length.is_some(), initial }
    }

    /// Returns the value of an element that the program has not reached, if there is one: the largest value of the type,
    /// if all elements start with it.
    pub fn unreached(&self) -> Option<Value> {
        self.initial.filter(|value| self.ty != Type::Bool && *value == Value::max(self.ty))
    }
}

/// A compiled program. It is the same for every graph and device, and a clone shares it.
#[derive(Clone)]
pub struct Program(Arc<Compiled>);

struct Compiled {
    source: Source,
    configuration: Configuration,
    compilation: Compilation,
    compile_time: Duration,
    /// What runs, if it is not the artefact of the compilation.
    watched: Option<(Artefact, Watched)>,
    /// The same program for graphs with so many edges that their ids have 64 bits.
    wide: OnceLock<Result<Artefact, Failure>>,
}

impl Program {
    /// Compiles the text of a program.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Program`] with all diagnostics if the program is wrong.
    pub fn compile(
        name: &str,
        text: &str,
        configuration: &Configuration,
    ) -> Result<Program, Error> {
        let source = Source { name: name.to_owned(), path: name.to_owned(), text: text.to_owned() };
        Program::from_source(source, configuration)
    }

    /// Reads and compiles a program, with the files that it imports.
    ///
    /// # Errors
    ///
    /// Returns an error as [`compile`](Program::compile) does, or if the file cannot be read.
    pub fn from_file(path: &Path, configuration: &Configuration) -> Result<Program, Error> {
        Program::from_source(Source::read(path)?, configuration)
    }

    /// Compiles the program of a name: the default program of a problem (`bfs`), or a program of the library
    /// (`bfs_wl`). See [`Source::named`].
    ///
    /// # Errors
    ///
    /// Returns an error as [`compile`](Program::compile) does, or if the name is unknown.
    pub fn named(name: &str, configuration: &Configuration) -> Result<Program, Error> {
        Program::from_source(Source::named(name)?, configuration)
    }

    /// Compiles a program that was read before.
    ///
    /// # Errors
    ///
    /// Returns an error as [`compile`](Program::compile) does.
    pub fn from_source(source: Source, configuration: &Configuration) -> Result<Program, Error> {
        guarded(|| {
            let start = Instant::now();
            let compiled = compile(&source.name, &source.text, configuration);
            let compilation = compiled.map_err(|failure| rejected(&source, failure))?;
            Ok(Program(Arc::new(Compiled {
                source,
                configuration: configuration.clone(),
                compilation,
                compile_time: start.elapsed(),
                watched: None,
                wide: OnceLock::new(),
            })))
        })
    }

    /// Returns the same program without optimisations, for the interpreter, which then looks for races,
    /// values without initialisation, and other mistakes. They are among the
    /// [findings](crate::Outcome::findings) of a run.
    #[must_use]
    pub fn watched(&self) -> Program {
        let Compiled { source, configuration, compilation, compile_time, .. } = &*self.0;
        let (module, watched) = compilation.watched();
        let module = Arc::new(module.clone());
        let artefact = Artefact { module, code: Code::default(), ..compilation.artefact.clone() };
        Program(Arc::new(Compiled {
            source: source.clone(),
            configuration: configuration.clone(),
            compilation: compilation.clone(),
            compile_time: *compile_time,
            watched: Some((artefact, watched)),
            wide: OnceLock::new(),
        }))
    }

    /// Returns the name of the program.
    pub fn name(&self) -> &str {
        &self.0.source.name
    }

    /// Returns the text that was compiled.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// Returns the configuration with which the program was compiled.
    pub fn configuration(&self) -> &Configuration {
        &self.0.configuration
    }

    /// Returns the warnings: parts of the program that are probably not intended.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.compilation.warnings
    }

    /// Checks that the program has these parameters, with values of their types. Others may be missing.
    /// `ids` has the ids of the graph's nodes, if they have ids.
    ///
    /// # Errors
    ///
    /// Returns the error about the first parameter that does not fit.
    pub(crate) fn accepts(
        &self,
        params: &[(String, String)],
        ids: Option<&Ids>,
    ) -> Result<(), Error> {
        match params::bind(self.parameters(), params, ids) {
            Ok(_) | Err(igc_runtime::Error::MissingParam(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Checks parameters as [`accepts`](Self::accepts) does, except values of type `node`: the graph
    /// decides whether these are ids or numbers.
    ///
    /// # Errors
    ///
    /// Returns the error about the first parameter that does not fit.
    pub(crate) fn accepts_on_some_graph(&self, params: &[(String, String)]) -> Result<(), Error> {
        let is_node =
            |name: &str| self.parameters().iter().any(|p| p.name == name && p.ty == Type::Node);
        let others: Vec<_> = params.iter().filter(|(name, _)| !is_node(name)).cloned().collect();
        self.accepts(&others, None)
    }

    /// Returns the parameters, with their types, defaults and ranges.
    pub fn parameters(&self) -> &[Param] {
        &self.artefact().module.params
    }

    /// Returns the names of the inputs: properties and worklists that the caller fills.
    pub fn inputs(&self) -> Vec<&str> {
        data_file::names(&self.artefact().module)
    }

    /// Returns the names of the outputs.
    pub fn outputs(&self) -> Vec<&str> {
        self.artefact().module.output_names().collect()
    }

    /// Returns the inputs with their types: the arrays first, and then the worklists.
    pub fn input_fields(&self) -> Vec<Field> {
        let module = &self.artefact().module;
        let inputs = module.arrays.iter().filter(|array| array.init == Init::Input);
        let worklists = module.input_worklists().map(|name| Field {
            name: name.to_owned(),
            ty: Type::Node,
            extent: None,
            has_rows: false,
            initial: None,
        });
        inputs.map(Field::of).chain(worklists).collect()
    }

    /// Returns the outputs with their types, in the order of [`Outcome::outputs`](crate::Outcome::outputs).
    pub fn output_fields(&self) -> Vec<Field> {
        let module = &self.artefact().module;
        let array = |name: &str| module.arrays.iter().find(|array| array.name == name);
        module.output_names().filter_map(array).map(Field::of).collect()
    }

    /// Returns whether the program names an oracle that can check its result.
    pub fn has_check(&self) -> bool {
        !self.artefact().module.checks.is_empty()
    }

    /// Returns the flags of the configuration that have no effect on a device, with the reasons.
    pub fn without_effect(&self, device: &Device) -> Vec<WithoutEffect> {
        self.0.compilation.without_effect(device.backend().executed())
    }

    /// Returns the result of the compiler, for tools that need more than the other methods tell.
    pub fn artefact(&self) -> &Artefact {
        match &self.0.watched {
            Some((artefact, _)) => artefact,
            None => &self.0.compilation.artefact,
        }
    }

    /// Returns the artefact for a graph whose edges have this width.
    pub(crate) fn artefact_for(&self, width: EdgeWidth) -> Result<&Artefact, Error> {
        let usual = self.artefact();
        if width == usual.module.edges || usual.module.edges == EdgeWidth::Wide {
            return Ok(usual);
        }
        let Compiled { source, configuration, wide, .. } = &*self.0;
        let made = wide.get_or_init(|| {
            let wide = configuration.choosing(Flag::WideEdges);
            compile(&source.name, &source.text, &wide).map(|compiled| compiled.artefact)
        });
        made.as_ref().map_err(|failure| rejected(source, failure.clone()))
    }

    pub(crate) fn compile_time(&self) -> Duration {
        self.0.compile_time
    }

    /// Returns what a checked run must know, if this program is [watched](Program::watched).
    pub(crate) fn watch(&self) -> Option<&Watched> {
        self.0.watched.as_ref().map(|(_, watched)| watched)
    }

    /// Returns whether two programs are clones of each other.
    pub(crate) fn is(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Returns the error of a program that does not compile.
pub(crate) fn rejected(source: &Source, failure: Failure) -> Error {
    let Source { path, text, .. } = source;
    match failure {
        Failure::Program(diagnostics) => {
            Error::Program { path: path.clone(), text: text.clone(), diagnostics }
        }
        other => Error::Compiler(other),
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compiled { source, configuration, .. } = &*self.0;
        write!(f, "Program({} --opts {configuration})", source.name)
    }
}
