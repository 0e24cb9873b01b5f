import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { plainPage } from "#app/platform/server/public-pages/plain-page.ts";
import { endWaiting } from "./end-waiting.ts";
import { WAIT_END_PATH, readWaitToken } from "./wait-token.ts";

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";
const incomplete = (): Response => plainPage(422, "This link is incomplete.", "<p>Open it from the email again.</p>");

/** GET /api/waiting-list: the page behind the email's unsubscribe link. Only its button changes anything. */
export function showWaitEnd(request: Request): Response {
  const token = tokenOf(request);
  if (readWaitToken(token) === null) return incomplete();
  return plainPage(
    200,
    "Leave our waiting lists?",
    `<p>We won't email this address about new editors again.</p><form method="post" action="${WAIT_END_PATH}?${escapeHtml(new URLSearchParams({ token }).toString())}"><button>Unsubscribe</button></form>`,
  );
}

/** POST /api/waiting-list: that page's button, and one-click unsubscribe from mail clients (RFC 8058). */
export async function postWaitEnd(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  try {
    await endWaiting(actor, { token: tokenOf(request) });
    return plainPage(200, "You've unsubscribed", "<p>This address isn't on any of our waiting lists.</p>");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return incomplete();
  }
}
