/** Cards of the account page: days on which the clocks stop, and blocked members. */
import { fill, h } from "../../core/dom.js";
import { lobby } from "../../api/club.js";
import { field, formOf } from "../../widgets/form.js";
import * as calls from "../../api/account.js";
import { buttonWithResult, card, rowsOf, wordsOf } from "./pageLayout.js";
import { R } from "../formats.js";

/** @typedef {{match: string, side: string, title: string, opponent: string, left: number}} Away */

const DAY = 86400;

/** @returns {Promise<Away[]>} */
async function matchesByDays() {
  const { mine } = await lobby();
  const open = mine.filter((each) => each.waits !== "over" && each.clock?.pace?.kind === "days" && (each.clock.pace.vacation ?? 0) > 0);
  return Promise.all(
    open.map(async ({ match, side, title, opponent }) => {
      const { clock } = await calls.clubFacts(match);
      return { match, side, title, opponent, left: Math.floor((clock?.vacation?.[side] ?? 0) / DAY) };
    }),
  );
}

export function vacationCard() {
  const body = h("div", null);
  const days = field("days", R.vacationDays, { type: "number", inputmode: "numeric", min: 1, max: 60, value: 7, required: true });
  const draw = async () => {
    const open = await matchesByDays();
    if (!open.length) return fill(body, h("p", { class: "club-hint" }, R.noVacation));
    const list = rowsOf(
      open.map((each) =>
        h(
          "li",
          null,
          h("a", { class: "link", href: `/match/${encodeURIComponent(each.match)}` }, `${each.title}, `, h("bdi", null, each.opponent)),
          h("span", { class: "club-hint" }, R.vacationLeft(each.left)),
        ),
      ),
      "",
    );
    const back = buttonWithResult(R.vacationEnd, async () => {
      for (const each of open) await calls.endVacation(each.match);
      await draw();
      return R.back;
    });
    fill(
      body,
      list,
      formOf({
        fields: [days],
        send: R.vacationTake,
        plain: true,
        after: back,
        where: () => days,
        run: async () => {
          // What one match has too few days for is said; the others are gone through all the same.
          /** @type {unknown} */
          let against = null;
          let taken = 0;
          for (const each of open) {
            try {
              await calls.startVacation(each.match, each.side, Number(days.input.value));
              taken++;
            } catch (error) {
              against = error;
            }
          }
          if (against && !taken) throw against;
          await draw();
          return R.vacationTaken(taken);
        },
      }),
    );
  };
  void draw().catch((error) => fill(body, h("p", { class: "form-said" }, wordsOf(error))));
  return card("vacation", R.vacation, h("p", { class: "club-hint" }, R.vacationHint), body);
}

export function blocksCard() {
  const list = h("div", null);
  const name = field("block", R.memberName, { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60, required: true });
  const draw = async () => {
    const names = await calls.blocks();
    fill(
      list,
      rowsOf(
        names.map((each) => h("li", null, h("bdi", null, each), buttonWithResult(R.unblock, async () => void (await calls.setBlocked(each, false), await draw())))),
        R.noBlocks,
      ),
    );
  };
  void draw().catch((error) => fill(list, h("p", { class: "form-said" }, wordsOf(error))));
  return card(
    "blocks",
    R.blocks,
    h("p", { class: "club-hint" }, R.blocksHint),
    list,
    formOf({
      fields: [name],
      send: R.block,
      plain: true,
      where: () => name,
      run: async () => {
        await calls.setBlocked(name.input.value.trim(), true);
        name.input.value = "";
        await draw();
      },
    }),
  );
}
