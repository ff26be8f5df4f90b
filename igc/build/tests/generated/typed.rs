// Written by igc-build. Do not edit: change the program instead.

/// The parameters of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// Whether kinds count.
    pub flag: bool,
    /// A name that Rust reserves.
    pub r#loop: i32,
    /// A name that Rust reserves.
    pub large: u64,
    /// A name that Rust reserves.
    /// In 0..=1.
    pub half: f32,
    /// A name that Rust reserves.
    pub exact: f64,
    /// The node that is marked, if any.
    pub start: Option<u32>,
    /// The node that is marked, if any.
    pub must: u32,
}

/// The inputs of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Inputs {
    /// The kind of each node.
    /// One element for each node.
    pub kind: Vec<bool>,
    /// One element for each node.
    pub value: Vec<f64>,
    /// The nodes that are seen.
    /// Any number of nodes.
    pub seeds: Vec<u32>,
}

/// The outputs of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Outputs {
    /// One element for each node.
    pub is_set: Vec<bool>,
    /// The sum of all numbers.
    /// One element for each node.
    pub sum: Vec<f64>,
    /// One element for each node.
    pub seen: Vec<u32>,
    /// A number.
    /// One element.
    pub r#trait: u32,
}

impl Outputs {
    /// Takes the outputs of a run of this program. Returns `None` if another program ran.
    pub fn of(outcome: ::igc::Outcome) -> Option<Outputs> {
        let mut outputs = outcome.outputs;
        let mut take = |name: &str| {
            let at = outputs.iter().position(|(known, _)| known == name)?;
            Some(outputs.swap_remove(at).1)
        };
        Some(Outputs {
            is_set: match take("is_set")? {
                ::igc::ArrayData::Bool(values) => values,
                _ => return None,
            },
            sum: match take("sum")? {
                ::igc::ArrayData::F64(values) => values,
                _ => return None,
            },
            seen: match take("seen")? {
                ::igc::ArrayData::U32(values) => values,
                _ => return None,
            },
            r#trait: match take("trait")? {
                ::igc::ArrayData::U32(values) => values.into_iter().next()?,
                _ => return None,
            },
        })
    }
}

/// It is declared in the program.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program as igc knows it.
    pub igc: ::igc::Program,
}

impl Program {
    /// The text of the program.
    pub const TEXT: &str = "/// Has a parameter, an input or an output of every kind.\n\n/// Whether kinds count.\nparam flag: bool = false;\n/// A name that Rust reserves.\nparam loop: i32 = 0;\nparam large: u64 = 0;\nparam half: f32 = 0.5 in 0..=1;\nparam exact: f64 = 1e300;\n/// The node that is marked, if any.\nparam start: node = MAX;\nparam must: u32;\n\n/// The kind of each node.\ninput node kind: bool;\ninput node value: f64;\n/// The nodes that are seen.\ninput worklist seeds;\n\nnode is_set: bool = false;\n/// The sum of all numbers.\nnode sum: f64 = 0.0;\nnode seen: u32 = 0;\n/// A number.\nglobal trait: u32 = 0;\n\nkernel fill(f: bool, s: i32, l: u64, h: f32, e: f64) {\n    forall u in nodes {\n        u.is_set = f && u.kind;\n        u.sum = u.value + (s as f64) + (l as f64) + (h as f64) + e;\n    }\n}\n\nkernel mark() {\n    forall u in seeds {\n        u.seen = 1;\n    }\n}\n\nmain {\n    fill(flag, loop, large, half, exact);\n    mark();\n    if start != MAX {\n        start.seen = 9;\n    }\n    trait = must;\n}\n\noutput is_set, sum, seen, trait;\n";

    /// The optimisations of the program.
    pub const OPTIONS: &str = "none";

    /// Compiles the program.
    ///
    /// # Errors
    ///
    /// Returns an error if this version of igc does not compile the program.
    pub fn new() -> Result<Program, ::igc::Error> {
        let options = ::igc::Configuration::parse(Program::OPTIONS).unwrap_or_default();
        let igc = ::igc::Program::compile("typed", Program::TEXT, &options)?;
        Ok(Program { igc })
    }
}

impl Program {
    /// Returns the arguments of a run, to which a caller can add a request to cancel it, a time limit or a check.
    pub fn arguments(&self, parameters: &Parameters, inputs: &Inputs) -> ::igc::Arguments {
        ::igc::Arguments::new()
            .param("flag", parameters.flag)
            .param("loop", parameters.r#loop)
            .param("large", parameters.large)
            .param("half", parameters.half)
            .param("exact", parameters.exact)
            .param("start", parameters.start.map_or("none".to_owned(), |node| node.to_string()))
            .param("must", parameters.must)
            .input("kind", ::igc::ArrayData::Bool(inputs.kind.clone()))
            .input("value", ::igc::ArrayData::F64(inputs.value.clone()))
            .items("seeds", inputs.seeds.clone())
    }

    /// Runs the program on the graph and the device of a session.
    ///
    /// # Errors
    ///
    /// Returns an error as `igc::Session::run` does.
    pub fn run(&self, session: &mut ::igc::Session, parameters: &Parameters, inputs: &Inputs) -> Result<Outputs, ::igc::Error> {
        let outcome = session.run(&self.igc, &self.arguments(parameters, inputs))?;
        Ok(Outputs::of(outcome).expect("the program has these outputs"))
    }
}
