// Random play of a Rally the Troops rules module: `node random_play.js FOLDER SECONDS SEED` prints its decisions and
// the seconds of processor time that they took. Options are listed at every decision, as the module's own page does it.
"use strict"

const path = require("node:path")
const rules = require(path.resolve(process.argv[2], "rules.js"))
const seconds = Number(process.argv[3])
let luck = Number(process.argv[4]) || 1

/** A number below `count`, the same for the same seed. */
function lot(count) {
	luck = (luck * 48271) % 2147483647
	return luck % count
}

/** All that may be done now but taking back: each an action and its argument. */
function options(view) {
	const found = []
	for (const [name, what] of Object.entries(view.actions || {})) {
		if (name === "undo") continue
		if (Array.isArray(what)) for (const argument of what) found.push([name, argument])
		else if (what) found.push([name, undefined])
	}
	return found
}

/** One game to its end, or to where nothing is on offer. */
function play(seed, enough) {
	let state = rules.setup(seed, rules.scenarios[0], {})
	let decisions = 0
	while (state.active !== "None" && state.active !== null && state.state !== "game_over" && !enough()) {
		const role = rules.roles.includes(state.active) ? state.active : rules.roles[lot(rules.roles.length)]
		const on_offer = options(rules.view(state, role))
		if (on_offer.length === 0) break
		const [name, argument] = on_offer[lot(on_offer.length)]
		state = rules.action(state, role, name, argument)
		decisions++
	}
	return decisions
}

const spent = (since) => {
	const used = process.cpuUsage(since)
	return (used.user + used.system) / 1e6
}

/** Games one after the other until so many seconds are spent. */
function games(most) {
	const began = process.cpuUsage()
	let decisions = 0
	while (spent(began) < most) {
		const played = play(lot(1e6), () => spent(began) >= most)
		if (played === 0) throw new Error("nothing was on offer")
		decisions += played
	}
	return { decisions, seconds: spent(began) }
}

games(0.5) // what is compiled and worked out once is not counted
console.log(JSON.stringify(games(seconds)))
