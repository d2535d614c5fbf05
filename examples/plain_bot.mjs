#!/usr/bin/env node
// A bot for Grognard in JavaScript, with nothing besides Node itself.
//
//   grognard simulate iwojima --games 10 --bots "exec:node examples/plain_bot.mjs,random"
//
// It takes any option, as its own small generator picks.
import { createInterface } from "node:readline";

let state = 1;

function chance() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

for await (const line of createInterface({ input: process.stdin })) {
  const cut = line.indexOf(" ");
  const word = cut < 0 ? line : line.slice(0, cut);
  const value = cut < 0 ? null : JSON.parse(line.slice(cut + 1));
  if (word === "newgame") {
    state = (value.seed % 2147483646) + 1;
    console.log("ready");
  } else if (word === "decide") {
    const choice = Math.floor(chance() * value.options.length);
    console.log(`info ${value.options[choice].join(" ")}`);
    console.log(`best ${JSON.stringify(value.options[choice])}`);
  } else if (word === "quit") {
    break;
  }
}
