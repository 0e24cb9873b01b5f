import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { newGuestKey } from "#app/features/accounts/server/sign-in/guest-key.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { latestDraftOf } from "./find-draft.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { listOwnFiles } from "../views/list-files.ts";
import { changeOrder } from "../lifecycle/move-order.ts";

export const DRAFT_HANDOFF_PATH = "/api/draft-handoff";
export const CROSSING_MS = 10 * MINUTE;

/**
 * What a link to the app origin carries: the draft, when the link expires, its target, and a proof that we made it for
 * the holder of the draft's key.
 */
export type DraftHandoff = { order: string; until: string; to: string; proof: string };

/** The draft's current key is part of the proof. Moving the draft gives it a new key, which makes the proof invalid. */
function proofOf({ order, until, to }: Omit<DraftHandoff, "proof">, guestKeyHash: string): string {
  return createHmac("sha256", config().secret)
    .update(["handoff", order, until, guestKeyHash, to].join("\n"))
    .digest("base64url");
}

const proves = (handoff: DraftHandoff, guestKeyHash: string): boolean => {
  const [given, right] = [Buffer.from(handoff.proof), Buffer.from(proofOf(handoff, guestKeyHash))];
  return given.length === right.length && timingSafeEqual(given, right);
};

/**
 * The URL on the app origin for a path that was asked for elsewhere. For a visitor whose draft has files, it's a link
 * that brings the draft along. Nothing is written: the link is its own proof.
 * @param path with its query
 */
export async function addressOntoApp(actor: Actor, path: string): Promise<string> {
  const { origins } = config();
  if (actor.kind !== "guest" || !actor.guestKeyHash) return appUrl(origins, path);
  const draft = await latestDraftOf(database(), actor).executeTakeFirst();
  if (!draft || (await listOwnFiles(draft.id)).length === 0) return appUrl(origins, path);
  const about = { order: draft.id, until: String(now().getTime() + CROSSING_MS), to: path };
  return appUrl(
    origins,
    `${DRAFT_HANDOFF_PATH}?${new URLSearchParams({ ...about, proof: proofOf(about, actor.guestKeyHash) })}`,
  );
}

const over = (message: string) =>
  new Problem(
    "refused",
    "handoff_expired",
    message,
    "Your manuscript is still where you started. Go back there and try again. Nothing is lost.",
  );

/**
 * Moves a visitor's draft to the app origin: to the account signed in here, otherwise to a new key for this browser,
 * shared with the visitor's other drafts here. The old key stops working, so neither the link nor its maker can open
 * the draft.
 * @param input.formerKeyHash the key this browser already has here
 * @returns the cookie with the new key; null if the person is signed in or already has the draft
 * @throws refused handoff_expired: used, too late, or not our link
 */
export const takeDraftHandoff = command({
  input: z.object({
    order: z.string().max(100),
    until: z.string().regex(/^\d{1,15}$/),
    to: z.string().max(4_000),
    proof: z.string().max(100),
    formerKeyHash: z.string().nullable(),
  }),
  async load(handoff, { tx }) {
    return lockOrder(tx, handoff.order).catch((error: unknown) => {
      throw error instanceof Problem ? over("This link doesn't lead to a manuscript.") : error;
    });
  },
  allow: (actor) => actor.kind !== "system",
  async run({ input, thing: order, actor, ...ctx }): Promise<{ order: Order; cookie: string | null }> {
    const { formerKeyHash } = input;
    const waits = order.status === "draft" && order.userId === null && order.guestKeyHash !== null;
    if (can.edit(actor, order) || (waits && order.guestKeyHash === formerKeyHash)) return { order, cookie: null };
    if (!waits || !proves(input, order.guestKeyHash!))
      throw over("This link has already been used, or part of it is missing.");
    if (Number(input.until) <= ctx.now.getTime()) throw over("This link has expired. It was valid for ten minutes.");
    if (actor.kind === "person" && actor.emailVerified)
      return {
        order: await changeOrder({ ...ctx, actor }, order, { userId: actor.uid, guestKeyHash: null }),
        cookie: null,
      };
    const { hash, cookie } = newGuestKey();
    if (formerKeyHash)
      await ctx.tx
        .updateTable("orders")
        .set({ guestKeyHash: hash })
        .where("guestKeyHash", "=", formerKeyHash)
        .where("userId", "is", null)
        .execute();
    return { order: await changeOrder({ ...ctx, actor }, order, { guestKeyHash: hash }), cookie };
  },
});
