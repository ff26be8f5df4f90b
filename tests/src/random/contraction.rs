//! Generates contractions: properties of the input graph, and `contract` in `main`.

use igc_compiler::syntax::ast::{BinaryOp, Domain, Function, ItemKind, Stmt, StmtKind};
use igc_compiler::types::Type;

use super::build::{a_loop, assign, binary, block, call, cast, field, int, name, path, stmt};
use super::generator::{Array, Generator, Per};

/// The types of labels.
const LABELS: [Type; 3] = [Type::Node, Type::U32, Type::U64];

/// A kernel that gives the nodes a few different labels.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    property: String,
    ty: Type,
    count: u64,
}

impl Classes {
    fn name(&self) -> String {
        format!("classify_{}", self.property)
    }

    /// Generates `kernel classify_a0() { forall u in nodes { u.a0 = (u as u32 % 3) as u64; } }`.
    pub(super) fn kernel(&self) -> ItemKind {
        let class = binary(BinaryOp::Rem, cast(path("u"), Type::U32), int(self.count));
        let label = assign(field(path("u"), &self.property), None, cast(class, self.ty));
        let forall = a_loop("u", Domain::Of(path("nodes")), None, block(vec![label]));
        let body = block(vec![stmt(StmtKind::ForAll(forall))]);
        let name = name(self.name());
        let (racy, asynchronous) = (false, false);
        let (params, results) = (vec![], vec![]);
        ItemKind::Kernel(Function { racy, asynchronous, name, params, results, body })
    }
}

impl Generator<'_> {
    /// Generates what programs with several levels declare: properties of the input graph, and a
    /// property for labels. Other programs cannot contract.
    pub(super) fn levels(&mut self) -> Vec<ItemKind> {
        let count = self.choices.below(6).saturating_sub(3);
        self.originals = (0..count).map(|number| format!("m{number}")).collect();
        if count == 0 {
            return vec![];
        }
        let original = |text: &String| ItemKind::Original(self.field(text, Type::Node, None));
        let mut items: Vec<ItemKind> = self.originals.iter().map(original).collect();
        if !self.arrays.iter().any(is_label) {
            let (name, ty) = ("label".to_owned(), *self.choices.pick(&LABELS));
            items.push(ItemKind::NodeProperty(self.field(&name, ty, None)));
            self.arrays.push(Array { name, ty, per: Per::Node, length: None });
        }
        items
    }

    /// Generates `contract(label, member, …);`, usually after a kernel that gives the nodes labels.
    /// Returns nothing if no property can be the label.
    pub(super) fn contract(&mut self) -> Vec<Stmt> {
        let labels: Vec<Array> = self.arrays.iter().filter(|a| is_label(a)).cloned().collect();
        if labels.is_empty() || self.originals.is_empty() {
            return vec![];
        }
        let label = self.choices.pick(&labels).clone();
        let mut stmts = vec![];
        if !self.choices.once_in(3) {
            let classes = self.classes_of(&label);
            stmts.push(stmt(StmtKind::Expr(call(&classes.name(), vec![]))));
        }
        let mut args = vec![path(&label.name), path(self.choices.pick(&self.originals))];
        for number in 0..self.arrays.len() {
            if can_be_carried(&self.arrays[number]) && self.choices.once_in(3) {
                args.push(path(&self.arrays[number].name));
            }
        }
        self.contracts = true;
        stmts.push(stmt(StmtKind::Expr(call("contract", args))));
        stmts
    }

    /// Returns the kernel that gives the nodes a label.
    fn classes_of(&mut self, label: &Array) -> Classes {
        if let Some(classes) = self.classes.iter().find(|c| c.property == label.name) {
            return classes.clone();
        }
        let count = 1 + self.choices.below(5) as u64;
        let classes = Classes { property: label.name.clone(), ty: label.ty, count };
        self.classes.push(classes.clone());
        classes
    }
}

fn is_label(array: &Array) -> bool {
    array.per == Per::Node && array.length.is_none() && LABELS.contains(&array.ty)
}

/// Returns whether a contraction can carry a property.
fn can_be_carried(array: &Array) -> bool {
    match array.per {
        Per::Program => false,
        Per::Node => array.ty != Type::Edge,
        Per::Edge => array.ty.is_integer() || array.ty.is_float(),
    }
}
