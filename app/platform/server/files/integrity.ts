import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { INTEGRITY_HEADER } from "../../rules/core/call.ts";
import { Problem } from "../../rules/core/errors.ts";
import { HOUR, MINUTE } from "../../rules/core/time.ts";
import { config } from "../core/config.ts";
import { readJsonBody } from "../requests/read-body.ts";

/** How long a page has to request its token, and how long a token is valid. */
const PROOF_MS = 12 * HOUR;
const TOKEN_MS = 60 * MINUTE;

type Purpose = "page" | "token";

const sign = (purpose: Purpose, body: string): string =>
  createHmac("sha256", config().secret).update(`integrity ${purpose} ${body}`).digest("base64url");

function issue(purpose: Purpose, lifeMs: number): string {
  const body = `${(Date.now() + lifeMs).toString(36)}.${randomBytes(9).toString("base64url")}`;
  return `${body}.${sign(purpose, body)}`;
}

function holds(purpose: Purpose, text: string | null): boolean {
  const at = text?.lastIndexOf(".") ?? -1;
  if (!text || at < 0) return false;
  const body = text.slice(0, at);
  const given = Buffer.from(text.slice(at + 1));
  const right = Buffer.from(sign(purpose, body));
  return (
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    Number.parseInt(body.split(".")[0]!, 36) > Date.now()
  );
}

/** The proof in our pages while the check is on, to be exchanged for a token; null if it's off. */
export const pageProof = (): string | null => (config().integrityCheck ? issue("page", PROOF_MS) : null);

const refusal = () =>
  new Problem(
    "refused",
    "app-integrity",
    "This call did not come from our own pages.",
    "Reload the page and try again.",
  );

/** `POST /api/integrity`: exchanges a page's `{proof}` for a token. @throws refused app-integrity */
export async function exchangeProof(request: Request): Promise<Response> {
  if (!config().integrityCheck) return Response.json({ token: null });
  const { proof } = ((await readJsonBody(request)) ?? {}) as { proof?: unknown };
  if (!holds("page", typeof proof === "string" ? proof : null)) throw refusal();
  return Response.json({ token: issue("token", TOKEN_MS), expiresAt: new Date(Date.now() + TOKEN_MS).toISOString() });
}

/** @throws refused app-integrity if the check is on and the request doesn't have our token */
export function requireIntegrity(request: Request): void {
  if (config().integrityCheck && !holds("token", request.headers.get(INTEGRITY_HEADER))) throw refusal();
}
