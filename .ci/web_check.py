#!/usr/bin/env python3
"""Uses kifu in headless Chromium as a person would, from a local server.

Usage: .ci/web_check.py [FOLDER]    (target/web, made by .ci/web)

Speaks Chromium's DevTools protocol over pipes, so that Python needs no other package.
"""

import base64
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/web").resolve()
SHOTS = pathlib.Path(os.environ.get("KIFU_SHOTS", ROOT / "target/web-shots"))
KEY_CODES = {"ArrowRight": 39, "ArrowLeft": 37, "Escape": 27, "Enter": 13}
CONTROL, SHIFT = 2, 8


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site; the games are next to it under /games/."""

    def translate_path(self, path):
        if path.startswith("/games/"):
            return str(ROOT / "records" / pathlib.Path(path).name.split("?")[0])
        return super().translate_path(path)

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
        self.problems, self.requests = [], []

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

    def open(self, url, width=1280, height=800, dark=False):
        """Opens a page; returns the seconds until kifu has drawn its first frame."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)
        start = time.time()
        self.call("Page.navigate", url=url)
        self.wait("kifu", lambda: self.js("document.getElementById('status') === null"))
        return time.time() - start

    def close_page(self):
        self.call("Target.closeTarget", targetId=self.target)
        self.session = None
        time.sleep(0.5)

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
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

    def write(self, text):
        # The field takes the focus in the next frame.
        time.sleep(1)
        self.call("Input.insertText", text=text)
        time.sleep(0.3)

    def drop(self, path, x=600, y=300):
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        for kind in ["dragEnter", "dragOver", "drop"]:
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def shot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(picture))

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def expect(condition, what):
    if not condition:
        raise SystemExit(f"web check: {what}")


def main():
    handler = functools.partial(Handler, directory=str(SITE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    browser = Browser()
    try:
        check(browser, origin)
    finally:
        browser.end()
        server.shutdown()


def check(browser, origin):
    page = f"{origin}/index.html"
    times = []
    for game in ["turn-right", "atari-go", "clobber", "box", "zuniq"]:
        times.append(browser.open(f"{page}#game=games/{game}-engines.ron&ply=20"))
        browser.wait_for("game", lambda it: it["game"] == game and it["ply"] == 20)
        browser.key("ArrowRight")
        browser.wait_for("next ply", lambda it: it["ply"] == 21)
        browser.key("l")
        browser.wait_for("engine", lambda it: it["best"])
        expect(browser.state()["reviewed"], f"{game} is not reviewed")
        browser.key("l")
        browser.shot(game)
        browser.close_page()
    print("first frame after", ", ".join(f"{seconds:.1f} s" for seconds in times))

    # A comment, saved as a download, opened again by a drop.
    browser.open(f"{page}#game=games/clobber.ron&ply=20")
    browser.wait_for("game", lambda it: it["ply"] == 20)
    browser.key("c")
    browser.write("Seen in a browser.")
    browser.key("Escape")
    browser.wait_for("change", lambda it: it["changed"] == 1)
    browser.key("s", CONTROL)
    browser.wait_for("saved game", lambda it: it["changed"] == 0)
    saved = pathlib.Path(browser.folder)
    browser.wait("download", lambda: list(saved.glob("*.ron")))
    saved = next(saved.glob("*.ron"))
    browser.close_page()
    browser.open(page)
    browser.wait_for("bundled records", lambda it: it["games"] == 11)
    browser.drop(saved)
    browser.wait_for("dropped game", lambda it: it["comment"] == "Seen in a browser." or it["games"] == 12)

    # What was not saved is offered by the next window.
    browser.key("c")
    browser.write("Unsaved.")
    browser.key("Escape")
    browser.wait_for("change", lambda it: it["changed"] == 1)
    browser.wait("draft", lambda: browser.js("Object.keys(localStorage).some(k => k.startsWith('kifu.unsaved'))"))
    browser.close_page()
    browser.open(page)
    browser.wait_for("question", lambda it: it["dialog"])
    browser.shot("unsaved")
    browser.close_page()

    # A broken log, a missing file, another origin, a damaged link.
    browser.open(page)
    browser.js("localStorage.clear()")
    browser.wait_for("bundled records", lambda it: it["games"] == 11)
    browser.drop(next((ROOT / "fixtures/unknown").iterdir()))
    time.sleep(1)
    browser.close_page()
    for address, words in [
        ("game=games/none.ron", "404"),
        ("game=https://example.org/x.ron", "only files of this site"),
        ("record=AAAA", "damaged"),
        ("game=games/zuniq.ron&ply=many", "ply=many"),
    ]:
        browser.problems.clear()
        browser.open(f"{page}#{address}")
        browser.wait_for("message", lambda it: any(words in text for text in it["messages"]))
        browser.close_page()
    browser.problems.clear()

    # Sizes and colours.
    for name, width, height, dark in [
        ("800x600-light", 800, 600, False), ("800x600-dark", 800, 600, True),
        ("phone-light", 390, 844, False), ("phone-dark", 390, 844, True),
    ]:
        browser.open(f"{page}#game=games/zuniq.ron&ply=33", width, height, dark)
        browser.wait_for("game", lambda it: it["ply"] == 33)
        time.sleep(0.5)
        browser.shot(name)
        browser.close_page()
    expect(not browser.problems, f"errors in the console: {browser.problems}")
    foreign = [url for url in browser.requests if not url.startswith((origin, "about:", "blob:", "data:"))]
    expect(not foreign, f"requests to other origins: {foreign}")
    print(f"{len(browser.requests)} requests, all to the page's own origin")


if __name__ == "__main__":
    main()
