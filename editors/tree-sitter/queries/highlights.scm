; Colours of igc. Later patterns take precedence.

(identifier) @variable

[
  "use" "const" "param" "global" "graph" "worklist" "input" "original" "output" "check"
  "fn" "kernel" "main" "let" "async" "racy" "as" "at" "by"
] @keyword

[
  "break" "continue" "else" "exclusive" "for" "forall" "if" "in" "iterate" "once" "pipe" "print"
  "push" "require" "retry" "return" "swap" "where" "while"
] @keyword.control

(type) @type
(type ["node" "edge"] @type.builtin)
["node" "edge"] @type.builtin

(function_item name: (identifier) @function)
(kernel_item name: (identifier) @function)
(check oracle: (identifier) @function)
(call function: (identifier) @function.call)
(call function: (path (identifier) @function.call .))
(parameter name: (identifier) @variable.parameter)
(param_item name: (identifier) @variable.parameter)
(field_item name: (identifier) @property)
(field_identifier) @property
(use module: (identifier) @module)
(path . (identifier) @module)

((identifier) @constant.builtin
  (#match? @constant.builtin "^(MAX|MIN|node_count|edge_count|nodes|edges)$"))

(number) @number
(boolean) @boolean
(text) @string
(file) @string.special
(comment) @comment
(doc_comment) @comment.documentation

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "::" "."] @punctuation.delimiter
[
  "=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*"
  "/" "%" "&" "|" "^" "<<" ">>" "&&" "||" "!" "~" ".." "..=" "<.." "<..=" "->"
] @operator
