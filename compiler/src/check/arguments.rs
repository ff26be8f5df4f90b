//! Arguments of functions and kernels: values, and the names of properties and globals.

use super::checker::Checker;
use super::effects::Body;
use super::meaning::Meaning;
use super::scopes::{LocalKind, kind_words};
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Checks the arguments of a call of a function or kernel.
    pub(super) fn arguments(&mut self, expr: &Expr, callee: &'p Function, args: &'p [Expr]) {
        let signature = crate::syntax::print::signature(callee);
        self.count(expr.span, &signature, callee.params.len(), args.len());
        for (index, arg) in args.iter().enumerate() {
            let param = callee.params.get(index);
            if let Some(param) = param
                && param.kind != ParameterKind::Value
            {
                self.property_argument(arg, param);
                continue;
            }
            let found = self.value(arg);
            if let Some(param) = param
                && let Some(ty) = Type::from_name(&param.ty.name.text)
            {
                let wanted = self.infer.known(ty);
                let of_program = crate::library::locate(param.name.span).is_none();
                let because = of_program.then_some((param.name.span, "the parameter is"));
                self.expect(arg, found, wanted, because);
            }
        }
    }

    /// Checks the name of a property or global, for a parameter that takes one.
    fn property_argument(&mut self, arg: &'p Expr, param: &Parameter) {
        let meaning = match &arg.kind {
            ExprKind::Path(path) => match &path[..] {
                [name] => match self.scopes.find(&name.text) {
                    Some(local) => Some(match local.kind {
                        LocalKind::Property(_) => Meaning::PropertyParameter(local.binding),
                        _ => Meaning::Local(local.binding),
                    }),
                    None => self.item(&name.text),
                },
                _ => None,
            },
            _ => None,
        };
        let found = meaning.and_then(|meaning| self.state(meaning));
        let wanted = (param.kind, Type::from_name(&param.ty.name.text));
        let array = meaning.is_some_and(|meaning| self.array_length(meaning).is_some());
        if let Some(meaning) = meaning {
            self.means(arg, meaning);
        }
        let alike = found.is_some_and(|(kind, ty)| (kind, Some(ty)) == wanted);
        if alike && array == param.array || wanted.1.is_none() {
            return;
        }
        let brackets = |array| if array { "[]" } else { "" };
        let ty = format!("{}{}", param.ty.name.text, brackets(param.array));
        let message = format!("`{}` takes {} of type `{ty}`", param.name.text, param.kind.words());
        let label = match (found, meaning) {
            (Some((kind, ty)), _) => {
                format!("this is {} of type `{ty}{}`", kind.words(), brackets(array))
            }
            (None, Some(meaning)) => format!("this is {}", kind_words(meaning)),
            (None, None) => "this is not the name of a property or global".to_owned(),
        };
        let keyword = param.kind.prefix();
        let mut diagnostic = Diagnostic::error("E0213", arg.span, message).label(label).help(
            format!("pass the name of one alone, such as `x` declared by `{keyword}x: {ty};`"),
        );
        if crate::library::locate(param.name.span).is_none() {
            diagnostic = diagnostic.also(param.name.span, "the parameter is declared here");
        }
        self.report(diagnostic);
    }

    /// The kind and type of a property or global.
    fn state(&self, meaning: Meaning) -> Option<(ParameterKind, Type)> {
        let kind = match meaning {
            Meaning::NodeProperty(_) => ParameterKind::NodeProperty,
            Meaning::EdgeProperty(_) => ParameterKind::EdgeProperty,
            Meaning::Global(_) => ParameterKind::Global,
            Meaning::PropertyParameter(binding) => {
                let param = self.parameter(binding)?;
                return Some((param.kind, Type::from_name(&param.ty.name.text)?));
            }
            _ => return None,
        };
        self.items.field_type(meaning).map(|ty| (kind, ty))
    }

    /// The parameter with that binding, of the function or kernel that is being checked.
    pub(super) fn parameter(&self, binding: BindingId) -> Option<&'p Parameter> {
        let callee = match self.body? {
            Body::Function(index) => self.items.functions[index],
            Body::Kernel(index) => self.items.kernels[index],
            Body::Main => return None,
        };
        callee.params.iter().find(|param| param.binding == binding)
    }
}
