//! Generates random expressions.

use super::*;

impl Generator<'_> {
    fn bounds(&mut self) -> Bounds {
        if self.promises { self.one(&[Bounds::Checked, Bounds::Proven]) } else { Bounds::Checked }
    }

    fn place_in(&mut self, array: ArrayId, depth: usize) -> Place {
        let ty = self.index_ty();
        let index = self.fixed(ty, depth.saturating_sub(1));
        let access = if self.repeated && !self.host {
            Access::Plain
        } else if self.promises {
            self.one(&[Access::Relaxed, Access::Plain])
        } else {
            Access::Relaxed
        };
        let bounds = self.bounds();
        let element = self.module.arrays[array.index()].length.is_some().then(|| {
            let ty = self.index_ty();
            Element { index: self.fixed(ty, depth.saturating_sub(1)), bounds: self.bounds() }
        });
        Place { array, index, element, access, bounds }
    }

    pub(super) fn place(&mut self, depth: usize) -> Place {
        let array = self.pick(self.module.arrays.len() - 1);
        self.place_in(ArrayId(array as u32), depth)
    }

    fn constant(&mut self, ty: Type) -> Expr {
        let small = self.pick(3) > 0;
        let (high, low) = (self.number() as u64, self.number() as u64);
        let bits = if small { low % 8 } else { high << 32 | low };
        let value = Value::from_bits(ty, bits);
        // NaN is not equal to itself, so it could not be compared after a round trip through text.
        let odd = match value {
            Value::F32(x) => x.is_nan(),
            Value::F64(x) => x.is_nan(),
            _ => false,
        };
        Expr::constant(if odd { Value::max(ty) } else { value })
    }

    /// Generates an expression that has the same value in every evaluation.
    pub(super) fn fixed(&mut self, ty: Type, depth: usize) -> Expr {
        let outer = std::mem::replace(&mut self.repeated, true);
        let expr = self.expr(ty, depth);
        self.repeated = outer;
        expr
    }

    pub(super) fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        let below = depth.saturating_sub(1);
        let of = |kind| Expr { ty, kind };
        match self.pick(if depth == 0 { 3 } else { 9 }) {
            0 => self.constant(ty),
            1 => {
                let locals = &self.locals;
                let fits = |id: &LocalId| locals[id.index()].ty == ty;
                let fitting: Vec<_> = self.scope.iter().copied().filter(fits).collect();
                if fitting.is_empty() {
                    return self.constant(ty);
                }
                Expr::local(self.one(&fitting), ty)
            }
            2 => {
                let at = self.module.params.iter().position(|p| p.ty == ty);
                of(ExprKind::Param(ParamId(at.unwrap() as u32)))
            }
            3 => self.unary(ty, below),
            4 => self.binary(ty, below),
            5 => {
                let from = self.ty();
                let operand = self.expr(from, below);
                of(ExprKind::Cast(Box::new(operand)))
            }
            6 => {
                let cond = Box::new(self.expr(Type::Bool, below));
                let [a, b] = [(); 2].map(|_| Box::new(self.expr(ty, below)));
                of(ExprKind::Select(cond, a, b))
            }
            // The value must not depend on memory that others may change.
            7 if self.repeated && !self.promises && !self.host => self.constant(ty),
            7 => {
                let at = self.module.arrays.iter().position(|a| a.ty == ty);
                let place = self.place_in(ArrayId(at.unwrap() as u32), below);
                of(ExprKind::Load(Box::new(place)))
            }
            _ => self.known(ty, below),
        }
    }

    fn unary(&mut self, ty: Type, depth: usize) -> Expr {
        let result = |op, operand| unary(op, Value::zero(operand)).map(Value::ty);
        let fitting: Vec<(UnaryOp, Type)> = UnaryOp::SPELLINGS
            .iter()
            .flat_map(|(op, _)| Type::ALL.map(|operand| (*op, operand)))
            .filter(|(op, operand)| result(*op, *operand) == Some(ty))
            .collect();
        if fitting.is_empty() {
            return self.constant(ty);
        }
        let (op, operand) = self.one(&fitting);
        Expr::unary(op, self.expr(operand, depth))
    }

    fn binary(&mut self, ty: Type, depth: usize) -> Expr {
        let (op, _) = self.one(&BinaryOp::SPELLINGS);
        let left = if op.is_comparison() { self.ty() } else { ty };
        let right = if op.is_shift() { Type::U32 } else { left };
        let result = binary(op, Value::zero(left), Value::zero(right));
        if result.map(Value::ty) != Some(ty) {
            return self.constant(ty);
        }
        let left = self.expr(left, depth);
        Expr::binary(op, left, self.expr(right, depth))
    }

    /// Generates a value that belongs to the graph or to the launch.
    fn known(&mut self, ty: Type, depth: usize) -> Expr {
        let arrays: Vec<GraphArray> =
            GraphArray::ALL.into_iter().filter(|a| a.ty() == ty).collect();
        let in_item = self.module.stage == Stage::Distributed && !self.host;
        if ty == Type::Node && self.promises && in_item && self.pick(3) == 0 {
            let index = Box::new(self.expr(Type::U32, depth));
            let kind = ExprKind::WorklistItem(self.worklist_of_nodes(), ItemPart::Whole, index);
            return Expr { ty, kind };
        }
        if !arrays.is_empty() {
            let array = self.one(&arrays);
            let index_ty = self.index_ty();
            let index = Box::new(self.fixed(index_ty, depth));
            let kind = ExprKind::Graph(array, index, self.bounds());
            return Expr { ty, kind };
        }
        if ty != Type::U32 {
            return self.constant(ty);
        }
        let kinds = if in_item { 5 } else { 2 + self.host as usize };
        Expr::u32(match self.pick(kinds) {
            0 => ExprKind::NodeCount,
            1 => ExprKind::Cast(Box::new(Expr::edge_count())),
            2 if self.host => ExprKind::Waiting(self.worklist()),
            2 => ExprKind::At(Coordinate::GlobalId),
            3 => ExprKind::At(Coordinate::GlobalSize),
            _ => ExprKind::WorklistSize(self.worklist()),
        })
    }
}
