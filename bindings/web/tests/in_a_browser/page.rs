//! Drives the page in a browser.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use offload_bundle_testing::browser::Browser;
use serde_json::{Value, json};

/// The page in a browser.
pub struct Page {
    pub browser: Browser,
    url: String,
    /// The folder for downloads.
    downloads: tempfile::TempDir,
}

impl Page {
    /// Opens the page from the disk, if there is a browser.
    pub fn open() -> Option<Self> {
        Self::at(format!("file://{}", built().display()))
    }

    /// Opens the page as a static host serves it, if there is a browser.
    pub fn served() -> Option<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming() {
                serve(&mut stream.unwrap());
            }
        });
        Self::at(url)
    }

    fn at(url: String) -> Option<Self> {
        let mut browser = Browser::start()?;
        let downloads = tempfile::tempdir().unwrap();
        let words = json!({ "behavior": "allow", "downloadPath": downloads.path() });
        browser.call("Page.setDownloadBehavior", words);
        browser.screen(1300, 900, "light");
        browser.open(&url);
        assert_eq!(browser.eval("document.documentElement.dataset.ready"), json!("true"));
        Some(Self { browser, url, downloads })
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let promise = format!(
            "new Promise(done => {{ let looks = 0; const look = () => ({expression}) || ++looks > 3000 \
             ? done(Boolean({expression})) : setTimeout(look, 20); look(); }})"
        );
        let words = json!({ "expression": promise, "awaitPromise": true, "returnByValue": true });
        let result = self.browser.call("Runtime.evaluate", words);
        let shown = self.browser.eval("document.body.innerText");
        assert_eq!(result["result"]["value"], json!(true), "{expression}: {result} {shown}");
    }

    /// Chooses a file, and waits until it is listed.
    pub fn choose(&mut self, file: &Path) {
        self.choose_all(&[file]);
        self.listed();
    }

    /// Chooses several files, and waits for all results.
    pub fn choose_several(&mut self, files: &[&Path]) {
        self.choose_all(files);
        self.wait("document.documentElement.dataset.several === 'true'");
    }

    fn choose_all(&mut self, files: &[&Path]) {
        let words = json!({ "expression": "document.getElementById('file')" });
        let input = self.browser.call("Runtime.evaluate", words);
        let words = json!({ "files": files, "objectId": input["result"]["objectId"] });
        self.browser.call("DOM.setFileInputFiles", words);
    }

    /// Drops a file into the page, and waits until it is listed.
    pub fn drop(&mut self, file: &Path) {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let dragged = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
            let event = json!({ "type": kind, "x": 300, "y": 700, "data": dragged });
            self.browser.call("Input.dispatchDragEvent", event);
        }
        self.listed();
    }

    /// The only saved file, when it is complete.
    pub fn saved(&mut self) -> Vec<u8> {
        self.wait("document.getElementById('about').textContent.startsWith('Saved')");
        for _ in 0..3000 {
            let there: Vec<PathBuf> = fs::read_dir(self.downloads.path())
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            match there.as_slice() {
                // Browsers rename a download when it is complete.
                [file] if file.extension().is_none_or(|extension| extension != "crdownload") => {
                    let bytes = fs::read(file).unwrap();
                    fs::remove_file(file).unwrap();
                    return bytes;
                }
                _ => self.wait("new Promise(done => setTimeout(done, 20))"),
            }
        }
        panic!("nothing has been saved: {}", self.text("about"));
    }

    pub fn listed(&mut self) {
        self.wait("document.documentElement.dataset.opened === 'true' && !document.querySelector('[aria-busy]')");
    }

    /// Goes to a tab, and waits until it is filled.
    pub fn tab(&mut self, tab: &str) {
        self.browser.click(&format!("#tab-{tab}"));
        self.wait("!document.querySelector('[aria-busy]')");
    }

    /// The text of an element.
    pub fn text(&mut self, id: &str) -> String {
        let text = self
            .browser
            .eval(&format!("document.getElementById({}).innerText", json!(id)));
        text.as_str().unwrap().to_owned()
    }

    /// Checks that no screen scrolls sideways, and that every text is readable.
    pub fn fits(&mut self, at: &str) {
        let shown = self.browser.eval("document.body.innerText");
        for word in ["undefined", "[object", "NaN", "null"] {
            assert!(!shown.as_str().unwrap().contains(word), "{at}: {word}: {shown}");
        }
        for (width, height) in [(1300, 900), (400, 844)] {
            for scheme in ["light", "dark"] {
                self.browser.screen(width, height, scheme);
                let wide = self.browser.eval("document.documentElement.scrollWidth");
                assert!(wide.as_u64().unwrap() <= u64::from(width), "{at}, {width}: {wide}");
                let worst = self.browser.worst_contrast();
                assert!(worst[0].as_f64().unwrap() >= 4.5, "{at}, {scheme}: {worst}");
            }
        }
        self.browser.screen(1300, 900, "light");
    }

    /// Checks that the page loaded only itself, without errors.
    pub fn is_quiet(&self) {
        let own = |request: &&String| !request.starts_with(&self.url) && !request.starts_with("blob:");
        let others: Vec<&String> = self.browser.requests.iter().filter(own).collect();
        assert!(others.is_empty(), "{others:?}");
        assert!(self.browser.complaints.is_empty(), "{:?}", self.browser.complaints);
    }

    /// The accessible name of the focused element.
    pub fn focus(&mut self) -> Value {
        self.browser
            .eval("document.activeElement.getAttribute('aria-label') || document.activeElement.id || document.activeElement.textContent")
    }
}

/// The page that was built.
fn built() -> PathBuf {
    let Some(path) = std::env::var_os("OFFLOAD_BUNDLE_PAGE") else {
        panic!("the page must have been built: run `cargo xtask web --test`");
    };
    path.into()
}

/// Answers a request with the page, or with nothing for other paths.
fn serve(stream: &mut TcpStream) {
    let mut line = String::new();
    let mut request = BufReader::new(&mut *stream);
    request.read_line(&mut line).unwrap();
    while request.read_line(&mut String::new()).is_ok_and(|len| len > 2) {}
    let (status, page) = match line.starts_with("GET / ") {
        true => ("200 OK", fs::read(built()).unwrap()),
        false => ("404 Not Found", Vec::new()),
    };
    let len = page.len();
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len}\r\nConnection: close\r\n\r\n");
    // A browser may have gone.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&page));
}

/// A file that a compiler made.
pub fn fixture(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../conformance/fixtures")
        .join(name);
    path.canonicalize().unwrap()
}
