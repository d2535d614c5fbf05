/** The outline of a space on the map, and the point where its stacks stand. */

/** @typedef {import("./types.js").Space} Space */

/** @param {Space} space */
export function outline(space) {
  if (space.path) return space.path;
  const [x, y, w, h] = space.rect ?? [0, 0, 0, 0];
  return `M${x} ${y}h${w}v${h}h${-w}Z`;
}

/**
 * @param {Space | undefined} space
 * @returns {[number, number]}
 */
export function middle(space) {
  if (space?.rect) return [space.rect[0] + space.rect[2] / 2, space.rect[1] + space.rect[3] / 2];
  return space?.at ?? [0, 0];
}
