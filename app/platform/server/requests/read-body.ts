import { cleanJson, cleanText } from "../../rules/text/clean-text.ts";
import { Problem, unreadable } from "../../rules/core/errors.ts";
import { problemResponse } from "./problem.ts";

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;
/** More than any of our JSON needs. */
const MOST_JSON_BYTES = 256 * 1024;

/**
 * A request's form, with its text and file names cleaned. The only way to read a form on the server.
 * @throws unreadable if the body isn't a form or is broken
 */
export async function readForm(request: Request): Promise<FormData> {
  const isForm = FORM_TYPES.test(request.headers.get("content-type")?.trim() ?? "");
  if (!isForm)
    throw unreadable("not_a_form", "This page only accepts forms.", "Reload the page and submit its form again.");
  const read = await request.formData().catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    throw unreadable("broken_form", "We didn't receive the whole form.", "Reload the page and send it again.");
  });
  const form = new FormData();
  for (const [name, value] of read) {
    if (typeof value === "string") form.append(cleanText(name), cleanText(value));
    else form.append(cleanText(name), value, cleanText(value.name));
  }
  return form;
}

/** For actions: the form, or the error page that says why it can't be read. */
export const readPageForm = (request: Request): Promise<FormData> => readForm(request).catch(problemResponse);

/**
 * A request's JSON with its strings cleaned; null if it isn't JSON, which fails the caller's shape check.
 * @param most maximum number of characters; `message` and `advice` are for larger bodies @throws too-large
 */
export async function readJsonBody(
  request: Request,
  {
    most = MOST_JSON_BYTES,
    message = "This is too much to send at once.",
    advice = "Send less.",
  }: { most?: number; message?: string; advice?: string } = {},
): Promise<unknown> {
  const text = await request.text();
  if (text.length > most) throw new Problem("too-large", "too_large", message, advice);
  return readCleanJson(text);
}

/** Parses untrusted JSON and cleans its strings; null if it's invalid or nested too deeply to be ours. */
export function readCleanJson(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text));
  } catch {
    return null;
  }
}
