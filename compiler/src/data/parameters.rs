//! Checks the values of a program's parameters before a run.

use super::DataError;
use crate::ir::{Module, ParamRange, Value};

/// Checks that there is one value for each parameter of a program, that it has the parameter's
/// type, that it is in the parameter's range, and that it is a node of the graph if that type is
/// `node`. `nodes` is the number of nodes.
///
/// # Errors
///
/// Returns the first error, in the order of the parameters.
pub fn check_parameters(module: &Module, values: &[Value], nodes: u32) -> Result<(), DataError> {
    if values.len() != module.params.len() {
        return Err(DataError::ParameterCount { wanted: module.params.len(), found: values.len() });
    }
    for (param, value) in module.params.iter().zip(values) {
        if value.ty() != param.ty {
            return Err(DataError::ParameterType {
                name: param.name.clone(),
                wanted: param.ty,
                found: value.ty(),
            });
        }
        check_range(&param.name, param.range, *value)?;
        check_node_parameter(&param.name, param.is_optional_node(), *value, nodes)?;
    }
    Ok(())
}

/// Checks that the value of a parameter is in the range of the parameter, if it has one.
///
/// # Errors
///
/// Returns [`DataError::ParameterRange`] if the value is outside of the range.
pub fn check_range(name: &str, range: Option<ParamRange>, value: Value) -> Result<(), DataError> {
    match range.filter(|range| !range.contains(value)) {
        None => Ok(()),
        Some(range) => {
            Err(DataError::ParameterRange { name: name.into(), value: value.shown(), range })
        }
    }
}

/// Checks that a parameter of type `node` is a node of a graph with `nodes` nodes. Kernels rely on
/// this check. Values of other types are accepted, and the largest id if the node is optional.
///
/// # Errors
///
/// Returns [`DataError::ParameterNode`] if the parameter is not a node of the graph.
pub fn check_node_parameter(
    name: &str,
    is_optional: bool,
    value: Value,
    nodes: u32,
) -> Result<(), DataError> {
    match value {
        Value::Node(u32::MAX) if is_optional => Ok(()),
        Value::Node(node) if node >= nodes => {
            Err(DataError::ParameterNode { name: name.into(), node, nodes })
        }
        _ => Ok(()),
    }
}
