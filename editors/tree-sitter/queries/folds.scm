; What folds in igc.

(block) @fold
(doc_comment)+ @fold
(comment)+ @fold
(use)+ @fold
