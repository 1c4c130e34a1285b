//! The services of the browser for the window.

use crate::address::fragment_of_record;
use egui::{Context, DroppedFileHandle};
use kifu_app::{Browser, BrowserFile};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    #[wasm_bindgen(js_name = askFiles)]
    fn js_ask_files(on_file: &Closure<dyn FnMut(String, Vec<u8>)>);
    #[wasm_bindgen(js_name = download)]
    fn js_download(name: &str, bytes: &[u8]);
    #[wasm_bindgen(catch, js_name = stored)]
    fn js_stored(key: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch, js_name = store)]
    fn js_store(key: &str, text: Option<String>) -> Result<(), JsValue>;
    #[wasm_bindgen(js_name = openDrafts)]
    async fn js_open_drafts() -> JsValue;
    #[wasm_bindgen(js_name = startWorker)]
    fn js_start_worker(
        module: &JsValue,
        task: &str,
        on_message: &Closure<dyn FnMut(String)>,
    ) -> JsValue;
    #[wasm_bindgen(js_name = extendWorker)]
    fn js_extend_worker(worker: &JsValue, task: &str);
    #[wasm_bindgen(js_name = stopWorker)]
    fn js_stop_worker(worker: &JsValue);
    #[wasm_bindgen(js_name = fragment)]
    fn js_fragment() -> String;
    #[wasm_bindgen(js_name = parameters)]
    fn js_parameters(fragment: &str) -> Vec<String>;
    #[wasm_bindgen(catch, js_name = fetchSameOrigin)]
    async fn js_fetch(path: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = pageWithFragment)]
    fn js_page_with_fragment(fragment: &str) -> String;
    #[wasm_bindgen(js_name = onFragmentChange)]
    fn js_on_fragment_change(changed: &Closure<dyn FnMut()>);
    #[wasm_bindgen(js_name = setUnsaved)]
    fn js_set_unsaved(is_unsaved: bool);
    #[wasm_bindgen(js_name = postToWindow)]
    fn js_post(text: &str);
    #[wasm_bindgen(js_name = encodeBase64)]
    pub fn encode_base64(bytes: &[u8]) -> String;
    #[wasm_bindgen(js_name = decodeBase64)]
    pub fn decode_base64(text: &str) -> Option<Vec<u8>>;
}

/// Posts a message from a worker to the window.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a callback of the engines' tasks"
)]
pub fn post_message(text: String) {
    js_post(&text);
}

/// Returns the part of the address after `#`.
pub fn fragment() -> String {
    js_fragment()
}

/// Parses `key=value&key=value`; of equal keys the last counts.
pub fn parse_parameters(fragment: &str) -> BTreeMap<String, String> {
    let words = js_parameters(fragment);
    let pairs = words.chunks_exact(2);
    pairs
        .map(|pair| (pair[0].clone(), pair[1].clone()))
        .collect()
}

/// Reads a file of the page's own origin.
///
/// # Errors
/// Returns the reason why it cannot be read, among others that it is of another origin.
pub async fn fetch_same_origin(path: &str) -> Result<Vec<u8>, String> {
    let fetched = js_fetch(path).await.map_err(|error| error_text(&error))?;
    Ok(js_sys::Uint8Array::new(&fetched).to_vec())
}

fn error_text(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    let message = message.map(String::from);
    message
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "The browser gave no reason.".to_owned())
}

/// The files, messages and problems that arrived since the last frame.
#[derive(Debug, Default)]
struct Arrivals {
    files: RefCell<Vec<BrowserFile>>,
    messages: RefCell<Vec<(u64, String)>>,
    problems: RefCell<Vec<String>>,
    context: OnceCell<Context>,
}

impl Arrivals {
    fn wake(&self) {
        if let Some(context) = self.context.get() {
            context.request_repaint();
        }
    }
}

/// A worker with the closure that receives its messages.
#[derive(Debug)]
struct EngineWorker {
    worker: JsValue,
    _on_message: Closure<dyn FnMut(String)>,
}

/// The browser that shows the page.
#[derive(Debug)]
pub struct WebBrowser {
    arrivals: Rc<Arrivals>,
    workers: RefCell<HashMap<u64, EngineWorker>>,
    on_file: Closure<dyn FnMut(String, Vec<u8>)>,
    _on_fragment: Closure<dyn FnMut()>,
    drafts_key: String,
    abandoned: Vec<String>,
    is_unsaved: Cell<bool>,
}

