import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { z } from "zod";
import type { Selectable } from "kysely";
import type { InvitesTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { assignOrder } from "#app/features/orders/server/lifecycle/assign-order.ts";
import { offerOfOrder } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { eligibility } from "../rules/eligibility.ts";
import { endInvites } from "./end-invites.ts";
import { findEditorTakingOrder } from "./find-editor-taking-order.ts";
import { orderForMatching } from "./order-for-matching.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

type Invite = Selectable<InvitesTable>;

export const isInvited = (actor: Actor, uid: string): boolean =>
  actor.kind === "person" && actor.emailVerified && actor.isEditor && actor.uid === uid;
const taken = () =>
  conflict("invite_taken", "Another editor accepted this order first.", "Your other invites are still open.");

/** Lock the order first to serialize everyone who accepts, then read the invite. */
export async function lockInvite(inviteId: string, { tx }: CommandContext): Promise<{ invite: Invite; order: Order }> {
  const found = await tx.selectFrom("invites").select("orderId").where("id", "=", inviteId).executeTakeFirst();
  if (!found) throw notFound("invite");
  const order = await lockOrder(tx, found.orderId);
  const invite = await tx
    .selectFrom("invites")
    .selectAll()
    .where("id", "=", inviteId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { invite, order };
}

/** Accepts an order by invite. There is one winner; others get an error right away. Repeating it does nothing. */
export const acceptInvite = command({
  input: z.object({ inviteId: z.string() }),
  load: ({ inviteId }, ctx) => lockInvite(inviteId, ctx),
  allow: (actor, { invite }) => isInvited(actor, invite.editorId),
  run: async ({ thing: { invite, order }, ...ctx }) => {
    if (invite.status === "accepted") return { orderId: order.id };
    if (invite.status === "lost" || order.status !== "paid") throw taken();
    if (invite.status === "withdrawn")
      throw conflict("invite_withdrawn", "This order is no longer available.", "Your other invites are still open.");
    if (invite.status === "declined")
      throw conflict("invite_declined", "You declined this invite.", "Your other invites are still open.");
    if (invite.status === "expired" || invite.expiresAt <= ctx.now)
      throw conflict(
        "invite_expired",
        "This invite has expired.",
        "If the order is still open, you'll find it in the open pool.",
      );
    await take(ctx, order, invite.editorId, invite.id);
    return { orderId: order.id };
  },
});

/** Accepts an order from the open pool without an invite. Any eligible editor may; there is one winner. */
export const takeFromPool = command({
  input: z.object({ orderId: z.string() }),
  load: async ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => actor.kind === "person" && actor.emailVerified && actor.isEditor,
  run: async ({ thing: order, ...ctx }) => {
    const uid = ctx.actor.kind === "person" ? ctx.actor.uid : "";
    if (order.status !== "paid") {
      if (order.assignedTo === uid) return { orderId: order.id };
      throw taken();
    }
    if (!order.flags.openPool)
      throw conflict("not_in_pool", "This order isn't in the open pool.", "You may still get an invite for it.");
    // If the editor was invited in the meantime, accept by that invite.
    const asked = await ctx.tx
      .selectFrom("invites")
      .select("id")
      .where("orderId", "=", order.id)
      .where("editorId", "=", uid)
      .where("status", "=", "sent")
      .executeTakeFirst();
    await take(ctx, order, uid, asked?.id ?? null);
    return { orderId: order.id };
  },
});

/** Checks eligibility again, records the acceptance, assigns the order and ends all other invites. */
async function take(ctx: CommandContext, order: Order, editorId: string, inviteId: string | null): Promise<void> {
  const wanted = await orderForMatching(order, ctx.tx);
  const editor = await findEditorTakingOrder(ctx, wanted, editorId);
  if (!editor) throw refused("Only editors can accept orders.");
  // A pause stops new invites and the open pool. An invite that's already there can still be accepted.
  const asked = inviteId === null ? editor : { ...editor, paused: false };
  const { eligible, reasons } = eligibility(asked, wanted, ctx.now);
  if (!eligible)
    throw conflict(
      "not_eligible",
      `You can't accept this order right now. ${reasons[0] ?? ""}`,
      "Your settings and open orders determine what you can accept.",
    );
  const id = inviteId ?? newId("invite");
  let payMinor = offerOfOrder(order, editor.level, await payOfOrder(order, ctx.tx));
  if (inviteId)
    ({ payMinor } = await ctx.tx
      .updateTable("invites")
      .set({ status: "accepted", respondedAt: ctx.now })
      .where("id", "=", id)
      .where("status", "=", "sent")
      .returning("payMinor")
      .executeTakeFirstOrThrow());
  else {
    const score = json({ pool: true });
    await ctx.tx
      .insertInto("invites")
      .values({
        id,
        orderId: order.id,
        editorId,
        wave: 9,
        status: "accepted",
        payMinor,
        currency: PAY_CURRENCY,
        score,
        sentAt: ctx.now,
        expiresAt: ctx.now,
        respondedAt: ctx.now,
      })
      .execute();
  }
  await ctx.fact("invite.accepted", {
    orderId: order.id,
    subjectId: editorId,
    data: { inviteId: id, editorId },
    topics: ["staff"],
  });
  await assignOrder.inside(ctx, { orderId: order.id, editorId, how: "invite", payMinor });
  await endInvites(ctx, order.id, "lost", id);
}
