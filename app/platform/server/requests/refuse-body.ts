import { Problem } from "../../rules/core/errors.ts";
import { escapeHtml } from "../../rules/text/escape-html.ts";
import { answerProblem } from "../public-pages/answer-problem.ts";
import { secured } from "./csrf.ts";

export type BodyRefusal = { headers: Record<string, string>; body: string };

const MEGABYTE = 1024 * 1024;
const inWords = (bytes: number): string =>
  bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${Math.floor(bytes / 1024)} KB`;

/**
 * Answers a request that's too large or too slow, without reading it.
 * @param mostBytes what this address accepts
 */
export async function refuseBody(status: 413 | 408 | 503, path: string, mostBytes: number): Promise<BodyRefusal> {
  const problem = problemOf(status, mostBytes);
  const page = `<p>${escapeHtml(problem.advice)}</p><p><a href="${escapeHtml(path)}">Back to the page</a></p>`;
  const response = secured(answerProblem(problem, { path }, page, status));
  return {
    headers: { ...Object.fromEntries(response.headers), "cache-control": "no-store" },
    body: await response.text(),
  };
}

function problemOf(status: 413 | 408 | 503, mostBytes: number): Problem {
  if (status === 413)
    return new Problem(
      "too-large",
      "too_large",
      `You sent more than the ${inWords(mostBytes)} this page accepts.`,
      mostBytes > 10 * MEGABYTE
        ? "Send fewer or smaller files at once. With JavaScript on, each file is uploaded separately."
        : "Shorten the text and try again.",
    );
  if (status === 408)
    return new Problem(
      "busy",
      "too_slow",
      "Your connection was too slow, so we didn't receive everything.",
      "Nothing was saved. Check your connection and try again.",
    );
  return new Problem("busy", "busy", "We're receiving a lot of files right now.", "Try again in a minute.");
}