impl WebBrowser {
    /// Looks at the browser's storage, and takes a place in it for the unsaved games of this window.
    pub async fn new() -> Self {
        let keys = js_sys::Array::from(&js_open_drafts().await);
        let mut keys = keys.iter().filter_map(|key| key.as_string());
        let drafts_key = keys.next().unwrap_or_default();
        let arrivals = Rc::<Arrivals>::default();
        let on_file = {
            let arrivals = Rc::clone(&arrivals);
            Closure::new(move |name, bytes| {
                let file = BrowserFile {
                    name,
                    bytes,
                    ply: None,
                };
                arrivals.files.borrow_mut().push(file);
                arrivals.wake();
            })
        };
        let on_fragment = {
            let arrivals = Rc::clone(&arrivals);
            Closure::new(move || {
                let arrivals = Rc::clone(&arrivals);
                spawn_local(async move {
                    match crate::address::files_of_address().await {
                        Ok(files) => arrivals.files.borrow_mut().extend(files),
                        Err(problem) => arrivals.problems.borrow_mut().push(problem),
                    }
                    arrivals.wake();
                });
            })
        };
        js_on_fragment_change(&on_fragment);
        Self {
            arrivals,
            workers: RefCell::default(),
            on_file,
            _on_fragment: on_fragment,
            drafts_key,
            abandoned: keys.collect(),
            is_unsaved: Cell::new(false),
        }
    }

    /// Sets the window that is drawn again when something arrives.
    pub fn set_context(&self, context: &Context) {
        // It is set once, when the window opens.
        let _ = self.arrivals.context.set(context.clone());
    }

    /// Reports whether keys go into a field of text.
    pub fn is_typing(&self) -> bool {
        let context = self.arrivals.context.get();
        context.is_some_and(Context::text_edit_focused)
    }

    /// Reads a file that was dropped on the window.
    pub fn read_dropped(&self, file: DroppedFileHandle) {
        let arrivals = Rc::clone(&self.arrivals);
        spawn_local(async move {
            let name = file.path().to_string_lossy().into_owned();
            match file.bytes_async().await {
                Ok(bytes) => arrivals.files.borrow_mut().push(BrowserFile {
                    name,
                    bytes,
                    ply: None,
                }),
                Err(reason) => {
                    let problem = format!("`{name}` cannot be read: {reason}");
                    arrivals.problems.borrow_mut().push(problem);
                }
            }
            arrivals.wake();
        });
    }

    /// Takes the reason why something could not be read.
    pub fn take_problem(&self) -> Option<String> {
        self.arrivals.problems.borrow_mut().pop()
    }

    /// Lets the browser ask before the page is left, or not.
    pub fn set_unsaved(&self, is_unsaved: bool) {
        if self.is_unsaved.replace(is_unsaved) != is_unsaved {
            js_set_unsaved(is_unsaved);
        }
    }
}

impl Browser for WebBrowser {
    fn ask_files(&self) {
        js_ask_files(&self.on_file);
    }

    fn take_files(&self) -> Vec<BrowserFile> {
        self.arrivals.files.take()
    }

    fn download(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        js_download(name, bytes);
        Ok(())
    }

    fn stored(&self, key: &str) -> Option<String> {
        js_stored(key).ok().flatten()
    }

    fn store(&self, key: &str, text: Option<&str>) -> Result<(), String> {
        js_store(key, text.map(str::to_owned)).map_err(|error| error_text(&error))
    }

    fn own_drafts_key(&self) -> String {
        self.drafts_key.clone()
    }

    fn abandoned_drafts_keys(&self) -> Vec<String> {
        self.abandoned.clone()
    }

    fn start_engine(&self, id: u64, task: String) {
        let arrivals = Rc::clone(&self.arrivals);
        let on_message = Closure::new(move |message: String| {
            arrivals.messages.borrow_mut().push((id, message));
            arrivals.wake();
        });
        let worker = js_start_worker(&wasm_bindgen::module(), &task, &on_message);
        let engine = EngineWorker {
            worker,
            _on_message: on_message,
        };
        self.workers.borrow_mut().insert(id, engine);
    }

    fn extend_engine(&self, id: u64, task: String) {
        if let Some(engine) = self.workers.borrow().get(&id) {
            js_extend_worker(&engine.worker, &task);
        }
    }

    fn stop_engine(&self, id: u64) {
        if let Some(engine) = self.workers.borrow_mut().remove(&id) {
            js_stop_worker(&engine.worker);
        }
    }

    fn take_engine_messages(&self) -> Vec<(u64, String)> {
        self.arrivals.messages.take()
    }

    fn copy_link(&self, record: &str, ply: u32) -> Result<(), String> {
        let fragment = fragment_of_record(record.trim_end(), ply)?;
        let link = js_page_with_fragment(&fragment);
        if let Some(context) = self.arrivals.context.get() {
            context.copy_text(link);
        }
        Ok(())
    }
}
