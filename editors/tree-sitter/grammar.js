/**
 * The grammar of igc for tree-sitter. It follows the chapter "Grammar" of igc's book. Editors parse with it while text
 * is incomplete; the compiler has its own parser.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const PREC = {
  or: 1,
  and: 2,
  compare: 3,
  bits: 4,
  xor: 5,
  mask: 6,
  shift: 7,
  sum: 8,
  product: 9,
  cast: 10,
  unary: 11,
  postfix: 12,
};

/** @param {RuleOrLiteral} rule */
const list = (rule) => optional(seq(rule, repeat(seq(",", rule)), optional(",")));

/** @param {RuleOrLiteral} rule */
const several = (rule) => seq(rule, repeat1(seq(",", rule)), optional(","));

module.exports = grammar({
  name: "igc",

  word: ($) => $.identifier,

  extras: ($) => [/\s/, "\uFEFF", $.doc_comment, $.comment],

  conflicts: ($) => [
    [$._pushed_name, $._name],
  ],

  rules: {
    source_file: ($) => repeat($._item),

    _item: ($) =>
      choice(
        $.use,
        $.field_item,
        $.param_item,
        $.worklist_item,
        $.graph_item,
        $.function_item,
        $.kernel_item,
        $.main,
        $.output,
        $.check,
      ),

    use: ($) =>
      seq(
        "use",
        choice(
          seq(field("module", $.identifier), repeat(seq("::", $.identifier))),
          seq(field("file", $.file), optional(seq("::", $.identifier))),
        ),
        ";",
      ),
    file: () => token(prec(1, /\.\.?\/(\.\.\/)*[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\.ig/)),

    field_item: ($) =>
      seq(
        choice(
          "const",
          "node",
          "edge",
          "global",
          seq("input", choice("node", "edge")),
          seq("original", "node"),
        ),
        $._field,
        ";",
      ),
    param_item: ($) => seq("param", $._field, optional(seq("in", field("range", $.range))), ";"),
    _field: ($) =>
      seq(
        field("name", $._name),
        ":",
        field("type", $.type),
        optional(seq("[", field("length", $._expression), "]")),
        optional(seq("=", field("value", $._expression))),
      ),
    range: ($) =>
      choice(
        seq($._expression, choice("..", "..=", "<..", "<..="), $._expression),
        seq($._expression, choice("..", "<..")),
        seq(choice("..", "..="), $._expression),
      ),

    worklist_item: ($) =>
      seq(
        optional("input"),
        "worklist",
        $._names,
        optional(seq(":", choice($.type, seq("(", $.type, ",", $.type, ")")))),
        ";",
      ),
    graph_item: ($) => seq("graph", $._names, ";"),
    output: ($) => seq("output", $._names, ";"),
    check: ($) =>
      seq(
        "check",
        field("oracle", $._name),
        optional(field("command", $.text)),
        "(",
        list(field("argument", $._name)),
        ")",
        ";",
      ),

    function_item: ($) =>
      seq(
        optional("racy"),
        "fn",
        field("name", $._name),
        $.parameters,
        optional(seq("->", field("result", $._results))),
        field("body", $.block),
      ),
    kernel_item: ($) =>
      seq(
        optional("async"),
        optional("racy"),
        "kernel",
        field("name", $._name),
        $.parameters,
        optional(seq("->", field("result", $._results))),
        field("body", $.block),
      ),
    parameters: ($) => seq("(", list($.parameter), ")"),
    parameter: ($) =>
      seq(
        optional(choice("node", "edge", "global")),
        field("name", $._name),
        ":",
        field("type", $.type),
        optional(seq("[", "]")),
      ),
    _results: ($) => choice($.type, seq("(", several($.type), ")")),
    main: ($) => seq("main", field("body", $.block)),

    type: ($) => choice($.identifier, "node", "edge"),
    _names: ($) => seq($._name, repeat(seq(",", $._name))),
    // Words with a special meaning in some statements are names elsewhere.
    _name: ($) =>
      choice($.identifier, alias(choice("at", "by", "input", "min", "max", "nodes", "original"), $.identifier)),

    // ---- Statements ----

    block: ($) => seq("{", repeat($._statement), "}"),
    _statement: ($) =>
      choice(
        $.let,
        $.assignment,
        $.push,
        $.require,
        $.print,
        $.jump,
        $.return,
        $.if,
        $.while,
        $.for,
        $.exclusive,
        $.pipe,
        $.once,
        $.iterate,
        $.swap,
        $.expression_statement,
        $.block,
      ),
    let: ($) =>
      seq(
        "let",
        choice(
          seq(
            field("name", $._name),
            optional(
              seq(":", field("type", $.type), optional(seq("[", field("length", $._expression), "]"))),
            ),
            optional(seq("=", field("value", $._expression))),
          ),
          seq("(", several($.local), ")", "=", field("value", $._expression)),
        ),
        ";",
      ),
    local: ($) => seq(field("name", $._name), optional(seq(":", field("type", $.type)))),
    assignment: ($) =>
      seq(
        field("place", $._expression),
        field(
          "operator",
          choice(
            "=",
            "+=",
            "-=",
            "*=",
            "/=",
            "%=",
            "&=",
            "|=",
            "^=",
            "<<=",
            ">>=",
            seq(choice("min", "max"), "="),
          ),
        ),
        field("value", $._expression),
        ";",
      ),
    push: ($) =>
      seq(
        "push",
        choice(
          field("item", choice($._expression, $.pair)),
          seq(field("worklist", $._pushed_name), field("item", $._expression)),
          seq(field("worklist", $._pushed_name), field("item", $.pair)),
        ),
        ";",
      ),
    _pushed_name: ($) => $.identifier,
    pair: ($) => seq("(", $._expression, ",", $._expression, ")"),
    require: ($) => seq("require", $._expression, ",", $.text, ";"),
    print: ($) => seq("print", choice($.text, $._expression), repeat(seq(",", choice($.text, $._expression))), ";"),
    jump: () => seq(choice("retry", "break", "continue"), ";"),
    return: ($) =>
      seq("return", optional(choice($._expression, seq("(", several($._expression), ")"))), ";"),
    if: ($) =>
      seq(
        "if",
        field("condition", $._expression),
        $.block,
        optional(seq("else", choice($.if, $.block))),
      ),
    while: ($) => seq("while", field("condition", $._expression), $.block),
    for: ($) =>
      seq(
        choice("for", "forall"),
        field("variable", choice($._name, $._parenthesised_names)),
        "in",
        field("domain", $._domain),
        optional(seq("at", field("position", $._name))),
        optional(seq("where", field("filter", $._expression))),
        field("body", $.block),
      ),
    _parenthesised_names: ($) => seq("(", $._name, ",", $._name, ")"),
    _domain: ($) =>
      choice(
        $._expression,
        seq($._expression, "..", $._expression, optional(seq("by", $._expression))),
      ),
    exclusive: ($) =>
      seq("exclusive", "(", list($._expression), ")", $.block, optional(seq("else", $.block))),
    pipe: ($) =>
      seq(
        optional("once"),
        "pipe",
        optional(field("worklist", $.identifier)),
        optional(field("seed", $.seed)),
        $.block,
      ),
    seed: ($) => choice(seq("[", list(choice($._expression, $.pair)), "]"), "nodes"),
    once: ($) => seq("once", field("worklist", choice($.identifier, "worklist")), $.block),
    iterate: ($) => seq("iterate", $.block, "while", field("condition", $._expression), ";"),
    swap: ($) => seq("swap", $._name, ",", $._name, ";"),
    expression_statement: ($) => seq($._expression, ";"),

    // ---- Expressions ----

    _expression: ($) =>
      choice(
        $.binary,
        $.unary,
        $.cast,
        $.call,
        $.index,
        $.field_access,
        $.parenthesised,
        $.path,
        $._name,
        alias("worklist", $.identifier),
        $.number,
        $.boolean,
      ),
    parenthesised: ($) => seq("(", $._expression, ")"),
    binary: ($) => {
      /** @type {[number, string[]][]} */
      const rows = [
        [PREC.or, ["||"]],
        [PREC.and, ["&&"]],
        [PREC.compare, ["==", "!=", "<", "<=", ">", ">="]],
        [PREC.bits, ["|"]],
        [PREC.xor, ["^"]],
        [PREC.mask, ["&"]],
        [PREC.shift, ["<<", ">>"]],
        [PREC.sum, ["+", "-"]],
        [PREC.product, ["*", "/", "%"]],
      ];
      return choice(
        ...rows.map(([level, operators]) =>
          prec.left(
            level,
            seq(
              $._expression,
              field("operator", operators.length > 1 ? choice(...operators) : operators[0]),
              $._expression,
            ),
          ),
        ),
      );
    },
    unary: ($) => prec(PREC.unary, seq(choice("-", "!", "~"), $._expression)),
    cast: ($) => prec.left(PREC.cast, seq($._expression, "as", field("type", $.type))),
    call: ($) =>
      prec(PREC.postfix, seq(field("function", $._expression), "(", list($._expression), ")")),
    index: ($) => prec(PREC.postfix, seq($._expression, "[", $._expression, "]")),
    field_access: ($) =>
      prec(PREC.postfix, seq($._expression, ".", field("field", alias($._word, $.field_identifier)))),
    // A field may have the name of a keyword, as in `u.in`.
    _word: ($) =>
      choice($._name, "in", "node", "edge", "worklist", "global", "graph", "output", "check"),
    path: ($) =>
      seq(
        choice($.identifier, "node", "edge"),
        repeat1(seq("::", choice($.identifier, alias(choice("min", "max"), $.identifier)))),
      ),

    boolean: () => choice("true", "false"),
    number: () =>
      token(
        choice(
          /0[xb][0-9a-fA-F_]+([iuf](32|64))?/,
          /[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9][0-9_]*)?([iuf](32|64))?/,
        ),
      ),
    text: () => /"[^"\n]*"/,
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    doc_comment: () => token(prec(1, /\/\/\/([^\/\n][^\n]*)?/)),
    comment: () => token(/\/\/[^\n]*/),
  },
});
