//! Parses the declarations of a module: state, kernels, `main`, outputs and checks.

use std::ops::Bound;

use super::tokens::is_word;
use super::{Reader, Result};
use crate::ir::*;
use crate::model::Feature;

impl Reader<'_> {
    pub(super) fn module(&mut self) -> Result<()> {
        self.expect("module")?;
        self.module.name = self.word("a name")?.to_string();
        self.module.stage = match self.word("a stage")? {
            "parallel" => Stage::Parallel,
            "distributed" => Stage::Distributed,
            other => return self.error_behind(format!("no stage `{other}`")),
        };
        if self.eat("wide") {
            self.module.edges = EdgeWidth::Wide;
        }
        self.declarations()
    }

    pub(super) fn declarations(&mut self) -> Result<()> {
        self.declare_functions();
        while self.next < self.tokens.len() {
            match self.take() {
                "graph" => self.requirement()?,
                "workgroup" => self.module.workgroup_size = self.count_of_elements()?,
                "numbers" => {
                    self.expect("edges")?;
                    self.module.numbers_edges = true;
                }
                "param" => self.param()?,
                "array" => self.array()?,
                "frontier" => self.frontier()?,
                "variant" => self.variant()?,
                "worklist" => {
                    let name = self.word("a name")?.to_string();
                    let ty = match self.eat(":") {
                        true => self.item_type()?,
                        false => ItemType::One(Type::Node),
                    };
                    self.module.worklists.push(Worklist { name, ty });
                }
                "kernel" => self.kernel()?,
                "outlined" => self.outlined()?,
                "main" => {
                    self.locals = Locals::default();
                    let body = self.braces(Self::host_stmt)?;
                    let locals = std::mem::take(&mut self.locals);
                    self.module.main = Main { locals, body, ..Main::default() };
                }
                "output" => {
                    let name = self.word("an array")?;
                    let id = self.array_id(name)?;
                    self.module.outputs.push(id);
                }
                "check" => self.check()?,
                other => return self.error_behind(format!("no declaration `{other}`")),
            }
        }
        Ok(())
    }

    /// Numbers all kernels and outlined loops before they are parsed, so that `main` may refer to
    /// later ones.
    pub(super) fn declare_functions(&mut self) {
        let mut depth = 0_i64;
        for tokens in self.tokens.windows(3) {
            let (first, second, third) = (tokens[0].0, tokens[1].0, tokens[2].0);
            depth += (first == "{") as i64 - (first == "}") as i64;
            if depth != 0 || !is_word(second) || third != "(" {
                continue;
            }
            let (name, locals) = (second.to_string(), Locals::default());
            match first {
                "kernel" => {
                    let kernel = Kernel { name, locals, ..Kernel::default() };
                    self.module.kernels.push(kernel);
                }
                "outlined" => {
                    let outlined = OutlinedLoop { name, locals, ..OutlinedLoop::default() };
                    self.module.outlined.push(outlined);
                }
                _ => {}
            }
        }
    }

    pub(super) fn requirement(&mut self) -> Result<()> {
        let word = self.word("a requirement")?;
        match GraphRequirement::ALL.iter().find(|(name, _)| *name == word) {
            Some((_, requirement)) => self.module.requirements.push(*requirement),
            None => return self.error_behind(format!("no requirement `{word}`")),
        }
        Ok(())
    }

    pub(super) fn param(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        let default = if self.eat("=") { Some(self.literal()?) } else { None };
        let range = if self.eat("in") { Some(self.range()?) } else { None };
        self.module.params.push(Param { name, ty, default, range });
        Ok(())
    }

    /// Parses the range of a parameter. Its ends are numbers of one type.
    pub(super) fn range(&mut self) -> Result<ParamRange> {
        const OPERATORS: [&str; 4] = ["..", "..=", "<..", "<..="];
        let start = if OPERATORS.contains(&self.peek()) { None } else { Some(self.literal()?) };
        let operator = self.take();
        let end = if self.at_number() { Some(self.literal()?) } else { None };
        let mut types = start.iter().chain(&end).map(|end| end.ty());
        let Some(ty) = types.next() else { return self.error_behind("a range without ends") };
        if matches!(ty, Type::Bool | Type::Node | Type::Edge) || types.any(|other| other != ty) {
            return self.error_behind("the ends of a range are numbers of one type");
        }
        let start = match (start, operator) {
            (Some(start), "<.." | "<..=") => Bound::Excluded(start),
            (Some(start), ".." | "..=") => Bound::Included(start),
            (None, ".." | "..=") => Bound::Unbounded,
            _ => return self.error_behind("expected a range"),
        };
        let end = match (end, operator) {
            (Some(end), "..=" | "<..=") => Bound::Included(end),
            (Some(end), _) => Bound::Excluded(end),
            (None, "..=" | "<..=") => return self.error_behind("expected the end of the range"),
            (None, _) => Bound::Unbounded,
        };
        Ok(ParamRange { start, end })
    }

    /// Whether the next token starts a number.
    fn at_number(&self) -> bool {
        let token = self.peek();
        let is_bits = matches!(token, "f32" | "f64") && self.peek_second() == "(";
        token == "-" || is_bits || token.starts_with(|c: char| c.is_ascii_digit())
    }

    pub(super) fn array(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("[")?;
        let extent = match self.word("an extent")? {
            "one" => Extent::One,
            "nodes" => Extent::Nodes,
            "edges" => Extent::Edges,
            "original" => Extent::Original,
            other => return self.error_behind(format!("no extent `{other}`")),
        };
        self.expect("]")?;
        let length = if self.eat("[") { Some(self.length()?) } else { None };
        let width = if self.eat("in") { self.element_width()? } else { ElementWidth::Full };
        self.expect("=")?;
        let init = if self.eat("weights") {
            Init::Weights
        } else if self.eat("input") {
            Init::Input
        } else if self.eat("itself") {
            Init::Itself
        } else if self.eat("degrees") {
            let name = self.word("a statistic of degrees")?;
            match Feature::of_name(name) {
                Some(Feature::Degree(property)) => Init::Degrees(property),
                _ => return self.error_behind(format!("no statistic of degrees `{name}`")),
            }
        } else {
            Init::Fill(self.literal()?)
        };
        self.module.arrays.push(Array { name, ty, width, extent, length, init });
        Ok(())
    }

    /// Parses the number of bits of the elements of an array.
    fn element_width(&mut self) -> Result<ElementWidth> {
        let bits = self.take();
        let narrow = ElementWidth::NARROW.into_iter().find(|(_, of)| of.to_string() == bits);
        match narrow {
            Some((width, _)) => self.expect("bits").map(|()| width),
            None => self.error_behind(format!("no elements of {bits} bits")),
        }
    }

    /// Parses the length of an array and the bracket after it.
    fn length(&mut self) -> Result<Length> {
        let number = self.peek_second() == "]";
        let length = match self.peek().parse() {
            Ok(length) if number => {
                self.take();
                Length::Fixed(length)
            }
            _ => Length::Computed(self.expr()?),
        };
        self.expect("]")?;
        Ok(length)
    }

    pub(super) fn kernel(&mut self) -> Result<()> {
        let name = self.word("a name")?;
        self.locals = Locals::default();
        self.expect("(")?;
        let params = self.comma_separated(")", Self::declaration)?.len();
        self.shared.clear();
        while self.eat("shared") {
            self.shared_memory()?;
        }
        let lanes = if self.eat("lanes") { self.count_of_elements()? } else { 1 };
        let asynchronous = if self.eat("async") { Some(self.worklist_id()?) } else { None };
        let per = if self.eat("per") { Some(self.scope()?) } else { None };
        let options = if self.eat("opts") { Some(self.options()?) } else { None };
        let plan = self.plan()?;
        let body = self.braces(Self::stmt)?;
        let kernel = Kernel {
            name: name.to_string(),
            locals: std::mem::take(&mut self.locals),
            params,
            shared: std::mem::take(&mut self.shared),
            lanes,
            asynchronous,
            per,
            options,
            plan,
            body,
        };
        let id = self.kernel_id(name)?;
        self.module.kernels[id.index()] = kernel;
        Ok(())
    }

    /// Parses the flags of a kernel, up to its body.
    fn options(&mut self) -> Result<Configuration> {
        let mut names = String::new();
        while !["over", "selective", "resident", "{", "}", ""].contains(&self.peek()) {
            names += self.take();
        }
        match Configuration::parse(&names) {
            Ok(options) => Ok(options),
            Err(error) => self.error_behind(error.to_string()),
        }
    }

    /// Parses the plan of a kernel.
    fn plan(&mut self) -> Result<Plan> {
        let mut work = vec![];
        if self.eat("over") {
            work.push(self.work()?);
            while self.eat(",") {
                work.push(self.work()?);
            }
        }
        let selective = self.eat("selective");
        Ok(Plan { work, selective, resident: self.eat("resident") })
    }

    fn work(&mut self) -> Result<Work> {
        Ok(match self.word("a domain")? {
            "nodes" => Work::Nodes,
            "edges" => Work::Edges,
            "worklist" => Work::Worklist(self.worklist_id()?),
            "range" => {
                let name = self.word("a parameter")?;
                Work::Passed(self.local_id(name)?)
            }
            "other" => Work::Other,
            other => return self.error_behind(format!("no domain `{other}`")),
        })
    }

    pub(super) fn frontier(&mut self) -> Result<()> {
        let kernel = self.word("a kernel")?;
        let kernel = self.kernel_id(kernel)?;
        self.expect("(")?;
        let counts = self.comma_separated(")", |r| {
            let name = r.word("a global")?;
            r.array_id(name)
        })?;
        let [nodes, edges] = counts[..] else {
            return self.error_behind("a frontier has two counts");
        };
        self.module.frontiers.push(Frontier { kernel, nodes, edges });
        Ok(())
    }

    fn variant(&mut self) -> Result<()> {
        let kernel = self.word("a kernel")?;
        let kernel = self.kernel_id(kernel)?;
        self.expect("of")?;
        let of = self.word("a kernel of the program")?.to_string();
        self.expect("{")?;
        let options = self.options()?;
        self.expect("}")?;
        self.module.variants.push(Variant { kernel, of, options });
        Ok(())
    }

    fn shared_memory(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("[")?;
        let word = self.word("an extent")?;
        let Some((_, extent)) = SharedExtent::ALL.into_iter().find(|(name, _)| *name == word)
        else {
            return self.error_behind(format!("no extent `{word}` of shared memory"));
        };
        self.expect("]")?;
        self.shared.push(Shared { name, ty, extent });
        Ok(())
    }

    pub(super) fn check(&mut self) -> Result<()> {
        let oracle = self.word("an oracle")?.to_string();
        let command = self.peek().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let command = command.map(str::to_owned);
        if command.is_some() {
            self.take();
        }
        self.expect("(")?;
        let args = self.comma_separated(")", |r| {
            let name = r.word("an argument")?;
            match r.module.params.iter().position(|p| p.name == name) {
                Some(i) => Ok(CheckArg::Param(ParamId(i as u32))),
                None => r.array_id(name).map(CheckArg::Array),
            }
        })?;
        self.module.checks.push(Check { oracle, command, args });
        Ok(())
    }
}
