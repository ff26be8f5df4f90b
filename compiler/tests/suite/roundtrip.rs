//! Printed trees parse to the same trees, with and without formatting. The tests use generated
//! trees of every form and the programs of the repository.

use igc_compiler::format::format;
use igc_compiler::span::Span;
use igc_compiler::syntax::ast::*;
use igc_compiler::syntax::{dump, parse, print};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn name_of(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

/// Generates a name. The names `min`, `max` and `nodes` have a special meaning in the grammar.
fn name() -> impl Strategy<Value = Name> {
    prop::sample::select(vec!["x", "u", "level", "_", "min", "max", "nodes", "MAX", "near2"])
        .prop_map(name_of)
}

fn worklist_name() -> impl Strategy<Value = Name> {
    name().prop_filter("`pipe nodes` has a meaning of its own", |name| name.text != "nodes")
}

fn field_name() -> impl Strategy<Value = Name> {
    prop_oneof![name(), prop::sample::select(vec!["in", "out", "node", "if"]).prop_map(name_of)]
}

fn type_name() -> impl Strategy<Value = TypeName> {
    prop::sample::select(vec!["u32", "bool", "node", "edge", "whatever"])
        .prop_map(|text| TypeName { name: name_of(text) })
}

fn expr_of(kind: ExprKind) -> Expr {
    Expr { id: ExprId(0), kind, span: Span::default() }
}

fn primary() -> impl Strategy<Value = Expr> {
    let suffix = |list: Vec<&'static str>| {
        prop::option::of(prop::sample::select(list)).prop_map(|s| s.map(str::to_owned))
    };
    let paths = vec!["worklist", "node::MAX", "u32::MIN", "std::hash::mix", "x::min"];
    let path = |text: &str| ExprKind::Path(text.split("::").map(name_of).collect());
    prop_oneof![
        (any::<u64>(), suffix(vec!["u32", "i64"])).prop_map(|(n, s)| ExprKind::Int(n, s)),
        (prop::sample::select(vec!["0.5", "10.25e-3", "1e9"]), suffix(vec!["f32"]))
            .prop_map(|(digits, s)| ExprKind::Float(digits.to_owned(), s)),
        Just(ExprKind::Float("2".to_owned(), Some("f64".to_owned()))),
        any::<bool>().prop_map(ExprKind::Bool),
        name().prop_map(|name| ExprKind::Path(vec![name])),
        prop::sample::select(paths).prop_map(path),
    ]
    .prop_map(expr_of)
}

/// Generates the command of a check.
fn command() -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(vec!["python3 check.py", "sh 'a b' -- é", ""]))
        .prop_map(|text| text.map(str::to_owned))
}

/// Generates a text, as a part of a `print`.
fn text() -> impl Strategy<Value = Expr> {
    prop::sample::select(vec!["", "round", "a // b, c;", "é {"])
        .prop_map(|text| expr_of(ExprKind::Text(text.to_owned())))
}

/// Generates an expression that `push near …;` accepts.
fn push_item() -> impl Strategy<Value = Expr> {
    primary().prop_recursive(3, 6, 3, |inner| {
        prop_oneof![
            (inner.clone(), field_name()).prop_map(|(x, f)| ExprKind::Field(Box::new(x), f)),
            (inner.clone(), expr()).prop_map(|(x, at)| ExprKind::Index(Box::new(x), Box::new(at))),
            (inner, prop::collection::vec(expr(), 0..2))
                .prop_map(|(f, args)| ExprKind::Call(Box::new(f), args)),
        ]
        .prop_map(expr_of)
    })
}

fn binary_op() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![
        Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, And, Or, Eq, Ne, Lt, Le, Gt, Ge,
    ])
}

