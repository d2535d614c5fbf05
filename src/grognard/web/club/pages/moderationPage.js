/** The moderation page: reports, members, invitations, the audit log, statistics, and a test of the email. */
import { fill, h } from "../../core/dom.js";
import { confirmFirst } from "../../widgets/popups.js";
import { choice, field, formOf, openForm } from "../../widgets/form.js";
import { linkField, qrOf } from "../inviteLink.js";
import * as calls from "../../api/moderation.js";
import { buttonWithResult, card, isModerator, nameLink, layOutPage, rowsOf, wordsOf } from "./pageLayout.js";
import { dayOf, figure, moment, R } from "../formats.js";

/** @typedef {import("../../api/club.js").Me} Me */
/** @typedef {"reports" | "members" | "invitations" | "audit" | "figures"} Tab */

/** @param {HTMLElement} root */
export async function openModeration(root) {
  const found = await layOutPage(root, R.moderationTitle, { members: true, here: "/club/moderation" });
  if (!found?.me) return;
  const { me, main, club } = found;
  if (!isModerator(me)) return void main.append(card("not-you", "", h("p", null, R.notModerator)));
  const owner = me.roles.includes("owner");
  const tabs = h("div", { class: "room-tabs", role: "tablist", "aria-label": R.moderationTitle });
  const body = h("div", { role: "tabpanel" });
  /** @type {Record<Tab, () => Promise<Node>>} */
  const panels = {
    reports: reportsPanel,
    members: async () => membersPanel(me, owner),
    invitations: invitationsPanel,
    audit: auditPanel,
    figures: async () => figuresPanel(owner && club.mail, me),
  };
  const show = async (/** @type {Tab} */ tab) => {
    fill(
      tabs,
      /** @type {Tab[]} */ (Object.keys(panels)).map((each) =>
        h("button", { type: "button", class: "room-tab", role: "tab", id: `tab-${each}`, "aria-selected": String(each === tab), onclick: () => void show(each) }, R.moderationTabs[each]),
      ),
    );
    try {
      fill(body, await panels[tab]());
    } catch (error) {
      fill(body, card("failed", "", h("p", { class: "form-said" }, wordsOf(error))));
    }
  };
  main.append(tabs, body);
  await show("reports");
}

async function reportsPanel() {
  const list = h("div", null);
  const draw = async () => {
    const [open, closed] = await Promise.all([calls.reports(false), calls.reports(true)]);
    fill(
      list,
      rowsOf(open.map((each) => reportRow(each, draw)), R.noReports),
      closed.length > 0 &&
        h(
          "details",
          { class: "more-matches" },
          h("summary", null, R.settledReports),
          h("ul", { class: "room-rows" }, closed.map((each) => h("li", null, reportWords(each), h("span", { class: "club-hint" }, R.settledBy(each.closed_by_name ?? "", each.answer))))),
        ),
    );
  };
  await draw();
  return card("reports", R.moderationTabs.reports, list);
}

/** @param {calls.Report} report */
const reportWords = (report) =>
  h(
    "div",
    { class: "report" },
    h("p", null, h("b", null, R.reportLines[report.kind]?.(report.by_name ?? "", report.against_name ?? R.guest)), h("span", { class: "club-hint" }, ` ${moment(report.made)}`)),
    report.kind === "message" && h("blockquote", { class: "reported", dir: "auto" }, report.text),
    h("p", null, R.because, h("bdi", null, report.why)),
  );

/**
 * @param {calls.Report} report
 * @param {() => Promise<void>} draw
 */
function reportRow(report, draw) {
  const close = () => {
    const answer = field("answer", R.settleNote, { maxlength: 500, autocomplete: "off" });
    openForm({ title: R.settleReport, fields: [answer], send: R.settleReport, run: async () => void (await calls.settleReport(report.id, answer.input.value), await draw()) });
  };
  return h(
    "li",
    { "data-report": report.id },
    reportWords(report),
    h(
      "div",
      { class: "club-buttons" },
      report.kind === "message" && buttonWithResult(report.hidden ? R.showLine : R.hideLine, async () => void (await calls.hideChatLine(report.match, report.n, !report.hidden), await draw()), { class: "button hide-line" }),
      report.against && report.kind !== "appeal" && h("button", { type: "button", class: "button", onclick: () => openBan({ id: report.against, name: report.against_name ?? "" }, draw) }, R.suspend),
      report.kind === "appeal" && buttonWithResult(R.endBan, async () => void (await calls.ban(report.against, 0, ""), await draw())),
      report.match && h("a", { class: "button", href: `/watch/${encodeURIComponent(report.match)}` }, R.toMatch),
      h("button", { type: "button", class: "button primary", onclick: close }, R.settleReport),
    ),
  );
}

/**
 * @param {{id: string, name: string}} member
 * @param {() => Promise<void>} then
 */
function openBan(member, then) {
  const length = choice("length", R.banLength, R.banLengths);
  const why = field("why", R.banWhy, { maxlength: 200, autocomplete: "off" }, R.banHint);
  openForm({
    title: R.banTitle(member.name),
    fields: [length, why],
    send: R.suspend,
    run: async () => void (await calls.ban(member.id, length.input.value ? Number(length.input.value) : null, why.input.value), await then()),
  });
}

/**
 * @param {Me} me
 * @param {boolean} owner
 */
