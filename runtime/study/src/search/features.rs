//! Static features of kernels, by which a search finds similar programs.
//!
//! The features count statements and expressions of the distributed kernels, as work
//! on the choice of passes for new programs counts instructions. Each count is divided by the number of all statements and expressions, so that
//! long and short programs are comparable.

use std::collections::BTreeMap;

use igc_compiler::ir::visit::{walk_exprs, walk_stmts};
use igc_compiler::ir::{Access, BinaryOp, ExprKind, Module, StmtKind, Type};

/// Returns the features of a module by name.
pub fn features(module: &Module) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<&'static str, f64> =
        NAMES.into_iter().map(|name| (name, 0.0)).collect();
    let mut total = 0.0;
    let mut count = |name: Option<&'static str>| {
        total += 1.0;
        if let Some(name) = name {
            *counts.entry(name).or_default() += 1.0;
        }
    };
    for kernel in &module.kernels {
        walk_stmts(&kernel.body, &mut |stmt| count(statement(&stmt.kind)));
        walk_exprs(&kernel.body, &mut |expr| count(expression(expr.ty, &expr.kind)));
    }
    let share =
        |(name, count): (&'static str, f64)| (name.to_string(), count / f64::max(total, 1.0));
    counts.into_iter().map(share).collect()
}

/// Returns the distance of two programs: the sum of the differences of their features.
pub fn distance(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    let of = |features: &BTreeMap<String, f64>, name: &str| features.get(name).copied();
    NAMES
        .into_iter()
        .map(|name| (of(one, name).unwrap_or(0.0) - of(other, name).unwrap_or(0.0)).abs())
        .sum()
}

const NAMES: [&str; 12] = [
    "assignment",
    "atomic",
    "barrier",
    "branch",
    "division",
    "float",
    "graph",
    "load_plain",
    "load_relaxed",
    "loop",
    "multiplication",
    "store",
];

fn statement(kind: &StmtKind) -> Option<&'static str> {
    match kind {
        StmtKind::Assign(..) => Some("assignment"),
        StmtKind::Atomic { .. } | StmtKind::AtomicShared { .. } => Some("atomic"),
        StmtKind::Barrier(_) | StmtKind::Collective { .. } | StmtKind::Scan { .. } => {
            Some("barrier")
        }
        StmtKind::If(..) => Some("branch"),
        StmtKind::While(..) | StmtKind::For { .. } | StmtKind::ForAll { .. } => Some("loop"),
        StmtKind::Store(..) | StmtKind::Push(..) => Some("store"),
        StmtKind::LetVector(_, read) => expression(read.ty, &read.kind),
        _ => None,
    }
}

fn expression(ty: Type, kind: &ExprKind) -> Option<&'static str> {
    match kind {
        ExprKind::Load(place) if place.access == Access::Relaxed => Some("load_relaxed"),
        ExprKind::Load(_) => Some("load_plain"),
        ExprKind::Graph(..) => Some("graph"),
        ExprKind::Binary(..) if matches!(ty, Type::F32 | Type::F64) => Some("float"),
        ExprKind::Binary(BinaryOp::Mul, ..) => Some("multiplication"),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => Some("division"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    fn of(body: &str) -> BTreeMap<String, f64> {
        let text = format!(
            "node x: u32 = 0; node f: f32 = 0; kernel k() {{ forall u in nodes {{ {body} }} }}
             main {{ k(); }} output x;"
        );
        features(&compile("p", &text, &Configuration::default()).unwrap().artefact.module)
    }

    #[test]
    fn similar_programs_are_near() {
        let (sum, product, floats) = (
            of("for i in 0..9 { u.x += i; }"),
            of("for i in 0..7 { u.x += i * i; }"),
            of("if u.degree > 3 { u.f = u.f * 2.0 + u.f / 3.0; }"),
        );
        assert_eq!(distance(&sum, &sum), 0.0);
        assert!(distance(&sum, &product) < distance(&sum, &floats));
        assert!(floats["float"] > 0.0 && floats["branch"] > 0.0 && sum["loop"] > 0.0);
    }
}
