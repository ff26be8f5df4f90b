//! Checks expressions and places: their types, the scope of names, and the stage of the module.

use super::*;
use crate::ir::value::{binary, unary};

/// Returns whether a type can be an index: its values are 32-bit whole numbers, or edges of the
/// given width.
fn is_index(ty: Type, width: EdgeWidth) -> bool {
    matches!(ty, Type::U32 | Type::I32 | Type::Node) || ty == width.of(Type::Edge)
}

impl Verifier<'_> {
    /// Checks that an expression that is evaluated more than once always has the same value.
    pub(super) fn stable(&mut self, what: &str, expr: &Expr) {
        let mut relaxed = false;
        expr.walk(&mut |e| {
            relaxed |= matches!(&e.kind, ExprKind::Load(p) if p.access == Access::Relaxed);
        });
        self.check(self.of_main() || !relaxed, || format!("{what} is read anew each time"));
    }

    /// Checks a place, whose index has been checked as an expression. Returns its element type.
    pub(super) fn element(&mut self, place: &Place) -> Type {
        self.index(&place.index);
        if place.bounds == Bounds::Checked {
            self.stable("the index of a checked place", &place.index);
        }
        if let Some(element) = &place.element {
            self.index(&element.index);
            if element.bounds == Bounds::Checked {
                self.stable("the index of a checked element", &element.index);
            }
        }
        let array = self.module.arrays.get(place.array.index());
        self.check(array.is_some(), || format!("array {} does not exist", place.array.0));
        self.check(array.is_none_or(|a| a.extent != Extent::Original), || {
            "an access to an array of the input graph".into()
        });
        self.check(array.is_none_or(|a| a.length.is_some() == place.element.is_some()), || {
            "the number of indices does not fit the array".into()
        });
        array.map_or(Type::U32, |a| a.ty)
    }

    /// Checks an element of a local array, whose index has been checked as an expression. Returns
    /// its type.
    pub(super) fn local_element(&mut self, element: &LocalElement) -> Type {
        let LocalElement { array, index, bounds } = element;
        self.index(index);
        if *bounds == Bounds::Checked {
            self.stable("the index of a checked element", index);
        }
        let name = self.local_name(*array);
        let visible = self.scope.contains(array);
        self.check(visible, || format!("`{name}` is used out of its scope"));
        self.check(self.is_array(*array), || format!("`{name}` is no local array"));
        self.local_type(*array)
    }

    pub(super) fn index(&mut self, index: &Expr) {
        let width = self.module.edges;
        self.check(is_index(index.ty, width), || format!("an index is {}", index.ty));
    }

    /// Returns the type of the items of a worklist, or that of nodes if it does not exist.
    pub(super) fn item_type(&self, id: WorklistId) -> ItemType {
        let of_nodes = ItemType::One(Type::Node);
        self.module.worklists.get(id.index()).map_or(of_nodes, |worklist| worklist.ty)
    }

    /// Checks that a worklist exists and that an item fits it.
    pub(super) fn item(&mut self, id: WorklistId, item: &Item) {
        self.worklist(id);
        let ty = self.item_type(id);
        self.check(item.len() == ty.values(), || {
            format!("an item of {} values, in a worklist of {ty}", item.len())
        });
        for value in item {
            self.same("an item", value.ty, ty.value());
        }
    }

    pub(super) fn worklist(&mut self, id: WorklistId) {
        let exists = id.index() < self.module.worklists.len();
        self.check(exists, || format!("worklist {} does not exist", id.0));
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        for operand in expr.operands() {
            self.expr(operand);
        }
        let ty = match &expr.kind {
            ExprKind::Const(value) => value.ty(),
            ExprKind::Local(id) => {
                let name = self.local_name(*id);
                let visible = self.scope.contains(id);
                self.check(visible, || format!("`{name}` is used out of its scope"));
                self.check(!self.is_array(*id), || format!("`{name}` is used without an index"));
                self.local_type(*id)
            }
            ExprKind::Element(element) => self.local_element(element),
            ExprKind::Param(id) => {
                let param = self.module.params.get(id.index());
                self.check(param.is_some(), || format!("parameter {} does not exist", id.0));
                param.map_or(expr.ty, |p| p.ty)
            }
            ExprKind::Unary(op, a) => {
                let result = unary(*op, Value::zero(a.ty)).map(Value::ty);
                self.applies(op.spelling(), result, expr.ty)
            }
            ExprKind::Binary(op, a, b) => {
                let result = binary(*op, Value::zero(a.ty), Value::zero(b.ty)).map(Value::ty);
                self.applies(op.spelling(), result, expr.ty)
            }
            ExprKind::Cast(_) => expr.ty,
            ExprKind::Select(cond, a, b) => {
                self.same("a select's condition", cond.ty, Type::Bool);
                self.same("a select's third", b.ty, a.ty);
                a.ty
            }
            ExprKind::Load(place) => self.element(place),
            ExprKind::Graph(array, index, bounds) => {
                self.index(index);
                if *bounds == Bounds::Checked {
                    self.stable("a checked index into the graph", index);
                }
                self.module.edges.of(array.ty())
            }
            ExprKind::WorklistItem(id, part, index) => {
                self.worklist(*id);
                self.index(index);
                let ty = self.item_type(*id);
                self.check(part.is_part_of(ty), || {
                    format!("@{} of an item, in a worklist of {ty}", part.name())
                });
                self.check(!self.of_main(), || "a worklist item, in main".into());
                ty.value()
            }
            ExprKind::WorklistSize(id) => {
                self.worklist(*id);
                self.distributed("a worklist's size");
                Type::U32
            }
            ExprKind::Waiting(id) => {
                self.worklist(*id);
                self.check(self.of_main(), || "what waits on a worklist, in a kernel".into());
                Type::U32
            }
            ExprKind::At(_) => {
                self.distributed("a coordinate");
                Type::U32
            }
            ExprKind::Shared(id, index) => {
                self.index(index);
                self.shared_type(*id).unwrap_or(expr.ty)
            }
            ExprKind::Search(id, value) => {
                self.same("a value that is searched", value.ty, Type::U32);
                let ty = self.shared_type(*id);
                self.check(ty == Some(Type::U32), || "a search in what is no u32".into());
                Type::U32
            }
            ExprKind::NodeCount => Type::U32,
            ExprKind::EdgeCount => self.module.edges.of(Type::Edge),
            ExprKind::Length(id) => {
                let array = self.module.arrays.get(id.index());
                let computed = array.is_some_and(|a| matches!(a.length, Some(Length::Computed(_))));
                self.check(computed, || "the length of an array without a computed length".into());
                Type::U32
            }
        };
        self.same("an expression", expr.ty, ty);
        let fits = self.module.edges.of(expr.ty) == expr.ty;
        self.check(fits, || "an edge of 32 bits, in a module of wide edges".into());
    }

    /// Checks that shared memory may be used here and exists. Returns its element type.
    pub(super) fn shared_type(&mut self, id: SharedId) -> Option<Type> {
        self.distributed("shared memory");
        let ty = self.shared.and_then(|all| all.get(id.index())).map(|shared| shared.ty);
        self.check(ty.is_some(), || format!("shared memory {} does not exist", id.0));
        ty
    }

    fn applies(&mut self, operator: &str, result: Option<Type>, fallback: Type) -> Type {
        self.check(result.is_some(), || format!("`{operator}` on operands that it does not fit"));
        result.unwrap_or(fallback)
    }

    pub(super) fn distributed(&mut self, what: &str) {
        let allowed = self.module.stage == Stage::Distributed && !self.of_main();
        self.check(allowed, || format!("{what} before distribution, or in main"));
    }
}
