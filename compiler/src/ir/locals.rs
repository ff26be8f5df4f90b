//! The locals of a kernel, an outlined loop or `main`, each with a name that no other local has.
//!
//! Passes add many locals with the same preferred name. [`Locals`] remembers the names that are
//! taken and the numbers that were appended to them, so that adding a local takes the same time
//! however many locals there are.

use std::collections::HashMap;
use std::ops::Deref;

use super::names::bounded;
use super::{LocalId, Type};

/// A named scalar of a kernel or of `main`, or a local array of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// Name of the local.
    pub name: String,
    /// Type of the local, or of the elements of a local array.
    pub ty: Type,
    /// Number of elements of a local array; `None` for a scalar.
    pub length: Option<u32>,
}

/// A list of locals, in the order of their ids. It dereferences to a slice.
#[derive(Debug, Clone, Default)]
pub struct Locals {
    list: Vec<Local>,
    /// For each name that is taken, the first number that was not yet appended to it.
    next_number: HashMap<String, u32>,
}

impl Locals {
    /// Adds a local with the [bounded] name. If this name is taken, the smallest number from 2 that
    /// makes it unique is appended to it.
    pub fn add(&mut self, name: &str, ty: Type) -> LocalId {
        let name = self.unique(name);
        self.push(Local { name, ty, length: None })
    }

    /// Adds a local array. Its name becomes unique as for [`add`](Locals::add).
    pub fn add_array(&mut self, name: &str, ty: Type, length: u32) -> LocalId {
        let name = self.unique(name);
        self.push(Local { name, ty, length: Some(length) })
    }

    /// Adds a copy of a local, with another name.
    pub fn add_copy(&mut self, id: LocalId) -> LocalId {
        let local = self.list[id.index()].clone();
        let name = self.unique(&local.name);
        self.push(Local { name, ..local })
    }

    /// Replaces the type of each local.
    pub fn retype(&mut self, new: impl Fn(Type) -> Type) {
        for local in &mut self.list {
            local.ty = new(local.ty);
        }
    }

    /// Adds a local with exactly this name. The verifier reports names that are used twice.
    pub fn push(&mut self, local: Local) -> LocalId {
        self.next_number.entry(local.name.clone()).or_insert(2);
        self.list.push(local);
        LocalId(self.list.len() as u32 - 1)
    }

    fn unique(&mut self, name: &str) -> String {
        let name = &*bounded(name);
        let Some(&first) = self.next_number.get(name) else { return name.to_string() };
        let numbered = |number: u32| format!("{name}_{number}");
        let number = (first..)
            .find(|number| !self.next_number.contains_key(&numbered(*number)))
            .expect("there are more numbers than locals");
        self.next_number.insert(name.to_string(), number + 1);
        numbered(number)
    }
}

impl Deref for Locals {
    type Target = [Local];

    fn deref(&self) -> &[Local] {
        &self.list
    }
}

impl FromIterator<Local> for Locals {
    fn from_iter<I: IntoIterator<Item = Local>>(locals: I) -> Locals {
        let mut result = Locals::default();
        for local in locals {
            result.push(local);
        }
        result
    }
}

impl<'l> IntoIterator for &'l Locals {
    type Item = &'l Local;
    type IntoIter = std::slice::Iter<'l, Local>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl PartialEq for Locals {
    fn eq(&self, other: &Locals) -> bool {
        self.list == other.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_the_smallest_free_number() {
        let mut locals = Locals::default();
        for name in ["a", "a_3", "a", "a", "a_2", "b"] {
            locals.add(name, Type::U32);
        }
        let names: Vec<&str> = locals.iter().map(|local| local.name.as_str()).collect();
        assert_eq!(names, ["a", "a_3", "a_2", "a_4", "a_2_2", "b"]);
    }
}
