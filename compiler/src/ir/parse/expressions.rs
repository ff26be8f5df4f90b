//! Parses places, literals and expressions.

use super::tokens::is_word;
use super::{Reader, Result};
use crate::ir::*;

impl Reader<'_> {
    pub(super) fn bounds(&mut self) -> Bounds {
        if self.eat("?") { Bounds::Checked } else { Bounds::Proven }
    }

    /// Parses the rest of a place, after the name of the array.
    pub(super) fn place(&mut self, name: &str) -> Result<Place> {
        let array = self.array_id(name)?;
        let access = if self.eat("~") { Access::Relaxed } else { Access::Plain };
        let bounds = self.bounds();
        let index = self.subscript()?;
        let element = if matches!(self.peek(), "[" | "?") {
            let bounds = self.bounds();
            Some(Element { index: self.subscript()?, bounds })
        } else {
            None
        };
        Ok(Place { array, index, element, access, bounds })
    }

    /// Parses an element of a local array, after the `#`.
    pub(super) fn local_element(&mut self) -> Result<LocalElement> {
        let name = self.word("a local array")?;
        let array = self.local_id(name)?;
        let bounds = self.bounds();
        Ok(LocalElement { array, index: self.subscript()?, bounds })
    }

    /// Parses an element of shared memory.
    pub(super) fn shared_element(&mut self) -> Result<(SharedId, Expr)> {
        Ok((self.shared_id()?, self.subscript()?))
    }

    pub(super) fn shared_id(&mut self) -> Result<SharedId> {
        self.expect("%")?;
        let name = self.word("shared memory")?;
        self.find("shared memory", name, &self.shared, |s| &s.name).map(SharedId)
    }

    pub(super) fn subscript(&mut self) -> Result<Expr> {
        self.expect("[")?;
        let index = self.expr()?;
        self.expect("]")?;
        Ok(index)
    }

    pub(super) fn literal(&mut self) -> Result<Value> {
        let expr = self.expr()?;
        match expr.kind {
            ExprKind::Const(value) => Ok(value),
            _ => self.error_behind("expected a literal"),
        }
    }

    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.deeper(Self::nested_expr)
    }

    pub(super) fn nested_expr(&mut self) -> Result<Expr> {
        match self.peek() {
            "(" => self.binary(),
            token if is_word(token) && self.peek_second() == "(" => self.call(),
            token => self.operand(token),
        }
    }

    fn binary(&mut self) -> Result<Expr> {
        self.expect("(")?;
        let left = self.expr()?;
        let spelling = self.take();
        let op = self.binary_op(spelling)?;
        let right = self.expr()?;
        self.expect(")")?;
        Ok(Expr::binary(op, left, right))
    }

    /// Parses an expression that starts with this token and is neither a binary expression nor a
    /// call.
    fn operand(&mut self, token: &str) -> Result<Expr> {
        match token {
            "$" => {
                self.take();
                let name = self.word("a parameter")?;
                let id = self.find("parameter", name, &self.module.params, |p| &p.name)?;
                let ty = self.module.params[id as usize].ty;
                Ok(Expr { ty, kind: ExprKind::Param(ParamId(id)) })
            }
            "@" => {
                self.take();
                self.known()
            }
            "%" => {
                let (id, index) = self.shared_element()?;
                let ty = self.shared[id.index()].ty;
                Ok(Expr { ty, kind: ExprKind::Shared(id, Box::new(index)) })
            }
            "#" => {
                self.take();
                let element = self.local_element()?;
                let ty = self.locals[element.array.index()].ty;
                Ok(Expr { ty, kind: ExprKind::Element(Box::new(element)) })
            }
            "true" | "false" => {
                self.take();
                Ok(Expr::constant(Value::Bool(token == "true")))
            }
            "-" => {
                self.take();
                let digits = self.peek();
                if !digits.starts_with(|c: char| c.is_ascii_digit()) {
                    return self.error(format!("expected a number, found {}", self.found()));
                }
                self.take();
                self.number(&format!("-{digits}"))
            }
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => {
                self.take();
                self.number(token)
            }
            _ => {
                let name = self.word("an expression")?;
                if matches!(self.peek(), "[" | "~" | "?") {
                    let place = self.place(name)?;
                    let ty = self.module.arrays[place.array.index()].ty;
                    return Ok(Expr { ty, kind: ExprKind::Load(Box::new(place)) });
                }
                let id = self.local_id(name)?;
                Ok(Expr::local(id, self.locals[id.index()].ty))
            }
        }
    }

    pub(super) fn binary_op(&self, spelling: &str) -> Result<BinaryOp> {
        match BinaryOp::SPELLINGS.iter().find(|(_, s)| *s == spelling) {
            Some((op, _)) => Ok(*op),
            None => self.error_behind(format!("no operator `{spelling}`")),
        }
    }

    /// Parses a value of the graph or of the launch, after the `@`.
    pub(super) fn known(&mut self) -> Result<Expr> {
        let name = self.word("a name")?;
        if let Some(array) = GraphArray::ALL.into_iter().find(|a| a.name() == name) {
            let bounds = self.bounds();
            let index = Box::new(self.subscript()?);
            let ty = self.module.edges.of(array.ty());
            return Ok(Expr { ty, kind: ExprKind::Graph(array, index, bounds) });
        }
        Ok(match name {
            "node_count" => Expr::u32(ExprKind::NodeCount),
            "edge_count" => {
                Expr { ty: self.module.edges.of(Type::Edge), kind: ExprKind::EdgeCount }
            }
            "length" => {
                self.expect("(")?;
                let id = self.array_word()?;
                self.expect(")")?;
                Expr::u32(ExprKind::Length(id))
            }
            "search" => {
                self.expect("(")?;
                let id = self.shared_id()?;
                self.expect(",")?;
                let value = Box::new(self.expr()?);
                self.expect(")")?;
                Expr::u32(ExprKind::Search(id, value))
            }
            "size" | "waiting" => {
                self.expect("(")?;
                let id = self.worklist_id()?;
                self.expect(")")?;
                let of = if name == "size" { ExprKind::WorklistSize } else { ExprKind::Waiting };
                Expr::u32(of(id))
            }
            other => {
                if let Some((_, part)) = ItemPart::ALL.iter().find(|(name, _)| *name == other) {
                    return self.item_part(*part);
                }
                match Coordinate::ALL.iter().find(|(name, _)| *name == other) {
                    Some((_, coordinate)) => Expr::at(*coordinate),
                    None => return self.error_behind(format!("no `@{other}`")),
                }
            }
        })
    }

    /// Parses a cast, a select, a prefix operator, a minimum or a maximum, or the bits of a float.
    pub(super) fn call(&mut self) -> Result<Expr> {
        let name = self.word("a function")?;
        self.expect("(")?;
        let cast = Type::from_name(name);
        if let (Some(ty), Some(hex)) = (cast, self.peek().strip_prefix("0x")) {
            let Ok(bits) = u64::from_str_radix(hex, 16) else {
                return self.error("expected the bits of a float");
            };
            self.take();
            self.expect(")")?;
            return Ok(Expr::constant(Value::from_bits(ty, bits)));
        }
        let args = self.comma_separated(")", Self::expr)?;
        self.applied(name, args)
    }

    /// Returns the call of a function. This is a separate function to keep the stack frame of the
    /// recursive function above small.
    fn applied(&self, name: &str, args: Vec<Expr>) -> Result<Expr> {
        let cast = Type::from_name(name);
        let mut args = args.into_iter();
        let unary = UnaryOp::SPELLINGS.iter().find(|(_, s)| *s == name);
        match (args.next(), args.next(), args.next(), args.next()) {
            (Some(a), None, None, None) => {
                if let Some(ty) = cast {
                    return Ok(Expr { ty, kind: ExprKind::Cast(Box::new(a)) });
                }
                if let Some((op, _)) = unary {
                    return Ok(Expr::unary(*op, a));
                }
            }
            (Some(a), Some(b), None, None) => {
                let function = BinaryOp::SPELLINGS
                    .iter()
                    .find(|(op, spelling)| *spelling == name && op.is_function());
                if let Some((op, _)) = function {
                    return Ok(Expr::binary(*op, a, b));
                }
            }
            (Some(a), Some(b), Some(c), None) if name == "select" => {
                let kind = ExprKind::Select(Box::new(a), Box::new(b), Box::new(c));
                let ExprKind::Select(_, b, _) = &kind else { unreachable!("built above") };
                return Ok(Expr { ty: b.ty, kind });
            }
            _ => {}
        }
        self.error_behind(format!("no function `{name}` of so many operands"))
    }

    pub(super) fn number(&self, text: &str) -> Result<Expr> {
        let wrong = || self.error_behind(format!("`{text}` is no literal with a type"));
        let at = Type::ALL
            .into_iter()
            .find_map(|ty| text.strip_suffix(ty.name()).map(|digits| (ty, digits)));
        let Some((ty, digits)) = at else {
            return wrong();
        };
        let value = match ty {
            Type::I32 => digits.parse().ok().map(Value::I32),
            Type::U32 => digits.parse().ok().map(Value::U32),
            Type::I64 => digits.parse().ok().map(Value::I64),
            Type::U64 => digits.parse().ok().map(Value::U64),
            Type::F32 => digits.parse().ok().map(Value::F32),
            Type::F64 => digits.parse().ok().map(Value::F64),
            Type::Node => digits.parse().ok().map(Value::Node),
            Type::Edge => digits.parse().ok().map(Value::Edge),
            Type::Bool => None,
        };
        value.map_or_else(wrong, |value| Ok(Expr::constant(value)))
    }
}
