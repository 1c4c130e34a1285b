#!/usr/bin/env python3
"""Uses kifu in headless Chromium as a person would, from a local server.

Usage: .ci/web_check.py [FOLDER]    (target/web, made by .ci/web)

KIFU names the program with which the results of the engines are compared, and which publishes.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import http.server
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from web_browser import CONTROL, SHIFT, Browser, Handler  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/web").resolve()
SHOTS = pathlib.Path(os.environ.get("KIFU_SHOTS", ROOT / "target/web-shots"))
KIFU = os.environ.get("KIFU") or next(
    (str(path) for kind in ["release", "debug"] if (path := ROOT / "target" / kind / "kifu").exists()),
    "kifu")
GAMES = ["turn-right", "atari-go", "clobber", "box", "zuniq"]
POSITIONS_PER_GAME = 20
# Nodes of a position whose results are compared, and of one whose time is measured. Atari Go's network
# is slow in a browser, which lacks fused multiply-adds.
NODES = {"turn-right": 400, "atari-go": 60, "clobber": 400, "box": 400, "zuniq": 400}
TIMED_NODES = {"turn-right": 20000, "atari-go": 500, "clobber": 60000, "box": 20000, "zuniq": 60000}
# A worker that is not the window's: `perform` does a task and returns its messages.
WORKER = """
(async () => {
  const worker = new Worker('worker.js', { type: 'module' });
  const module = await WebAssembly.compileStreaming(fetch('kifu_bg.wasm'));
  window.perform = (task) => new Promise((resolve) => {
    const messages = [];
    worker.onmessage = (event) => {
      messages.push(JSON.parse(event.data));
      const last = messages.at(-1);
      if (last === 'Ended' || last.Failed) resolve(messages.slice(-2));
    };
    worker.postMessage({ module, task: JSON.stringify(task) });
  });
})()
"""


def expect(condition, what):
    if not condition:
        raise SystemExit(f"web check: {what}")


def kifu(*arguments):
    """Runs the native program and returns its output; an error in a log is none here."""
    run = subprocess.run([KIFU, *arguments], capture_output=True, text=True, check=False)
    expect(run.returncode <= 1, f"{arguments}: {run.stderr}")
    return run.stdout


def main():
    work = pathlib.Path(tempfile.mkdtemp())
    Handler.folders = {"": SITE, "games": ROOT / "records", "event": work / "event",
                       "hostile": work}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    browser = Browser()
    wanted = os.environ.get("KIFU_WEB_CHECKS", "").split()
    try:
        for check in [games_by_address, saved_and_unsaved_work, wrong_addresses, engine_work,
                      sizes_and_colours, published_event, hostile_records, results_of_engines,
                      times_of_frames]:
            if wanted and check.__name__ not in wanted:
                continue
            start = time.time()
            browser.begin()
            check(browser, origin, work)
            browser.finish()
            expect(not browser.problems, f"errors in the console: {browser.problems}")
            print(f"web check: {check.__name__} after {time.time() - start:.0f} s", flush=True)
        inner = (origin, "about:", "blob:", "data:")
        foreign = [url for url in browser.requests if not url.startswith(inner)]
        expect(not foreign, f"requests to other origins: {foreign}")
        print(f"web check: {len(browser.requests)} requests, all to the page's own origin")
    finally:
        browser.end()
        server.shutdown()
        shutil.rmtree(work, ignore_errors=True)


def games_by_address(browser, origin, _):
    times = []
    for game in GAMES:
        browser.open(f"{origin}/index.html#game=games/{game}-engines.ron&ply=20")
        browser.wait_for("game", lambda it: it["game"] == game and it["ply"] == 20)
        times.append(browser.seconds())
        browser.step_to(21)
        browser.key("l")
        browser.wait_for("engine", lambda it: it["best"])
        expect(browser.state()["reviewed"], f"{game} is not reviewed")
        browser.key("l")
        browser.shot(SHOTS / f"{game}.png")
        browser.close_page()
    print("first board after", ", ".join(f"{seconds:.1f} s" for seconds in times))


def saved_and_unsaved_work(browser, origin, _):
    # A comment, saved as a download, opened again by a drop.
    browser.open(f"{origin}/index.html#game=games/clobber.ron&ply=20")
    browser.wait_for("game", lambda it: it["ply"] == 20)
    browser.comment("Seen in a browser.")
    browser.key("s", CONTROL)
    browser.wait_for("saved game", lambda it: it["changed"] == 0)
    saved = pathlib.Path(browser.folder)
    browser.wait("download", lambda: list(saved.glob("*.ron")))
    saved = next(saved.glob("*.ron"))
    browser.close_page()
    browser.open(f"{origin}/index.html")
    browser.wait_for("bundled records", lambda it: it["games"] == 11)
    browser.drop(saved)
    browser.wait_for("dropped game",
                     lambda it: it["comment"] == "Seen in a browser." or it["games"] == 12)

    # What was not saved is offered by the next window.
    browser.comment("Unsaved.")
    browser.wait("draft", lambda: browser.js(
        "Object.keys(localStorage).some(k => k.startsWith('kifu.unsaved'))"))
    browser.close_page()
    browser.open(f"{origin}/index.html")
    browser.wait_for("question", lambda it: it["dialog"])
    browser.shot(SHOTS / "unsaved.png")
    browser.close_page()


def wrong_addresses(browser, origin, _):
    # A broken log, a missing file, another origin, damaged links.
    browser.open(f"{origin}/index.html")
    browser.wait_for("bundled records", lambda it: it["games"] == 11)
    browser.drop(next((ROOT / "fixtures/unknown").iterdir()))
    time.sleep(1)
    browser.close_page()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = deflate.compress(b" " * (200 << 20)) + deflate.flush()
    bomb = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    expect(not browser.problems, f"errors in the console: {browser.problems}")
    for address, words in [
        ("game=games/none.ron", "404"),
        ("game=https://example.org/x.ron", "only files of this site"),
        ("game=//example.org/x.ron", "only files of this site"),
        ("game=javascript:alert(1)", "only files of this site"),
        ("game=data:,x", "only files of this site"),
        ("record=AAAA", "damaged"),
        (f"record={bomb}", "damaged"),
        ("game=games/zuniq.ron&ply=many", "ply=many"),
    ]:
        browser.open(f"{origin}/index.html#{address}")
        browser.wait_for("message", lambda it: any(words in text for text in it["messages"]))
        heap = browser.js("window.performance.memory.usedJSHeapSize")
        expect(heap < 200 << 20, f"{address[:40]}: {heap} bytes of memory")
        browser.close_page()
    # The browser itself reports the missing file.
    browser.problems[:] = [text for text in browser.problems if "404" not in text]


def engine_work(browser, origin, _):
    """A review with progress, thinking deeper, and engines that stop at once."""
    living = "livingWorkers.size"
    browser.open(f"{origin}/index.html#game=games/turn-right-illegal.ron&ply=10")
    browser.wait_for("game", lambda it: it["ply"] == 10)
    browser.key("a")
    browser.wait_for("review in progress", lambda it: it["review"] and it["review"][0] > 0)
    browser.key("ArrowRight")
    browser.wait_for("window during the review", lambda it: it["ply"] == 11)
    browser.key("a")
    browser.wait("stopped review", lambda: browser.js(living) == 0, 10)
    browser.key("l")
    browser.wait_for("engine", lambda it: it["best"])
    expect(browser.state()["time_limit_s"] == 20, browser.state())
    browser.key("D", SHIFT)
    browser.wait_for("more time", lambda it: it["time_limit_s"] == 80)
    expect(browser.js(living) == 1, "one engine")
    browser.key("l")
    browser.wait("stopped engine", lambda: browser.js(living) == 0, 10)
    browser.close_page()
    # A search that was extended goes on after its first limit, with the nodes it has.
    browser.open(f"{origin}/index.html")
    browser.js(WORKER)
    position = kifu("show", str(ROOT / "records/atari-go.ron"), "--ply", "6", "--position").strip()
    first = perform(browser, analyze("atari-go", position, time_ms=300))
    second = perform(browser, {"Extend": {"time_ms": 900}})
    expect(second["result"]["nodes"] > first["result"]["nodes"], "no deeper search")
    browser.close_page()


def sizes_and_colours(browser, origin, _):
    for game, ply in [("zuniq", 33), ("box", 12)]:
        for name, width, height, dark in [
            ("800x600-light", 800, 600, False), ("800x600-dark", 800, 600, True),
            ("phone-light", 390, 844, False), ("phone-dark", 390, 844, True),
        ]:
            browser.open(f"{origin}/index.html#game=games/{game}.ron&ply={ply}",
                         width, height, dark)
            browser.wait_for("game", lambda it: it["ply"] == ply)
            time.sleep(0.5)
            browser.shot(SHOTS / f"{name}-{game}.png")
            browser.close_page()


def published_event(browser, origin, work):
    """Pages whose links open the viewer next to them, at the ply shown."""
    kifu("publish", str(ROOT / "records"), "-o", str(work / "event"), f"--viewer={SITE}", "-q")
    # A name with marks of addresses.
    odd = (ROOT / "records/box.ron").read_text().replace("Flat Monte Carlo 30", "A&b #1 +50% é")
    (work / "odd.ron").write_text(odd)
    kifu("publish", str(work / "odd.ron"), "-o", str(work / "event/odd/"), f"--viewer={SITE}", "-q")
    pages = sorted((work / "event/games").glob("*.html"))
    expect(len(pages) == 11, f"{len(pages)} pages")
    odd_pages = list((work / "event/odd/games").glob("*.html"))
    for page in [pages[0], pages[6], *odd_pages]:
        name = page.relative_to(work).as_posix()
        for at in ["#5", ""]:
            browser.open(f"{origin}/{escape(name)}{at}", is_viewer=False)
            browser.wait("page", lambda: browser.js("document.querySelector('.mv.now') !== null"))
            browser.js("document.querySelector('[data-do=next]').click()")
            shown = browser.js("document.querySelector('.mv.now').dataset.n")
            plies = browser.js("/ply=(\\d+)$/.exec(document.getElementById('viewer').href)[1]")
            expect(shown == plies, f"{name}: link to ply {plies} instead of {shown}")
            browser.shot(SHOTS / "published.png")
            browser.js("document.getElementById('viewer').click()")
            browser.wait_for_start()
            browser.wait_for("game", lambda it: it["ply"] == int(shown))
            game = browser.state()["game"]
            expect(f'game: "{game}"' in page.with_suffix(".ron").read_text(), f"{name}: {game}")
            browser.close_page()


def escape(path):
    return "".join(char if char.isalnum() and char.isascii() or char in "/-_." else
                   "".join(f"%{byte:02X}" for byte in char.encode()) for char in path)


def hostile_records(browser, origin, work):
    """A record does nothing but be shown."""
    attack = "</title><script>alert(1)</script><img src=https://example.org/x onerror=alert(2)>"
    attack += "<a href=javascript:alert(3)>x</a> https://example.org/y \\u{202e}\\u{1b}[31m"
    record = (ROOT / "records/clobber.ron").read_text()
    record = record.replace("Flat Monte Carlo 200", attack).replace("House match", attack)
    huge = attack + "x" * 300_000
    record = record.replace("notes: {", f'notes: {{\n        3: (comment: "{huge}"),', 1)
    record = re.sub(r"\n        3: \((?!comment).*", "", record, count=1)
    (work / "hostile.ron").write_text(record)
    kifu("convert", str(work / "hostile.ron"), "-o", str(work / "hostile.ronl"), "-f")
    line = (work / "hostile.ronl").read_bytes()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = base64.urlsafe_b64encode(deflate.compress(line) + deflate.flush()).decode()
    for address in ["game=hostile/hostile.ron", f"record={packed.rstrip('=')}"]:
        elements = "document.querySelectorAll('*').length"
        browser.open(f"{origin}/index.html")
        before = browser.js(elements)
        browser.close_page()
        browser.dialogs.clear()
        browser.open(f"{origin}/index.html#{address}&ply=3")
        browser.wait_for("hostile game", lambda it: it["ply"] == 3)
        browser.step_to(4)
        browser.key("ArrowLeft")
        time.sleep(1)
        browser.shot(SHOTS / "hostile.png")
        expect(browser.js(elements) == before, "the record is part of the page")
        expect(browser.dialogs == [], f"dialogs: {browser.dialogs}")
        expect(browser.js("location.pathname") == "/index.html", "another page")
        browser.close_page()
    # The policy holds: neither text nor a foreign address is run.
    browser.open(f"{origin}/index.html")
    for code in ["eval('1')", "new Function('return 1')()"]:
        outcome = browser.js(f"(() => {{ try {{ {code}; return 'run' }} catch (e) {{ return e.name }} }})()")
        expect(outcome == "EvalError", f"{code}: {outcome}")
    outcome = browser.js("fetch('https://example.org/').then(() => 'sent', () => 'refused')")
    expect(outcome == "refused", outcome)
    browser.close_page()
    browser.requests[:] = [url for url in browser.requests if url != "https://example.org/"]
    browser.problems.clear()


def analyze(game, position, nodes=None, time_ms=0):
    return {"Analyze": {"game": game, "position": position, "include": None, "line_count": 3,
                        "time_ms": time_ms, "nodes": nodes}}


def perform(browser, task):
    messages = browser.js(f"perform({json.dumps(task)})")
    expect(messages[-1] == "Ended" and "Analysis" in messages[0], f"{task}: {messages}")
    return messages[0]["Analysis"]


def positions_of(game):
    """Returns positions of recorded games as texts, spread over the games."""
    positions = []
    for record in [f"{game}.ron", f"{game}-engines.ron"]:
        path = str(ROOT / "records" / record)
        moves = json.loads(kifu("convert", path, "--to", "jsonl", "-o", "-"))["moves"].split()
        plies = len(moves)
        count = POSITIONS_PER_GAME // 2
        for at in range(count):
            ply = 2 + at * (plies - 3) // count
            position = kifu("show", path, "--ply", str(ply), "--position").strip()
            tile = re.search(r"\d{6}", moves[ply]) if game == "box" else None
            if tile:
                position = position.replace(" - ", f" {tile[0]} ")
            positions.append(position)
    return positions


def native(game, position, nodes):
    return json.loads(kifu("analyze", "--game", game, "--position", position, "--nodes", str(nodes),
                           "--lines", "3", "--json"))


def same_result(native_result, result):
    """Compares a result of the program with one of a worker."""
    def proven(value):
        value = value["proven"]
        return value and value.lower()

    def close(one, two):
        return one == two or None not in (one, two) and abs(one - two) <= 1e-6 * max(1, abs(one))

    lines = list(zip(native_result["lines"], result["lines"], strict=True))
    value = result["value"]
    return (
        native_result["nodes"] == result["nodes"]
        and close(native_result["value"]["points"], value.get("points"))
        and all(one["move"] == two["mv"] and one["visits"] == two["visits"]
                and one["depth"] == two["depth"] and one["pv"] == two["pv"]
                for one, two in lines)
    )


def results_of_engines(browser, origin, _):
    """Workers find what the native program finds; how fast is printed."""
    browser.open(f"{origin}/index.html")
    browser.js(WORKER)
    for game in GAMES:
        positions = positions_of(game)
        expect(len(set(positions)) == POSITIONS_PER_GAME, f"{game}: positions that are the same")
        for position in positions:
            direct = native(game, position, NODES[game])
            done = perform(browser, analyze(game, position, NODES[game]))
            expect(direct["lines"] or game == "box", f"{game}: {position}: no moves")
            expect(same_result(direct, done["result"]),
                   f"{game}: {position}: {direct} natively, {done['result']} in a worker")
        # The best of three: other programs run as well.
        position, nodes = positions[3], TIMED_NODES[game]
        direct = max(rate(one["nodes"], one["ms"]) for one in
                     (native(game, position, nodes) for _ in range(3)))
        done = max(rate(one["result"]["nodes"], milliseconds(one["elapsed"])) for one in
                   (perform(browser, analyze(game, position, nodes)) for _ in range(3)))
        print(f"{game}: {len(positions)} positions as natively; {done / 1000:.0f} thousand nodes "
              f"per second in a worker, {direct / 1000:.0f} natively ({done / direct:.0%})")
    browser.close_page()


def rate(nodes, ms):
    return 1000 * nodes / max(ms, 1)


def milliseconds(duration):
    return 1000 * duration["secs"] + duration["nanos"] / 1e6


def times_of_frames(browser, origin, _):
    """Steps through a game; the time of a frame is printed."""
    for game in GAMES:
        browser.open(f"{origin}/index.html#game=games/{game}.ron&ply=0")
        browser.wait_for("game", lambda it: it["ply"] == 0)
        for _ in range(5):
            browser.key("ArrowRight")
        browser.js("window.measuresFrames = true; frameTimes.length = 0")
        for _ in range(20):
            browser.key("ArrowRight")
        frames = browser.js("frameTimes")
        expect(len(frames) >= 20, f"{game}: {len(frames)} frames")
        program, whole = (sorted(times) for times in zip(*frames))
        middle = len(frames) // 2
        print(f"{game}: {whole[middle]:.1f} ms a frame, of these {program[middle]:.1f} for the "
              f"program; 95 % within {whole[len(frames) * 95 // 100]:.1f}; {len(frames)} frames")
        browser.close_page()


if __name__ == "__main__":
    main()
