// @ts-check
/**
 * The match page, made quick: clicks on the board, preview, steps through the match, and news of
 * the opponent's move. It knows no game: a click goes to the server, which answers with the
 * notation so far and the squares that lead on. Without this file the page works by its form.
 */

import { buttons, paint } from "./squares.js";
import { getPage, postForm, postJson } from "./talk.js";

/** @typedef {{notation: string, complete: boolean, squares: string[], ask: string, prompt: string}} Draft */
/** @typedef {{draft: Draft, square: string|null}} Step  What a click led to, and on which square. */

const POLL_MS = 15000;
const FIRST_POLLS_MS = [2000, 5000];
const words = /** @type {HTMLElement} */ (document.getElementById("board-script")).dataset;

/** @type {Step[]} The draft move: its first entry is the draft before any click. */
let steps = [];
/** What the server showed as the board before a preview was put over it. */
let boardBefore = "";
let busy = false;
let asking = false;
let clicks = Promise.resolve();
let typing = 0;
/** Whether the move is on its way: a second click must not send it again. */
let sent = false;
let etag = "";

/** @param {string} id */
const find = (id) => /** @type {any} */ (document.getElementById(id));
const area = () => find("play");
const ply = () => Number(area().dataset.ply);
const drafting = () =>
  steps.length > 1 || boardBefore !== "" || Boolean(find("notation")?.value || find("note")?.value);

/** @param {string} text */
function announce(text) {
  find("voice").textContent = "";
  requestAnimationFrame(() => (find("voice").textContent = text));
}

// --- the draft --------------------------------------------------------------------------------

/** Makes the play area live; called at the start and after each replacement. */
function wake() {
  steps = [];
  boardBefore = "";
  showCurrentMove();
  const board = area().querySelector("[data-board]");
  if (!board) return;
  buttons(board, words, clicked);
  const squares = [...board.querySelectorAll(".choosable")].map((square) => square.dataset.square);
  const prompt = find("prompt").textContent;
  steps = [{ draft: { notation: "", complete: false, squares, ask: "", prompt }, square: null }];
  if (find("notation").value) typed();
}

/** Scrolls the list of moves, and nothing else, to the move that is shown. */
function showCurrentMove() {
  const move = area().querySelector(".moves a[aria-current]");
  const list = find("moves");
  if (move) list.scrollTop = move.offsetTop - list.clientHeight / 2;
}

/** Quick clicks are taken one after the other, none is lost. @param {string} square */
function clicked(square) {
  clicks = clicks.then(() => taken(square));
}

/** @param {string} square */
async function taken(square) {
  if (busy || boardBefore || !steps.length) return;
  const answer = await ask(steps[steps.length - 1].draft.notation, square);
  if (answer.ok) advance(answer.body, square);
  else refuse(answer.body.detail);
}

/** @param {string} draft @param {string|null} square */
async function ask(draft, square) {
  busy = true;
  const answer = await postJson(`${words.api}click/`, { draft, square, ply: ply() });
  busy = false;
  if (answer.status === 409) showMovedOn();
  if (answer.status === 0) answer.body = { detail: words.offline };
  return answer;
}

/**
 * A click may also choose anew: then the steps that the new draft does not begin with go.
 * @param {Draft} draft @param {string|null} square
 */
function advance(draft, square) {
  const goesOn = (/** @type {string} */ former) =>
    draft.notation.startsWith(former) && draft.notation !== former;
  while (steps.length > 1 && !goesOn(steps[steps.length - 1].draft.notation)) steps.pop();
  steps.push({ draft, square });
  show();
  if (draft.complete && draft.squares.length === 0) preview();
}

/** Shows the newest draft: notation, prompt, squares. */
function show() {
  const { draft } = steps[steps.length - 1];
  refuse("");
  find("notation").value = draft.notation;
  find("prompt").textContent = draft.prompt;
  dock(steps.length > 1);
  paint(find("board"), draft.squares, steps.map((step) => step.square), words);
  announce(draft.prompt);
}

/** While a move is in the making its form stays in view and can be taken back. @param {boolean} on */
function dock(on) {
  area().classList.toggle("drafting", on);
  find("take-back").hidden = !on;
}

/** @param {string} [sentence] */
function refuse(sentence = "") {
  const place = find("refusal");
  place.textContent = sentence;
  place.hidden = !sentence;
  find("notation").toggleAttribute("aria-invalid", Boolean(sentence));
}

/** What was typed is asked about as it stands; while it is no draft yet, nothing is said. */
async function typed() {
  if (!steps.length) return;
  const text = find("notation").value.trim();
  steps.length = 1;
  const answer = text ? await ask(text, null) : { ok: false, body: {} };
  if (boardBefore || find("notation")?.value.trim() !== text) return;
  if (answer.ok) steps.push({ draft: answer.body, square: null });
  const { draft } = steps[steps.length - 1];
  find("prompt").textContent = draft.prompt;
  dock(Boolean(text));
  paint(find("board"), draft.squares, [], words);
}

