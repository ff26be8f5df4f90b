// Written by igc-build. Do not edit: change the program instead.

/// The parameters of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// The node where the search starts.
    pub source: u32,
}

#[allow(clippy::derivable_impls)]
impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            source: 0_u32,
        }
    }
}

/// The outputs of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Outputs {
    /// Number of edges on a shortest path from `source`.
    /// One element for each node.
    pub level: Vec<u32>,
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
            level: match take("level")? {
                ::igc::ArrayData::U32(values) => values,
                _ => return None,
            },
        })
    }
}

/// Level-synchronous and data-driven: each round visits the nodes that the previous round reached first, and pushes the nodes that they reach
#[derive(Debug, Clone)]
pub struct Program {
    /// The program as igc knows it.
    pub igc: ::igc::Program,
}

impl Program {
    /// The text of the program.
    pub const TEXT: &str = "/// Breadth-first search: the number of edges on a shortest path from `source` to every node.\n///\n/// Level-synchronous and data-driven: each round visits the nodes that the previous round reached\n/// first, and pushes the nodes that they reach. Two iterations may reach a node in the same round.\n/// Both write the same level, and the node is then on the worklist twice, which costs time but does\n/// not change the result.\n///\n/// From: the `bfs` `wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU; the\n/// expand-contract of Merrill, Garland and Grimshaw, \"Scalable GPU graph traversal\", PPoPP 2012.\n/// Work: O(nodes + edges), apart from duplicates. Rounds: the eccentricity of `source`.\n/// Graph: any, directed or not; weights are not used.\n/// Result: `level`, `MAX` for nodes that cannot be reached.\n\n/// The node where the search starts.\nparam source: node = 0;\n\n/// Number of edges on a shortest path from `source`.\nnode level: u32 = MAX;\n\n/// Gives `depth` to every unvisited out-neighbour of the worklist's nodes, and pushes it.\nkernel visit(depth: u32) {\n    forall u in worklist {\n        forall e in u.out {\n            let v = e.dst;\n            if v.level == MAX {\n                v.level = depth;\n                push v;\n            }\n        }\n    }\n}\n\nmain {\n    source.level = 0;\n    let depth = 1;\n    pipe [source] {\n        visit(depth);\n        depth += 1;\n    }\n}\n\noutput level;\ncheck bfs(level, source);\n";

    /// The optimisations of the program.
    pub const OPTIONS: &str = "fg8,coop-cv";

    /// Compiles the program.
    ///
    /// # Errors
    ///
    /// Returns an error if this version of igc does not compile the program.
    pub fn new() -> Result<Program, ::igc::Error> {
        let options = ::igc::Configuration::parse(Program::OPTIONS).unwrap_or_default();
        let igc = ::igc::Program::compile("bfs_wl", Program::TEXT, &options)?;
        Ok(Program { igc })
    }
}

impl Program {
    /// Returns the arguments of a run, to which a caller can add a request to cancel it, a time limit or a check.
    pub fn arguments(&self, parameters: &Parameters) -> ::igc::Arguments {
        ::igc::Arguments::new()
            .param("source", parameters.source)
    }

    /// Runs the program on the graph and the device of a session.
    ///
    /// # Errors
    ///
    /// Returns an error as `igc::Session::run` does.
    pub fn run(&self, session: &mut ::igc::Session, parameters: &Parameters) -> Result<Outputs, ::igc::Error> {
        let outcome = session.run(&self.igc, &self.arguments(parameters))?;
        Ok(Outputs::of(outcome).expect("the program has these outputs"))
    }
}
