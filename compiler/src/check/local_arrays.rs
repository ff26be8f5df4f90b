//! The sizes of local arrays, which have a limit.
//!
//! Each work-item of a device, and each thread of a CPU, has its own copy of the local arrays of its
//! iteration. Functions are inlined and never call themselves, so an iteration has the arrays of
//! every call in its kernel, and their sum is exact.

use std::collections::BTreeMap;

use super::arrays::MAX_LOCAL_LENGTH;
use super::checker::Checker;
use super::effects::{Body, Effect, EffectKind};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::Expr;
use crate::types::Type;

/// The largest size of all local arrays of an iteration together, in bytes. A driver for GPUs
/// reserves this memory for every work-item that the device can hold, and a driver for CPUs takes it
/// from the stack of a thread, for all work-items of a workgroup.
pub const MAX_LOCAL_BYTES: u64 = 16 << 10;

/// The declaration of a local array.
#[derive(Debug, Clone, Copy)]
pub struct LocalArray<'p> {
    /// The body that contains the declaration.
    pub body: Body,
    /// The type of the elements.
    pub ty: Type,
    /// The length.
    pub length: &'p Expr,
    /// The position in the source text.
    pub span: Span,
}

/// The sizes of some local arrays.
#[derive(Debug, Clone, Copy, Default)]
struct Sizes {
    /// The sum in bytes.
    sum: u64,
    /// The size of the largest array in bytes, and its declaration.
    largest: Option<(u64, Span)>,
}

impl Sizes {
    fn of(bytes: u64, declaration: Span) -> Sizes {
        Sizes { sum: bytes, largest: Some((bytes, declaration)) }
    }

    fn add(&mut self, other: Sizes) {
        self.sum = self.sum.saturating_add(other.sum);
        let bytes = |sizes: &Sizes| sizes.largest.map(|(bytes, _)| bytes);
        if bytes(&other) > bytes(self) {
            self.largest = other.largest;
        }
    }
}

impl Checker<'_> {
    /// Checks the local arrays of every kernel. `order` has all functions, callees before callers.
    pub(super) fn local_arrays(&mut self, effects: &BTreeMap<Body, Vec<Effect>>, order: &[usize]) {
        let mut own: BTreeMap<Body, Sizes> = BTreeMap::new();
        let consts = self.constants();
        for array in std::mem::take(&mut self.local_arrays) {
            if let Some(bytes) = self.bytes(&array, &consts) {
                own.entry(array.body).or_default().add(Sizes::of(bytes, array.span));
            }
        }
        let mut of_functions = vec![Sizes::default(); self.items.functions.len()];
        let whole = |body: Body, of_functions: &[Sizes]| {
            let mut sizes = own.get(&body).copied().unwrap_or_default();
            for effect in effects.get(&body).into_iter().flatten() {
                if let EffectKind::Calls(callee, _) = effect.kind {
                    sizes.add(of_functions[callee]);
                }
            }
            sizes
        };
        for function in order {
            of_functions[*function] = whole(Body::Function(*function), &of_functions);
        }
        for kernel in 0..self.items.kernels.len() {
            let sizes = whole(Body::Kernel(kernel), &of_functions);
            if sizes.sum > MAX_LOCAL_BYTES
                && let Some(largest) = sizes.largest
            {
                self.too_many_bytes(kernel, sizes.sum, largest);
            }
        }
    }

    /// Returns the size of an array in bytes, or `None` if another error is reported about its
    /// length.
    fn bytes(&mut self, array: &LocalArray, consts: &[Option<i128>]) -> Option<u64> {
        let length = u64::try_from(self.evaluate(array.length, consts)?).ok()?;
        (length <= MAX_LOCAL_LENGTH.into()).then(|| length * array.ty.private_size())
    }

    fn too_many_bytes(&mut self, kernel: usize, sum: u64, (bytes, declaration): (u64, Span)) {
        let name = &self.items.kernels[kernel].name;
        let message = format!(
            "the local arrays of `{}` have {sum} bytes, and the limit is {MAX_LOCAL_BYTES}",
            name.text
        );
        let diagnostic = Diagnostic::error("E0505", declaration, message)
            .label(format!("the largest of them has {bytes} bytes"))
            .also(name.span, "each iteration of this kernel has all of them")
            .note("the arrays of a function count once for each of its calls")
            .help("write shorter arrays, or use an array for each node: `node x: u64[1024];`");
        self.report(diagnostic);
    }
}
