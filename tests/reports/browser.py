"""A headless browser for tests: Chromium's debugging protocol, by the standard library."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 300  # until a browser that says nothing is given up; a machine may be busy


def program() -> str | None:
    """The browser of this machine, if it has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page of one browser; what the page complains of is collected in ``errors``."""

    def __init__(self, path: str, folder: Path) -> None:
        read, theirs = os.pipe()
        yours, self._write = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (yours, theirs)]
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        flags += [f"--user-data-dir={folder}", "--no-first-run", "--remote-debugging-pipe"]

        def connect() -> None:
            for number, end in zip((3, 4), ends, strict=True):  # where the protocol looks
                os.dup2(end, number)

        self._process = subprocess.Popen(
            [path, *flags, "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,  # none but these two can be inherited
            preexec_fn=connect,
        )
        for end in ends:
            os.close(end)
        os.close(theirs)
        os.close(yours)
        self._read, self._buffer, self._number, self._session = read, b"", 0, ""
        self._events: list[str] = []
        self.errors: list[str] = []
        os.set_blocking(read, False)
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)  # a page that nobody sees

    def call(self, method: str, **parameters: Any) -> Any:
        """The answer to one call."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def open(self, address: str, width: int = 1280, height: int = 800) -> None:
        """Go there and wait until all is loaded."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.call("Page.navigate", url="about:blank")
        self._wait("Page.loadEventFired")
        self._events.clear()
        self.call("Page.navigate", url=address)
        self._wait("Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """What an expression is in the page; promises are waited for."""
        found = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """A key, where the focus is."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Escape": 27}
        for kind in ("rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=codes[key],
            )

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        try:
            self.call("Browser.close")
        except (OSError, AssertionError):
            self._process.kill()
        self._process.wait(SECONDS)
        os.close(self._read)
        os.close(self._write)

    def _wait(self, event: str) -> None:
        while event not in self._events:
            self._next()
        self._events.remove(event)

    def _next(self) -> dict[str, Any]:
        """The next message; complaints are kept."""
        until = time.monotonic() + SECONDS
        while b"\0" not in self._buffer:
            try:
                data = os.read(self._read, 1 << 20)
            except BlockingIOError:
                assert time.monotonic() < until, "the browser says nothing"
                time.sleep(0.005)
                continue
            assert data, "the browser has ended"
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        method, told = message.get("method", ""), message.get("params", {})
        self._events += [method] if method == "Page.loadEventFired" else []
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(told["exceptionDetails"]))
        if method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(told["entry"]["text"])
        if method == "Network.loadingFailed":
            self.errors.append(told["errorText"])
        return message
