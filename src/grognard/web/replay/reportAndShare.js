/** Links to a match's after-action report and to its replay. */
import { h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */

/** @param {Session} session */
export async function downloadReport(session) {
  session.emit("toast", { text: S.reportComing, brief: true });
  try {
    const page = await session.seat.report();
    const url = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    h("a", { href: url, download: `${session.board.game}-${session.match}.html` }).click();
    session.emit("toast", {
      text: S.reportSaved,
      // It stays until it is read or put away, and so does what it opens.
      act: { label: S.openReport, run: () => window.open(url, "_blank") },
    });
  } catch (error) {
    session.complain(error);
  }
}

/** @param {Session} session */
export function shareReplay(session) {
  const link = `${location.origin}/replay/${encodeURIComponent(session.match)}`;
  const field = h("input", {
    type: "text",
    class: "share-link",
    id: "share-link",
    readonly: true,
    value: link,
    "aria-label": S.share,
    onfocus: () => field.select(),
  });
  const said = h("p", { class: "dim", role: "status" }, S.shareHint);
  openDialog(
    S.share,
    [field, said],
    [
      {
        label: S.copyLink,
        primary: true,
        // Older or unsafe contexts have no clipboard: the link is selected to be copied by hand.
        run: () => void navigator.clipboard?.writeText(link).then(() => session.emit("toast", { text: S.linkCopied })),
      },
    ],
    "share",
  );
  field.focus();
}
