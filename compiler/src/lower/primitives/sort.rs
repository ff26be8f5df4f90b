//! Sorts the nodes by a property.
//!
//! This is a radix sort from the least significant digit with digits of three bits. The number of
//! rounds is the number of digits of the difference between the greatest and the least key. Each
//! round has three steps:
//!
//! 1. The nodes, in their current order, are divided into chunks of 32. Each chunk counts its nodes
//!    by digit; the eight counts are bytes of one `u64`.
//! 2. A scan over all counts, ordered by digit and then by chunk, gives the position of each
//!    chunk's first node with each digit.
//! 3. Each chunk places its nodes in order, which keeps the order of equal keys.
//!
//! (Satish, Harris and Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009;
//! this implementation does not sort in local memory.)
//!
//! Keys that are floats are sorted by their bits, which are changed so that their order as unsigned
//! integers is the order of the floats.
//!
//! If a graph has fewer than 16 nodes, the counts of a chunk do not fit into an array of nodes. In
//! this case, each node counts the nodes that precede it.

use super::{Lowering, Result, Scope, local_name};
use crate::check::Reduction;
use crate::ir::*;
use crate::span::Span;

/// Smallest number of nodes that are sorted by digits: from this number on, eight counts for every
/// 32 nodes fit into an array with one element per node.
const FEWEST: u32 = 16;

/// The names of the arrays of a sort, and the type of its keys.
struct Sort {
    order: String,
    key: String,
    /// The type of the keys.
    key_type: Type,
    /// The unsigned type with the width of the keys.
    word: Type,
    /// The name of the second buffer for `order`, with which it is swapped.
    other: String,
    /// The name of the array that has, for each digit and chunk, the number of nodes, and later the
    /// position of the first one.
    places: String,
}

