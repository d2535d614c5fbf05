/** The WebSocket on which the server pushes tables. It reconnects by itself, after a longer pause each time. */

/** @typedef {import("../core/types.js").Table} Table */
/** @typedef {{room: string, n: number}} ChatLine  where it was said, and its number; 0 where that is not known */
/** @typedef {{club?: import("./club.js").Facts, chat?: ChatLine}} Word  what the club has to say of a match */

/**
 * @param {() => string} url  asked anew at each attempt, because it says how many log lines we hold
 * @param {{table: (table: Table) => void, word: (word: Word) => void, up: (first: boolean) => void, down: () => void}} on
 * @returns {{close: () => void}}
 */
export function listen(url, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let opened = 0;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let pinging;
  let answered = true;

  function open() {
    if (closed) return;
    const mine = new WebSocket(url());
    socket = mine;
    mine.onopen = () => {
      tries = 0;
      answered = true;
      on.up(opened++ === 0);
      // A proxy or a sleeping laptop can leave a dead line that looks open: an unanswered ping ends it.
      pinging = setInterval(() => {
        if (!answered) return mine.close();
        answered = false;
        if (mine.readyState === WebSocket.OPEN) mine.send('{"ping":1}');
      }, 20000);
    };
    mine.onmessage = (event) => {
      answered = true;
      const body = JSON.parse(String(event.data));
      if (closed || !body) return;
      if (body.view) on.table(body);
      else on.word(body);
    };
    mine.onclose = () => {
      clearInterval(pinging);
      if (closed || socket !== mine) return;
      on.down();
      timer = setTimeout(open, Math.min(15000, 400 * 1.7 ** tries++) * (0.75 + Math.random() / 2));
    };
  }

  const retryNow = () => {
    if (closed || !socket || socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    open();
  };
  addEventListener("online", retryNow);
  addEventListener("focus", retryNow);
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pinging);
      removeEventListener("online", retryNow);
      removeEventListener("focus", retryNow);
      socket?.close();
    },
  };
}
