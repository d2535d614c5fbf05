/**
 * The stopwatch that `grognard bench --web` lays under the page: when it stands on the screen, how long an act takes
 * until its result is drawn, and a hand that plays by lot. It touches the page from outside alone.
 */
(() => {
  const bench = { shown: 0, clicks: [], sends: [], session: null, pressed: null };
  window.bench = bench;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const wall = () => performance.timeOrigin + performance.now();

  /** What was drawn is on the screen when the frame after it begins. */
  async function drawn() {
    await frame();
    await frame();
    return performance.now();
  }

  // --- when the page stands there

  const isInView = (image) => {
    const box = image.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  };
  const STANDS = {
    front: () =>
      document.querySelector(".game-cards:not([aria-busy]) .play-buttons") &&
      [...document.images].every((image) => image.complete || !isInView(image)),
    match: () =>
      document.querySelector("#cover") ||
      (document.querySelector(".table:not(.skeleton) .map-frame svg") &&
        document.querySelector("#prompt .prompt-text:not(:empty)")),
  };

  async function watch() {
    const stands = location.pathname.startsWith("/match/") ? STANDS.match : STANDS.front;
    while (!stands()) await frame();
    await drawn();
    bench.shown = wall();
  }
  void watch();

  addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    bench.pressed = event.timeStamp;
    // A click on "play now" is answered by another page.
    sessionStorage.setItem("bench:click", String(performance.timeOrigin + event.timeStamp));
  }, true); // prettier-ignore

  // --- the map in motion

  let frames = null;
  bench.film = async () => {
    const mine = (frames = []);
    for (let last = await frame(); frames === mine; ) {
      const now = await frame();
      mine.push(now - last);
      last = now;
    }
  };
  bench.cut = () => {
    const film = frames;
    frames = null;
    return film;
  };

  // --- a hand that plays by lot

  let lot = 1;
  const luck = () => (lot = (lot * 48271) % 2147483647) / 2147483647;

  /** From now on the page's own session is at hand, no matter who sits down. */
  bench.sitIn = async () => {
    const { Session } = await import(new URL("session/session.js", document.querySelector("script[type=module]").src).href);
    const { emit, receive } = Session.prototype;
    Session.prototype.emit = function (...rest) {
      bench.session = this;
      return emit.apply(this, rest);
    };
    Session.prototype.receive = function (...rest) {
      receive.apply(this, rest);
      const from = bench.pressed;
      bench.pressed = null;
      if (from !== null) void drawn().then((now) => bench.clicks.push(now - from));
    };
  };

  const isMine = () => {
    const { session } = bench;
    if (!session || session.closed || session.busy || !session.table) return false;
    return !!session.table.result || (!!session.table.ask?.mine && document.querySelector("#prompt.mine") !== null);
  };

  /** Nobody clicks on what is not shown yet. */
  const settled = async () => {
    await drawn();
    await new Promise((done) => requestIdleCallback(done));
  };

  /** Until somebody at this screen can decide and sees what: covers are lifted. */
  bench.ready = async (patience = 60_000) => {
    for (const from = performance.now(); performance.now() - from < patience; ) {
      document.querySelector("#cover button")?.click();
      if (isMine()) {
        await settled();
        return !bench.session.table.result;
      }
      await new Promise((done) => setTimeout(done, 4));
    }
    throw new Error("nobody at this screen is asked anything");
  };

  /**
   * One decision. Where a button offers it, the middle of that button, for a real pointer to press; else it is sent
   * as the page sends it, and timed.
   */
  bench.decide = async () => {
    const { session } = bench;
    const { options } = session.table.ask;
    const option = options[Math.floor(luck() * options.length)];
    const text = JSON.stringify(option);
    const button = [...document.querySelectorAll("#prompt [data-option]")].find((b) => b.dataset.option === text);
    if (button && !button.disabled) {
      button.scrollIntoView({ block: "nearest" });
      const box = button.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }
    const from = performance.now();
    await session.send([option]);
    bench.sends.push((await drawn()) - from);
    return null;
  };
})();
