/** A form in a page or a dialog, with the server's objections beside its fields. */
import { ApiError } from "../api/request.js";
import { h } from "../core/dom.js";
import { openDialog } from "./popups.js";

/** @typedef {{el: HTMLElement, input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, say: (text: string) => void}} Field */

/**
 * @template {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} T
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
 * @param {import("../core/dom.js").Props} [props]
 * @param {string} [hint]
 */
export const field = (name, label, props, hint) => labelled(label, h("input", { type: "text", class: "search", name, ...props }), hint);

/**
 * @param {string} name
 * @param {string} label
 * @param {import("../core/dom.js").Props} [props]
 * @param {string} [hint]
 */
export const area = (name, label, props, hint) => labelled(label, h("textarea", { class: "search", name, rows: 4, ...props }), hint);

/**
 * A password that is asked for only when the server wants it: by itself a session may not change everything.
 * @param {string} label
 * @param {Field} otherwise  the field that other errors are about
 */
export function confirmation(label, otherwise) {
  const made = field("confirm", label, { type: "password", autocomplete: "current-password" });
  made.el.hidden = true;
  const where = (/** @type {ApiError} */ { code }) => {
    if (code !== "password" && code !== "wrong-password") return otherwise;
    made.el.hidden = false;
    return made;
  };
  const done = () => {
    made.input.value = "";
    made.el.hidden = true;
  };
  return { field: made, where, done };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} items  value and words
 * @param {import("../core/dom.js").Props} [props]
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
 * run: throws what is against it, or gives a sentence to be said; where: the field that an error is about; done: after it
 * @typedef {{fields: Field[], send: string, run: () => Promise<string | void>, where?: (error: ApiError) => Field | undefined,
 *   after?: Node | null | false, done?: () => void, plain?: boolean}} Form
 */

/**
 * A form where it stands.
 * @param {Form} form
 */
export function formOf(form) {
  const said = h("p", { class: "form-said", role: "alert" });
  const button = h("button", { type: "submit", class: form.plain ? "button" : "button primary" }, form.send);
  const submit = async () => {
    for (const each of form.fields) each.say("");
    said.textContent = "";
    said.classList.remove("good");
    const at = document.activeElement;
    button.disabled = true;
    try {
      said.textContent = (await form.run()) ?? "";
      said.classList.add("good");
      form.done?.();
    } catch (error) {
      const about = error instanceof ApiError ? form.where?.(error) : undefined;
      const text = error instanceof Error ? error.message : String(error);
      if (about) about.say(text);
      else said.textContent = text;
      about?.input.focus();
    }
    button.disabled = false;
    // A button that cannot be pressed loses the focus; then a dialog would hear no key.
    if (at instanceof HTMLElement && at.isConnected && document.activeElement === document.body) at.focus();
  };
  return h(
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
  );
}

/**
 * The same in a dialog, which closes when all is well.
 * @param {Form & {title: string, before?: (Node | null | false)[]}} form
 */
export function openForm(form) {
  const el = formOf({ ...form, done: () => close() });
  const close = openDialog(form.title, [...(form.before ?? []), el], [], "small club-dialog");
  form.fields[0]?.input.focus();
  return close;
}
