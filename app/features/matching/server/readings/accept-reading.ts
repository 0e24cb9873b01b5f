import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { readerPay } from "#app/features/orders/rules/review/second-reading.ts";
import {
  type ReadingThing,
  beginReading,
  findReading,
  lockReading,
  readingFact,
} from "#app/features/orders/server/reading/lock-reading.ts";
import { takeReading } from "#app/features/orders/server/reading/take-reading.ts";
import { lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { readerEligibility } from "../../rules/reader-eligibility.ts";
import { isInvited } from "../accept-invite.ts";
import { endReadingInvites, findExcludedReaders } from "./invite-readers.ts";
import { findEditorForMatching } from "../list-editors-for-matching.ts";
import { orderForMatching } from "../order-for-matching.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** Lock the order first to serialize everyone who accepts, then read the invite. */
async function lockReadingInvite(inviteId: string, ctx: CommandContext) {
  const found = isId("readingInvite", inviteId)
    ? await ctx.tx.selectFrom("reading_invites").select("readingId").where("id", "=", inviteId).executeTakeFirst()
    : undefined;
  if (!found) throw notFound("invite");
  // Concurrent acceptances by one person run one after the other, so that nobody takes more than they may.
  await lockName(ctx.tx, `reader:${uidOf(ctx.actor) ?? ""}`);
  const thing = await lockReading(found.readingId, ctx);
  const invite = await ctx.tx
    .selectFrom("reading_invites")
    .selectAll()
    .where("id", "=", inviteId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...thing, invite };
}

const taken = () =>
  conflict("reading_taken", "Another editor accepted this second reading first.", "Your other invites are still open.");

/** Checks eligibility again, and takes the reading. @throws conflict when they can't be its reader (anymore) */
async function take(
  ctx: CommandContext,
  { order, reading }: ReadingThing,
  it: { readerId: string; invite: { payMinor: number; level: "trial" | "standard" | "senior" | "lead" } | null },
): Promise<{ readingId: string }> {
  const editor = await findEditorForMatching(it.readerId, order.userId, ctx.now, ctx.tx, order.id);
  if (!editor) throw conflict("not_editor", "Only editors can be second readers.", "Contact support if this is wrong.");
  // A pause and a day off stop new invites. An invite that's already there can still be accepted.
  const asked = it.invite ? { ...editor, paused: false, daysOff: [] } : editor;
  const { eligible, reasons } = readerEligibility(
    asked,
    await orderForMatching(order, ctx.tx),
    await findExcludedReaders(order, ctx.tx),
    ctx.now,
  );
  if (!eligible)
    throw conflict(
      "not_eligible",
      `You can't accept this second reading right now. ${reasons[0] ?? ""}`,
      "Your level and your settings determine what you can accept.",
    );
  const { level, payMinor } = it.invite ?? {
    level: editor.level,
    payMinor: readerPay(
      { price: quotedPrice(order), payBp: order.payBp },
      editor.level,
      await payOfOrder(order, ctx.tx),
    ),
  };
  const now = await takeReading.inside(ctx, {
    readingId: reading.id,
    readerId: it.readerId,
    level,
    payMinor,
    how: it.invite ? "invite" : "pool",
  });
  await endReadingInvites(ctx, order, now, "lost");
  return { readingId: reading.id };
}

/**
 * Accepts a second reading by invite. There is one winner; others get an error right away. Repeating it does nothing.
 */
export const acceptReading = command({
  input: z.object({ inviteId: z.string() }),
  load: ({ inviteId }, ctx) => lockReadingInvite(inviteId, ctx),
  allow: (actor, { invite }) => isInvited(actor, invite.editorId),
  run: async ({ thing: { invite, order, reading }, ...ctx }) => {
    if (invite.status === "accepted") return { readingId: reading.id };
    if (invite.status === "lost") throw taken();
    if (invite.status === "declined")
      throw conflict("invite_declined", "You declined this invite.", "Your other invites are still open.");
    if (invite.status === "withdrawn")
      throw conflict(
        "invite_withdrawn",
        "This second reading is no longer available.",
        "Your other invites are still open.",
      );
    if (invite.status === "expired" || invite.expiresAt <= ctx.now)
      throw conflict(
        "invite_expired",
        "This invite has expired.",
        "If the reading is still open, you'll find it in the list.",
      );
    await ctx.tx
      .updateTable("reading_invites")
      .set({ status: "accepted", respondedAt: ctx.now })
      .where("id", "=", invite.id)
      .execute();
    return take(ctx, { order, reading }, { readerId: invite.editorId, invite });
  },
});

/** Takes a second reading that's open to everyone who qualifies. There is one winner. Repeating it does nothing. */
export const takeOpenReading = command({
  input: z.object({ readingId: z.string() }),
  load: async ({ readingId }, ctx) => {
    await lockName(ctx.tx, `reader:${uidOf(ctx.actor) ?? ""}`);
    return lockReading(readingId, ctx);
  },
  allow: (actor) => actor.kind === "person" && actor.emailVerified && actor.isEditor,
  run: async ({ thing, ...ctx }) => {
    const uid = uidOf(ctx.actor)!;
    const { reading } = thing;
    if (reading.status === "taken" && reading.readerId === uid) return { readingId: reading.id };
    if (reading.status === "taken") throw taken();
    if (!reading.openAt)
      throw conflict("not_open", "This second reading isn't open to everyone.", "You may still get an invite for it.");
    return take(ctx, thing, { readerId: uid, invite: null });
  },
});

/**
 * Declines an invite to a second reading. It doesn't count against the editor, and the next wave starts sooner. Safe to
 * repeat.
 */
export const declineReading = command({
  input: z.object({ inviteId: z.string() }),
  load: ({ inviteId }, ctx) => lockReadingInvite(inviteId, ctx),
  allow: (actor, { invite }) => isInvited(actor, invite.editorId),
  run: async ({ thing: { invite, order, reading }, ...ctx }) => {
    if (invite.status === "declined") return;
    if (invite.status !== "sent")
      throw conflict("invite_over", "This invite is no longer open.", "You don't need to do anything.");
    await ctx.tx
      .updateTable("reading_invites")
      .set({ status: "declined", respondedAt: ctx.now })
      .where("id", "=", invite.id)
      .execute();
    const { editorId } = invite;
    await readingFact(
      ctx,
      { order, reading },
      "reading.invite_ended",
      { readingId: reading.id, inviteId: invite.id, editorId, how: "declined" },
      editorId,
    );
  },
});

/**
 * An admin chooses an order's second reader: a senior or lead editor who can be one. The reader is told, and can hand
 * it back.
 */
export const assignReader = command({
  input: z.object({ orderId: z.string(), editorId: z.string().min(1, "Choose an editor.") }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => may(actor, "orders") || "Only an admin can choose a second reader.",
  run: async ({ input, thing: order, ...ctx }) => {
    const known = await findReading(order.id, ctx.tx);
    if (known?.status === "taken" && known.readerId === input.editorId) return;
    if (!order.secondReader)
      throw conflict("no_reading", "This order has no second reader.", "Its price doesn't include one.");
    const reading = known ?? (await beginReading(ctx, order));
    const editor = await findEditorForMatching(input.editorId, order.userId, ctx.now, ctx.tx, order.id);
    const wanted = await orderForMatching(order, ctx.tx);
    const out = await findExcludedReaders(order, ctx.tx);
    const check = editor && readerEligibility(editor, wanted, { ...out, declined: [] }, ctx.now);
    if (!editor || !check?.eligible)
      throw invalid(
        "editor",
        "This editor can't be the second reader.",
        check?.reasons[0] ?? "Choose another editor.",
        {
          editorId: check?.reasons[0] ?? "Choose an editor.",
        },
      );
    const taken = await takeReading.inside(ctx, {
      readingId: reading.id,
      readerId: editor.uid,
      level: editor.level,
      payMinor: readerPay(
        { price: quotedPrice(order), payBp: order.payBp },
        editor.level,
        await payOfOrder(order, ctx.tx),
      ),
      how: "admin",
    });
    await endReadingInvites(ctx, order, taken, "lost");
  },
});
