#!/usr/bin/env node
// A member of a club that is a program, in JavaScript with nothing besides Node itself.
//
//   node examples/club_bot.mjs http://127.0.0.1:8000 grog_… [--once]
//
// It takes up every challenge and plays by lot, the likelier the more an option names. With --once it leaves after the
// end of a match; without, it comes back whenever the stream ends.
import { randomBytes } from "node:crypto";

const [url, token, ...more] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

async function call(path, body) {
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) console.error(said.error); // a stale question: the next line has the new one
}

function choose(options) {
  let left = Math.random() * options.reduce((sum, option) => sum + option.length ** 2, 0);
  return options.find((option) => (left -= option.length ** 2) < 0) ?? options.at(-1);
}

async function take(event) {
  if (event.event === "challenge") {
    await call(`/api/lobby/${event.id}/accept`, {});
  } else if (event.event === "started") {
    // Numbers of our own for the dice, so that nobody can have chosen them.
    const shares = Object.fromEntries(event.seats.map((seat) => [seat, randomBytes(32).toString("hex")]));
    await call(`/api/matches/${event.match}/sit`, { shares });
  } else if (event.event === "decision") {
    const { stamp, ask } = event.table;
    await call(`/api/matches/${event.match}/decide`, { seat: event.seat, stamp, option: choose(ask.options) });
  } else if (event.event === "ended") {
    console.log(JSON.stringify(event));
    if (more.includes("--once")) process.exit(0);
  }
}

async function listen() {
  const stream = await fetch(`${url}/api/stream`, { headers });
  if (!stream.ok) throw new Error((await stream.json()).error);
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream.body) {
    const lines = (text + decoder.decode(part, { stream: true })).split("\n");
    text = lines.pop();
    for (const line of lines) if (line.trim()) await take(JSON.parse(line)); // an empty line: the stream lives
  }
}

for (;;) {
  await listen().catch((failed) => console.error(failed.message));
  await new Promise((done) => setTimeout(done, 3000));
}
