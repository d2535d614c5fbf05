/** A form in a dialog: what the server has against a field stands beside it. */
import { ApiError } from "../call.js";
import { h } from "../dom.js";
import { openDialog } from "../menu.js";

/** @typedef {{el: HTMLElement, input: HTMLInputElement | HTMLSelectElement, say: (text: string) => void}} Field */

/**
 * @template {HTMLInputElement | HTMLSelectElement} T
 * @param {string} label
 * @param {T} input
 * @param {string} [hint]
 */
function labelled(label, input, hint) {
  const id = `club-${input.name}`;
  const said = h("p", { class: "form-said", id: `${id}-said`, role: "alert" });
  input.id = id;
  input.setAttribute("aria-describedby", `${id}-said`);
  return {
    el: h("div", { class: "club-field" }, h("label", { for: id }, label), input, hint && h("p", { class: "club-hint" }, hint), said),
    input,
    say: (/** @type {string} */ text) => {
      said.textContent = text;
      if (text) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    },
  };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, any>} [props]
 * @param {string} [hint]
 */
export const field = (name, label, props, hint) => labelled(label, h("input", { type: "text", class: "search", name, ...props }), hint);

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} items  value and words
 * @param {Record<string, any>} [props]
 */
export const choice = (name, label, items, props) =>
  labelled(
    label,
    h(
      "select",
      { name, ...props },
      items.map(([value, words]) => h("option", { value }, words)),
    ),
  );

/**
 * @param {{title: string, fields: Field[], send: string, run: () => Promise<void>, where?: (error: ApiError) => Field | undefined,
 *   before?: (Node | null | false)[], after?: Node | null | false}} form  run: throws what is against it; where: the field that an error is about
 */
export function openForm(form) {
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "submit", class: "button primary" }, form.send);
  const submit = async () => {
    for (const each of form.fields) each.say("");
    said.textContent = "";
    button.disabled = true;
    try {
      await form.run();
      close();
    } catch (error) {
      const about = error instanceof ApiError ? form.where?.(error) : undefined;
      const text = error instanceof Error ? error.message : String(error);
      if (about) about.say(text);
      else said.textContent = text;
      about?.input.focus();
    }
    button.disabled = false;
  };
  const close = openDialog(
    form.title,
    [
      ...(form.before ?? []),
      h(
        "form",
        {
          class: "club-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void submit();
          },
        },
        form.fields.map((each) => each.el),
        said,
        h("div", { class: "club-buttons" }, button, form.after ?? null),
      ),
    ],
    [],
    "small club-dialog",
  );
  form.fields[0]?.input.focus();
  return close;
}
