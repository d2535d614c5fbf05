/** The sidebar: prompt, context, and the tabs under them. */
import { ContextCard } from "./contextCard.js";
import { h, icon } from "../core/dom.js";
import { ForcesTab } from "./forcesTab.js";
import { LogTab } from "./logTab.js";
import { pinList } from "../map/pinnedNotes.js";
import { FirstQuestion } from "../prompt/firstQuestion.js";
import { PromptCard } from "../prompt/promptCard.js";
import { RulesTab } from "../rules/ruleList.js";
import { keep, load, setSettings, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {"log" | "rules" | "forces" | "notes"} TabName */

export class Sidebar {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.prompt = new PromptCard(session);
    this.first = new FirstQuestion(session);
    this.context = new ContextCard(session);
    this.log = new LogTab(session);
    this.rules = new RulesTab(session);
    this.forces = new ForcesTab(session);
    this.notes = this.notesTab();
    /** @type {Record<TabName, {el: HTMLElement, opened: () => void}>} */
    this.tabs = { log: this.log, rules: this.rules, forces: this.forces, notes: { el: this.notes, opened: () => {} } };
    const names = /** @type {TabName[]} */ (Object.keys(this.tabs));
    this.bar = h(
      "div",
      { class: "tab-bar" },
      h(
        "div",
        { class: "tab-list", role: "tablist" },
        names.map((name) =>
          h(
            "button",
            {
              type: "button",
              role: "tab",
              class: "tab",
              "data-tab": name,
              title: name === "log" ? S.log.fold : null,
              // The log folds and unfolds where it is called up.
              onclick: () => (name === "log" && !this.log.el.hidden ? this.log.unfold(this.log.isFolded) : this.show(name)),
            },
            S.tabs[name],
          ),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "tab grow",
          title: S.grow,
          "aria-label": S.grow,
          onclick: () => this.el.classList.toggle("reading"),
        },
        icon("grow"),
      ),
    );
    this.body = h(
      "div",
      { class: "tab-bodies" },
      names.map((name) => this.tabs[name].el),
    );
    this.el = h(
      "aside",
      { class: "dock", id: "dock" },
      this.prompt.el,
      h("div", { class: "dock-rest" }, this.first.el, this.context.el, h("section", { class: "card tabs" }, this.bar, this.body)),
    );
    this.toggle = h(
      "button",
      {
        type: "button",
        class: "tool dock-toggle",
        title: `${S.dock} (D)`,
        "aria-label": S.dock,
        onclick: () => this.shut(!settings.dockShut),
      },
      icon("sidebar"),
    );
    session.on("rule", (id) => {
      this.shut(false);
      this.show("rules");
      void this.rules.open(id);
    });
    this.show("log");
    this.shut(settings.dockShut);
  }

  notesTab() {
    const { match, side } = this.session;
    const key = `notes:${match}:${side}`;
    const area = h("textarea", {
      class: "notes",
      placeholder: S.notesHint,
      "aria-label": S.tabs.notes,
      oninput: () => keep(key, area.value),
    });
    area.value = load(key) ?? "";
    return h("div", { class: "tab-body notes-tab" }, pinList(this.session), area);
  }

  /** @param {TabName} name */
  show(name) {
    for (const [other, tab] of Object.entries(this.tabs)) tab.el.hidden = other !== name;
    for (const button of this.bar.querySelectorAll("[data-tab]")) {
      const on = button.getAttribute("data-tab") === name;
      button.classList.toggle("on", on);
      button.setAttribute("aria-selected", String(on));
    }
    this.tabs[name].opened();
  }

  /** @param {boolean} shut */
  shut(shut) {
    if (shut !== settings.dockShut) setSettings({ dockShut: shut });
    document.body.classList.toggle("dock-shut", shut);
  }
}
