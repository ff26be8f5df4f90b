//! Parses the types of worklists, and items.

use super::{Reader, Result};
use crate::ir::*;

impl Reader<'_> {
    pub(super) fn item_type(&mut self) -> Result<ItemType> {
        if !self.eat("(") {
            return self.ty().map(ItemType::One);
        }
        match self.comma_separated(")", Self::ty)?[..] {
            [Type::U64, Type::U64] => Ok(ItemType::Pair),
            _ => self.error_behind("a pair that is not `(u64, u64)`"),
        }
    }

    /// Parses an item of a worklist.
    pub(super) fn item(&mut self, worklist: WorklistId) -> Result<Item> {
        match self.module.worklists[worklist.index()].ty {
            ItemType::One(_) => Ok(vec![self.expr()?]),
            ItemType::Pair => {
                self.expect("(")?;
                self.comma_separated(")", Self::expr)
            }
        }
    }

    /// Parses a read of an item or of a value of an item, after its name.
    pub(super) fn item_part(&mut self, part: ItemPart) -> Result<Expr> {
        self.expect("(")?;
        let id = self.worklist_id()?;
        self.expect(",")?;
        let index = Box::new(self.expr()?);
        self.expect(")")?;
        let ty = self.module.worklists[id.index()].ty.value();
        Ok(Expr { ty, kind: ExprKind::WorklistItem(id, part, index) })
    }
}
