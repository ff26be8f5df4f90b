//! The actions of the grammar: they create tree nodes, assign ids to them, limit their depth, and
//! collect errors.

use super::ast::*;
use super::docs::ItemDocs;
use super::errors;
use super::nesting::too_deep;
use super::token::Token;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use lalrpop_util::{ErrorRecovery, ParseError};
use std::convert::Infallible;

/// The largest depth of the tree of an expression. Each operator of a chain such as `a + b + c`
/// adds one level.
const MAX_EXPR_DEPTH: u16 = 150;

/// The largest number of errors to keep. Only the first error on each line is shown.
const MAX_ERRORS: usize = 1000;

/// The operator of a range of a parameter.
pub struct RangeOperator {
    /// Whether the range excludes its start.
    pub excludes_start: bool,
    /// Whether the range includes its end.
    pub includes_end: bool,
}

impl RangeOperator {
    /// `..`
    pub const OPEN: RangeOperator = RangeOperator { excludes_start: false, includes_end: false };
    /// `..=`
    pub const TO_END: RangeOperator = RangeOperator { excludes_start: false, includes_end: true };
    /// `<..`
    pub const AFTER_START: RangeOperator =
        RangeOperator { excludes_start: true, includes_end: false };
    /// `<..=`
    pub const AFTER_START_TO_END: RangeOperator =
        RangeOperator { excludes_start: true, includes_end: true };
}

/// The arm of an `if`: its start, its condition and its block.
pub struct Arm {
    /// The position of the first byte.
    pub start: u32,
    /// The condition.
    pub cond: Expr,
    /// The block that runs if the condition holds.
    pub then: Block,
}

/// The first byte and ids for a text, so that several texts can form one program.
#[derive(Debug, Clone, Copy, Default)]
pub struct First {
    /// The position of the first byte of the text.
    pub byte: u32,
    /// The first [`ExprId`] of the text.
    pub expr: u32,
    /// The first [`BindingId`] of the text.
    pub binding: u32,
}

/// Creates the nodes of one program.
pub struct Builder<'src> {
    source: &'src str,
    docs: ItemDocs,
    /// The outermost pairs of braces, in order.
    bodies: Vec<Span>,
    /// The end of each token, in order.
    ends: Vec<u32>,
    /// The first byte and ids of the text.
    first: First,
    /// The depth of each expression. The index is the expression's id minus the first id.
    depths: Vec<u16>,
    bindings: u32,
    diagnostics: Vec<Diagnostic>,
}

