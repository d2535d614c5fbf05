/** Where the page starts: the front room at "/", a match at "/match/ID". */
import { openFront } from "./front.js";
import { applyTheme } from "./store.js";
import { openMatch } from "./table.js";

applyTheme();
const root = document.getElementById("root");
if (root) {
  const found = /^\/match\/([^/]+)\/?$/.exec(location.pathname);
  const match = found?.[1];
  void (match ? openMatch(root, decodeURIComponent(match)) : openFront(root));
}
