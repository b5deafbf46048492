"""Opens the site from its folder in a real browser, and tests it.

    python makers/tests/site/browser.py target/release/makers target/npm [SCREENSHOTS]

Needs playwright from PyPI, the system's Chromium, and the output of `.ci/npm`, which contains the package and axe. If
you pass a folder, the script saves the screenshots for the documentation there.
"""

import functools
import gzip
import http.server
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

from playwright.sync_api import expect, sync_playwright

program = pathlib.Path(sys.argv[1]).absolute()
npm = pathlib.Path(sys.argv[2]).absolute()
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
axe = (npm / "try/node_modules/axe-core/axe.min.js").read_text()


def size(folder):
    """Returns the size in bytes of the folder as a `.tar.gz` file, compressed with level 9."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        archive.add(folder, "page")
    return len(gzip.compress(tar.getvalue(), 9))


class Site:
    """A browser window with the site. The site must log no errors, and request nothing from outside its folder."""

    def __init__(self, browser, url, **options):
        self.url = url
        self.page = browser.new_context(**options).new_page()
        self.page.on("console", lambda message: self.fail(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.fail(f"error: {error}"))
        self.page.on("request", self.request)
        self.wrong = []

    def fail(self, what):
        self.wrong.append(what)

    def request(self, request):
        if not request.url.startswith((self.url.rsplit("/", 1)[0], "data:", "blob:")):
            self.fail(f"request: {request.url}")

    def open(self, link=""):
        self.page.goto("about:blank")
        self.page.goto(self.url + link)

    def shows(self, headline):
        expect(self.page.locator("#answer h2")).to_have_text(headline)

    def says(self, ply):
        expect(self.page.locator("#said")).to_have_text(ply)

    def picture(self, name):
        if pictures:
            self.page.screenshot(path=pictures / name)

    def fits(self):
        width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert self.page.evaluate(width), "wider than the window"

    def is_accessible(self):
        """Checks the page with axe: accessible names, ARIA roles, colour contrast and keyboard focus."""
        self.page.evaluate(axe)
        found = self.page.evaluate("axe.run({preload: false, resultTypes: ['violations']})")["violations"]
        assert not found, [(it["id"], [node["target"] for node in it["nodes"]]) for it in found]

    def close(self):
        assert not self.wrong, self.wrong
        self.page.context.close()


def search(site):
    site.open()
    site.shows("Qb6xe3# occurs")
    field = site.page.get_by_role("combobox", name="A move")
    field.press_sequentially("Qh4")
    options = site.page.get_by_role("option")
    expect(options).to_have_count(8)
    site.picture("site-search.png")
    # Qh4 is played most often, then Qh4+, then Qh4#.
    field.press("ArrowDown")
    field.press("ArrowDown")
    chosen = site.page.locator("[aria-selected=true]").get_attribute("data-san")
    field.press("Enter")
    site.shows(f"{chosen} occurs")
    assert site.page.url.endswith("#" + chosen.replace("#", "%23").replace("+", "%2B")), site.page.url
    expect(options).to_have_count(0)
    field.fill("Qh4#")
    site.page.get_by_role("button", name="Can it occur?").click()
    site.shows("Qh4# occurs")
    site.page.go_back()
    site.shows(f"{chosen} occurs")
    for typed, headline, note in [
        ("nf3", "Nf3 occurs", "nf3 is not SAN. It means Nf3, with a lower-case piece letter."),
        ("0-0", "O-O occurs", "0-0 is not SAN. It means O-O, with zeros for the letter O."),
        ("Sf3", "Nf3 occurs", "Sf3 is not SAN. It means Nf3, with the German letter."),
        ("♞f6", "Nf6 occurs", "♞f6 is not SAN. It means Nf6, with a figurine."),
        ("e8Q", "e8=Q occurs", "e8Q is not SAN. It means e8=Q, with no = before the promotion."),
        ("bc3", "bxc3 occurs", "bc3 is not SAN. It may mean bxc3, with no x; or Bc3, with a lower-case piece letter."),
    ]:
        field.fill(typed)
        field.press("Enter")
        site.shows(headline)
        expect(site.page.locator(".note")).to_contain_text(note.split(" ", 1)[1])
    for typed, headline, reason in [
        ("<b>hello", "<b>hello is not SAN", "expected a piece"),
        ("e9", "e9 is not SAN", "Character 2 is '9'"),
        ("e8=K", "e8=K is not SAN", "expected Q, R, B or N"),
        ("1-0", "1-0 is not SAN", "his is the result of a game"),
        ("Nf3 Nf6", "Nf3 Nf6 is several moves", "Nf3 and Nf6"),
        ("knight to f3", "Nf3 occurs", "It means Nf3, with words"),
        ("castles", "O-O occurs", "It may mean O-O, with words; or O-O-O, with words"),
    ]:
        field.fill(typed)
        field.press("Enter")
        site.shows(headline)
        expect(site.page.locator("#answer")).to_contain_text(reason)


def play(site):
    site.open("#Qh4%23")
    site.shows("Qh4# occurs")
    assert "proven" in site.page.locator("#answer").inner_text()
    site.says("2... Qh4#, checkmate (4 of 4 plies)")
    site.picture("site-string.png")
    expect(site.page.locator("#board .king")).to_have_count(1)
    expect(site.page.locator("#board .arrow")).to_have_count(1)
    # The arrow keys work wherever the focus is, except in the search field.
    for key, ply in [
        ("ArrowLeft", "2. g4 (3 of 4 plies)"),
        ("ArrowLeft", "1... e5 (2 of 4 plies)"),
        ("ArrowRight", "2. g4 (3 of 4 plies)"),
        ("Home", "The initial position (0 of 4 plies)"),
        ("End", "2... Qh4#, checkmate (4 of 4 plies)"),
        ("ArrowRight", "2... Qh4#, checkmate (4 of 4 plies)"),
    ]:
        site.page.keyboard.press(key)
        site.says(ply)
    button = site.page.get_by_role("button", name="One move back")
    button.click()
    site.says("2. g4 (3 of 4 plies)")
    expect(site.page.locator("#board .king")).to_have_count(0)
    expect(site.page.locator("#board .man")).to_have_count(32)
    site.page.get_by_role("slider", name="Move of the game").fill("1")
    site.says("1. f3 (1 of 4 plies)")
    assert "Pf3" in site.page.locator("#board svg").get_attribute("aria-label")
    site.page.get_by_role("slider").press("ArrowRight")
    site.says("1... e5 (2 of 4 plies)")
    site.page.get_by_role("button", name="e5").click()
    site.says("1... e5 (2 of 4 plies)")
    site.page.get_by_role("button", name="Play the game").click()
    site.says("2... Qh4#, checkmate (4 of 4 plies)")
    site.page.get_by_role("button", name="Play the game").click()
    site.says("The initial position (0 of 4 plies)")


def impossible(site):
    site.open("#Qa1a8")
    site.shows("Qa1a8 cannot occur")
    expect(site.page.locator("#answer .proof li")).to_have_text(
        re.compile("from a1: a2, a3, a4, a5, a6 and a7 on the a-file are on the same line to a8 as a1")
    )
    expect(site.page.locator("#board .man")).to_have_count(1)
    expect(site.page.locator("#board .ghost")).to_have_count(20)
    site.open("#Ba1b2%23")
    site.shows("Ba1b2# cannot occur")
    expect(site.page.locator("#board .cross")).to_have_count(6)
    site.picture("site-impossible.png")
    for san in ["e8", "e4%3DQ", "axc3", "Ke1e2", "Nbh5", "Rah1%2B", "axb8"]:
        site.open("#" + san)
        expect(site.page.locator("#answer .no")).to_have_count(1)
        assert site.page.locator("#board .man, #board .ghost").count() > 0, san


def doors(site):
    site.open()
    for name, title, first in [
        ("rarest ever played", "Played strings, rarest first", "1"),
        ("never played", "Never played", "0"),
        ("most played", "All strings, most played first", "7,"),
    ]:
        site.page.get_by_role("link", name=name).click()
        site.shows(title)
        expect(site.page.locator("#rows tr")).to_have_count(200)
        assert site.page.locator("#rows tr").first.locator("td").last.inner_text().startswith(first), name
    site.page.get_by_role("link", name="longest games").click()
    site.shows("The longest of the shortest games")
    plies = site.page.locator("#rows tr td:nth-child(2)").all_inner_texts()
    assert plies == sorted(plies, key=int, reverse=True)
    site.page.get_by_role("button", name="Show more").click()
    expect(site.page.locator("#rows tr")).to_have_count(1200)
    site.page.get_by_role("link", name="one at random").click()
    expect(site.page.locator("#answer .yes")).to_have_text("occurs")
    site.page.get_by_role("link", name="all of them").click()
    site.page.get_by_role("link", name="7,064").click()
    site.shows("Moves of the queen with a full from-square")
    site.open("#knight-rank")
    site.page.get_by_role("button", name="Show more").click()
    expect(site.page.locator("#rows tr")).to_have_count(960)
    expect(site.page.get_by_role("button", name="Show more")).to_have_count(0)
    site.page.locator("#rows a").first.click()
    expect(site.page.locator("#answer .yes")).to_have_text("occurs")
    site.open("#%E0%A4%A")
    expect(site.page.locator("#answer h2")).to_contain_text("is not SAN")


def impossible_list(site):
    site.open()
    site.page.get_by_role("link", name="336 look possible but cannot occur").click()
    site.shows("Look possible, but cannot occur")
    expect(site.page.locator("#rows tr")).to_have_count(336)
    site.page.locator("#rows").get_by_role("link", name="Rah1+").click()
    site.shows("Rah1+ cannot occur")
    expect(site.page.locator("#answer .proof li")).to_have_count(3)


def position(site):
    """Checks that the site reads a text in a position that you set up, or reach by playing moves."""
    site.open("#Ng1-f3")
    read, turn = site.page.locator("#read"), site.page.locator("#turn")
    expect(read).to_have_text("Ng1-f3 means Nf3 here, with the from-square: g1- (long-algebraic).")
    expect(turn).to_have_text("White to move, 20 legal moves")
    square = lambda name: site.page.locator(f"#place [data-square={name}]").first.click()
    square("e2")
    expect(site.page.locator("#place .ring")).to_have_count(2)
    square("e4")
    expect(turn).to_have_text("Black to move, 20 legal moves")
    expect(read).to_contain_text("is illegal here")
    site.page.get_by_role("button", name="Take back").click()
    expect(turn).to_have_text("White to move, 20 legal moves")
    read.get_by_role("button", name="Nf3").click()
    expect(turn).to_have_text("Black to move, 20 legal moves")
    field = site.page.get_by_label("FEN")
    field.fill("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    field.press("Enter")
    expect(turn).to_have_text("White to move, 29 legal moves")
    search = site.page.get_by_role("combobox", name="A move")
    search.fill("Nd4")
    search.press("Enter")
    expect(read).to_have_text("Nd4 is illegal here: no knight can go to d4. Did you mean d4?")
    field.fill("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    field.press("Enter")
    expect(turn).to_contain_text("White to move")
    square("a7")
    square("a8")
    expect(read.get_by_role("button")).to_have_text(["a8=B", "a8=N", "a8=Q", "a8=R"])
    read.get_by_role("button", name="a8=N").click()
    expect(turn).to_contain_text("Black to move")
    for fen, wrong in [("8/8", "wrong fen"), ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "impossible position: castling right K")]:
        field.fill(fen)
        field.press("Enter")
        expect(site.page.locator("#wrong")).to_contain_text(wrong)
    site.page.get_by_text("All legal moves").click()
    site.page.locator("#legal").get_by_role("button", name="Kd1").click()
    expect(turn).to_contain_text("Black to move")
    # After the visitor follows a link with an invalid FEN, the page shows an error. The next move clears the error.
    site.open("#e4&fen=rubbish")
    expect(site.page.locator("#wrong")).to_contain_text("wrong fen")
    expect(site.page.get_by_label("FEN")).to_have_value("rubbish")
    expect(site.page.locator("#place .man")).to_have_count(32)
    read.get_by_role("button", name="e4").click()
    expect(site.page.locator("#wrong")).to_have_text("")
    site.open("#Kd7&fen=" + "4k3/8/8/8/8/8/8/3K4%20b%20-%20-%201%201")
    expect(read).to_have_text("Kd7 is exact. Kd7")


PGN = """[White "A"]

