/** Links to a seat, to be copied, shared, or scanned as a QR code. */
import { h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";

/** @typedef {import("../session/session.js").Session} Session */

/** Whether nobody but this computer can open this address. */
const isOnlyHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/**
 * @param {string} match
 * @param {string} code
 */
export const linkTo = (match, code) => `${location.origin}/match/${encodeURIComponent(match)}#sit=${code}`;

/**
 * A link in a field, with buttons that keep it in sight.
 * @param {string} link
 * @param {string} title  what is shared along with it
 * @param {string} [label]  what it is, if no link
 */
export function linkField(link, title, label) {
  const said = h("span", { class: "dim", role: "status" });
  const field = h("input", {
    type: "text",
    class: "share-link",
    readonly: true,
    value: link,
    "aria-label": label ?? S.club.link,
    onfocus: () => field.select(),
  });
  const copy = () => {
    field.select();
    // Without https there may be no clipboard.
    if (!navigator.clipboard) said.textContent = S.club.copyByHand;
    else
      navigator.clipboard.writeText(field.value).then(
        () => (said.textContent = S.club.copied),
        () => (said.textContent = S.club.copyByHand),
      );
  };
  const share = !label && typeof navigator.share === "function" && (() => void navigator.share({ title, url: field.value }).catch(() => {}));
  const el = h(
    "div",
    { class: "link-field" },
    field,
    h("button", { type: "button", class: "button primary", id: "copy-link", onclick: copy }, S.club.copy),
    share && h("button", { type: "button", class: "button", id: "share-native", onclick: share }, S.club.share),
    said,
  );
  return { el, field };
}

/**
 * The picture of a link; none where it cannot be drawn.
 * @param {string} link
 */
export function qrOf(link) {
  const image = h("img", { class: "qr", alt: S.club.qr, width: 180, height: 180 });
  void drawQr(image, link);
  return image;
}

/**
 * @param {HTMLImageElement} image
 * @param {string} link
 */
export async function drawQr(image, link) {
  try {
    image.src = await calls.qr(link);
  } catch {
    image.remove();
  }
}

export const onlyHere = () => isOnlyHere() && h("p", { class: "only-here" }, S.club.onlyHere);

/**
 * @param {Session} session
 * @param {string} side
 * @param {string} name
 * @param {boolean} own  whether this browser has the seat until somebody takes it
 */
export async function openInvite(session, side, name, own) {
  try {
    const { code } = await calls.invite(session.match, { seat: side });
    const { el, field } = linkField(linkTo(session.match, code), S.club.shareText(session.board.title));
    const picture = qrOf(field.value);
    const anew = async () => {
      try {
        const other = await calls.invite(session.match, { seat: side, anew: true });
        field.value = linkTo(session.match, other.code);
        await drawQr(picture, field.value);
      } catch (error) {
        session.complain(error);
      }
    };
    openDialog(
      S.club.inviteTitle(name),
      [
        h("p", null, S.club.inviteHint, own ? ` ${S.club.inviteOwn}` : ""),
        el,
        onlyHere(),
        picture,
        h("p", null, h("button", { type: "button", class: "link", onclick: () => void anew() }, S.club.anew)),
      ],
      [],
      "share invite",
    );
  } catch (error) {
    session.complain(error);
  }
}
