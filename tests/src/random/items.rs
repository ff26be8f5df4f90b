//! Generates whole programs: declarations, kernels and `main`.

use igc_compiler::check::oracles::{ArgumentKind, ORACLES};
use igc_compiler::syntax::ast::{Check, Expr, Field, Item, ItemKind, StmtKind, Worklists};
use igc_compiler::types::Type;

use super::Mode;
use super::build::{block, int, item, name, stmt, type_name};
use super::contraction::Classes;
use super::fixpoint::FixedPoint;
use super::generator::{Array, Context, Generator, Per};

/// Maximum depth of expressions in a declaration.
const DEPTH: usize = 2;

impl Generator<'_> {
    /// Generates all items of a program. An item is generated before its uses, but the text may
    /// have another order.
    pub(super) fn items(&mut self) -> Vec<Item> {
        if self.mode == Mode::FixedPoint {
            let (items, stmts) = FixedPoint::new(&mut self.choices, false).items(true);
            let main = ItemKind::Main(block(stmts));
            return items.into_iter().chain([main]).map(item).collect();
        }
        let mut items = vec![];
        for number in 0..self.choices.below(3) {
            items.push(self.constant(number));
        }
        let mut rest = vec![];
        for number in 0..self.choices.below(4) {
            rest.push(self.param(number));
        }
        rest.extend(self.requirements());
        for number in 0..2 + self.choices.below(7) {
            rest.push(self.array(number));
        }
        rest.extend(self.levels());
        self.choose_inputs(&mut rest);
        rest.extend(self.worklist_items());
        for _ in 0..self.choices.below(4) {
            rest.push(self.function());
        }
        for _ in 0..1 + self.choices.below(3) {
            rest.push(self.kernel());
        }
        let mut main = self.main();
        if let ItemKind::Main(body) = &mut main
            && self.mode.is_deterministic()
            && !self.contracts
            && self.choices.once_in(4)
        {
            let (items, stmts) = FixedPoint::new(&mut self.choices, true).items(false);
            rest.extend(items);
            body.stmts.push(stmt(StmtKind::Block(block(stmts))));
        }
        rest.extend(self.drained.iter().map(|worklist| self.drain(worklist)));
        rest.extend(self.classes.iter().map(Classes::kernel));
        rest.push(main);
        if self.choices.once_in(6) {
            // Constants keep their order, because a constant may use earlier ones.
            rest.reverse();
            rest.append(&mut items);
        }
        rest.extend(self.output());
        rest.extend(self.check());
        items.extend(rest);
        items.into_iter().map(item).collect()
    }

    pub(super) fn field(&self, text: &str, ty: Type, init: Option<Expr>) -> Field {
        Field {
            name: name(text),
            ty: type_name(ty),
            length: None,
            init,
            is_input: false,
            range: None,
        }
    }

    /// Generates a literal that can be a length, for half of the constants and parameters of a type
    /// that lengths can have. Otherwise returns `None`.
    fn small(&mut self, ty: Type, least: usize) -> Option<u32> {
        let can_be_length = matches!(ty, Type::U32 | Type::U64) && self.choices.once_in(2);
        can_be_length.then(|| (least + self.choices.below(5)) as u32)
    }

    fn constant(&mut self, number: usize) -> ItemKind {
        self.context = Context::Constant;
        let (text, ty) = (format!("c{number}"), self.any_type());
        let value = match self.small(ty, 1) {
            Some(value) => {
                self.small_consts.push((text.clone(), value));
                int(value.into())
            }
            None => self.expr(ty, DEPTH, false),
        };
        self.consts.push((text.clone(), ty));
        ItemKind::Const(self.field(&text, ty, Some(value)))
    }

    fn param(&mut self, number: usize) -> ItemKind {
        self.context = Context::Constant;
        let (text, ty) = (format!("q{number}"), self.any_type());
        let default = match (ty, self.small(ty, 0)) {
            // A default that is not a node of the graph would end the run before it starts.
            (Type::Node, _) => int(self.choices.below(2) as u64),
            (_, Some(value)) => {
                self.small_params.push(text.clone());
                int(value.into())
            }
            _ => self.expr(ty, DEPTH, false),
        };
        self.params.push((text.clone(), ty));
        ItemKind::Param(self.field(&text, ty, Some(default)))
    }

    fn array(&mut self, number: usize) -> ItemKind {
        self.context = Context::Initial;
        let per = *self.choices.pick(&[Per::Node, Per::Program, Per::Node, Per::Edge]);
        let ty = self.any_type();
        let prefix = match per {
            Per::Program => "g",
            Per::Node => "a",
            Per::Edge => "b",
        };
        let text = format!("{prefix}{number}");
        let length = self.perhaps_length(per);
        let is_scalar = length.is_none();
        let weights =
            per == Per::Edge && is_scalar && self.holds_weights(ty) && self.choices.once_in(2);
        let zero = per != Per::Edge && self.choices.once_in(4);
        let init = (!weights && !zero).then(|| self.expr(ty, DEPTH, false));
        let written = length.as_ref().and_then(|length| length.written.clone());
        self.arrays.push(Array { name: text.clone(), ty, per, length });
        let field = Field { length: written, ..self.field(&text, ty, init) };
        match per {
            Per::Program => ItemKind::Global(field),
            Per::Node => ItemKind::NodeProperty(field),
            Per::Edge => ItemKind::EdgeProperty(field),
        }
    }

    /// Turns some properties into inputs of the run. A contraction would have to carry them, so
    /// programs with several levels have none.
    fn choose_inputs(&mut self, items: &mut [ItemKind]) {
        if !self.originals.is_empty() {
            return;
        }
        for item in items {
            if let ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) = item
                && self.choices.once_in(6)
            {
                field.is_input = true;
                field.init = None;
            }
        }
    }

    fn requirements(&mut self) -> Option<ItemKind> {
        let chosen = self.choices.below(16);
        let all = ["undirected", "simple", "sorted"].iter().enumerate();
        let names: Vec<_> =
            all.filter(|(bit, _)| chosen >> bit & 1 != 0).map(|(_, text)| name(*text)).collect();
        (!names.is_empty()).then_some(ItemKind::Graph(names))
    }

    fn worklist_items(&mut self) -> Option<ItemKind> {
        let count = self.choices.below(4);
        self.worklists = ["near", "far", "ldexp"][..count].iter().map(|s| s.to_string()).collect();
        let names = self.worklists.iter().map(name).collect();
        if count > 0 && self.choices.once_in(2) {
            let single = [Type::Edge, Type::U32, Type::U64].map(|ty| vec![ty]);
            let pairs = [
                [Type::Node, Type::U32],
                [Type::U64, Type::Node],
                [Type::Edge, Type::U64],
                [Type::U64, Type::U64],
            ];
            let all = [&single[..], &pairs.map(Vec::from)].concat();
            self.items = self.choices.pick(&all).clone();
        }
        let declared = if self.items == [Type::Node] { &[][..] } else { &self.items };
        let (items, is_input) = (declared.iter().map(|ty| type_name(*ty)).collect(), false);
        (count > 0).then_some(ItemKind::Worklists(Worklists { names, items, is_input }))
    }

    /// Generates the results of the program. After a contraction, the properties of the current
    /// graph cannot be results.
    fn output(&self) -> Option<ItemKind> {
        let arrays = self.arrays.iter().filter(|a| !self.contracts || a.per == Per::Program);
        let names: Vec<_> =
            arrays.map(|a| &a.name).chain(&self.originals).map(|text| name(text.clone())).collect();
        (!names.is_empty()).then_some(ItemKind::Output(names))
    }

    /// Generates a check with the first oracle whose parameters fit. Tests do not evaluate it.
    fn check(&mut self) -> Option<ItemKind> {
        if !self.choices.once_in(4) {
            return None;
        }
        let find = |kind: ArgumentKind, types: &[Type]| match kind {
            ArgumentKind::Param => {
                self.params.iter().find(|p| types.contains(&p.1)).map(|p| p.0.clone())
            }
            _ => {
                let (per, is_array) = match kind {
                    ArgumentKind::NodeProperty => (Per::Node, false),
                    ArgumentKind::EdgeProperty => (Per::Edge, false),
                    ArgumentKind::NodeArray => (Per::Node, true),
                    ArgumentKind::EdgeArray => (Per::Edge, true),
                    ArgumentKind::GlobalArray => (Per::Program, true),
                    _ => (Per::Program, false),
                };
                let fits = |a: &&Array| {
                    a.per == per && a.length.is_some() == is_array && types.contains(&a.ty)
                };
                let found = self.arrays.iter().filter(|a| !self.contracts || a.per == Per::Program);
                found.clone().find(fits).map(|a| a.name.clone())
            }
        };
        ORACLES.iter().find_map(|oracle| {
            let args = oracle.arguments.iter().map(|arg| find(arg.kind, arg.types).map(name));
            let args: Option<Vec<_>> = args.collect();
            Some(ItemKind::Check(Check { oracle: name(oracle.name), command: None, args: args? }))
        })
    }
}
