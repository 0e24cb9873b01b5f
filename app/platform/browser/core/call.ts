import { CALL_LIMIT_MS, INTEGRITY_HEADER, TOO_LATE } from "../../rules/core/call.ts";
import { SECOND } from "../../rules/core/time.ts";
import { AskError, ask } from "./ask.ts";

let integrity: { proof: string; token: string; expiresAt: number } | null = null;

/** The token of the app-integrity check for this page's proof, or null if the check is off. */
async function integrityToken(proof: string | null): Promise<string | null> {
  if (proof === null) return null;
  if (integrity?.proof === proof && integrity.expiresAt - Date.now() > 30 * SECOND) return integrity.token;
  const { token, expiresAt } = await ask<{ token: string | null; expiresAt: string }>("/api/integrity", { proof });
  if (token === null) return null;
  integrity = { proof, token, expiresAt: Date.parse(expiresAt) };
  return token;
}

/**
 * Calls a function of the server by its name (`POST /api/call/{name}`).
 * @param proof the page's proof for the app-integrity check, from `useSite().integrity`
 * @throws AskError with the function's code, words and messages by field; "deadline-exceeded" after 70 seconds
 */
export async function call<T>(name: string, data: unknown, proof: string | null): Promise<T> {
  const token = await integrityToken(proof);
  const { result } = await ask<{ result: T }>(
    `/api/call/${encodeURIComponent(name)}`,
    { data },
    {
      limitMs: CALL_LIMIT_MS,
      onTimeout: () => new AskError(TOO_LATE.code, TOO_LATE.message, TOO_LATE.advice, 0),
      ...(token === null ? {} : { headers: { [INTEGRITY_HEADER]: token } }),
    },
  );
  return result;
}