impl<'src> Builder<'src> {
    /// Creates a builder for a text, with the documentation of its items, its outermost pairs of
    /// braces, and the ends of its tokens.
    pub fn new(
        source: &'src str,
        docs: ItemDocs,
        bodies: Vec<Span>,
        ends: Vec<u32>,
        first: First,
    ) -> Builder<'src> {
        Builder {
            source,
            docs,
            bodies,
            ends,
            first,
            depths: Vec::new(),
            bindings: first.binding,
            diagnostics: Vec::new(),
        }
    }

    /// Returns the numbers of expressions and bindings, including those of earlier texts.
    pub fn counts(&self) -> (u32, u32) {
        (self.first.expr + self.depths.len() as u32, self.bindings)
    }

    /// Returns the diagnostics of all errors.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Reports an error that the grammar recovered from.
    pub fn recover(&mut self, error: ErrorRecovery<u32, Token<'src>, Infallible>) {
        self.fail(error.error);
    }

    /// Reports an error, up to [`MAX_ERRORS`]. An error that expects an item within the braces of
    /// an item is not reported, because it only follows from an earlier error.
    pub fn fail(&mut self, error: ParseError<u32, Token<'src>, Infallible>) {
        // Errors have positions in the text itself.
        let error = error.map_location(|position| position - self.first.byte);
        let lost = errors::item_expected(&error) && self.in_body(&error);
        if self.diagnostics.is_empty() || !lost && self.diagnostics.len() < MAX_ERRORS {
            let diagnostic = errors::diagnostic(self.source, &self.ends, error);
            self.diagnostics.push(diagnostic);
        }
    }

    fn in_body(&self, error: &ParseError<u32, Token<'src>, Infallible>) -> bool {
        let ParseError::UnrecognizedToken { token: (start, ..), .. } = error else {
            return false;
        };
        let before = self.bodies.partition_point(|body| body.start <= *start);
        before > 0 && *start < self.bodies[before - 1].end
    }

    /// Creates a name.
    pub fn name(&self, text: &str, start: u32, end: u32) -> Name {
        Name { text: text.to_owned(), span: Span { start, end } }
    }

    /// Creates a binding.
    pub fn binding(&mut self) -> BindingId {
        self.bindings += 1;
        BindingId(self.bindings - 1)
    }

    /// Creates an item with the documentation before it.
    pub fn item(&mut self, start: u32, kind: ItemKind, end: u32) -> Item {
        let doc = self.docs.remove(&(start - self.first.byte)).unwrap_or_default();
        Item { doc, kind, span: Span { start, end } }
    }

    /// Marks a property as an input.
    pub fn input(&self, field: Field) -> Field {
        Field { is_input: true, ..field }
    }

    /// Creates the range of a parameter.
    pub fn range(
        &self,
        l: u32,
        start: Option<Expr>,
        operator: RangeOperator,
        end: Option<Expr>,
        r: u32,
    ) -> ParamRange {
        let RangeOperator { excludes_start, includes_end } = operator;
        ParamRange { start, excludes_start, end, includes_end, span: Span { start: l, end: r } }
    }

    /// Creates `if a { … } else if b { … } else { … }`. Each further arm is the `else` block of an
    /// `if`.
    pub fn if_chain(
        &mut self,
        first: Arm,
        rest: Vec<Arm>,
        mut otherwise: Option<Block>,
    ) -> StmtKind {
        for Arm { start, cond, then } in rest.into_iter().rev() {
            let end = otherwise.as_ref().map_or(then.span.end, |block| block.span.end);
            let span = Span { start, end };
            let kind = StmtKind::If { cond, then, otherwise };
            otherwise = Some(Block { stmts: vec![Stmt { kind, span }], span });
        }
        let Arm { cond, then, .. } = first;
        StmtKind::If { cond, then, otherwise }
    }

    /// Creates an expression without operands.
    pub fn leaf(&mut self, start: u32, kind: ExprKind, end: u32) -> Expr {
        self.expr(kind, Span { start, end }, 0)
    }

    /// Creates `op x`.
    pub fn unary(&mut self, start: u32, op: UnaryOp, x: Expr) -> Expr {
        let (span, depth) = (Span { start, end: x.span.end }, self.depth(&x));
        self.expr(ExprKind::Unary(op, Box::new(x)), span, depth + 1)
    }

    /// Creates `x op y`.
    pub fn binary(&mut self, op: BinaryOp, x: Expr, y: Expr) -> Expr {
        let span = Span { start: x.span.start, end: y.span.end };
        let depth = self.depth(&x).max(self.depth(&y));
        self.expr(ExprKind::Binary(op, Box::new(x), Box::new(y)), span, depth + 1)
    }

    /// Creates `x as ty`.
    pub fn cast(&mut self, x: Expr, ty: TypeName) -> Expr {
        let span = Span { start: x.span.start, end: ty.name.span.end };
        let depth = self.depth(&x);
        self.expr(ExprKind::Cast(Box::new(x), ty), span, depth + 1)
    }

    /// Creates `x.name`.
    pub fn field(&mut self, x: Expr, name: Name) -> Expr {
        let span = Span { start: x.span.start, end: name.span.end };
        let depth = self.depth(&x);
        self.expr(ExprKind::Field(Box::new(x), name), span, depth + 1)
    }

    /// Creates `x[index]`.
    pub fn index(&mut self, x: Expr, index: Expr, end: u32) -> Expr {
        let span = Span { start: x.span.start, end };
        let depth = self.depth(&x).max(self.depth(&index));
        self.expr(ExprKind::Index(Box::new(x), Box::new(index)), span, depth + 1)
    }

    /// Creates `f(args)`.
    pub fn call(&mut self, f: Expr, args: Vec<Expr>, end: u32) -> Expr {
        let span = Span { start: f.span.start, end };
        let depth = args.iter().map(|x| self.depth(x)).max().unwrap_or(0).max(self.depth(&f));
        self.expr(ExprKind::Call(Box::new(f), args), span, depth + 1)
    }

    fn depth(&self, x: &Expr) -> u16 {
        self.depths[(x.id.0 - self.first.expr) as usize]
    }

    /// Creates an expression and gives it an id. If the expression is too deep, the error is
    /// reported once, and the expression is replaced together with its operands.
    fn expr(&mut self, kind: ExprKind, span: Span, depth: u16) -> Expr {
        let id = ExprId(self.first.expr + self.depths.len() as u32);
        if depth > MAX_EXPR_DEPTH {
            if self.diagnostics.len() < MAX_ERRORS {
                let (start, end) = (span.start - self.first.byte, span.end - self.first.byte);
                self.diagnostics.push(too_deep(Span { start, end }));
            }
            self.depths.push(0);
            return Expr { id, kind: ExprKind::Error, span };
        }
        self.depths.push(depth);
        Expr { id, kind, span }
    }
}
