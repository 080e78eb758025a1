// @ts-check
/** The cells of a live board as buttons: one tab stop, arrow keys between them, names for a voice. */

/** @typedef {DOMStringMap} Words  The page's sentences, from data attributes. */

/** @param {Element} board @returns {SVGGElement[]} */
const all = (board) => [...board.querySelectorAll(".square")];

/** @param {SVGGElement} square */
const middle = (square) => {
  const hint = /** @type {SVGCircleElement} */ (square.querySelector(".hint"));
  return { x: hint.cx.baseVal.value, y: hint.cy.baseVal.value };
};

/**
 * Makes the cells of `board` buttons that call `clicked` with their name.
 * @param {Element} board @param {Words} words @param {(square: string) => void} clicked
 */
export function buttons(board, words, clicked) {
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", words.board ?? "");
  for (const square of all(board)) {
    square.setAttribute("role", "button");
    square.setAttribute("tabindex", "-1");
    name(square, words);
    square.addEventListener("click", () => clicked(square.dataset.square ?? ""));
  }
  const first = board.querySelector(".square.choosable") ?? board.querySelector(".square");
  first?.setAttribute("tabindex", "0");
  board.addEventListener("keydown", (event) => move(board, /** @type {KeyboardEvent} */ (event)));
  board.addEventListener("focusin", (event) => only(board, /** @type {SVGGElement} */ (event.target)));
}

/**
 * Shows which squares can be chosen now and which are chosen.
 * @param {Element} board @param {string[]} choosable @param {(string|null)[]} chosen @param {Words} words
 */
export function paint(board, choosable, chosen, words) {
  for (const square of all(board)) {
    const its = square.dataset.square ?? "";
    square.classList.toggle("choosable", choosable.includes(its));
    square.classList.toggle("chosen", chosen.includes(its));
    name(square, words);
  }
}

/** @param {SVGGElement} square @param {Words} words */
function name(square, words) {
  const parts = [square.dataset.spoken];
  if (square.classList.contains("chosen")) parts.push(words.chosen);
  if (square.classList.contains("choosable")) parts.push(words.choosable);
  square.setAttribute("aria-label", parts.join(", "));
}

/** Only the square that had the focus last is a tab stop. @param {Element} board @param {SVGGElement} square */
function only(board, square) {
  if (!square.matches(".square")) return;
  for (const other of all(board)) other.setAttribute("tabindex", other === square ? "0" : "-1");
}

/** @param {Element} board @param {KeyboardEvent} event */
function move(board, event) {
  const here = /** @type {SVGGElement} */ (event.target);
  if (!here.matches(".square")) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  nearest(board, here, way[0], way[1])?.focus();
}

/**
 * The next cell from `here` in direction (dx, dy): straight ahead first, whatever the board's shape.
 * @param {Element} board @param {SVGGElement} here @param {number} dx @param {number} dy
 */
function nearest(board, here, dx, dy) {
  const from = middle(here);
  let best = null;
  let least = Infinity;
  for (const square of all(board)) {
    const to = middle(square);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (ahead < 0.3 || aside > ahead) continue;
    const far = ahead + 3 * aside;
    if (far < least) [best, least] = [square, far];
  }
  return best;
}
