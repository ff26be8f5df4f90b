//! What a program declares to its users: parameters, inputs, outputs and checks, by their names.

use super::{Action, Array, Check, HostStmt, Module, Seed};

impl Module {
    /// Returns the names of the outputs, in order.
    pub fn output_names(&self) -> impl Iterator<Item = &str> {
        self.outputs.iter().map(|id| &*self.arrays[id.index()].name)
    }

    /// Returns the array of this name, if there is one.
    pub fn array_named(&self, name: &str) -> Option<&Array> {
        self.arrays.iter().find(|array| array.name == name)
    }

    /// Returns the names of the arrays that an oracle judges.
    pub fn judged_names<'m>(&'m self, check: &'m Check) -> impl Iterator<Item = &'m str> {
        check.arrays().map(|id| &*self.arrays[id.index()].name)
    }

    /// Returns the names of the requirements on the graph.
    pub fn requirement_names(&self) -> Vec<String> {
        self.requirements.iter().map(|requirement| requirement.name().to_owned()).collect()
    }

    /// Returns the names of the worklists that start with the items of an input.
    pub fn input_worklists(&self) -> impl Iterator<Item = &str> {
        // Lowering puts these statements before all others.
        self.main.body.iter().filter_map(|stmt| match stmt {
            HostStmt::Act(Action::Seed(worklist, Seed::Input)) => {
                Some(&*self.worklists[worklist.index()].name)
            }
            _ => None,
        })
    }
}
