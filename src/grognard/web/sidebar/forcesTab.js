/** The tab of all units that this seat can see, by side and place: searchable, and a click goes there. */
import { fill, h } from "../core/dom.js";
import { counter, shownUnit } from "../map/counters.js";
import { S } from "../languages/strings.js";

export class ForcesTab {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.list = h("div", { class: "force-list" });
    this.search = h("input", {
      type: "search",
      class: "search",
      placeholder: S.searchForces,
      "aria-label": S.searchForces,
      oninput: () => this.draw(),
    });
    this.el = h("div", { class: "tab-body forces" }, this.search, this.list);
    this.open = false;
    session.on("table", () => this.open && this.draw());
  }

  opened() {
    this.open = true;
    this.draw();
  }

  draw() {
    const { board, shown } = this.session;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = (shown?.view.units ?? []).filter((placed) => {
      const unit = shownUnit(board, placed);
      const text = `${unit?.name} ${unit?.type} ${board.spaces[placed[1]]?.name}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    fill(
      this.list,
      board.sides.map((side, i) => {
        const mine = found.filter(([id]) => board.units[id]?.side === i);
        if (!mine.length) return null;
        const spaces = [...new Set(mine.map((u) => u[1]))].sort((a, b) => a - b);
        return h(
          "section",
          null,
          h(
            "h4",
            { class: "force-side" },
            h("i", { class: `side-mark side${i}` }),
            side.name,
            h("span", { class: "dim" }, ` ${mine.length}`),
          ),
          spaces.map((space) =>
            h(
              "div",
              { class: "force-place" },
              h("span", { class: "force-name" }, board.spaces[space]?.name ?? ""),
              h(
                "div",
                { class: "force-row" },
                mine
                  .filter((u) => u[1] === space)
                  .map((u) =>
                    h(
                      "button",
                      {
                        type: "button",
                        class: "force-unit",
                        title: `${shownUnit(board, u)?.name}, ${shownUnit(board, u)?.type}`,
                        onclick: () => this.go(u[0]),
                      },
                      counter(board, u),
                    ),
                  ),
              ),
            ),
          ),
        );
      }),
      !found.length && h("p", { class: "dim" }, S.noUnits),
    );
  }

  /** @param {number} unit */
  go(unit) {
    const { session } = this;
    session.selection.look = { kind: "unit", value: unit };
    session.selection.changed();
    session.emit("point", { units: [unit], centre: true });
    setTimeout(() => session.emit("point", null), 2500);
  }
}
