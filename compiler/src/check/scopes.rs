//! Namespaces: the items of the program, and the locals around a statement.
//!
//! Items of all kinds share one namespace, so that `output` and `check` can name any of them. A
//! local may hide items and the locals of outer blocks, but not another local of its own block.
//! Names of the language cannot be hidden.

use super::meaning::Meaning;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;
use indexmap::IndexMap;

/// The items of the program, by kind.
#[derive(Debug, Default)]
pub struct Items<'p> {
    /// The meaning of each item's name, and the position of the item in the source text.
    pub names: IndexMap<&'p str, (Meaning, Span)>,
    /// `const`s.
    pub consts: Vec<&'p Field>,
    /// `param`s.
    pub params: Vec<&'p Field>,
    /// `global`s.
    pub globals: Vec<&'p Field>,
    /// `node` properties.
    pub node_properties: Vec<&'p Field>,
    /// `original node` properties.
    pub originals: Vec<&'p Field>,
    /// `edge` properties.
    pub edge_properties: Vec<&'p Field>,
    /// Named worklists, with the declared types of their items.
    pub worklists: Vec<(&'p Name, &'p [TypeName])>,
    /// Kernels.
    pub kernels: Vec<&'p Function>,
    /// Functions.
    pub functions: Vec<&'p Function>,
    /// The modules that the program (`None`) or a module uses, by the names that it calls them.
    pub modules: IndexMap<(Option<&'p str>, &'p str), UsedModule<'p>>,
    /// The single items that a module uses, by the names of the module and the item.
    pub used_items: IndexMap<(&'p str, &'p str), (Meaning, Span)>,
}

/// A module that a `use` makes available.
#[derive(Debug, Clone, Copy)]
pub struct UsedModule<'p> {
    /// The name of the module, by which the names of its items start.
    pub name: &'p str,
    /// The position of the `use`.
    pub span: Span,
    /// Whether any item of the module is used.
    pub used: bool,
}

impl<'p> Items<'p> {
    /// The declaration of a `const`, `param`, `global` or property.
    pub fn field(&self, meaning: Meaning) -> Option<&'p Field> {
        match meaning {
            Meaning::Const(index) => Some(self.consts[index]),
            Meaning::Param(index) => Some(self.params[index]),
            Meaning::Global(index) => Some(self.globals[index]),
            Meaning::NodeProperty(index) => Some(self.node_properties[index]),
            Meaning::EdgeProperty(index) => Some(self.edge_properties[index]),
            Meaning::Original(index) => Some(self.originals[index]),
            _ => None,
        }
    }

    /// The type of a `const`, `param`, `global` or property, if that type exists.
    pub fn field_type(&self, meaning: Meaning) -> Option<Type> {
        self.field(meaning).and_then(|field| Type::from_name(&field.ty.name.text))
    }

    /// The meaning of an item's name.
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names.get(name).map(|(meaning, _)| *meaning)
    }

    /// The names of items whose meaning satisfies the condition.
    pub fn names_of(&self, wanted: impl Fn(Meaning) -> bool) -> impl Iterator<Item = &'p str> {
        self.names.iter().filter(move |(_, (meaning, _))| wanted(*meaning)).map(|(name, _)| *name)
    }
}

/// The kind of an item in the words of messages, such as "a kernel".
pub fn kind_words(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Local(_) => "a local",
        Meaning::Const(_) => "a constant",
        Meaning::Param(_) => "a parameter of the program",
        Meaning::Global(_) => "a global",
        Meaning::NodeProperty(_) => "a node property",
        Meaning::EdgeProperty(_) => "an edge property",
        Meaning::Original(_) => "a property of the input graph",
        Meaning::PropertyParameter(_) => "a property passed to the function",
        Meaning::Worklist(_) => "a worklist",
        Meaning::Kernel(_) => "a kernel",
        Meaning::Function(_) => "a function",
        Meaning::AllNodes | Meaning::AllEdges | Meaning::OutEdges | Meaning::InEdges => {
            "a set to loop over"
        }
        Meaning::Builtin(_) => "a name of the language",
    }
}

/// The kinds of locals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalKind {
    /// Declared by `let`. It can be assigned to.
    Let,
    /// Declared by `let` with a length. Its elements can be assigned to.
    Array,
    /// The variable of a loop.
    LoopVariable,
    /// The position of the item of a `forall` over a worklist.
    ItemPosition,
    /// A parameter of a kernel or function that takes a value.
    Parameter,
    /// A parameter of a function that takes a property or a global.
    Property(ParameterKind),
}

/// A local name.
#[derive(Debug, Clone)]
pub struct Local<'p> {
    /// The name of the local.
    pub name: &'p Name,
    /// The binding of the local.
    pub binding: BindingId,
    /// The kind of the local.
    pub kind: LocalKind,
    /// The number of `forall`s around the declaration.
    pub depth: usize,
}

/// The locals around a statement. Those of the innermost block are the last.
#[derive(Debug, Default)]
pub struct Scopes<'p> {
    /// For each block, the locals of each name. A name has several locals only after an error.
    blocks: Vec<IndexMap<&'p str, Vec<Local<'p>>>>,
}

impl<'p> Scopes<'p> {
    /// Enters a block.
    pub fn enter(&mut self) {
        self.blocks.push(IndexMap::new());
    }

    /// Leaves the innermost block.
    pub fn leave(&mut self) {
        self.blocks.pop();
    }

    /// Adds a local to the innermost block. Returns the local with the same name in that block, if
    /// there is one.
    pub fn declare(&mut self, local: Local<'p>) -> Option<Local<'p>> {
        let same_name = self.blocks.last_mut()?.entry(&local.name.text).or_default();
        let before = same_name.first().cloned();
        same_name.push(local);
        before
    }

    /// The local that a name refers to.
    pub fn find(&self, name: &str) -> Option<&Local<'p>> {
        self.blocks.iter().rev().find_map(|block| block.get(name)?.last())
    }

    /// The parameter with that name, if it takes a property of nodes or edges.
    pub fn property(&self, name: &str) -> Option<(BindingId, Type)> {
        let local = self.blocks.iter().find_map(|block| block.get(name)?.first())?;
        match local.kind {
            LocalKind::Property(ParameterKind::NodeProperty) => Some((local.binding, Type::Node)),
            LocalKind::Property(ParameterKind::EdgeProperty) => Some((local.binding, Type::Edge)),
            _ => None,
        }
    }

    /// The names of all locals.
    pub fn names(&self) -> impl Iterator<Item = &'p str> + '_ {
        self.blocks.iter().flat_map(IndexMap::keys).copied()
    }
}
