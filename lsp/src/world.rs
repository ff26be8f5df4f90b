//! All documents, their analyses, and the files on disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{Location, Position, Range};
use igc_compiler::bundle::{self, Content};
use igc_compiler::library::MODULES;
use igc_compiler::span::Span;
use igc_compiler::symbols::{Declaration, Occurrence, Symbol};
use igc_compiler::syntax::lexer::{MAX_TEXT, is_name};
use igc_compiler::syntax::with_imports;
use walkdir::WalkDir;

use crate::analysis::{Analysis, File, Place, is_module};
use crate::documents::{Document, Text};
use crate::effects::Effects;
use crate::library;
use crate::position::Encoding;
use crate::settings::Settings;
use crate::uri;

/// The largest number of programs that are searched for references. Folders of programs are small, but an editor may
/// open a home folder.
const MAX_FILES: usize = 5_000;

/// The largest number of folders that are searched for programs.
const MAX_ENTRIES: usize = 100_000;

/// The texts of the editor, and everything that is known about them.
#[derive(Debug, Default)]
pub struct World {
    /// The documents that are open, by their normalised URIs.
    pub(crate) documents: BTreeMap<String, Document>,
    /// The folders of the workspace.
    pub(crate) folders: Vec<PathBuf>,
    /// What columns count.
    pub(crate) encoding: Encoding,
    /// What the user has set.
    pub(crate) settings: Settings,
    /// The folder of the files of the standard library.
    pub(crate) library: PathBuf,
    /// The effects of the configuration on open programs, by URI.
    pub(crate) effects: HashMap<String, Arc<Effects>>,
    analyses: HashMap<String, Arc<Analysis>>,
    /// The modules of the standard library, each analysed as an editor shows it.
    modules: HashMap<usize, Arc<Analysis>>,
}

/// A name at a position, with the analysis that knows it.
pub(crate) struct Found {
    pub analysis: Arc<Analysis>,
    pub occurrence: Occurrence,
}

impl Found {
    pub(crate) fn declaration(&self) -> Option<&Declaration> {
        self.analysis.index.declaration(self.occurrence.symbol)
    }
}

impl World {
    /// Creates a world without documents. `temporary` is a folder in which the standard library may be written.
    pub fn new(temporary: &Path) -> World {
        World { library: library::folder(temporary), ..World::default() }
    }

    // ---- Documents ----------------------------------------------------------------------------

    /// Opens a document.
    pub fn open(&mut self, written: &str, version: i32, text: &str) {
        let uri = uri::normalised(written);
        let content = Text::new(text);
        self.documents.insert(uri.clone(), Document { uri: written.to_owned(), version, content });
        self.forget(&uri);
    }