impl Lowering<'_> {
    /// Fills `order` with the nodes sorted by key. Nodes with equal keys are sorted by id.
    pub(super) fn sort(
        &mut self,
        order: ArrayId,
        key: ArrayId,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let ty = self.module.arrays[key.index()].ty;
        let word = if ty.size() == 8 { Type::U64 } else { Type::U32 };
        let (least, reach) = (local_name(scope, "least_key"), local_name(scope, "reach"));
        self.key_range(key, (&least, &reach), word, span, scope, out)?;
        let other =
            self.written("sort_other", span, |name| format!("array {name}: node[nodes] = 0node"))?;
        let places =
            self.written("sort_places", span, |name| format!("array {name}: u32[nodes] = 0u32"))?;
        let sort = Sort {
            order: self.name_of(order),
            key: self.name_of(key),
            key_type: ty,
            word,
            other,
            places,
        };
        let few = self.sort_few(&sort, span)?;
        let (start, count) = (self.sort_start(&sort, span)?, self.sort_count(&sort, span)?);
        let place = self.sort_place(&sort, span)?;
        let (chunks, shift) = (local_name(scope, "chunks"), local_name(scope, "shift"));
        let counts = format!("u64(({chunks} * 8u32))");
        let scan = self.scan_text(&sort.places, &counts, None, span, scope)?;
        let Sort { order, other, .. } = &sort;
        let (bits, zero) = (8 * word.size(), Value::zero(word));
        let text = format!(
            "if (@node_count < {FEWEST}u32) {{
               launch {few}({least})
             }} else {{
               launch {start}()
               let {chunks}: u32 = ((@node_count + 31u32) / 32u32)
               let {shift}: u32 = 0u32
               while (({shift} < {bits}u32) && (({reach} >> {shift}) != {zero})) {{
                 launch {count}({shift}, {least}, {chunks})
                 {scan}
                 launch {place}({shift}, {least}, {chunks})
                 swap {order}, {other}
                 set {shift} = ({shift} + 3u32)
               }}
             }}"
        );
        self.statements(&text, span, scope, out)
    }

    /// Declares the least key and the difference between the greatest and the least key, as
    /// unsigned words. Signed keys have the same order as their differences from the least key.
    fn key_range(
        &mut self,
        key: ArrayId,
        (least, reach): (&str, &str),
        word: Type,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let declare = |scope: &mut Scope, name: &str, value, out: &mut Vec<HostStmt>| {
            let local = build::add_local(&mut scope.locals, name, word);
            out.push(HostStmt::Act(Action::Let(local, value)));
            Expr::local(local, word)
        };
        let ty = self.module.arrays[key.index()].ty;
        if ty == Type::Bool || ty.is_float() {
            // A minimum of floats would ignore NaN. The order of floats uses almost all bits
            // anyway.
            let most = if ty.is_float() { Value::max(word) } else { Value::U32(1) };
            declare(scope, least, Expr::constant(Value::zero(word)), out);
            declare(scope, reach, Expr::constant(most), out);
            return Ok(());
        }
        let low = self.reduce(Reduction::Min, key, span, scope, out)?.cast(word);
        let low = declare(scope, least, low, out);
        let high = self.reduce(Reduction::Max, key, span, scope, out)?.cast(word);
        declare(scope, reach, Expr::binary(BinaryOp::Sub, high, low), out);
        Ok(())
    }

    /// Creates the kernel for few nodes, in which each node counts the nodes that precede it in the
    /// order. Returns its name.
    fn sort_few(&mut self, sort: &Sort, span: Span) -> Result<String> {
        let Sort { order, key, word, .. } = sort;
        let (own, other) = (key_word(sort, "u"), key_word(sort, "v"));
        self.written(&format!("sort_few {order} {key}"), span, |name| {
            format!(
                "kernel {name}(least: {word}) {{
                   forall parallel u: node in nodes {{
                     let own: {word} = ({own} - least)
                     let before: u32 = 0u32
                     for v: node = 0u32 to @node_count by 1u32 {{
                       let other: {word} = ({other} - least)
                       if ((other < own) || ((other == own) && (v < u))) {{
                         set before = (before + 1u32)
                       }}
                     }}
                     {order}[before] = u
                   }}
                 }}"
            )
        })
    }

    /// Creates the kernel that writes the nodes in the order of their ids. Returns its name.
    fn sort_start(&mut self, sort: &Sort, span: Span) -> Result<String> {
        let Sort { order, .. } = sort;
        self.written(&format!("sort_start {order}"), span, |name| {
            format!(
                "kernel {name}() {{
                   forall parallel u: node in nodes {{ {order}~?[u] = u }}
                 }}"
            )
        })
    }

    /// Creates the kernel in which each chunk counts its nodes by digit. Returns its name.
    fn sort_count(&mut self, sort: &Sort, span: Span) -> Result<String> {
        let Sort { order, key, word, places, .. } = sort;
        let digit = digit(sort);
        self.written(&format!("sort_count {order} {key}"), span, |name| {
            format!(
                "kernel {name}(shift: u32, least: {word}, chunks: u32) {{
                   forall parallel chunk: u32 in range 0u32, chunks {{
                     let counts: u64 = 0u64
                     for at: u32 = (chunk * 32u32) to {CHUNK_END} by 1u32 {{
                       let u: node = {order}[at]
                       set counts = (counts + (1u64 << ({digit} * 8u32)))
                     }}
                     for digit: u32 = 0u32 to 8u32 by 1u32 {{
                       {places}[((digit * chunks) + chunk)] = \
                         u32(((counts >> (digit * 8u32)) & 255u64))
                     }}
                   }}
                 }}"
            )
        })
    }

    /// Creates the kernel in which each chunk places its nodes after those of the earlier chunks,
    /// digit by digit. Returns its name.
    fn sort_place(&mut self, sort: &Sort, span: Span) -> Result<String> {
        let Sort { order, key, word, other, places, .. } = sort;
        let digit = digit(sort);
        self.written(&format!("sort_place {order} {key}"), span, |name| {
            format!(
                "kernel {name}(shift: u32, least: {word}, chunks: u32) {{
                   forall parallel chunk: u32 in range 0u32, chunks {{
                     let placed: u64 = 0u64
                     for at: u32 = (chunk * 32u32) to {CHUNK_END} by 1u32 {{
                       let u: node = {order}[at]
                       let digit: u32 = {digit}
                       let first: u32 = {places}[((digit * chunks) + chunk)]
                       let behind: u32 = u32(((placed >> (digit * 8u32)) & 255u64))
                       {other}[(first + behind)] = u
                       set placed = (placed + (1u64 << (digit * 8u32)))
                     }}
                   }}
                 }}"
            )
        })
    }
}

/// The end of a chunk of nodes, in the text form of the IR. The last chunk may be shorter.
const CHUNK_END: &str = "min(((chunk + 1u32) * 32u32), @node_count)";

/// Returns the current digit of the node `u`, in the text form of the IR. `shift` is the lowest bit
/// of the digit.
fn digit(sort: &Sort) -> String {
    let seven = Value::U32(7).cast(sort.word);
    format!("u32(((({} - least) >> shift) & {seven}))", key_word(sort, "u"))
}

/// Returns the key of a node as an unsigned word with the same order, in the text form of the IR.
///
/// The bits of floats without a sign are in the order of the floats, so setting the sign bit puts
/// them after the floats with a sign, whose bits are inverted. Adding zero converts -0 to 0, so
/// that the two are equal. The bits of NaN are greater than those of infinity.
fn key_word(Sort { key, key_type, word, .. }: &Sort, node: &str) -> String {
    let (signed, last) = match key_type {
        Type::F32 => (Type::I32, 31),
        Type::F64 => (Type::I64, 63),
        _ => return format!("{word}({key}[{node}])"),
    };
    let zero = Value::zero(*key_type);
    let sign = Value::U64(1 << last).cast(*word);
    let bits = format!("bits(({key}[{node}] + {zero}))");
    format!("({bits} ^ ({word}(({signed}({bits}) >> {last}u32)) | {sign}))")
}
