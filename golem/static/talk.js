// @ts-check
/** What the match page says to the server, and what it hears. Nothing here throws. */

const token = () =>
  /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value ?? "";

/**
 * Posts JSON; `status` 0 means that the server could not be reached.
 * @param {string} address @param {object} what
 * @returns {Promise<{ok: boolean, status: number, body: any}>}
 */
export async function postJson(address, what) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() };
  try {
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(what) });
    return { ok: answer.ok, status: answer.status, body: await answer.json() };
  } catch {
    return { ok: false, status: 0, body: {} };
  }
}

/**
 * Posts a form; a refusal comes as problem+json with a sentence in `detail`.
 * @param {string} address @param {HTMLFormElement} form
 * @returns {Promise<{ok: boolean, status: number, html: string, detail: string}>}
 */
export async function postForm(address, form) {
  try {
    const answer = await fetch(address, { method: "POST", body: new FormData(form) });
    const html = answer.ok ? await answer.text() : "";
    const detail = answer.ok ? "" : ((await answer.json()).detail ?? "");
    return { ok: answer.ok, status: answer.status, html, detail };
  } catch {
    return { ok: false, status: 0, html: "", detail: "" };
  }
}

/** Returns the page at `address`, or null. @param {string} address @returns {Promise<string|null>} */
export async function getPage(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