    /// Changes a document. A document that is not open is ignored.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<gen_lsp_types::TextDocumentContentChangeEvent>,
    ) {
        let uri = uri::normalised(uri);
        if let Some(document) = self.documents.get_mut(&uri) {
            document.change(version, changes, self.encoding);
            self.forget(&uri);
        }
    }

    /// Closes a document. From now on, the file on disk counts.
    pub fn close(&mut self, uri: &str) {
        let uri = uri::normalised(uri);
        self.documents.remove(&uri);
        self.effects.remove(&uri);
        self.forget(&uri);
    }

    /// Forgets the analyses of the programs that contain a file.
    pub fn forget(&mut self, uri: &str) {
        self.analyses.retain(|root, analysis| root != uri && !analysis.contains(uri));
    }

    /// Forgets all analyses.
    pub(crate) fn forget_all(&mut self) {
        self.analyses.clear();
    }

    /// Returns a world with the same documents, to try a change.
    pub(crate) fn copy(&self) -> World {
        World {
            documents: self.documents.clone(),
            encoding: self.encoding,
            library: self.library.clone(),
            ..World::default()
        }
    }

    /// Returns the text of a file: of the open document, of the standard library, or on disk.
    pub(crate) fn text(&self, uri: &str) -> Option<Text> {
        if let Some(document) = self.documents.get(uri) {
            return Some(document.content.clone());
        }
        let path = uri::path(uri)?;
        match library::module_at(&self.library, &path) {
            Some(module) => Some(Text::new(MODULES[module].text)),
            None => read(&path).ok().map(|text| Text::new(&text)),
        }
    }

    /// Returns the URI of a module of the standard library.
    pub(crate) fn library_uri(&self, module: usize) -> String {
        uri::of(&library::path(&self.library, module))
    }

    /// Returns the module of the standard library that a URI names.
    pub(crate) fn library_module(&self, uri: &str) -> Option<usize> {
        library::module_at(&self.library, &uri::path(uri)?)
    }

    /// Returns the URI of a file as the editor writes it.
    pub(crate) fn written(&self, uri: &str) -> String {
        self.documents.get(uri).map_or_else(|| uri.to_owned(), |document| document.uri.clone())
    }

    // ---- Analyses -----------------------------------------------------------------------------

    /// Returns the analysis of a document or a file, as the editor shows it.
    pub(crate) fn analysis(&mut self, uri: &str) -> Option<Arc<Analysis>> {
        if let Some(known) = self.analyses.get(uri) {
            return Some(Arc::clone(known));
        }
        if let Some(module) = self.library_module(uri) {
            let made = || {
                let text = format!("use std::{};\nmain {{\n}}\n", MODULES[module].name);
                let content = Text::new(&text);
                let files = vec![File { uri: String::new(), start: 0, content }];
                Arc::new(Analysis::of(text, files, true))
            };
            return Some(Arc::clone(self.modules.entry(module).or_insert_with(made)));
        }
        let analysis = Arc::new(self.analyse(uri)?);
        if self.documents.contains_key(uri) {
            self.analyses.insert(uri.to_owned(), Arc::clone(&analysis));
        }
        Some(analysis)
    }

    fn analyse(&self, uri: &str) -> Option<Analysis> {
        let content = self.text(uri)?;
        let path = uri::path(uri);
        let name = match &path {
            Some(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            None => Some("untitled.ig".to_owned()),
        };
        let name = name.filter(|name| {
            let stem = name.strip_suffix(".ig");
            stem.is_some_and(|stem| is_name(stem) && !MODULES.iter().any(|it| it.name == stem))
        });
        let folder = path.as_deref().and_then(Path::parent).map(Path::to_owned);
        let module = name.filter(|_| is_module(&content.text));
        let own_name = module.as_ref().map(|name| format!("./{name}"));
        let synthetic = own_name.as_ref().map(|name| format!("use {name};\nmain {{\n}}\n"));
        let program = synthetic.as_deref().unwrap_or(&content.text);
        let mut uris: HashMap<String, String> = HashMap::new();
        // The path of each file in the bundle, by its URI. A file may have several paths.
        let mut known: HashMap<String, String> = HashMap::new();
        if synthetic.is_none() {
            known.insert(uri.to_owned(), String::new());
        }
        let text = with_imports(program, |name| {
            let of_file = match &folder {
                _ if own_name.as_deref() == Some(name) => uri.to_owned(),
                Some(folder) => uri::of(&uri::normal(&folder.join(name))),
                None => return Content::Unreadable("the program is not in a file".to_owned()),
            };
            if let Some(same) = known.get(&of_file) {
                return Content::SameAs(same.clone());
            }
            let text = match (self.documents.get(&of_file), uri::path(&of_file)) {
                (Some(document), _) => Ok(document.content.text.to_string()),
                (None, Some(path)) => read(&path),
                (None, None) => Err("the program is not in a file".to_owned()),
            };
            match text {
                Ok(text) => {
                    known.insert(of_file.clone(), name.to_owned());
                    uris.insert(name.to_owned(), of_file);
                    Content::Text(text)
                }
                Err(error) => {
                    // The file belongs to the program as soon as it exists.
                    uris.insert(name.to_owned(), of_file);
                    Content::Unreadable(error)
                }
            }
        });
        let files = bundle::files(&text).into_iter().map(|file| File {
            uri: match (file.path, &synthetic) {
                ("", None) => uri.to_owned(),
                ("", Some(_)) => String::new(),
                (path, _) => uris.get(path).cloned().unwrap_or_default(),
            },
            start: file.start,
            content: match file.path {
                "" if synthetic.is_none() => content.clone(),
                _ => Text::new(file.text()),
            },
        });
        let files = files.collect();
        Some(Analysis::of(text, files, synthetic.is_some()))
    }

    // ---- Places -------------------------------------------------------------------------------

    /// Returns the text of a document and the offset of a position in it.
    pub(crate) fn offset(&self, uri: &str, position: Position) -> Option<(Text, u32)> {
        let text = self.text(uri)?;
        let offset = text.lines.offset(&text.text, position, self.encoding);
        Some((text, offset))
    }

    /// Returns the range of a span within one file.
    pub(crate) fn range(&self, text: &Text, span: Span) -> Range {
        text.lines.range(&text.text, span.start, span.end, self.encoding)
    }

    /// Returns the URI and the range of a span of an analysis, as the editor writes them.
    pub(crate) fn location(&self, analysis: &Analysis, span: Span) -> Option<Location> {
        let (uri, text, local) = self.placed(analysis, span)?;
        let range = self.range(&text, local);
        Some(Location { uri: self.written(&uri).as_str().into(), range })
    }

    /// Returns the normalised URI, the text of the file, and the span in this file.
    pub(crate) fn placed(&self, analysis: &Analysis, span: Span) -> Option<(String, Text, Span)> {
        match analysis.place(span)? {
            Place::File(uri, local) => {
                let file = analysis.files.iter().find(|file| file.uri == uri)?;
                Some((uri.to_owned(), file.content.clone(), local))
            }
            Place::Library(module, local) => {
                let text = Text::new(MODULES[module].text);
                Some((self.library_uri(module), text, local))
            }
        }
    }

    /// Returns the position of an offset of a file in the spans of an analysis.
    pub(crate) fn position_in(&self, analysis: &Analysis, uri: &str, offset: u32) -> Option<u32> {
        match self.library_module(uri) {
            Some(module) => Some(igc_compiler::library::base(module) + offset),
            None => analysis.position(uri, offset),
        }
    }

    /// Returns the name at a position of a document.
    pub(crate) fn found(&mut self, uri: &str, position: Position) -> Option<Found> {
        let (_, offset) = self.offset(uri, position)?;
        let analysis = self.analysis(uri)?;
        let at = self.position_in(&analysis, uri, offset)?;
        let occurrence = *analysis.index.at(at)?;
        Some(Found { analysis, occurrence })
    }

    /// Returns all places at which the symbol of a name occurs, by URI: in the program, and in all programs of the
    /// workspace that use its module.
    pub(crate) fn occurrences(&mut self, found: &Found) -> Vec<(String, Text, Span, bool)> {
        let mut places: BTreeMap<(String, u32, u32), (Text, bool)> = BTreeMap::new();
        let mut add = |world: &World, analysis: &Analysis, symbol: Symbol| {
            for occurrence in analysis.index.occurrences_of(symbol) {
                if let Some((uri, text, span)) = world.placed(analysis, occurrence.span) {
                    let declares = occurrence.role == igc_compiler::symbols::Role::Declaration;
                    places.insert((uri, span.start, span.end), (text, declares));
                }
            }
        };
        add(self, &found.analysis, found.occurrence.symbol);
        let wanted = found.declaration().filter(|declaration| !declaration.kind.is_local());
        let wanted = wanted.filter(|declaration| declaration.module.is_some());
        let name = wanted.map(|declaration| declaration.name.clone());
        let place = wanted.and_then(|it| self.placed(&found.analysis, it.span));
        if let (Some(name), Some((of_file, _, span))) = (name, place) {
            for root in self.programs() {
                let mentions = |world: &World| {
                    world.text(&root).is_some_and(|text| text.text.contains(&*name))
                };
                if !mentions(self) && root != of_file {
                    continue;
                }
                let Some(analysis) = self.analysis(&root) else { continue };
                let Some(start) = self.position_in(&analysis, &of_file, span.start) else {
                    continue;
                };
                if let Some(at) = analysis.index.declared_at(start) {
                    add(self, &analysis, Symbol::Declared(at));
                }
            }
        }
        places
            .into_iter()
            .map(|((uri, start, end), (text, declares))| (uri, text, Span { start, end }, declares))
            .collect()
    }

    /// Returns the URIs of all programs and modules: open documents, and the files of the workspace.
    pub(crate) fn programs(&self) -> BTreeSet<String> {
        let mut found: BTreeSet<String> = self.documents.keys().cloned().collect();
        for folder in &self.folders {
            let is_hidden = |name: &std::ffi::OsStr| {
                name.to_str().is_some_and(|name| name.starts_with('.') || name == "target")
            };
            let entries = WalkDir::new(folder).into_iter();
            let entries = entries
                .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()))
                .take(MAX_ENTRIES)
                .filter_map(Result::ok)
                .filter(|entry| entry.file_type().is_file())
                .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "ig"));
            found.extend(entries.take(MAX_FILES).map(|entry| uri::of(&uri::normal(entry.path()))));
        }
        found
    }
}

/// Reads a program, up to a limit. The compiler reports a text that is too long.
fn read(path: &Path) -> Result<String, String> {
    let found = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !found.is_file() {
        return Err("this is not a regular file".to_owned());
    }
    let mut bytes = vec![];
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let read = file.take(u64::from(MAX_TEXT) + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    let text = match bytes.len() > MAX_TEXT as usize {
        true => String::from_utf8_lossy(&bytes).into_owned(),
        false => {
            String::from_utf8(bytes).map_err(|_| "the file is not valid UTF-8 text".to_owned())?
        }
    };
    Ok(text)
}
