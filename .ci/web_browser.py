"""A headless Chromium for `.ci/web_check.py`, and the server of the pages that it opens.

Speaks Chromium's DevTools protocol over pipes, so that Python needs no other package.
"""

import base64
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

KEY_CODES = {"ArrowRight": 39, "ArrowLeft": 37, "Escape": 27, "Enter": 13}
CONTROL, SHIFT = 2, 8
# As a careful host would send it, to workers as well.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
          "img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'")
# The workers that are alive, and the time of each frame in milliseconds: what the program needs for
# it, and the drawing, which the browser else does later.
PROBE = """
window.livingWorkers = new Set();
window.Worker = class extends Worker {
  constructor(...options) { super(...options); livingWorkers.add(this); }
  terminate() { super.terminate(); livingWorkers.delete(this); }
};
window.frameTimes = [];
const nextFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => nextFrame((now) => {
  const start = performance.now();
  draw(now);
  const drawn = performance.now();
  if (window.measuresFrames) {
    const gl = document.getElementById('kifu').getContext('webgl2');
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    frameTimes.push([drawn - start, performance.now() - start]);
  }
});
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves folders by the first part of the path; the viewer's folder is the rest."""

    folders = {}

    def translate_path(self, path):
        path = path.split("?")[0].split("#")[0]
        _, first, *rest = path.split("/", 2)
        if first in self.folders and rest:
            self.directory = str(self.folders[first])
            return super().translate_path("/" + rest[0])
        self.directory = str(self.folders[""])
        return super().translate_path(path)

    def end_headers(self):
        # Published pages have a policy in themselves.
        is_page = self.path.startswith("/event/") and "/viewer/" not in self.path
        if not is_page:
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


class Browser:
    """A headless Chromium with one page at a time."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        to_browser, from_us = os.pipe()
        to_us, from_browser = os.pipe()

        def connect():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        self.process = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe",
                "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                f"--user-data-dir={self.folder}", "about:blank",
            ],
            stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=connect,
        )
        self.out = os.fdopen(from_us, "wb", buffering=0)
        self.into = os.fdopen(to_us, "rb", buffering=0)
        self.buffer, self.last_id, self.session = b"", 0, None
        self.problems, self.requests, self.dialogs = [], [], []

    def call(self, method, **parameters):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if self.session and not method.startswith("Target."):
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        wanted = self.last_id
        while True:
            reply = self.read()
            if reply.get("id") == wanted:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]
            self.notice(reply)

    def read(self):
        while b"\0" not in self.buffer:
            part = self.into.read(1 << 16)
            if not part:
                raise RuntimeError("the browser has gone")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def notice(self, event):
        method, values = event.get("method"), event.get("params", {})
        if method == "Page.javascriptDialogOpening":
            self.dialogs.append(values["type"])
            # The page with unsaved changes is left all the same; the reply is not waited for.
            self.last_id += 1
            message = {"id": self.last_id, "method": "Page.handleJavaScriptDialog",
                       "params": {"accept": True}, "sessionId": self.session}
            self.out.write(json.dumps(message).encode() + b"\0")
        if method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(values["exceptionDetails"])[:400])
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.problems.append(values["entry"]["text"] + " " + values["entry"].get("url", ""))
        elif method == "Runtime.consoleAPICalled" and values["type"] == "error":
            self.problems.append(str(values["args"])[:400])

    def begin(self):
        """Begins with an empty storage: drafts of earlier pages are offered in no later one."""
        self.context = self.call("Target.createBrowserContext")["browserContextId"]
        self.problems.clear()

    def finish(self):
        self.call("Target.disposeBrowserContext", browserContextId=self.context)
        self.session = None

    def open(self, url, width=1280, height=800, dark=False, is_viewer=True):
        """Opens a page, and waits until kifu has drawn its first frame."""
        target = self.call("Target.createTarget", url="about:blank",
                           browserContextId=self.context)["targetId"]
        self.target = target
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")
        # Keys go to the page that is in front and has the focus.
        self.call("Page.bringToFront")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder,
                  browserContextId=self.context)
        self.call("Page.addScriptToEvaluateOnNewDocument", source=PROBE)
        self.start = time.time()
        self.call("Page.navigate", url=url)
        if is_viewer:
            self.wait_for_start()

    def wait_for_start(self):
        self.wait("kifu", lambda: self.js(
            "document.getElementById('kifu') && document.getElementById('status') === null"))

    def seconds(self):
        """Returns the time since the page was opened."""
        return time.time() - self.start

    def close_page(self):
        self.call("Target.closeTarget", targetId=self.target)

        def is_gone():
            targets = self.call("Target.getTargets")["targetInfos"]
            return all(one["targetId"] != self.target for one in targets)

        # One with unsaved changes asks first, and holds its locks until then.
        end = time.time() + 60
        while not is_gone() and time.time() < end:
            time.sleep(0.05)
        self.session = None

    def js(self, expression):
        try:
            result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                               returnByValue=True, allowUnsafeEvalBlockedByCSP=False)
        except RuntimeError as error:
            # Another page is opening.
            if "navigated" in str(error) or "context" in str(error):
                return None
            raise
        return result["result"].get("value")

    def state(self):
        return json.loads(self.js("window.kifu ? window.kifu.describe() : '{}'") or "{}")

    def wait(self, what, holds, seconds=60):
        end = time.time() + seconds
        while not holds():
            if time.time() > end:
                raise SystemExit(f"web check: no {what}: {self.state()} {self.problems}")
            time.sleep(0.05)

    def wait_for(self, what, holds, seconds=60):
        self.wait(what, lambda: bool(self.state()) and holds(self.state()), seconds)

    def key(self, key, modifiers=0):
        code = f"Key{key.upper()}" if len(key) == 1 else key
        number = KEY_CODES.get(key) or ord(key.upper())
        values = {"key": key, "code": code, "windowsVirtualKeyCode": number,
                  "modifiers": modifiers}
        text = {"text": key} if len(key) == 1 and not modifiers else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **values, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)
        time.sleep(0.1)

    def retry(self, act, what, holds):
        """Acts until it holds: on a busy machine a key may come before the page takes it."""
        for left in reversed(range(5)):
            if not holds(self.state()):
                act()
            try:
                return self.wait_for(what, holds, 12)
            except SystemExit:
                if left == 0:
                    raise

    def step_to(self, ply):
        self.retry(lambda: self.key("ArrowRight"), "next ply", lambda it: it["ply"] >= ply)

    def comment(self, text):
        def write():
            self.key("c")
            self.write(text)
            time.sleep(0.5)
            self.key("Escape")
        self.retry(write, "change", lambda it: it["changed"] == 1)

    def write(self, text):
        # The field takes the focus in the next frame.
        self.wait_for("field", lambda it: it["typing"])
        self.call("Input.insertText", text=text)
        time.sleep(0.3)

    def drop(self, path, x=600, y=300):
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        for kind in ["dragEnter", "dragOver", "drop"]:
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def shot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(picture))

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
