import { readJson } from "../../rules/requests/read-json.ts";
import { networkLimitMs } from "./fetch-in-time.ts";

/** What an endpoint refused, or why the request failed: `code`, a sentence, what to do, and messages by field. */
export class AskError extends Error {
  override name = "AskError";
  readonly code: string;
  readonly advice: string;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  constructor(
    code: string,
    message: string,
    advice: string,
    status: number,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.advice = advice;
    this.status = status;
    this.fields = fields;
  }
}

/** Browsers limit the size of requests sent while a page closes. */
const KEEPALIVE_LENGTH = 60_000;

export const networkProblem = (): AskError =>
  new AskError(
    "network-request-failed",
    "The connection was lost or is too slow.",
    "Check your connection and try again. Your text is still here.",
    0,
  );

/**
 * Asks one of our endpoints for JSON.
 * @param body sent as JSON @param limitMs time limit in ms, by default the sign-in service's
 * @param keepalive whether the request outlasts the page, if it's small enough
 * @throws AskError: the endpoint's own code and words; "network-request-failed" if there's no answer in time
 */
export async function ask<T>(
  path: string,
  body: unknown,
  options: { limitMs?: number; onTimeout?: () => AskError; headers?: Record<string, string>; keepalive?: boolean } = {},
): Promise<T> {
  const limit = AbortSignal.timeout(options.limitMs ?? networkLimitMs());
  let answer: Response;
  let text: string;
  const sent = JSON.stringify(body);
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...options.headers },
      body: sent,
      keepalive: options.keepalive === true && sent.length < KEEPALIVE_LENGTH,
      signal: limit,
    });
    text = await answer.text();
  } catch {
    throw limit.aborted && options.onTimeout ? options.onTimeout() : networkProblem();
  }
  // Null if it isn't JSON, such as a proxy's page.
  const said = readJson(text) as Said | null;
  if (answer.ok && said) return said as T;
  const {
    code = "internal",
    message = "Something went wrong on our side.",
    advice = "Your text is still here. Try again in a moment.",
    fields,
  } = said?.error ?? {};
  throw new AskError(code, message, advice, answer.status, fields);
}

type Said = { error?: { code?: string; message?: string; advice?: string; fields?: Record<string, string> } };
