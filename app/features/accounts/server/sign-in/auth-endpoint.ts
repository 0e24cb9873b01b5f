import { notFound, unreadable } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { handleAccessToken } from "./access-token.ts";
import { handleReauthenticate } from "./recent-sign-in.ts";
import { askSignInService, passOn } from "./ask-sign-in-service.ts";
import { challengeOf, needsSecondFactor } from "../second-factor/second-factor-challenge.ts";

/** What the sign-in service offers over HTTP. Only our own pages use the rest: its links would write on a GET. */
const OPEN = new Set([
  "POST /sign-in/email",
  "POST /sign-up/email",
  "POST /sign-out",
  "GET /get-session",
  "POST /send-verification-email",
  "POST /request-password-reset",
  "POST /reset-password",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-backup-code",
  "GET /passkey/generate-authenticate-options",
  "POST /passkey/verify-authentication",
]);

/** The endpoints we answer ourselves. */
const OURS: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "POST /token": handleAccessToken,
  "POST /reauthenticate": handleReauthenticate,
};

/** The body of a request: an object, which is empty if nothing was sent. @throws unreadable */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const isEmpty = request.body === null || request.headers.get("content-length") === "0";
  const body = isEmpty ? {} : await readJsonBody(request);
  if (body === null || typeof body !== "object" || Array.isArray(body))
    throw unreadable(
      "not_json",
      "This endpoint expects a JSON object.",
      "Send one with the content type application/json.",
    );
  return body as Record<string, unknown>;
}

/** The request again with the body that was read, because the server's own request can't be read twice. */
function withBody(request: Request, body: Record<string, unknown>): Request {
  const headers = new Headers(request.headers);
  // A program that sends a session but no origin was let in as one of ours (platform/server/requests/csrf.ts). The service
  // requires an origin.
  if (!headers.has("origin")) headers.set("origin", config().origins.app);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}

/** `/api/auth/*`: the sign-in service for callers other than forms. @throws Problem with the specification's codes */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "").replace(/\/$/, "");
  const ours = OURS[`${request.method} ${path}`];
  if (ours) return ours(request);
  if (!OPEN.has(`${request.method} ${path}`)) throw notFound("address");
  // The menu's plain form, before the script has loaded.
  if (path === "/sign-out" && request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
    const headers = await askSignInService(request, "/sign-out", {});
    headers.set("location", "/signin?out=1");
    return new Response(null, { status: 303, headers });
  }
  const body = request.method === "POST" ? await bodyOf(request) : null;
  const response = await passOn(body === null ? request : withBody(request, body), path, body);
  if (path === "/sign-in/email" && needsSecondFactor(response.headers)) return challengeOf(response);
  // Its own copy, so that headers can still be added.
  return new Response(response.body, response);
}
