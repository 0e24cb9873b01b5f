import { z } from "zod";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { newGuestKey } from "#app/features/accounts/server/sign-in/guest-key.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import type { ChoicesPatch } from "../../rules/draft/choices.ts";
import { latestDraftOf } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";
import { countNewDraft } from "../uploads/reserve-upload.ts";
import { saveDraft } from "./save-draft.ts";
import { startDraft } from "./start-draft.ts";

/** The actor's draft and, for a visitor without a key, the cookie that ties it to them. */
export async function openDraft(
  actor: Actor,
  network: string | null,
  begun: { fresh?: boolean; partnerCode?: string | null; currency?: string | null } = {},
): Promise<{ order: Order; cookie: string | null }> {
  // Any cookie can be a key: what counts is whether it already has a draft.
  if (actor.kind === "guest" && !(actor.guestKeyHash && (await latestDraftOf(database(), actor).executeTakeFirst())))
    await countNewDraft(network);
  if (actor.kind !== "guest" || actor.guestKeyHash) return { order: await startDraft(actor, begun), cookie: null };
  const { hash, cookie } = newGuestKey();
  return { order: await startDraft({ kind: "guest", guestKeyHash: hash }, begun), cookie };
}

/**
 * POST /api/drafts: creates a draft for a manuscript before its first byte is sent, at a partner's page with
 * ?partner=CODE, and after prices in another currency with ?currency=EUR.
 */
export async function postDraft(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const { order, cookie } = await openDraft(
    actor,
    networkOf(request.headers),
    begunAt((name) => asked.get(name)),
  );
  return Response.json(
    { orderId: order.id, version: order.choicesVersion },
    { headers: cookie ? { "set-cookie": cookie } : {} },
  );
}

/** Where a draft began, as a page sends it: a partner's code, and the currency of the prices it showed. */
export const begunAt = (sent: (name: string) => string | null) => {
  const within = (name: string, most: number): string | null => {
    const value = sent(name);
    return value && value.length <= most ? value : null;
  };
  return { partnerCode: within("partner", 60), currency: within("currency", 3) };
};

const Body = z.object({ patch: z.record(z.string(), z.unknown()), baseVersion: z.int().optional() });

/**
 * POST /api/drafts/:id: saves some choices, as JSON. 401 means that the session ended: nothing was written, and the
 * form keeps what was typed.
 */
export async function postChoices(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const body = Body.safeParse(
    await readJsonBody(request, {
      message: "The order form is too large to save.",
      advice: "Shorten the instructions.",
    }),
  );
  if (!body.success) throw invalid("input", "We couldn't read this request.", "Reload the page and try again.");
  try {
    return Response.json(
      await saveDraft(actor, {
        orderId: params.id ?? "",
        patch: body.data.patch as ChoicesPatch,
        ...(body.data.baseVersion === undefined ? {} : { baseVersion: body.data.baseVersion }),
      }),
    );
  } catch (error) {
    if (error instanceof Problem && error.kind === "not-found" && actor.kind === "guest")
      return Response.json(
        {
          error: {
            kind: "refused",
            code: "signed_out",
            message: "Your session ended.",
            advice: "Sign in to continue. Nothing is lost.",
            fields: {},
          },
        },
        { status: 401 },
      );
    throw error;
  }
}