fn expr() -> BoxedStrategy<Expr> {
    let operators = vec![UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot];
    let inner = primary().prop_recursive(5, 24, 3, move |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let args = prop::collection::vec(inner, 0..3);
        prop_oneof![
            (boxed.clone(), field_name()).prop_map(|(x, name)| ExprKind::Field(x, name)),
            (boxed.clone(), boxed.clone()).prop_map(|(x, at)| ExprKind::Index(x, at)),
            (boxed.clone(), args).prop_map(|(f, args)| ExprKind::Call(f, args)),
            (boxed.clone(), boxed.clone()).prop_map(|(x, index)| ExprKind::Index(x, index)),
            (prop::sample::select(operators.clone()), boxed.clone())
                .prop_map(|(op, x)| ExprKind::Unary(op, x)),
            (binary_op(), boxed.clone(), boxed.clone())
                .prop_map(|(op, x, y)| ExprKind::Binary(op, x, y)),
            (boxed, type_name()).prop_map(|(x, ty)| ExprKind::Cast(x, ty)),
        ]
        .prop_map(expr_of)
    });
    inner.boxed()
}

/// An item of a worklist.
fn item() -> impl Strategy<Value = Expr> {
    let pair = |(first, second)| expr_of(ExprKind::Pair(Box::new(first), Box::new(second)));
    prop_oneof![expr(), (expr(), expr()).prop_map(pair)]
}

fn assign_op() -> impl Strategy<Value = Option<AssignOp>> {
    use BinaryOp::*;
    let arithmetic = vec![Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr];
    prop_oneof![
        Just(None),
        Just(Some(AssignOp::Min)),
        Just(Some(AssignOp::Max)),
        prop::sample::select(arithmetic).prop_map(|op| Some(AssignOp::Binary(op))),
    ]
}

fn simple_stmt() -> impl Strategy<Value = StmtKind> {
    prop_oneof![
        (name(), prop::option::of(type_name()), expr()).prop_map(|(name, ty, value)| {
            StmtKind::Let { binding: BindingId(0), name, ty, value }
        }),
        (prop::collection::vec((name(), prop::option::of(type_name())), 2..4), expr()).prop_map(
            |(locals, value)| {
                let local = |(name, ty)| ResultLocal { binding: BindingId(0), name, ty };
                StmtKind::LetSeveral { locals: locals.into_iter().map(local).collect(), value }
            }
        ),
        (name(), type_name(), expr(), prop::option::of(expr())).prop_map(
            |(name, ty, length, value)| StmtKind::LetArray {
                binding: BindingId(0),
                name,
                ty,
                length,
                value
            }
        ),
        (expr(), assign_op(), expr()).prop_map(|(place, op, value)| StmtKind::Assign {
            place,
            op,
            value
        }),
        item().prop_map(|item| StmtKind::Push { worklist: None, item }),
        (name(), push_item())
            .prop_map(|(name, item)| StmtKind::Push { worklist: Some(name), item }),
        prop::collection::vec(prop_oneof![expr(), text()], 1..4).prop_map(StmtKind::Print),
        (expr(), prop::sample::select(vec!["", "the sum is small", "é {"]))
            .prop_map(|(cond, message)| StmtKind::Require { cond, message: message.to_owned() }),
        Just(StmtKind::Retry),
        Just(StmtKind::Break),
        Just(StmtKind::Continue),
        prop::collection::vec(expr(), 0..4).prop_map(StmtKind::Return),
        (name(), name()).prop_map(|(a, b)| StmtKind::Swap(a, b)),
        expr().prop_map(StmtKind::Expr),
    ]
}

fn a_loop(block: BoxedStrategy<Block>) -> impl Strategy<Value = Loop> {
    let domain = prop_oneof![
        expr().prop_map(Domain::Of),
        (expr(), expr(), proptest::option::of(expr()))
            .prop_map(|(from, to, step)| Domain::Range(from, to, step)),
    ];
    let second = prop::option::of(name().prop_map(|name| (BindingId(0), name)));
    let position = prop::option::of(name().prop_map(|name| (BindingId(0), name)));
    (name(), second, domain, position, prop::option::of(expr()), block).prop_map(
        |(name, second, domain, position, filter, body)| Loop {
            binding: BindingId(0),
            name,
            second,
            domain,
            position,
            filter,
            body,
        },
    )
}

