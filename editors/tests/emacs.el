;;; emacs.el --- Opens programs in Emacs with eglot and `igc lsp'  -*- lexical-binding: t -*-

;; Checks what a user sees: diagnostics, hover and formatting.  Run by `scripts/try-editors':
;;
;;   emacs --batch -l emacs.el IGC EXAMPLES

(require 'eglot)
(require 'flymake)

(defvar igc (pop command-line-args-left))
(defvar examples (pop command-line-args-left))

(define-derived-mode igc-mode prog-mode "igc"
  (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\.ig\\'" . igc-mode))
(add-to-list 'eglot-server-programs `(igc-mode ,igc "lsp"))
(setq eglot-sync-connect 30)

(defun fail (&rest words)
  (message "emacs: %s" (apply #'format words))
  (kill-emacs 1))

(defun await (what get)
  "Return the value of the function GET as soon as there is one."
  (let ((end (+ (float-time) 20)) value)
    (while (not (or (setq value (funcall get)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (or value (fail "no %s" what))))

;; A wrong program.
(let ((file (make-temp-file "igc" nil ".ig")))
  (with-temp-file file
    (insert "node level: u32 = 0;\nkernel visit() {\n    forall u in nodes {  u.leevl = 1; }\n}\n"
            "main { visit(); }\noutput level;\n"))
  (find-file file)
  (apply #'eglot (eglot--guess-contact))
  (await "connection" #'eglot-current-server)
  (unless flymake-mode (flymake-mode 1))
  (flymake-start)
  (let ((found (await "diagnostic" (lambda () (flymake-diagnostics)))))
    (unless (string-match-p "leevl" (flymake-diagnostic-text (car found)))
      (fail "wrong diagnostic: %s" (flymake-diagnostic-text (car found)))))
  (goto-char (point-min))
  (search-forward "leevl")
  (replace-match "level")
  (eglot--signal-textDocument/didChange)
  (eglot-format-buffer)
  (unless (string-match-p "\n        u\\.level = 1;\n" (buffer-string))
    (fail "wrong text after formatting:\n%s" (buffer-string)))
  (set-buffer-modified-p nil))

;; An example.
(find-file (expand-file-name "bfs/bfs_wl.ig" examples))
(unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
(goto-char (point-min))
(search-forward "forall e in u")
(backward-char)
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                              (eglot--TextDocumentPositionParams))))
  (unless (string-match-p "node" (format "%s" hover)) (fail "no hover: %s" hover)))

(message "emacs %s, eglot: diagnostics, formatting, hover" emacs-version)
(kill-emacs 0)