function membersPanel(me, owner) {
  const list = h("div", null);
  const search = h("input", { type: "search", class: "search", id: "member-search", placeholder: R.memberSearch, "aria-label": R.memberSearch, oninput: () => void draw() });
  let asked = 0;
  const draw = async (after = "") => {
    const mine = ++asked;
    const found = await calls.members(search.value.trim(), after);
    if (mine !== asked) return;
    const rows = found.map((each) => memberRow(each, me, owner, () => draw()));
    const last = found.at(-1);
    const more = found.length === 50 && last && h("div", { class: "club-buttons" }, h("button", { type: "button", class: "button", onclick: (/** @type {Event} */ e) => ((/** @type {HTMLElement} */ (e.target)).remove(), void draw(last.name)) }, R.moreMembers));
    if (after) list.append(...rows, ...(more ? [more] : []));
    else fill(list, rowsOf(rows, R.nobody), more);
  };
  void draw().catch((error) => fill(list, h("p", { class: "form-said" }, wordsOf(error))));
  return card("members", R.moderationTabs.members, search, list);
}

/**
 * @param {calls.Kept} member
 * @param {Me} me
 * @param {boolean} owner
 * @param {() => Promise<void>} draw
 */
function memberRow(member, me, owner, draw) {
  const now = Date.now() / 1000;
  const out = member.banned > now;
  const may = member.id !== me.id && (owner || !member.roles.length);
  const until = member.banned > now + 3e9 ? R.bannedForGood : R.bannedUntil(dayOf(member.banned));
  return h(
    "li",
    { "data-member": member.name },
    h("span", null, nameLink(member), member.kind === "program" && h("span", { class: "mark" }, R.kinds.program), member.roles.map((role) => h("span", { class: "mark" }, R.roleNames[role] ?? role))),
    h("span", { class: "club-hint" }, out ? `${until}${member.why ? `: ${member.why}` : ""}` : R.since(dayOf(member.since))),
    h(
      "span",
      { class: "lobby-acts" },
      may && (out ? buttonWithResult(R.endBan, async () => void (await calls.ban(member.id, 0, ""), await draw())) : h("button", { type: "button", class: "button", onclick: () => openBan(member, draw) }, R.suspend)),
      owner && h("button", { type: "button", class: "button", onclick: () => openRoles(member, draw) }, R.roles),
    ),
  );
}

/**
 * @param {calls.Kept} member
 * @param {() => Promise<void>} then
 */
function openRoles(member, then) {
  const boxes = Object.entries(R.roleNames).map(([role, words]) => {
    const box = h("input", { type: "checkbox", name: role, checked: member.roles.includes(role) });
    return { role, box, el: h("label", { class: "tick" }, box, h("span", null, h("b", null, words), ` ${R.roleHints[role] ?? ""}`)) };
  });
  openForm({
    title: R.rolesOf(member.name),
    before: [h("div", { class: "role-boxes" }, boxes.map((each) => each.el))],
    fields: [],
    send: R.save,
    run: async () => void (await calls.setRoles(member.id, boxes.filter((each) => each.box.checked).map((each) => each.role)), await then()),
  });
}

async function invitationsPanel() {
  const list = h("div", null);
  const shown = h("div", { id: "invitation-shown" });
  const draw = async () => {
    const found = await calls.invitations();
    fill(
      list,
      rowsOf(
        found.map((each) =>
          h(
            "li",
            null,
            h("span", null, h("b", null, h("bdi", null, each.note || R.noNote))),
            h("span", { class: "club-hint" }, R.invitationFacts(each.uses, dayOf(each.until))),
            h("button", { type: "button", class: "button", onclick: () => confirmFirst(R.endInvitationSure, R.withdraw, () => void calls.endInvitation(each.id).then(draw)) }, R.withdraw),
          ),
        ),
        R.noInvitations,
      ),
    );
  };
  const note = field("note", R.note, { maxlength: 100, autocomplete: "off" });
  const uses = field("uses", R.uses, { type: "number", inputmode: "numeric", min: 1, max: 1000, value: 1, required: true });
  const days = field("days", R.goodFor, { type: "number", inputmode: "numeric", min: 1, max: 3650, value: 14, required: true });
  await draw();
  return card(
    "invitations",
    R.moderationTabs.invitations,
    list,
    formOf({
      fields: [note, uses, days],
      send: R.invite,
      run: async () => {
        const made = await calls.invite(note.input.value, Number(uses.input.value), Number(days.input.value));
        const link = new URL(made.link, location.origin).href;
        fill(shown, h("p", null, R.invitationShown), linkField(link, document.title).el, qrOf(link));
        note.input.value = "";
        await draw();
      },
    }),
    shown,
  );
}

async function auditPanel() {
  const acts = await calls.audit();
  return card(
    "audit",
    R.moderationTabs.audit,
    acts.length
      ? h(
          "table",
          { class: "room-table audit-table" },
          h("thead", null, h("tr", null, R.auditHeads.map((head) => h("th", { scope: "col" }, head)))),
          h(
            "tbody",
            null,
            acts.map((act) =>
              h(
                "tr",
                null,
                h("td", { class: "club-hint" }, moment(act.at)),
                h("td", null, h("bdi", null, act.text)),
              ),
            ),
          ),
        )
      : h("p", { class: "club-hint" }, R.noActs),
  );
}

/**
 * @param {boolean} mail
 * @param {Me} me
 */
async function figuresPanel(mail, me) {
  const found = await calls.statistics();
  const to = field("to", R.emailTo, { type: "email", autocomplete: "email", required: true, value: me.email });
  return h(
    "div",
    null,
    card(
      "figures",
      R.moderationTabs.figures,
      h(
        "dl",
        { class: "figures" },
        Object.entries(found).map(([name, value]) => h("div", null, h("dt", null, R.figures[name] ?? name.replaceAll("_", " ")), h("dd", { class: "figure" }, figure(value)))),
      ),
    ),
    mail && card("email-test", R.emailTest, formOf({ fields: [to], send: R.emailSend, where: () => to, run: async () => (await calls.sendTestEmail(to.input.value)).text })),
  );
}