fn pipe(block: BoxedStrategy<Block>) -> impl Strategy<Value = StmtKind> {
    let seed = prop_oneof![
        Just(Seed::Nodes(Span::default())),
        prop::collection::vec(item(), 0..3).prop_map(Seed::Items),
    ];
    (any::<bool>(), prop::option::of(worklist_name()), prop::option::of(seed), block)
        .prop_map(|(once, worklist, seed, body)| StmtKind::Pipe { once, worklist, seed, body })
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let spanned = |kind| Stmt { kind, span: Span::default() };
    simple_stmt().prop_map(spanned).prop_recursive(4, 24, 4, move |inner| {
        let block = prop::collection::vec(inner, 0..4)
            .prop_map(|stmts| Block { stmts, span: Span::default() })
            .boxed();
        prop_oneof![
            (expr(), block.clone(), prop::option::of(block.clone()))
                .prop_map(|(cond, then, otherwise)| StmtKind::If { cond, then, otherwise }),
            (expr(), block.clone()).prop_map(|(cond, body)| StmtKind::While { cond, body }),
            (block.clone(), expr()).prop_map(|(body, cond)| StmtKind::Iterate { body, cond }),
            a_loop(block.clone()).prop_map(StmtKind::For),
            a_loop(block.clone()).prop_map(StmtKind::ForAll),
            (prop::collection::vec(expr(), 0..3), block.clone(), prop::option::of(block.clone()))
                .prop_map(|(nodes, body, otherwise)| StmtKind::Exclusive {
                    nodes,
                    body,
                    otherwise
                }),
            pipe(block.clone()),
            block.prop_map(StmtKind::Block),
        ]
        .prop_map(spanned)
    })
}

fn block() -> impl Strategy<Value = Block> {
    prop::collection::vec(stmt(), 0..4).prop_map(|stmts| Block { stmts, span: Span::default() })
}

fn field() -> impl Strategy<Value = Field> {
    (name(), type_name(), prop::option::of(expr()), prop::option::of(expr())).prop_map(
        |(name, ty, length, init)| Field { name, ty, length, init, is_input: false, range: None },
    )
}

/// Generates the range of a parameter. At least one of its ends is there.
fn range() -> impl Strategy<Value = ParamRange> {
    let ends = prop_oneof![
        (expr(), prop::option::of(expr())).prop_map(|(start, end)| (Some(start), end)),
        expr().prop_map(|end| (None, Some(end))),
    ];
    (ends, any::<bool>(), any::<bool>()).prop_map(|((start, end), excludes, includes)| {
        let (excludes_start, includes_end) =
            (excludes && start.is_some(), includes && end.is_some());
        ParamRange { start, excludes_start, end, includes_end, span: Span::default() }
    })
}

fn param() -> impl Strategy<Value = Field> {
    (field(), prop::option::of(range())).prop_map(|(field, range)| Field { range, ..field })
}

fn input() -> impl Strategy<Value = Field> {
    field().prop_map(|field| Field { is_input: true, ..field })
}

fn worklists() -> impl Strategy<Value = Worklists> {
    (prop::collection::vec(name(), 1..4), prop::collection::vec(type_name(), 0..3), any::<bool>())
        .prop_map(|(names, items, is_input)| Worklists { names, items, is_input })
}

fn function() -> impl Strategy<Value = Function> {
    let kind = prop::sample::select(vec![
        ParameterKind::Value,
        ParameterKind::NodeProperty,
        ParameterKind::EdgeProperty,
        ParameterKind::Global,
    ]);
    let parameter =
        (kind, name(), type_name(), any::<bool>()).prop_map(|(kind, name, ty, array)| Parameter {
            binding: BindingId(0),
            kind,
            name,
            ty,
            array,
        });
    let params = prop::collection::vec(parameter, 0..3);
    (any::<bool>(), name(), params, prop::collection::vec(type_name(), 0..4), block()).prop_map(
        |(racy, name, params, results, body)| Function {
            racy,
            asynchronous: false,
            name,
            params,
            results,
            body,
        },
    )
}

fn kernel() -> impl Strategy<Value = Function> {
    (any::<bool>(), function())
        .prop_map(|(asynchronous, function)| Function { asynchronous, ..function })
}

