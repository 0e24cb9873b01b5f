import { signInService } from "./sign-in-service.ts";

/** What the sign-in service offers over HTTP. The rest of it is for our own pages: its links would write on a GET. */
const OPEN = new Set(["POST /sign-in/email", "POST /sign-up/email", "POST /sign-out", "GET /get-session", "POST /send-verification-email", "POST /request-password-reset", "POST /reset-password"]);
/** Asking for a reset takes this long, whether the address is known or not. */
const RESET_FLOOR_MS = 400;

/** `/api/auth/*`: the sign-in service for callers that are not forms. */
export async function handleAuth(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "").replace(/\/$/, "");
  if (!OPEN.has(`${request.method} ${path}`)) return Response.json({ error: { kind: "not-found", code: "not-found", message: "There is no such address.", advice: "" } }, { status: 404 });
  const floor = path === "/request-password-reset" ? new Promise((r) => setTimeout(r, RESET_FLOOR_MS)) : null;
  const response = await signInService().handler(request);
  await floor;
  // Its own copy, so that headers can still be added.
  return new Response(response.body, response);
}
