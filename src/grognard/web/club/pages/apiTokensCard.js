/** Tokens for bots that play in a member's name: made, shown once, withdrawn. */
import { fill, h } from "../../core/dom.js";
import { confirmation, field, formOf } from "../../widgets/form.js";
import { linkField } from "../inviteLink.js";
import * as calls from "../../api/account.js";
import { buttonWithResult, card, rowsOf, wordsOf } from "./pageLayout.js";
import { moment, R } from "../formats.js";

export function apiTokensCard() {
  const list = h("div", null);
  const shown = h("div", { id: "token-shown" });
  const name = field("token", R.tokenName, { maxlength: 40, required: true, autocomplete: "off" });
  const password = confirmation(R.oldPassword, name);
  const boxes = Object.entries(R.scopes).map(([scope, words]) => {
    const box = h("input", { type: "checkbox", name: scope, checked: true });
    return { scope, box, el: h("label", { class: "tick" }, box, words) };
  });
  const scopes = { el: h("fieldset", { class: "ticks" }, h("legend", null, R.scopesLabel), boxes.map((each) => each.el)) };

  const draw = async () => {
    const tokens = await calls.tokens();
    fill(
      list,
      rowsOf(
        tokens.map((token) =>
          h(
            "li",
            null,
            h("span", null, h("b", null, h("bdi", null, token.name))),
            h("span", { class: "club-hint" }, `${token.scopes.map((scope) => R.scopes[scope] ?? scope).join(", ")}; ${R.seen(moment(token.seen))}`),
            buttonWithResult(R.withdraw, async () => void (await calls.endToken(token.id), await draw())),
          ),
        ),
        R.noTokens,
      ),
    );
  };
  void draw().catch((error) => fill(list, h("p", { class: "form-said" }, wordsOf(error))));
  const form = formOf({
    fields: [name, password.field],
    send: R.tokenMake,
    plain: true,
    where: password.where,
    run: async () => {
      const wanted = boxes.filter((each) => each.box.checked).map((each) => each.scope);
      if (!wanted.length) throw new Error(R.scopesNone);
      const made = await calls.newToken(name.input.value, wanted, password.field.input.value);
      password.done();
      name.input.value = "";
      fill(shown, h("p", null, R.tokenShown), linkField(made.token, made.name, R.token).el);
      await draw();
    },
  });
  form.firstElementChild?.after(scopes.el);
  return card("programs", R.bots, h("p", { class: "club-hint" }, R.botsHint), list, form, shown);
}
