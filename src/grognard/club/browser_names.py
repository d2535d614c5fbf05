"""Short names of browsers, from their User-Agent header."""

from __future__ import annotations

BROWSERS = (("edg/", "Edge"), ("opr/", "Opera"), ("firefox/", "Firefox"), ("fxios/", "Firefox"), ("crios/", "Chrome"),
            ("chrome/", "Chrome"), ("safari/", "Safari"))  # fmt: skip
SYSTEMS = (("iphone", "iPhone"), ("ipad", "iPad"), ("android", "Android"), ("windows", "Windows"),
           ("mac os", "macOS"), ("cros", "ChromeOS"), ("linux", "Linux"))  # fmt: skip


def described(agent: str) -> str:
    """Such as "Firefox on Linux"."""
    text = agent.lower()
    browser = next((name for mark, name in BROWSERS if mark in text), "")
    system = next((name for mark, name in SYSTEMS if mark in text), "")
    return " on ".join(part for part in (browser, system) if part) or "a program"
