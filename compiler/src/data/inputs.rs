//! The data of the inputs of a program: `input node feature: f32;` and `input worklist seeds;`.
//!
//! An input belongs to an array or a worklist by its name. The runtime reads it from a file, checks
//! it and converts it; this module checks again that it fits the program.

use std::sync::Arc;

use super::{ArrayData, DataError};
use crate::ir::Value;
use crate::types::Type;

/// The inputs of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    arrays: Vec<(String, Arc<ArrayData>)>,
    worklists: Vec<(String, Arc<[u32]>)>,
}

impl Inputs {
    /// Adds the values of a property.
    pub fn add_array(&mut self, name: &str, values: ArrayData) {
        self.arrays.push((name.to_owned(), Arc::new(values)));
    }

    /// Adds the items of a worklist.
    pub fn add_worklist(&mut self, name: &str, items: Vec<u32>) {
        self.worklists.push((name.to_owned(), items.into()));
    }

    /// Removes the input of a name, if there is one.
    pub fn remove(&mut self, name: &str) {
        self.arrays.retain(|(known, _)| known != name);
        self.worklists.retain(|(known, _)| known != name);
    }

    /// Returns the names of the inputs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let arrays = self.arrays.iter().map(|(name, _)| &**name);
        arrays.chain(self.worklists.iter().map(|(name, _)| &**name))
    }

    /// Makes [numbers](ArrayData::numbers_as) nodes or edges if the program declares them so. `ty` returns
    /// the declared type of an input.
    pub fn set_types(&mut self, ty: impl Fn(&str) -> Option<Type>) {
        for (name, values) in &mut self.arrays {
            if let Some(ty) = ty(name)
                && values.ty() == Type::U32
                && ty != Type::U32
            {
                *values = Arc::new(ArrayData::clone(values).numbers_as(ty));
            }
        }
    }

    /// Returns the inputs with other values: `array` gets the name and the values of each property,
    /// and `item` gets each item of each worklist.
    pub fn map(
        &self,
        array: impl Fn(&str, &ArrayData) -> ArrayData,
        item: impl Fn(u32) -> u32,
    ) -> Inputs {
        let arrays = self.arrays.iter();
        let arrays = arrays.map(|(name, values)| (name.clone(), Arc::new(array(name, values))));
        let worklists = self
            .worklists
            .iter()
            .map(|(name, items)| (name.clone(), items.iter().map(|found| item(*found)).collect()));
        Inputs { arrays: arrays.collect(), worklists: worklists.collect() }
    }

    /// Returns the values of a property with `length` elements of a type.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is missing, or has another type or length.
    pub fn array(&self, name: &str, ty: Type, length: usize) -> Result<&Arc<ArrayData>, DataError> {
        let found = self.arrays.iter().find(|(known, _)| known == name);
        let (_, values) = found.ok_or_else(|| DataError::NoInput { name: name.into() })?;
        if values.ty() != ty || values.len() != length {
            let found = format!("{} values of type {}", values.len(), values.ty());
            let wanted = format!("{length} values of type {ty}");
            return Err(DataError::Input { name: name.into(), wanted, found });
        }
        Ok(values)
    }

    /// Returns the items of a worklist. Each of them is a node of a graph with `nodes` nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is missing, or contains a number that is not a node.
    pub fn items(&self, name: &str, nodes: u32) -> Result<&[u32], DataError> {
        let found = self.worklists.iter().find(|(known, _)| known == name);
        let (_, items) = found.ok_or_else(|| DataError::NoInput { name: name.into() })?;
        match items.iter().find(|item| **item >= nodes) {
            Some(item) => {
                let wanted = format!("nodes of a graph with {nodes} nodes");
                let found = Value::Node(*item).to_string();
                Err(DataError::Input { name: name.into(), wanted, found })
            }
            None => Ok(items),
        }
    }
}
