//! What an item contains that travels to another rank: a key of 32 bits, such as the node whose owner gets the item, and up
//! to three values of 32 bits, or one of 64 and one of 32.
//!
//! | values | item | upper half | lower half |
//! | --- | --- | --- | --- |
//! | none, or one of 32 bits | a `u64` | the key | the value |
//! | others | the first value of a pair | a value of 32 bits | the key |
//! | | the second value of a pair | a value of 32 bits | a value of 32 bits, or both halves have one of 64 bits |

use crate::intrinsics::Intrinsic;
use crate::ir::*;

/// A half of a value of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Upper,
    Lower,
}

/// Where the values of an item are.
pub struct Layout {
    ty: ItemType,
    /// The key, and then the other values, each with its place. A value of 64 bits begins in the lower half.
    places: Vec<(LocalId, Type, ItemPart, Half)>,
}

impl Layout {
    /// Returns the layout for a key of 32 bits and values, or `None` if the values do not fit.
    pub fn new(key: (LocalId, Type), mut values: Vec<(LocalId, Type)>) -> Option<Layout> {
        let is_wide = |(_, ty): &(LocalId, Type)| ty.size() == 8;
        let wide = values.iter().filter(|value| is_wide(value)).count();
        let (ty, slots) = match (wide, values.len()) {
            (0, 0 | 1) => {
                let slots = [(ItemPart::Whole, Half::Upper), (ItemPart::Whole, Half::Lower)];
                (ItemType::One(Type::U64), slots.to_vec())
            }
            (0, 2 | 3) | (1, 1 | 2) => {
                let key = (ItemPart::First, Half::Lower);
                let second = (ItemPart::Second, Half::Lower);
                let others = [(ItemPart::First, Half::Upper), (ItemPart::Second, Half::Upper)];
                (ItemType::Pair, [vec![key, second], others.to_vec()].concat())
            }
            _ => return None,
        };
        values.sort_by_key(|value| !is_wide(value));
        let values = [key].into_iter().chain(values).zip(slots);
        let places = values.map(|((id, ty), (part, half))| (id, ty, part, half)).collect();
        Some(Layout { ty, places })
    }

    /// Returns the type of the items.
    pub fn ty(&self) -> ItemType {
        self.ty
    }

    /// Returns an item for a key and the current values of the locals.
    pub fn item(&self, key: Expr) -> Item {
        let value = |wanted: ItemPart, wanted_half: Half| {
            let at = self
                .places
                .iter()
                .position(|(.., part, half)| (*part, *half) == (wanted, wanted_half))?;
            let (id, ty, ..) = self.places[at];
            Some(to_bits(if at == 0 { key.clone() } else { Expr::local(id, ty) }))
        };
        let zero = || Expr::constant(Value::U64(0));
        let whole = |part| {
            let lower = value(part, Half::Lower).unwrap_or_else(zero);
            match value(part, Half::Upper) {
                Some(upper) => packed(upper, lower),
                None => lower,
            }
        };
        match self.ty {
            ItemType::One(_) => vec![whole(ItemPart::Whole)],
            ItemType::Pair => vec![whole(ItemPart::First), whole(ItemPart::Second)],
        }
    }

    /// Returns a loop over the items of a worklist, whose iterations declare the values and then execute the
    /// statements.
    pub fn loop_over(&self, worklist: WorklistId, locals: &mut Locals, body: Block) -> Stmt {
        let is_pair = self.ty == ItemType::Pair;
        let var_type = if is_pair { Type::U32 } else { Type::U64 };
        let var = locals.add("item", var_type);
        let item = Expr::local(var, var_type);
        let read = |(id, ty, part, half): &(LocalId, Type, ItemPart, Half)| {
            let whole = match part {
                ItemPart::Whole => item.clone(),
                ItemPart::First | ItemPart::Second => Expr {
                    ty: Type::U64,
                    kind: ExprKind::WorklistItem(worklist, *part, Box::new(item.clone())),
                },
            };
            let bits = match half {
                Half::Lower => whole,
                Half::Upper => {
                    Expr::binary(BinaryOp::Shr, whole, Expr::constant(Value::U32(SECOND_BITS)))
                }
            };
            StmtKind::Let(*id, from_bits(bits, *ty)).from(Origin::default())
        };
        let lets: Block = self.places.iter().map(read).collect();
        let domain = if is_pair { Domain::Positions(worklist) } else { Domain::Worklist(worklist) };
        let body = [lets, body].concat();
        StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body }.from(Origin::default())
    }
}

/// Returns the bits of a value as a `u64`. Values of 32 bits are in the lower half.
pub fn to_bits(value: Expr) -> Expr {
    match value.ty {
        Type::F32 | Type::F64 => Expr::unary(UnaryOp::Call(Intrinsic::Bits), value).cast(Type::U64),
        // A negative number must not fill the upper half.
        Type::I32 => value.cast(Type::U32).cast(Type::U64),
        _ => value.cast(Type::U64),
    }
}

/// Returns the value with these bits. Of a value of 32 bits, only the lower half matters.
fn from_bits(bits: Expr, ty: Type) -> Expr {
    let lower = |bits: Expr| bits.cast(Type::U32);
    match ty {
        Type::F32 => Expr::unary(UnaryOp::Call(Intrinsic::FromBits), lower(bits)),
        Type::F64 => Expr::unary(UnaryOp::Call(Intrinsic::FromBits), bits),
        Type::Bool => Expr::binary(BinaryOp::Ne, lower(bits), Expr::constant(Value::U32(0))),
        _ => bits.cast(ty),
    }
}