fn item_kind() -> impl Strategy<Value = ItemKind> {
    let names = || prop::collection::vec(name(), 1..4);
    prop_oneof![
        names().prop_map(ItemKind::Use),
        (prop::sample::select(vec!["./lib.ig", "../../a-b/c.ig"]), prop::option::of(name()))
            .prop_map(|(file, item)| {
                ItemKind::Use(std::iter::once(name_of(file)).chain(item).collect())
            }),
        field().prop_map(ItemKind::Const),
        param().prop_map(ItemKind::Param),
        field().prop_map(ItemKind::NodeProperty),
        field().prop_map(ItemKind::EdgeProperty),
        field().prop_map(ItemKind::Global),
        field().prop_map(ItemKind::Original),
        input().prop_map(ItemKind::NodeProperty),
        input().prop_map(ItemKind::EdgeProperty),
        worklists().prop_map(ItemKind::Worklists),
        names().prop_map(ItemKind::Graph),
        names().prop_map(ItemKind::Output),
        (name(), command(), prop::collection::vec(name(), 0..3))
            .prop_map(|(oracle, command, args)| ItemKind::Check(Check { oracle, command, args })),
        function().prop_map(ItemKind::Function),
        kernel().prop_map(ItemKind::Kernel),
        block().prop_map(ItemKind::Main),
    ]
}

fn program() -> impl Strategy<Value = Program> {
    let doc = || prop::collection::vec("(  [a-z])?/?[a-z{]*( [a-zü/]+)?", 0..3);
    let item =
        (doc(), item_kind()).prop_map(|(doc, kind)| Item { doc, kind, span: Span::default() });
    (doc(), prop::collection::vec(item, 0..5)).prop_map(|(doc, items)| Program {
        modules: vec![],
        doc,
        items,
        files: vec![],
        file_modules: std::collections::BTreeMap::new(),
        expr_count: 0,
        binding_count: 0,
    })
}

/// Prints, formats and parses a tree, and compares the results.
fn survives(tree: &Program) -> Result<(), TestCaseError> {
    let text = print::program(tree);
    let (parsed, found) = parse(&text);
    prop_assert!(found.is_empty(), "{text}\n{found:?}");
    let parsed = parsed.expect("a program without errors is there");
    prop_assert_eq!(dump::program(&parsed), dump::program(tree), "{}", text);
    prop_assert_eq!(&print::program(&parsed), &text);
    let formatted = format(&text).expect("a program without errors has a format");
    let (parsed, _) = parse(&formatted);
    let parsed = parsed.expect("a program without errors is there");
    prop_assert_eq!(dump::program(&parsed), dump::program(tree), "{}", formatted);
    prop_assert_eq!(format(&formatted).ok(), Some(formatted));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("seeds"))),
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn generated_programs_survive_printing(tree in program()) {
        survives(&tree)?;
    }
}

#[test]
fn programs_survive_printing() {
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["examples", "stdlib", "tests", "compiler/tests"];
    let files = folders.iter().flat_map(|folder| walkdir::WalkDir::new(repository.join(folder)));
    let mut count = 0;
    for file in files.map(|file| file.expect("the repository can be read").into_path()) {
        if file.extension().is_none_or(|extension| extension != "ig") {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("the repository can be read");
        let (tree, found) = parse(&source);
        if let (Some(tree), []) = (tree, &found[..]) {
            survives(&tree).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            count += 1;
        }
    }
    assert!(count > 20, "{count} programs");
}

#[test]
fn the_canonical_form_is_readable() {
    let (tree, _) = parse(include_str!("programs/whole_language.ig"));
    insta::assert_snapshot!(print::program(&tree.expect("it parses")));
}

/// Checks that ids are consecutive, and that every id is used once.
#[test]
fn ids_are_dense() {
    let (tree, _) = parse(include_str!("programs/whole_language.ig"));
    let tree = tree.expect("it parses");
    let seen = std::cell::RefCell::new(vec![0; tree.expr_count as usize]);
    dump::annotated(&tree, |expr| {
        seen.borrow_mut()[expr.id.0 as usize] += 1;
        None
    });
    assert!(seen.into_inner().iter().all(|count| *count == 1));
}
