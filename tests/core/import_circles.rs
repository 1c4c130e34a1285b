//! No file of the source imports another one that imports it in turn, be it by way of others. A
//! module and the modules in it may: what they share stands in the outer one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// The names on the way from the root of the crate to a module, or to an item in one.
type NamePath = Vec<String>;

/// The references of a file to other modules.
#[derive(Default)]
struct ImportingModule {
    /// All paths that its code names.
    paths: Vec<NamePath>,
    /// Where the names come from that its `use` declarations bring in.
    imported: HashMap<String, NamePath>,
}

type Modules = BTreeMap<NamePath, ImportingModule>;

/// Reads every file of a folder, the root of the crate or below it.
fn read_modules(folder: &Path, at: &NamePath, modules: &mut Modules) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner: NamePath = at.iter().cloned().chain([name.clone()]).collect();
        if path.is_dir() {
            read_modules(&path, &inner, modules);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_own = name == "mod" || at.is_empty() && name == "lib";
            let module = if is_own { at.clone() } else { inner };
            let tokens = tokens(&code_only(&fs::read_to_string(&path).unwrap()));
            let imports = Parser::new(&module, &tokens).run();
            modules.insert(module, imports);
        }
    }
}

/// Returns a text of Rust without comments, and with empty strings.
fn code_only(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix('r').filter(|_| !after_word)
            && raw.trim_start_matches('#').starts_with('"')
        {
            let hashes = raw.find('"').unwrap();
            let end = format!("\"{}", &raw[..hashes]);
            let body = hashes + 1;
            1 + body + raw[body..].find(&end).unwrap() + end.len()
        } else if next == '"' {
            string_length(rest)
        } else if next == '\'' && is_char_literal(rest) {
            1 + rest[1..]
                .char_indices()
                .skip(1)
                .find(|(_, c)| *c == '\'')
                .unwrap()
                .0
                + 1
        } else {
            code.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

fn string_length(text: &str) -> usize {
    let mut is_escaped = true;
    let end = text.char_indices().find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.unwrap().0 + 1
}

/// A lifetime has no quote behind its first letter.
fn is_char_literal(text: &str) -> bool {
    let mut inner = text[1..].chars();
    inner.next() == Some('\\') || inner.next() == Some('\'')
}

/// Splits code into words, `::` and single signs.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut is_joined = false;
    for c in code.chars() {
        match tokens.last_mut() {
            Some(last) if is_joined && is_part(c) && last.ends_with(is_part) => last.push(c),
            Some(last) if is_joined && c == ':' && last == ":" => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        is_joined = !c.is_whitespace();
    }
    tokens
}

/// Collects the paths of one file.
struct Parser<'a> {
    module: &'a NamePath,
    tokens: &'a [String],
    at: usize,
    /// The modules written out in the file that are open, each with the braces around it.
    inline: Vec<(String, usize)>,
    braces: usize,
    found: ImportingModule,
}

impl<'a> Parser<'a> {
    fn new(module: &'a NamePath, tokens: &'a [String]) -> Self {
        Self {
            module,
            tokens,
            at: 0,
            inline: Vec::new(),
            braces: 0,
            found: ImportingModule::default(),
        }
    }

    fn token(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }

    fn run(mut self) -> ImportingModule {
        while self.at < self.tokens.len() {
            match self.token(0) {
                "mod" if self.token(2) == "{" => {
                    self.inline.push((self.token(1).to_owned(), self.braces));
                    self.braces += 1;
                    self.at += 3;
                }
                "{" => {
                    self.braces += 1;
                    self.at += 1;
                }
                "}" => {
                    self.braces -= 1;
                    self.inline.pop_if(|(_, braces)| *braces == self.braces);
                    self.at += 1;
                }
                "use" => {
                    self.at += 1;
                    self.path_tree(&NamePath::new(), true);
                }
                "crate" | "super" | "self" if self.token(1) == "::" => {
                    self.path_tree(&NamePath::new(), false);
                }
                _ => self.at += 1,
            }
        }
        self.found
    }

    /// Reads `a::b`, `a::{b, c::d}` or `a as b` and notes each path.
    fn path_tree(&mut self, start: &NamePath, is_use: bool) {
        let mut path = start.clone();
        loop {
            let word = self.token(0).to_owned();
            if word == "{" {
                self.at += 1;
                while self.token(0) != "}" {
                    self.path_tree(&path, is_use);
                    self.at += usize::from(self.token(0) == ",");
                }
                self.at += 1;
                return;
            }
            let is_word = word.starts_with(|c: char| c.is_alphabetic() || c == '_') || word == "*";
            if is_word {
                path.push(word);
                self.at += 1;
            }
            if !is_word || self.token(0) != "::" {
                break;
            }
            self.at += 1;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if is_use && self.token(0) == "as" {
            name = self.token(1).to_owned();
            self.at += 2;
        }
        self.note(path, name, is_use);
    }

    fn note(&mut self, mut path: NamePath, name: String, is_use: bool) {
        // Tests may take what they need from where they like.
        if self.inline.iter().any(|(module, _)| module == "tests") {
            return;
        }
        let here = self
            .module
            .iter()
            .chain(self.inline.iter().map(|(name, _)| name));
        let mut all: NamePath = here.cloned().collect();
        match path.first().map(String::as_str) {
            Some("crate") => all.clear(),
            Some("super") => {
                all.pop();
            }
            Some("self") => {}
            // Without one of these words it is another crate, or a module in this one.
            _ => path.insert(0, String::new()),
        }
        for word in path.drain(1..) {
            match word.as_str() {
                "super" => {
                    all.pop();
                }
                "self" => {}
                _ => all.push(word),
            }
        }
        if is_use && self.inline.is_empty() {
            self.found.imported.insert(name, all.clone());
        }
        self.found.paths.push(all);
    }
}

/// Returns the module in which the item of a path is defined, wherever it is re-exported.
fn resolve(path: &[String], modules: &Modules, depth: usize) -> NamePath {
    let mut module = NamePath::new();
    for (index, name) in path.iter().enumerate() {
        let mut inner = module.clone();
        inner.push(name.clone());
        if modules.contains_key(&inner) {
            module = inner;
            continue;
        }
        let source = modules.get(&module).and_then(|own| own.imported.get(name));
        return match source {
            Some(source) if depth < 8 && source[..] != path[..=index] => {
                let rest = path[index + 1..].iter();
                let full: NamePath = source.iter().chain(rest).cloned().collect();
                resolve(&full, modules, depth + 1)
            }
            _ => module,
        };
    }
    module
}

/// Returns which modules each module imports, those around it and those in it aside.
fn imports(modules: &Modules) -> BTreeMap<NamePath, BTreeSet<NamePath>> {
    let of = |(module, own): (&NamePath, &ImportingModule)| {
        let all = own.paths.iter().map(|path| resolve(path, modules, 0));
        let others = all.filter(|other| !other.starts_with(module) && !module.starts_with(other));
        (module.clone(), others.collect())
    };
    modules.iter().map(of).collect()
}

/// Takes away whatever is in no circle: what imports nothing that is left, and what nothing that
/// is left imports.
fn keep_circles(imports: &mut BTreeMap<NamePath, BTreeSet<NamePath>>) {
    loop {
        let imported: BTreeSet<NamePath> = imports.values().flatten().cloned().collect();
        let known: BTreeSet<NamePath> = imports.keys().cloned().collect();
        let before: usize = imports.values().map(BTreeSet::len).sum();
        imports.retain(|module, others| {
            others.retain(|other| known.contains(other));
            imported.contains(module) && !others.is_empty()
        });
        if before == imports.values().map(BTreeSet::len).sum::<usize>()
            && known.len() == imports.len()
        {
            return;
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut modules = Modules::new();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    read_modules(&src, &NamePath::new(), &mut modules);
    let mut circles = imports(&modules);
    let edges: usize = circles.values().map(BTreeSet::len).sum();
    assert!(modules.len() > 400 && edges > 1000, "{edges} imports found");
    keep_circles(&mut circles);
    let told: Vec<String> = circles
        .iter()
        .flat_map(|(module, others)| {
            others
                .iter()
                .map(|other| format!("{} imports {}", module.join("/"), other.join("/")))
        })
        .collect();
    assert!(told.is_empty(), "circles:\n{}", told.join("\n"));
}

#[test]
fn a_circle_by_way_of_a_third_file_is_found() {
    let mut modules = Modules::new();
    let files = [
        ("a", "mod x { use super::super::b::inner::Thing; }"),
        ("b", "pub use self::inner::Thing; pub mod inner;"),
        ("b/inner", "use crate::{c::{self, Other}, d};"),
        (
            "c",
            "fn f<'a>(c: char) -> &'a str { if c == '\"' { crate::a::f() } else { r#\"use crate::d::X;\"# } }",
        ),
        (
            "d",
            "#[cfg(test)] mod tests { use crate::a::f; } // use crate::b;",
        ),
    ];
    for (name, text) in files {
        let module: NamePath = name.split('/').map(str::to_owned).collect();
        let tokens = tokens(&code_only(text));
        let imports = Parser::new(&module, &tokens).run();
        modules.insert(module, imports);
    }
    let mut circles = imports(&modules);
    keep_circles(&mut circles);
    let circles: Vec<String> = circles.keys().map(|module| module.join("/")).collect();
    assert_eq!(circles, ["a", "b/inner", "c"]);
}