1. e4 e5 2. Ng1-f3 Nc6 3. Ba5 a6 4. Ba4 {<b>} *

1. d2-d4 d5 2. c4 e7e6 *
"""


def check(site):
    """Checks a PGN with the site: findings, the board, the suggested moves, and the corrected file."""
    site.page.goto(site.url.replace("index", "check"))
    site.page.get_by_label("Games, as PGN").fill(PGN)
    site.page.get_by_role("button", name="Check").click()
    summary = site.page.locator("#summary")
    expect(summary).to_have_text("2 games, 4 findings: 1 illegal-move, 2 long-algebraic, 1 long-algebraic-without-dash.")
    findings = site.page.locator("#findings button")
    expect(findings).to_have_count(4)
    expect(site.page.locator("#excerpt mark")).to_have_text(["Ng1-f3", "Ba5", "d2-d4", "e7e6"])
    site.picture("site-check.png")
    findings.nth(1).click()
    expect(site.page.locator("#shown")).to_have_text("Finding 2: game 1, line 3, column 27")
    expect(site.page.locator("#message")).to_contain_text("no bishop can go to a5")
    assert "Pe4" in site.page.locator("#board svg").get_attribute("aria-label")
    expect(site.page.locator("#meant button")).to_have_text(["Bb5", "Ba6"])
    site.page.locator("#excerpt mark").nth(3).click()
    expect(site.page.locator("#shown")).to_contain_text("game 2")
    findings.nth(1).click()
    site.page.locator("#meant").get_by_role("button", name="Bb5").click()
    expect(summary).to_have_text("2 games, 3 findings: 2 long-algebraic, 1 long-algebraic-without-dash.")
    assert "3. Bb5 a6" in site.page.get_by_label("Games, as PGN").input_value()
    site.is_accessible()
    site.page.get_by_role("button", name="Fix what is certain").click()
    expect(site.page.locator("#mended")).to_have_text("3 fixed, nothing left")
    with site.page.expect_download() as download:
        site.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "games-fixed.pgn"
    mended = pathlib.Path(download.value.path()).read_text()
    expected = PGN.replace("Ng1-f3", "Nf3").replace("Ba5", "Bb5").replace("d2-d4", "d4").replace("e7e6", "e6")
    assert mended == expected, mended
    # A double click corrects the text only once.
    site.page.get_by_label("Games, as PGN").fill("1. e4 e5 2. Ng1-f3 Nc6 *")
    site.page.get_by_role("button", name="Check").click()
    site.page.locator("#meant button").dblclick()
    expect(summary).to_have_text("1 game, nothing found.")
    assert site.page.get_by_label("Games, as PGN").input_value() == "1. e4 e5 2. Nf3 Nc6 *"
    site.page.get_by_label("Games, as PGN").fill(PGN + "x")
    expect(summary).to_have_text("The text has changed: check it again.")
    expect(site.page.locator("#result")).to_be_hidden()
    # A corrected file that is not UTF-8 keeps its encoding. For a compressed file, the site shows an error message.
    latin = "[White \"M\xfcller\"]\r\n\r\n1. e2-e4 e5 *\r\n".encode("latin-1")
    file = site.page.locator("#file")
    file.set_input_files([{"name": "old.pgn", "mimeType": "text/plain", "buffer": latin}])
    expect(summary).to_have_text("1 game, 1 finding: 1 long-algebraic.")
    site.page.get_by_role("button", name="Fix what is certain").click()
    with site.page.expect_download() as download:
        site.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "old-fixed.pgn"
    assert pathlib.Path(download.value.path()).read_bytes() == latin.replace(b"e2-e4", b"e4")
    file.set_input_files([{"name": "a.pgn.gz", "mimeType": "", "buffer": gzip.compress(latin)}])
    expect(summary).to_contain_text("this file is compressed")
    site.page.get_by_label("Each line is").select_option("fen-lines")
    site.page.get_by_label("Games, as PGN").fill("8/8/8/4k3/8/8/8/8 w - - 0 1")
    site.page.get_by_role("button", name="Check").click()
    expect(summary).to_contain_text("1 position, 1 finding: 1 wrong-fen")


def large(site):
    """Checks that the site reads ten million bytes without freezing, shows progress, and can be stopped."""
    wrong, right = PGN.splitlines()[2], "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"
    games = "".join(f'[Round "{n}"]\n\n{right if n % 20 else wrong}\n\n' for n in range(170_000))
    assert len(games) > 10_000_000, len(games)
    site.page.goto(site.url.replace("index", "check"))
    # A timer fires late if the page freezes, so its delay tells us how long the page was frozen.
    site.page.evaluate("""() => { let last = performance.now(); window.late = 0;
        setInterval(() => { const now = performance.now(); window.late = Math.max(window.late, now - last); last = now; }, 20); }""")
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
        file.write(games)
        file.flush()
        site.page.locator("#file").set_input_files(file.name)
        expect(site.page.locator("#work")).to_be_visible()
        parts = "() => { const { value } = document.querySelector('#progress'); return value > 0.02 && value < 1; }"
        site.page.wait_for_function(parts)
        site.page.get_by_role("button", name="Stop").click()
        expect(site.page.locator("#summary")).to_have_text("Stopped: only part was read.")
        start = time.monotonic()
        site.page.get_by_role("button", name="Check").click()
        expect(site.page.locator("#summary")).to_contain_text("170,000 games, 17,000 findings", timeout=120_000)
        seconds = time.monotonic() - start
        site.page.get_by_role("button", name="Close the file").click()
        expect(site.page.get_by_label("Games, as PGN")).to_be_focused()
        late = site.page.evaluate("window.late")
        assert late < 1500, late
        print(f"10 MB with two faults in every twentieth game: {seconds:.1f} s, the page waits {late:.0f} ms at most")


def documentation(site):
    """Checks that every page exists, and every link leads to an existing page and heading."""
    site.open()
    site.page.get_by_role("navigation", name="Lists and tools").get_by_role("link", name="other lists").click()
    assert "29,754" in site.page.locator("table").inner_text()
    names = {"index.html"}
    anchors, links = set(), set()
    while todo := {link.split("#")[0] for link in links} - names or {"figures.html"} - names:
        name = todo.pop()
        names.add(name)
        site.page.goto(site.url.replace("index.html", name))
        expect(site.page.locator("h1")).to_have_count(1)
        site.fits()
        site.is_accessible()
        read = "(all, name) => all.map((it) => it.getAttribute(name))"
        anchors |= {f"{name}#{at}" for at in site.page.locator("[id]").evaluate_all(read, "id")}
        found = site.page.locator("a[href]").evaluate_all(read, "href")
        found = [name + link if link.startswith("#") else link for link in found]
        links |= {link for link in found if not link.startswith("https://")}
        broken = "(all) => all.filter((it) => !it.naturalWidth).map((it) => it.src)"
        assert not (missing := site.page.locator("img").evaluate_all(broken)), missing
    assert len(names) == 20, names
    missing = {link for link in links if "#" in link} - anchors
    assert not missing, missing
    assert len([link for link in links if "#" in link]) > 30, links


def keyboard(site):
    """Checks that the Tab key reaches every control. Every control must have a name, and must show that it has the
    focus."""
    site.open()
    site.shows("Qb6xe3# occurs")
    expect(site.page.get_by_role("combobox", name="A move")).to_be_focused()
    site.page.locator("h1 a").focus()
    site.page.keyboard.press("/")
    expect(site.page.get_by_role("combobox", name="A move")).to_be_focused()
    site.open("#Nbd2")
    site.shows("Nbd2 occurs")
    expect(site.page.locator("#place svg")).to_be_visible()
    site.is_accessible()
    site.page.keyboard.press("Tab")
    site.page.locator("h1 a").focus()
    seen = set()
    for _ in range(90):
        site.page.keyboard.press("Tab")
        focused = site.page.evaluate(
            """() => { const { activeElement: at } = document;
            const name = at.getAttribute("aria-label") || at.innerText || at.labels?.[0]?.innerText || "";
            return [at.tagName, name.trim(), getComputedStyle(at).outlineStyle]; }"""
        )
        if focused[0] == "BODY":
            break
        assert focused[1] and focused[2] != "none", focused
        seen.add(focused[1])
    assert {"A move", "Can it occur?", "Play the game", "Move of the game", "Copy the link", "FEN", "Initial position"} <= seen, seen


class Packed(http.server.SimpleHTTPRequestHandler):
    """A server that compresses its responses, as web servers do."""

    def do_GET(self):
        body = gzip.compress(pathlib.Path(self.translate_path(self.path)).read_bytes())
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def slow(browser, folder):
    """Returns how many seconds a slow phone waits for the first answer. The simulated phone has a bandwidth of
    1.6 Mbit/s, a latency of 150 ms, and a CPU that is slowed down to a quarter of this machine's speed."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Packed, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/index.html"
    site = Site(browser, url, viewport={"width": 390, "height": 844})
    tools = site.page.context.new_cdp_session(site.page)
    tools.send("Network.enable")

    def network(offline):
        limits = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8}
        tools.send("Network.emulateNetworkConditions", {"offline": offline, **limits})

    network(False)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    start = time.monotonic()
    site.page.goto(url + "#Qh4%23", wait_until="commit")
    expect(site.page.locator("#loading")).to_be_visible()
    site.shows("Qh4# occurs")
    seconds = time.monotonic() - start
    # If a file cannot be loaded, the site says so and lets you try again.
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    complaints = list(site.wrong)
    network(True)
    site.page.goto(url + "#Nbd2")
    expect(site.page.locator("#answer")).to_contain_text("could not be loaded")
    network(False)
    site.page.get_by_role("link", name="Try again").click()
    site.shows("Nbd2 occurs")
    site.wrong = complaints
    site.close()
    server.shutdown()
    return seconds


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        subprocess.run([program, "--quiet", "site", folder, "--package", npm / "san-strings"], check=True)
        assert size(folder) <= 2_100_000, size(folder)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        url = pathlib.Path(folder, "index.html").as_uri()
        window = {"width": 1000, "height": 860}
        tests = [search, play, impossible, impossible_list, position, check, large, doors, documentation, keyboard]
        for test in tests:
            site = Site(browser, url, viewport=window)
            test(site)
            site.fits()
            site.close()
        for width in [360, 768, 1280]:
            for scheme in ["light", "dark"]:
                site = Site(browser, url, viewport={"width": width, "height": 860}, color_scheme=scheme)
                for link in ["", "#Rah1%2B", "#rarest", "#impossible"]:
                    site.open(link)
                    expect(site.page.locator("#place svg")).to_be_visible()
                    site.fits()
                    site.is_accessible()
                site.close()
        phone = Site(
            browser, url, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
        )
        for link in ["", "#Bb1d3%2B", "#Ba1b2%23", "#queen-square"]:
            phone.open(link)
            phone.fits()
            if "Bb1" in link:
                phone.picture("site-phone.png")
        phone.close()
        seconds = slow(browser, folder)
        assert seconds < 6, seconds
        browser.close()
        print(
            f"the site, {size(folder):,} bytes packed: {len(tests)} tests in Chromium pass; "
            f"on a slow phone the first answer took {seconds:.1f} s"
        )


main()
