import { guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { appUrl, publicUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { escapeHtml as escape } from "#app/platform/rules/text/escape-html.ts";
import { plainPage as page } from "#app/platform/server/public-pages/plain-page.ts";
import { readForm } from "#app/platform/server/requests/read-body.ts";
import { DRAFT_HANDOFF_PATH, type DraftHandoff, takeDraftHandoff } from "./draft-handoff.ts";

const FIELDS = ["order", "until", "to", "proof"] as const;

const handoffIn = (from: { get(name: string): unknown }): DraftHandoff => {
  const text = (name: string) => {
    const value = from.get(name);
    return typeof value === "string" ? value : "";
  };
  return { order: text("order"), until: text("until"), to: text("to"), proof: text("proof") };
};

/**
 * GET /api/draft-handoff: the page that a link from the public origin opens. It doesn't move the draft yet. Its form
 * does, and submits automatically where there is script.
 */
export function showDraftHandoff(request: Request): Response {
  const handoff = handoffIn(new URL(request.url).searchParams);
  return page(
    200,
    "Moving your manuscript",
    `<p>You added it on our public pages. Continue to place your order.</p>
<form method="post" action="${DRAFT_HANDOFF_PATH}">${FIELDS.map((name) => `<input type="hidden" name="${name}" value="${escape(handoff[name])}">`).join("")}<button>Continue with it</button></form>`,
    "document.forms[0].submit()",
  );
}

/** POST /api/draft-handoff: moves the draft and redirects to the page that was asked for. */
export async function postDraftHandoff(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const handoff = handoffIn(await readForm(request));
  try {
    const { cookie } = await takeDraftHandoff(actor, { ...handoff, formerKeyHash: guestKeyHashOf(request) });
    return new Response(null, {
      status: 303,
      headers: { location: appUrl(config().origins, handoff.to), ...(cookie ? { "set-cookie": cookie } : {}) },
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { origins } = config();
    const said =
      error.kind === "refused"
        ? error
        : new Problem(
            "refused",
            "handoff_expired",
            "Part of this link is missing.",
            "Your manuscript is still where you started. Go back there and try again. Nothing is lost.",
          );
    return page(
      said.status,
      said.message,
      `<p>${escape(said.advice)}</p><p><a href="${escape(publicUrl(origins, "/order/new"))}">Back to the manuscript</a> <a href="${escape(appUrl(origins, "/order/new"))}">Start over with another file</a></p>`,
    );
  }
}
