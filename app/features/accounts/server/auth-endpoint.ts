import { notFound } from "#app/platform/rules/errors.ts";
import { readJson } from "#app/platform/rules/read-json.ts";
import { config } from "#app/platform/server/config.ts";
import { handleAccessToken } from "./access-token.ts";
import { handleReauthenticate } from "./recent-sign-in.ts";
import { askSignInService, passOn } from "./ask-sign-in-service.ts";
import { challengeOf, needsSecondFactor } from "./second-factor-challenge.ts";

/** What the sign-in service offers over HTTP. The rest of it is for our own pages: its links would write on a GET. */
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

/** What we answer ourselves beside it. */
const OURS: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "POST /token": handleAccessToken,
  "POST /reauthenticate": handleReauthenticate,
};

/** A program that calls with a session and says nothing of an origin has been let in as one of ours (platform/server/shield.ts); the service wants it said. */
function named(request: Request, text: string | null): Request {
  if (text === null || request.headers.has("origin")) return request;
  const headers = new Headers(request.headers);
  headers.set("origin", config().origins.app);
  // The server's own request cannot be copied whole.
  return new Request(request.url, { method: request.method, headers, body: text });
}

/** `/api/auth/*`: the sign-in service for callers that are not forms. @throws Problem, by the specification's codes */
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
  const text = request.method === "POST" ? await request.clone().text() : null;
  const response = await passOn(
    named(request, text),
    path,
    text === null ? null : (readJson(text) as Record<string, unknown> | null),
  );
  if (path === "/sign-in/email" && needsSecondFactor(response.headers)) return challengeOf(response);
  // Its own copy, so that headers can still be added.
  return new Response(response.body, response);
}
