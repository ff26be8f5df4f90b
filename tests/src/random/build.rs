//! Constructors for syntax trees without spans and ids. Spans and ids are created when the printed
//! text is parsed.

use igc_compiler::span::Span;
use igc_compiler::syntax::ast::*;
use igc_compiler::types::Type;

/// Creates a name.
pub fn name(text: impl Into<String>) -> Name {
    Name { text: text.into(), span: Span::default() }
}

/// Creates the name of a type.
pub fn type_name(ty: Type) -> TypeName {
    TypeName { name: name(ty.name()) }
}

/// Creates an expression.
pub fn expr(kind: ExprKind) -> Expr {
    Expr { id: ExprId(0), kind, span: Span::default() }
}

/// Creates a path: `x`, or `u32::MAX`.
pub fn path(text: impl AsRef<str>) -> Expr {
    expr(ExprKind::Path(text.as_ref().split("::").map(name).collect()))
}

/// Creates `base.of`.
pub fn field(base: Expr, of: &str) -> Expr {
    expr(ExprKind::Field(Box::new(base), name(of)))
}

/// Creates `list[at]`.
pub fn index(list: Expr, at: Expr) -> Expr {
    expr(ExprKind::Index(Box::new(list), Box::new(at)))
}

/// Creates `f(args)`.
pub fn call(f: &str, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(Box::new(path(f)), args))
}

/// Creates `a op b`.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

/// Creates `op a`.
pub fn unary(op: UnaryOp, a: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(a)))
}

/// Creates `a as ty`.
pub fn cast(a: Expr, ty: Type) -> Expr {
    expr(ExprKind::Cast(Box::new(a), type_name(ty)))
}

/// Creates an integer literal, such as `42`.
pub fn int(value: u64) -> Expr {
    expr(ExprKind::Int(value, None))
}

/// Creates a statement.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

/// Creates a block of statements.
pub fn block(stmts: Vec<Stmt>) -> Block {
    Block { stmts, span: Span::default() }
}

/// Creates `let x: ty = value;`.
pub fn declare(x: &str, ty: Option<Type>, value: Expr) -> Stmt {
    let (binding, ty) = (BindingId(0), ty.map(type_name));
    stmt(StmtKind::Let { binding, name: name(x), ty, value })
}

/// Creates `place op= value;`.
pub fn assign(place: Expr, op: Option<AssignOp>, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { place, op, value })
}

/// Creates `x += 1;`.
pub fn count_up(x: &str) -> Stmt {
    assign(path(x), Some(AssignOp::Binary(BinaryOp::Add)), int(1))
}

/// Creates `x in domain where filter { body }`.
pub fn a_loop(x: &str, domain: Domain, filter: Option<Expr>, body: Block) -> Loop {
    Loop {
        binding: BindingId(0),
        name: name(x),
        second: None,
        domain,
        position: None,
        filter,
        body,
    }
}

/// Creates a declaration.
pub fn item(kind: ItemKind) -> Item {
    Item { doc: vec![], kind, span: Span::default() }
}
