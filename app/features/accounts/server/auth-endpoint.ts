import { notFound } from "#app/platform/rules/errors.ts";
import { askSignInService, passOn } from "./ask-sign-in-service.ts";

/** What the sign-in service offers over HTTP. The rest of it is for our own pages: its links would write on a GET. */
const OPEN = new Set(["POST /sign-in/email", "POST /sign-up/email", "POST /sign-out", "GET /get-session", "POST /send-verification-email", "POST /request-password-reset", "POST /reset-password"]);

/** `/api/auth/*`: the sign-in service for callers that are not forms. @throws Problem, by the specification's codes */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "").replace(/\/$/, "");
  if (!OPEN.has(`${request.method} ${path}`)) throw notFound("address");
  // The menu's plain form, before the script has loaded.
  if (path === "/sign-out" && request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
    const headers = await askSignInService(request, "/sign-out", {});
    headers.set("location", "/signin?out=1");
    return new Response(null, { status: 303, headers });
  }
  const body = request.method === "POST" ? ((await request.clone().json().catch(() => null)) as Record<string, unknown> | null) : null;
  const response = await passOn(request, path, body);
  // Its own copy, so that headers can still be added.
  return new Response(response.body, response);
}
