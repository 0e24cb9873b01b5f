import { cleanJson, cleanText } from "../../rules/core/clean-text.ts";
import { Problem, unreadable } from "../../rules/core/errors.ts";
import { problemResponse } from "./problem.ts";

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;
/** More than any JSON of ours holds. */
const MOST_JSON_BYTES = 256 * 1024;

/**
 * The form that a request carries, its text and file names cleaned. The one way to read a form on the server.
 * @throws unreadable for another kind of body, or one that is broken
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

/** For actions: the form, or the error page that says why there is none. */
export const readPageForm = (request: Request): Promise<FormData> => readForm(request).catch(problemResponse);

/**
 * The JSON that a request carries, its strings cleaned; null where it isn't JSON, so that the caller's check of its shape refuses it.
 * @param most how many characters it may have; `message` and `advice` are said of more @throws too-large
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

/** What a text from outside says as JSON, its strings cleaned; null where it is none, or is nested too deeply to be ours. */
export function readCleanJson(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text));
  } catch {
    return null;
  }
}
