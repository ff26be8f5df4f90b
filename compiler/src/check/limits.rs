//! Known limits: what the language has and this version does not compile yet.
//!
//! The parser reads all of it and the checker holds it to the language's rules; then the program is
//! refused with `E0901`, which says that the program is not to blame. To lift a limit, delete its
//! line in [`LIMITS`].

use super::checker::Checker;
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::Span;

/// What may be a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "LIMITS says what each is")]
pub enum Feature {
    Functions,
    Use,
    Exclusive,
    ForOverWorklist,
    LocalReductions,
    ConditionalAtomics,
}

/// The limits of this version: the feature, its name in a message, what to do instead.
const LIMITS: &[(Feature, &str, &str)] = &[
    (Feature::Functions, "functions (`fn`)", "write the body where it is called"),
    (Feature::Use, "`use`", "write the shared code into the program"),
    (Feature::Exclusive, "`exclusive`", "use atomics on a property that says who owns a node"),
    (Feature::ForOverWorklist, "`for` over a worklist", "use `forall`"),
    (
        Feature::ConditionalAtomics,
        "an atomic that is not evaluated exactly once",
        "name its value in a statement of its own: `let old = atomic_min(v.dist, d);`",
    ),
    (Feature::LocalReductions, "reductions into a local", "use a property and an atomic"),
];

impl Checker<'_> {
    /// Reports a feature, where it is a limit of this version.
    pub(super) fn needs(&mut self, feature: Feature, span: Span) {
        if let Some((_, what, instead)) = LIMITS.iter().find(|(limit, ..)| *limit == feature) {
            let message = format!("this version cannot compile {what} yet");
            let diagnostic = Diagnostic::error("E0901", span, message)
                .note("the program is right: this is a limit of the compiler")
                .help(format!("until then, {instead}"));
            self.report(diagnostic);
        }
    }
}
