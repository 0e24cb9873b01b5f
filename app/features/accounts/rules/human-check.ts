import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** The response to `GET /api/human-check`. */
export type HumanCheckAnswer = { challenge: Challenge; renewAfterMs: number; off?: undefined } | { off: true };

/**
 * Solves a challenge, in a browser or in Node.
 * @returns the value for the field `humanCheck`, or null if it was canceled or the check is off
 */
export async function workOut(answer: HumanCheckAnswer, controller?: AbortController): Promise<string | null> {
  if (answer.off) return null;
  const { challenge } = answer;
  const solution = await solveChallenge({ challenge, deriveKey, ...(controller ? { controller } : {}) });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}
