-- Opens programs in Neovim with `igc lsp`, and checks what a user sees: diagnostics, hover, completion, hints, formatting
-- and a quick fix. Run by `scripts/try-editors`:
--
--   nvim --headless --clean -l neovim.lua IGC EXAMPLES

local igc, examples = arg[1], arg[2]
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")

local function fail(text)
  io.stderr:write("neovim: " .. text .. "\n")
  os.exit(1)
end

-- Waits until a function returns a value, and returns it.
local function await(what, get)
  local value
  if not vim.wait(20000, function() value = get() return value end, 20) then fail("no " .. what) end
  return value
end

vim.filetype.add({ extension = { ig = "igc" } })
vim.lsp.config("igc", {
  cmd = { igc, "lsp" },
  filetypes = { "igc" },
  root_markers = { ".git" },
  init_options = { configuration = "auto", graph = "rmat:12" },
})
vim.lsp.enable("igc")
vim.lsp.inlay_hint.enable()
vim.cmd("filetype on")

-- Opens a file, and returns its buffer and the client.
local function open(path)
  vim.cmd.edit(path)
  local buffer = vim.api.nvim_get_current_buf()
  local client = await("client", function() return vim.lsp.get_clients({ bufnr = buffer })[1] end)
  await("initialised client", function() return client.initialized end)
  return buffer, client
end

-- Asks the server, and returns the answer.
local function ask(client, buffer, method, params)
  local answer = client:request_sync(method, params, 20000, buffer)
  if not answer or answer.err then fail(method .. ": " .. vim.inspect(answer)) end
  return answer.result
end

local function position(client, line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

-- A wrong program: the name of a worklist is misspelt.
local wrong = folder .. "/wrong.ig"
vim.fn.writefile({
  "node level: u32 = 0;",
  "worklist near: node;",
  "kernel visit() {",
  "    forall u in nodes {   push nera u; }",
  "}",
  "main { visit(); }",
  "output level;",
}, wrong)
local buffer, client = open(wrong)
local found = await("diagnostic", function()
  local all = vim.diagnostic.get(buffer)
  return #all > 0 and all
end)
if found[1].lnum ~= 3 or not found[1].message:find("nera") or not found[1].code then
  fail("wrong diagnostic: " .. vim.inspect(found))
end
local range = vim.lsp.util.make_given_range_params({ 4, 31 }, { 4, 34 }, buffer, client.offset_encoding)
range.context = { diagnostics = { found[1].user_data.lsp } }
local actions = ask(client, buffer, "textDocument/codeAction", range)
if #actions == 0 then fail("no quick fix") end
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
await("end of the diagnostic", function() return #vim.diagnostic.get(buffer, { severity = "ERROR" }) == 0 end)
vim.lsp.buf.format({ bufnr = buffer, async = false, timeout_ms = 20000 })
local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
if not text:find("\n        push near u;\n", 1, true) then fail("wrong text after the fix and formatting:\n" .. text) end

-- An example.
buffer, client = open(examples .. "/bfs/bfs_wl.ig")
local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
local loop
for number, line in ipairs(lines) do
  if line:find("forall e in u.out", 1, true) then loop = number end
end
local hover = ask(client, buffer, "textDocument/hover", position(client, loop, lines[loop]:find("u.out", 1, true) - 1))
if not hover or not hover.contents.value:find("node", 1, true) then fail("no hover: " .. vim.inspect(hover)) end
local hints = await("hints about optimisations", function()
  local all = vim.lsp.inlay_hint.get({ bufnr = buffer })
  local function is_effect(hint) return vim.inspect(hint.inlay_hint.label):find("✓") end
  return #vim.tbl_filter(is_effect, all) > 0 and all
end)
local items = ask(client, buffer, "textDocument/completion", position(client, loop, lines[loop]:find("out", 1, true) - 1))
items = items.items or items
if #items == 0 then fail("no completions") end
local place = ask(client, buffer, "textDocument/definition", position(client, loop, lines[loop]:find("u.out", 1, true) - 1))
if not place or vim.tbl_isempty(place) then fail("no definition") end

print(("neovim %s: diagnostics, quick fix, formatting, hover, %d hints, %d completions, definition"):format(
  tostring(vim.version()), #hints, #items))
vim.cmd("qall!")
