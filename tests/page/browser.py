"""A headless Chromium, driven over its debugging pipe (Chrome DevTools Protocol): no package is needed but the browser."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path


def find() -> str | None:
    names = [os.environ.get("BRINK_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Browser:
    def __init__(self, program: str):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (read_here, write_there), (read_there, write_here) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{read_there} 4>&{write_there}', "sh", program, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe",
             "--force-device-scale-factor=1", f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(read_there, write_there), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read_there)
        os.close(write_there)
        self.read, self.write, self.buffer, self.next_id = read_here, write_here, b"", 0
        self.events: list[dict] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        os.close(self.read)
        os.close(self.write)
        self.folder.cleanup()

    def message(self, timeout_s: float) -> dict | None:
        end = time.monotonic() + timeout_s
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            data = os.read(self.read, 1 << 20)
            if not data:
                raise RuntimeError("the browser is gone")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method: str, **parameters):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if hasattr(self, "session"):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        while True:
            answer = self.message(120)
            if answer is None:
                raise RuntimeError(f"{method}: no answer")
            if answer.get("id") == self.next_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def run(self, script: str):
        """The value of an expression in the page; promises are awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script[:200]}: {result['exceptionDetails'].get('exception', {}).get('description', result['exceptionDetails'])}")
        return result["result"].get("value")

    def open(self, url: str) -> None:
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def until(self, condition: str, timeout_s: float = 30) -> float:
        """Seconds until the condition held."""
        start = time.monotonic()
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() - start > timeout_s:
                raise RuntimeError(f"never true: {condition}")
            time.sleep(0.02)
        return time.monotonic() - start

    def view(self, width: int, height: int = 900, dark: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def key(self, key: str) -> None:
        more = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def screenshot(self, path: Path, whole: bool = True) -> None:
        clip = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16000), "scale": 1}}
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole, **clip)["data"]
        path.write_bytes(base64.b64decode(image))

    def complaints(self) -> list[str]:
        """Errors, warnings, exceptions and violations of the policy since the page was opened."""
        self.run("1")
        out = []
        for event in self.events:
            p = event["params"]
            if event["method"] == "Log.entryAdded" and p["entry"]["level"] in ("error", "warning"):
                out.append(f"{p['entry']['source']}: {p['entry']['text']}")
            elif event["method"] == "Runtime.exceptionThrown":
                d = p["exceptionDetails"]
                out.append(d.get("exception", {}).get("description") or d["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and p["type"] in ("error", "warning"):
                out.append("console: " + " ".join(str(a.get("value", a.get("description"))) for a in p["args"]))
        return out

    def requests(self) -> list[str]:
        """Everything asked for since the page was opened, data in the page itself left out."""
        urls = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith(("data:", "blob:", "about:"))]
