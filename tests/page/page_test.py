#!/usr/bin/env python3
"""The page of a report in a real Chromium: it draws, answers to keys and addresses, runs nothing that it was not meant to,
asks for nothing, opens fast, and has no barriers that axe knows.

usage: page_test.py PROGRAM [--stores FOLDER] [--only NAME] [--slack TIMES]     exit: 0 right, 1 wrong, 77 skipped
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import browser
import stores

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
QUESTIONS = ["order", "length", "commitment", "before", "remedies"]
failures: list[str] = []


def check(holds: bool, what: str) -> None:
    if not holds:
        failures.append(what)
        print(f"  FAILED {what}")


def quiet(page: browser.Browser, name: str, url: str) -> None:
    complaints = page.complaints()
    check(not complaints, f"{name}: the browser complains: {complaints[:5]}")
    others = [asked for asked in page.requests() if asked.split("#")[0] != url.split("#")[0]]
    check(not others, f"{name}: asked for {others[:5]}")


DRAW_ALL = """(async () => {
  dispatchEvent(new Event('beforeprint'));
  for (let i = 0; i < 400 && document.querySelector('.chart:not([data-drawn])'); ++i) await new Promise((r) => setTimeout(r, 50));
  return document.querySelectorAll('.chart:not([data-drawn])').length;
})()"""


# Configurations with a card, or named in a sentence that says why they have none.
JUDGED = """document.querySelectorAll('.verdict').length + [...document.querySelectorAll('.untested small')].reduce((n, small) =>
  n + (small.querySelector('bdi') ? small.textContent.split('; ').length : Number(small.textContent.match(/^All ([0-9]+)/)[1])), 0)"""


def draws(page: browser.Browser, url: str) -> None:
    page.open(url)
    check(page.run(DRAW_ALL) == 0, "a chart was never drawn")
    found = page.run("[...document.querySelectorAll('.panel')].map((p) => [p.id, p.querySelectorAll('.chart svg .mark-symbol path, .chart svg .mark-rect path').length, p.querySelector('figcaption').textContent])")
    expected = page.run("JSON.parse(document.getElementById('page').textContent).panels.map((p) => 'figure-' + p.id)")
    check(sorted(p[0] for p in found) == sorted(expected), f"not drawn, or twice: {sorted({p[0] for p in found} ^ set(expected))}")
    check(len(expected) >= 30, f"only {len(expected)} panels have data")
    for name, n_marks, caption in found:
        check(n_marks > 0, f"{name} is empty")
        check("Infinity" not in caption and "NaN" not in caption, f"{name}: {caption}")
    text = page.run("document.body.innerText")
    for bad in ("undefined", "NaN", "[object"):
        check(bad not in text.replace("A.3 is undefined", ""), f"the page says '{bad}'")
    check(page.run(f"{QUESTIONS}.every((id) => document.getElementById(id))"), "a question is missing")
    check(page.run(JUDGED) == 8, "not one verdict for every configuration that was asked as it is")
    quiet(page, "front", url)


# Words of elements that stand on several lines; a name may break behind its own signs (<wbr>).
BROKEN_WORDS = """[...document.querySelectorAll('#item bdi, .verdict h3, tbody th, .items b')].flatMap((b) => {
  const words = [], walk = document.createTreeWalker(b, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) for (const m of node.data.matchAll(/\\S+/g)) {
    const r = document.createRange(); r.setStart(node, m.index); r.setEnd(node, m.index + m[0].length);
    if (new Set([...r.getClientRects()].map((c) => Math.round(c.top))).size > 1) words.push(m[0]);
  }
  return words;
})"""


def tables(page: browser.Browser, url: str) -> None:
    page.open(url)
    page.run(DRAW_ALL)
    found = page.run("[...document.querySelectorAll('.paper')].map((s) => [s.closest('.question').id, s.querySelector('h3').textContent, s.querySelectorAll('tbody tr').length])")
    for question, title in (("before", "Probes of the hidden states"), ("length", "Partial correlation of length with PBS, accuracy held fixed (Spearman)"),
                            ("length", "PBS over bins of length"), ("commitment", "Continuations of cut answers")):
        check(any(f[0] == question and f[1] == title and f[2] > 0 for f in found), f"no table '{title[:40]}' in {question}: {[f[:2] for f in found]}")
    check(page.run("[...document.querySelectorAll('.question')].every((q) => !q.querySelector('.nothing') || !q.querySelector('.chart, .paper'))"), "a question with figures says that nothing was asked")
    unnamed = page.run("""(() => { const panels = JSON.parse(document.getElementById('page').textContent).panels;
      return panels.filter((p) => p.spec.encoding.color?.field && p.spec.encoding.color.field !== p.spec.encoding.y?.field)
        .filter((p) => [...document.querySelectorAll(`#figure-${p.id} .chart`)].some((c) => !c.querySelector('.role-legend'))).map((p) => p.id); })()""")
    check(not unnamed, f"series without a name: {unnamed}")
    check(page.run("Boolean(document.querySelector('#figure-transfer .role-legend-gradient'))"), "the heat map has no scale")
    check(page.run("document.querySelectorAll('.scale .ramp').length") == 1, "the matrix has no scale")
    page.until("document.querySelectorAll('.items li').length > 0")
    facts = page.run("document.querySelector('.items .facts').textContent")
    check("leans direct" in facts, f"the list does not say whose answers are right: {facts}")
    quiet(page, "tables", url)


# Words of a chart that stand on each other; those that are turned are left out: their boxes say nothing.
OVERLAPS = """[...document.querySelectorAll('.chart svg')].flatMap((svg) => {
  const texts = [...svg.querySelectorAll('.mark-text text')].filter((t) => t.textContent && !/rotate\\((?!0)/.test(t.getAttribute('transform') ?? '') && t.getAttribute('opacity') !== '0')
    .map((t) => [t.textContent, t.getBoundingClientRect()]);
  return texts.flatMap(([a, r], i) => texts.slice(i + 1).filter(([, s]) => r.left + 1 < s.right && s.left + 1 < r.right && r.top + 2 < s.bottom && s.top + 2 < r.bottom)
    .map(([b]) => `${svg.closest('.panel').id}: ${a} | ${b}`));
})"""


def readable(page: browser.Browser, url: str) -> None:
    """No words on words, no raw identifiers, colours on both sides of chance, and what is cut is whole under the pointer."""
    for width in (400, 1400):
        page.view(width)
        page.open(url)
        page.run(DRAW_ALL)
        found = page.run(OVERLAPS)
        check(not found, f"{len(found)} words on words at {width} px: {found[:6]}")
        cut = page.run("[...document.querySelectorAll('.chart .role-legend-label text, .chart .role-axis-label text')].filter((t) => t.textContent.replace(t.querySelector('title')?.textContent ?? '', '').endsWith('…') && !t.querySelector('title')).map((t) => t.closest('.panel').id + ': ' + t.textContent)")
        check(not cut, f"cut at {width} px and nowhere whole: {cut[:6]}")
    raw = page.run("[...document.querySelectorAll('.panel :is(h4, .what), .chart :is(.role-axis-title, .role-legend-title, .role-axis-label, .role-legend-label) text')].map((t) => t.textContent).filter((t) => /[a-z]_[a-z]|`|95 %/.test(t))")
    check(not raw, f"raw identifiers: {sorted(set(raw))[:8]}")
    legend = page.run("[...document.querySelectorAll('#figure-transfer .chart')].map((c) => [...c.querySelectorAll('.role-legend-label text')].map((t) => t.textContent))")
    check(all(any("0.50" in t for t in of) for of in legend), f"the heat map does not turn at chance: {legend}")
    page.view(1200)


def plain(page: browser.Browser, url: str) -> None:
    for width in (400, 1200):
        page.view(width)
        page.open(url)
        told = page.run("[...document.querySelectorAll('.untested')].map((p) => p.textContent)")
        check(len(told) == 1 and "one order" in told[0], f"one sentence should say why there is no verdict: {told}")
        check(page.run("document.querySelectorAll('.verdict').length") == 0, "there are empty verdicts")
        page.until("document.querySelectorAll('.items li').length > 0")
        broken = page.run(BROKEN_WORDS)
        check(not broken, f"words are broken at {width} px: {broken}")
        absent = page.run("[...document.querySelectorAll('#order table')].flatMap((t) => [...t.querySelectorAll('thead th')].map((head, i) => [head.textContent, [...t.querySelectorAll('tbody tr')].map((row) => row.children[i].textContent)])).filter(([, cells]) => cells.every((c) => c.includes('n/a'))).map(([head]) => head)")
        check(not absent, f"columns without a value: {absent}")
        check(page.run("!document.querySelector('.chart')"), "four items make a figure")
        page.open(url + "#item=p1")
        page.until("document.querySelectorAll('#item .variant').length > 0")
        broken = page.run(BROKEN_WORDS)
        check(not broken, f"words of an item are broken at {width} px: {broken}")
        beside = page.run("new Set([...document.querySelectorAll('#item .variant')].map((v) => v.getBoundingClientRect().top)).size")
        check(beside == (1 if width > 1000 else 2), f"{beside} rows of answers asked in one order at {width} px")
    page.view(1200)
    quiet(page, "plain", url + "#item=p1")


def filters(page: browser.Browser, url: str) -> None:
    page.open(url)
    all_of_them = page.run("document.querySelectorAll('.verdict').length")
    choose = "(label, value) => { const s = [...document.querySelectorAll('.choice')].find((c) => c.textContent.startsWith(label)).querySelector('select'); s.value = value; s.dispatchEvent(new Event('change')); }"
    page.run(f"({choose})('Data', 'words')")
    fewer = page.run("document.querySelectorAll('.verdict').length")
    check(0 < fewer < all_of_them, "the filter of the data set does nothing")
    page.run(f"({choose})('Measure', 'flip_rate')")
    check(page.run("document.querySelector('.matrix caption').textContent").startswith("items that flip"), "the matrix does not change its measure")
    page.run("[...document.querySelectorAll('thead button')].find((b) => b.textContent === 'items that flip').click()")
    check(page.run("document.querySelector('th[aria-sort]').getAttribute('aria-sort')") == "descending", "the table does not sort")
    page.until("document.querySelectorAll('.items li').length > 0")
    before = page.run("document.querySelector('#items .count').textContent")
    page.run(f"({choose})('Show', 'flips')")
    page.until(f"document.querySelector('#items .count').textContent !== {before!r}")
    page.run(f"({choose})('Show', '')")
    page.run("(() => { const s = document.getElementById('search'); s.value = 'words-7'; s.dispatchEvent(new Event('input')); })()")
    page.until("document.querySelector('#items .count').textContent.startsWith('1 item')")
    page.run(f"({choose})('Treatment', '')")
    check(page.run("document.querySelectorAll('.verdict').length") > fewer, "the filter of the treatment does nothing")
    quiet(page, "filters", url)


def links(page: browser.Browser, url: str) -> None:
    """A number leads to the items behind it, an address to what it asks for."""
    page.open(url)
    of_card = page.run("(() => { const a = document.querySelector('.highlights a[href*=flips]'); a.click(); return a.closest('.verdict').querySelector('h3 bdi').textContent; })()")
    page.until("location.hash.startsWith('#items?filter=flips') && document.querySelectorAll('.items li').length > 0")
    facts = page.run("[...document.querySelectorAll('.items .facts')].map((f) => f.textContent)")
    check(all("flips" in f and of_card in f for f in facts), f"the items behind flips of {of_card}: {facts[:3]}")
    chosen = page.run("[...document.querySelectorAll('#items select')].map((s) => s.value)")
    check(chosen[0] == "flips" and chosen[2].endswith(of_card), f"the list does not say what it shows: {chosen}")
    matrix = page.run("document.querySelectorAll('.matrix td.heat').length - document.querySelectorAll('.matrix td.heat a.behind').length")
    check(matrix == 0, f"{matrix} cells of the matrix lead nowhere")
    page.open(url + "#items?filter=wrong&configuration=leans+direct&dataset=words")
    page.until("document.querySelectorAll('.items li').length > 0")
    facts = page.run("[...document.querySelectorAll('.items .facts')].map((f) => f.textContent)")
    check(all(" 0/" in f for f in facts), f"not wrong in all: {facts[:3]}")
    page.run("document.querySelector('.items a').click()")
    page.until("document.querySelectorAll('#item .variant').length > 0")
    page.key("Escape")
    page.until("!document.getElementById('report').hidden")
    check(page.run("document.querySelector('#items select').value") == "wrong", "the way back from an item loses the filter")
    page.open(url + "#items?filter=%3Cb%3E&configuration=nobody&sort=1")
    page.until("document.querySelectorAll('.items li').length > 0")
    quiet(page, "links", url)


def rounded(page: browser.Browser, url: str) -> None:
    """What the heat map shows short is rounded, not cut."""
    page.open(url)
    cells = page.run("""(() => {
      const select = [...document.querySelectorAll('.choice')].find((c) => c.textContent.startsWith('Measure')).querySelector('select');
      return [...select.options].flatMap(({value}) => {
        select.value = value;
        select.dispatchEvent(new Event('change'));
        return [...document.querySelectorAll('.matrix td.heat')].map((td) => [td.querySelector('a').textContent, td.title]);
      });
    })()""")
    number = re.compile(r"[+−]?\d+\.\d+$")
    cells = [(short, next(w for w in title.split(": ", 1)[1].split() if number.match(w.rstrip(";")))) for short, title in cells if number.match(short)]
    check(len(cells) > 20, f"only {len(cells)} numbers in the heat map")
    for short, whole in cells:
        off = abs(float(short.replace("−", "-")) - float(whole.rstrip(";").replace("−", "-")))
        check(off <= 0.00501, f"{short} stands for {whole}")


def few(page: browser.Browser, url: str) -> None:
    """A figure has no point of fewer than five items, nor one that too few have for its interval; PBS stays in its range."""
    page.open(url)
    points = page.run("JSON.parse(document.getElementById('page').textContent).panels.flatMap((p) => p.figures.flatMap((f) => f.rows.map((row) => [f.file, row])))")
    check(len(points) > 500, f"only {len(points)} points")
    for file, row in points:
        check(row["n_items"] >= 5, f"{file}: a point of {row['n_items']} items: {row}")
        if file.startswith("length_trend") and row.get("part") == "line":
            check(0 <= row["low"] <= row["value"] <= row["high"] <= 1, f"{file}: PBS out of its range: {row}")


def wide(page: browser.Browser, url: str) -> None:
    """A table wider than the page shows that there is more, and keeps its first column."""
    page.view(400)
    page.open(url)
    table = "document.querySelector('[aria-label=\"Numbers of every configuration\"]')"
    page.until(f"{table}.hasAttribute('data-after')")
    left = f"{table}.querySelector('tbody th').getBoundingClientRect().left - {table}.getBoundingClientRect().left"
    before = page.run(left)
    page.run(f"{table}.scrollTo(10000, 0)")
    page.until(f"{table}.hasAttribute('data-before') && !{table}.hasAttribute('data-after')")
    check(abs(page.run(left) - before) < 2, "the first column scrolls away")
    page.view(1200)


def items(page: browser.Browser, url: str) -> None:
    page.open(url + "#item=words-7")
    page.until("document.querySelectorAll('#item .variant').length > 0")
    check(page.run("document.querySelector('#item h2').textContent").startswith("words-7"), "a link to an item opens another")
    check(page.run("document.querySelectorAll('#item .variant .ribbon .tick').length") > 0, "no mentions on the ribbon")
    check(page.run("document.querySelectorAll('#item .forced span').length") > 0, "no forced answers on the ribbon")
    check(page.run("document.querySelectorAll('#item .branches').length") > 0, "no continuations")
    check(page.run("document.querySelectorAll('#item mark').length") > 0, "no mentions in the text")
    check(page.run("document.querySelectorAll('#item .thinking').length") > 0, "thinking is not told apart")
    check(page.run("document.querySelectorAll('#item .chosen').length") > 0, "the choice is not shown")
    page.key("ArrowRight")
    page.until("!document.querySelector('#item h2').textContent.startsWith('words-7 ')")
    page.key("ArrowLeft")
    page.until("document.querySelector('#item h2').textContent.startsWith('words-7 ')")
    page.key("Escape")
    page.until("document.getElementById('item').hidden && !document.getElementById('report').hidden")
    page.key("/")
    check(page.run("document.activeElement.id") == "search", "/ does not go to the search")
    page.run("location.hash = '#item=no-such-item'")
    page.until("document.getElementById('item').textContent.includes('No item')")
    quiet(page, "items", url)


def inert(page: browser.Browser, url: str) -> None:
    page.open(url)
    page.run(DRAW_ALL)
    n = page.run(JUDGED)
    check(n == len(stores.HOSTILE), f"{n} configurations of {len(stores.HOSTILE)} hostile names")
    page.until("document.querySelectorAll('.items li').length > 0")
    keys = page.run("[...document.querySelectorAll('.items a')].map((a) => a.hash)")
    check(len(keys) >= len(stores.HOSTILE) - 2, f"only {len(keys)} hostile items are listed")
    for key in keys:
        page.run(f"location.hash = {key!r}")
        page.until(f"location.hash === {key!r} && document.querySelectorAll('#item .variant').length === 4 && document.getElementById('report').hidden")
        page.run("new Promise((r) => setTimeout(r, 30))")
    check(page.run("window.hit === undefined"), "a text ran")
    check(page.run("document.querySelectorAll('img, iframe, object, embed, link, form:not(.vega-bindings), base, main script, svg [onload]').length") == 0, "a text became an element")
    check(page.run("document.querySelectorAll('script').length") == page.run("document.querySelectorAll('script[type], script:not([type])').length"), "scripts were added")
    quiet(page, "hostile", url)


def policy(page: browser.Browser, url: str) -> None:
    """The policy holds by itself: what is put into the page on purpose does not run either."""
    page.open(url)
    page.run("(() => { const s = document.createElement('script'); s.append('window.put = 1'); try { document.body.append(s); } catch {} })()")
    refusal = page.run("(() => { try { document.createElement('div').innerHTML = '<b>x</b>'; return 'taken'; } catch (e) { return e.name; } })()")
    check(refusal == "TypeError", "a string could become markup")
    page.run("(() => { const i = new Image(); i.onerror = () => 0; i.src = 'https://example.invalid/x.png'; document.body.append(i); })()")
    failed = page.run("fetch('https://example.invalid/').then(() => 'sent', (e) => e.name)")
    check(page.run("window.put === undefined"), "an injected script ran")
    check(failed == "TypeError", "a request could be sent")
    refused = [text for text in page.complaints() if "Content Security Policy" in text]
    check(len(refused) >= 2, f"the policy refused only {refused}")


def narrow(page: browser.Browser, url: str) -> None:
    for width in (400, 900, 1400):
        page.view(width)
        for place in ("", "#item=words-7"):
            page.open(url + place)
            page.run(DRAW_ALL)
            if place:
                page.until("document.querySelectorAll('#item .variant').length > 0")
            over = page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(over <= 0, f"{over} px too wide at {width} {place}")
    page.view(1200)
    page.open(url)
    page.run(DRAW_ALL)
    page.view(400)
    fits = "[...document.querySelectorAll('.chart')].every((c) => c.scrollWidth <= c.clientWidth + 1)"
    try:
        page.until(fits, 10)
    except RuntimeError:
        wide = page.run("[...document.querySelectorAll('.chart')].filter((c) => c.scrollWidth > c.clientWidth + 1).map((c) => [c.closest('.panel').id, c.scrollWidth, c.clientWidth])")
        check(False, f"charts do not follow the window to 400 px: {wide}")
    page.view(1200)


def prints(page: browser.Browser, url: str) -> None:
    page.open(url)
    page.run(DRAW_ALL)
    page.view(800)
    page.call("Emulation.setEmulatedMedia", media="print")
    over = page.run("[...document.querySelectorAll('.chart svg')].filter((s) => s.getBoundingClientRect().right > s.closest('figure').getBoundingClientRect().right + 1).length")
    check(over == 0, f"{over} charts are cut in print")
    check(page.run("[...document.querySelectorAll('#order thead button')].every((b) => b.offsetHeight > 0)"), "heads of tables are not printed")
    page.call("Emulation.setEmulatedMedia", media="")
    page.view(1200)


def accessible(page: browser.Browser, url: str) -> None:
    fetched = subprocess.run([ROOT / "scripts" / "fetch-npm", "axe-core"], stdout=subprocess.PIPE, check=False)
    if fetched.returncode != 0:
        print("  not tested: axe-core could not be fetched")
        return
    source = (Path(fetched.stdout.decode().strip()) / "axe.min.js").read_text(encoding="utf-8")
    for dark in (False, True):
        page.view(1200, dark=dark)
        for place in ("", "#item=words-7"):
            page.open(url + place)
            page.run(DRAW_ALL)
            if place:
                page.until("document.querySelectorAll('#item .variant').length > 0")
            page.run(source + ";0")
            found = page.run("axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '').slice(0, 200))]))")
            check(not found, f"axe {'dark' if dark else 'light'} {place}: {found}")
    page.view(1200)


def opened(page: browser.Browser, file: Path) -> tuple[float, float]:
    """Seconds until the first figure is drawn, and until items are listed."""
    start = time.monotonic()
    page.call("Page.navigate", url=file.as_uri())
    page.until("document.querySelector('.chart[data-drawn] svg')")
    first = time.monotonic() - start
    page.until("document.querySelectorAll('.items li').length > 0")
    return first, time.monotonic() - start


def large(page: browser.Browser, file: Path, slack: float) -> None:
    size = file.stat().st_size
    check(size < 30_000_000, f"10,000 records make {size / 1e6:.1f} MB")
    first, listed = opened(page, file)
    print(f"  10,000 records: {size / 1e6:.1f} MB, first figure after {first:.2f} s, items after {listed:.2f} s")
    check(first < 2 * slack, f"the first figure of 10,000 records takes {first:.2f} s")


def huge(page: browser.Browser, file: Path) -> None:
    """40,000 records: what it takes, for docs/report-page.md; that texts were sampled is said."""
    size = file.stat().st_size
    check(size < 30_000_000, f"40,000 records make {size / 1e6:.1f} MB")
    first, listed = opened(page, file)
    start = time.monotonic()
    page.run("(() => { const s = document.getElementById('search'); s.value = 'q1234'; s.dispatchEvent(new Event('input')); })()")
    page.until("document.querySelector('#items .count').textContent.startsWith('1 item')")
    print(f"  40,000 records: {size / 1e6:.1f} MB, first figure after {first:.2f} s, items after {listed:.2f} s, a search {time.monotonic() - start:.2f} s")
    count = page.run("document.querySelector('#items .count').textContent")
    check("of 10,000 are in this file" in count, f"the page does not say that texts were sampled: {count}")


def offline_text(file: Path) -> None:
    text = file.read_bytes()
    check(b"src=" not in text.split(b"<script>")[0], "the head names a source")
    check(b'http-equiv="Content-Security-Policy"' in text and b"unsafe" not in text.split(b"<style>")[0], "no strict policy")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", type=Path)
    options.add_argument("--stores", type=Path, help="where stores.py put them; those that are not there are made there")
    options.add_argument("--only", default="", help="one test; `huge`, of 40,000 records, runs by its name alone")
    options.add_argument("--slack", type=float, default=1, help="times that a loaded machine may be slower")
    arguments = options.parse_args()
    program = browser.find()
    if program is None:
        print("skipped: there is no Chromium (BRINK_CHROMIUM, or chromium on the path)")
        return SKIPPED
    brink = arguments.program.resolve()
    wanted = arguments.only
    with tempfile.TemporaryDirectory() as name:
        folder = (arguments.stores or Path(name)).resolve()
        golden = stores.page_of(brink, folder, "golden")
        page = browser.Browser(program)
        page.view(1200)
        try:
            url = golden.as_uri()
            tests = {
                "draws": lambda: draws(page, url), "tables": lambda: tables(page, url),
                "plain": lambda: plain(page, stores.page_of(brink, folder, "plain").as_uri()), "readable": lambda: readable(page, url), "filters": lambda: filters(page, url), "links": lambda: links(page, url), "wide": lambda: wide(page, url), "rounded": lambda: rounded(page, url), "few": lambda: few(page, url), "items": lambda: items(page, url),
                "inert": lambda: inert(page, stores.page_of(brink, folder, "hostile").as_uri()), "policy": lambda: policy(page, url),
                "narrow": lambda: narrow(page, url), "prints": lambda: prints(page, url), "accessible": lambda: accessible(page, url),
                "text": lambda: offline_text(golden), "large": lambda: large(page, stores.page_of(brink, folder, "large"), arguments.slack),
                "huge": lambda: huge(page, stores.page_of(brink, folder, "huge")),
            }
            if wanted and wanted not in tests:
                options.error(f"--only knows {', '.join(tests)}")
            for test, run in tests.items():
                if test != (wanted or test) or (test == "huge" and not wanted):
                    continue
                print(test, flush=True)
                try:
                    run()
                except RuntimeError as e:
                    check(False, f"{test}: {e}; {page.complaints()[:5]}")
        finally:
            page.close()
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