function takeBack() {
  const square = steps[steps.length - 1]?.square;
  if (boardBefore) endPreview();
  if (steps.length > 1) steps.pop();
  show();
  announce(`${words.back} ${find("prompt").textContent}`);
  const from = square && find("board").querySelector(`[data-square="${CSS.escape(square)}"]`);
  if (from) from.focus();
}

// --- preview ----------------------------------------------------------------------------------

async function preview() {
  clearTimeout(typing);
  busy = true;
  const answer = await postForm(`${words.preview}?fragment=1`, find("move-form"));
  busy = false;
  if (answer.status === 0) return refuse(words.offline);
  if (answer.status === 409) return showMovedOn();
  if (!answer.ok) return refuse(answer.detail);
  if (!boardBefore) boardBefore = find("board").innerHTML;
  find("board").innerHTML = answer.html;
  const sentence = find("board").querySelector("[data-words]")?.dataset.words ?? "";
  refuse("");
  find("prompt").textContent = sentence;
  dock(steps.length > 0);
  find("confirm").focus();
  announce(sentence);
}

function endPreview() {
  find("board").innerHTML = boardBefore;
  boardBefore = "";
  buttons(find("board").querySelector("[data-board]"), words, clicked);
}

// --- pieces of page -----------------------------------------------------------------------------

/** Puts the play area at `address` in place of the present one. @param {string} address */
async function load(address) {
  const link = new URL(address, location.href);
  const asked = new URL(link);
  asked.searchParams.set("fragment", "1");
  const html = await getPage(asked.href);
  if (html === null) return false;
  const focused = document.activeElement?.closest("[data-go], [data-turn]");
  const again = focused && (focused.hasAttribute("data-turn") ? "[data-turn]" : `[data-go="${focused.dataset.go}"]`);
  area().outerHTML = html;
  wake();
  history.replaceState(null, "", link);
  find("moved-on").hidden = true;
  if (again) (area().querySelector(`${again}[href]`) ?? area().querySelector("[data-go][href]"))?.focus();
  return true;
}

/** @param {string} address */
async function follow(address) {
  if (!(await load(address))) location.href = address;
  else announce(find("state").innerText);
}

function showMovedOn() {
  find("moved-on").hidden = false;
}

async function showPresent() {
  const link = new URL(words.page ?? "", location.href);
  const turn = new URL(location.href).searchParams.get("turn");
  if (turn !== null) link.searchParams.set("turn", turn);
  await follow(link.href);
}

// --- news -----------------------------------------------------------------------------------------

/** Asks for news unless it is asking already: an answer that came twice would end a new draft. */
async function poll() {
  if (document.hidden || busy || asking || area().dataset.status !== "running") return;
  asking = true;
  await hear();
  asking = false;
}

async function hear() {
  const headers = etag ? { "If-None-Match": etag } : undefined;
  const answer = await fetch(words.api, { headers, cache: "no-store" }).catch(() => null);
  if (!answer || answer.status !== 200) return;
  etag = answer.headers.get("ETag") ?? "";
  const match = await answer.json();
  if (match.ply === ply() && match.status === area().dataset.status) return;
  if (drafting() || area().hasAttribute("data-stepping")) showMovedOn();
  else await showPresent();
}

// --- events -----------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape" && drafting() && steps.length) {
    event.preventDefault();
    if (steps.length > 1 || boardBefore) takeBack();
    else clearTyped();
    return;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest("input, textarea, select, .square")) return;
  const go = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = go && area().querySelector(`a[data-go="${go}"][href]`);
  if (!link || drafting()) return;
  event.preventDefault();
  follow(link.href);
}

function clearTyped() {
  find("notation").value = "";
  refuse("");
  typed();
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("#take-back")) return steps.length > 1 || boardBefore ? takeBack() : clearTyped();
  if (target.closest("#show-now")) return showPresent();
  const link = /** @type {HTMLAnchorElement|null} */ (target.closest("a[data-step][href], a[data-turn]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || drafting()) return;
  event.preventDefault();
  follow(link.href);
}

document.addEventListener("input", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id !== "notation") return;
  if (boardBefore) endPreview();
  refuse("");
  clearTimeout(typing);
  typing = window.setTimeout(typed, 300);
});
document.addEventListener("submit", (event) => {
  const button = /** @type {SubmitEvent} */ (event).submitter;
  if (button?.id === "preview") {
    event.preventDefault();
    preview();
  } else if (button?.id === "confirm") {
    if (sent) event.preventDefault();
    sent = true;
    clearTimeout(typing);
  }
});
window.addEventListener("pageshow", (event) => {
  sent = false;
  if (event.persisted) poll();
});
document.addEventListener("keydown", (event) => {
  // A key held down on the last square must not also play the move that it completed.
  if (event.repeat && event.key === "Enter" && document.activeElement?.id === "confirm") event.preventDefault();
  else key(event);
});
document.addEventListener("click", click);
document.addEventListener("visibilitychange", poll);
setInterval(poll, POLL_MS);
// The page of a move just made or sealed: a computer opponent answers within seconds.
if (!find("move-form") || area().hasAttribute("data-sealed")) for (const ms of FIRST_POLLS_MS) setTimeout(poll, ms);
wake();
