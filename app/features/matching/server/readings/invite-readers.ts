import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Actor, CLOCK, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import type { EditorForMatching, OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { readerPay, readingDueAt, searchesReader } from "#app/features/orders/rules/review/second-reading.ts";
import { type Reading, beginReading, readingFact } from "#app/features/orders/server/reading/lock-reading.ts";
import { openReadingToAll } from "#app/features/orders/server/reading/open-reading.ts";
import { type Order, lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { mayBeInvitedNow } from "../../rules/eligibility.ts";
import type { InviteState } from "../../rules/flow.ts";
import { type ExcludedReaders, readerEligibility } from "../../rules/reader-eligibility.ts";
import { fairnessOf, fitOf, qualityScore } from "../../rules/score.ts";
import { nextWave } from "../../rules/waves.ts";
import { listEditorsForMatching } from "../list-editors-for-matching.ts";
import { orderForMatching } from "../order-for-matching.ts";
import { rankingAt, matchingOfOrder } from "../read-matching-policy.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

const AT_ONCE = 500;

/**
 * Editors who can't be an order's second reader: its own editors, and those who declined the reading or had it before.
 */
export async function findExcludedReaders(
  order: Pick<Order, "id" | "assignedTo">,
  db: Reader,
): Promise<ExcludedReaders> {
  const handovers = await db.selectFrom("order_handovers").select("editorId").where("orderId", "=", order.id).execute();
  const declined = await db
    .selectFrom("reading_invites")
    .select("editorId")
    .where("orderId", "=", order.id)
    .where("status", "=", "declined")
    .execute();
  const released = await db
    .selectFrom("facts")
    .select("subjectId as editorId")
    .where("orderId", "=", order.id)
    .where("kind", "=", "reading.released")
    .execute();
  return {
    editors: [...(order.assignedTo ? [order.assignedTo] : []), ...handovers.map((h) => h.editorId)],
    declined: [...declined, ...released].flatMap(({ editorId }) => (editorId ? [editorId] : [])),
  };
}

/** The senior and lead editors who can read an order now, best first, by the same measure as its editors. */
export async function rankReaders(order: Order, now: Date, db: Reader): Promise<EditorForMatching[]> {
  const wanted: OrderForMatching = await orderForMatching(order, db);
  const out = await findExcludedReaders(order, db);
  const policy = await rankingAt(now, db);
  const worth = (editor: EditorForMatching): number =>
    fitOf(editor, wanted.subfield, policy) * qualityScore(editor.stats, now, policy).score * fairnessOf(editor, policy);
  return (await listEditorsForMatching(wanted, [], now, db))
    .filter((editor) => readerEligibility(editor, wanted, out, now).eligible)
    .map((editor) => ({ editor, worth: worth(editor) }))
    .toSorted((a, b) => b.worth - a.worth || (a.editor.uid < b.editor.uid ? -1 : 1))
    .map(({ editor }) => editor);
}

/**
 * Takes the next step in finding an order's second reader: invites the next wave, or opens the reading to everyone who
 * qualifies. Safe to call anytime and repeatedly, because it checks the current state under the order's lock.
 */
export async function inviteReaders(orderId: string, actor: Actor = SYSTEM): Promise<void> {
  await transact(actor, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    if (!searchesReader(order, ctx.now)) return;
    const reading = await beginReading(ctx, order);
    if (reading.status !== "searching") return;
    const ranked = await rankReaders(order, ctx.now, ctx.tx);
    const invites = await ctx.tx
      .selectFrom("reading_invites")
      .select(["editorId", "wave", "status", "expiresAt"])
      .where("readingId", "=", reading.id)
      .where("sentAt", ">=", reading.searchFromAt)
      .where("status", "<>", "withdrawn")
      .execute();
    const awake = ranked.filter((editor) => mayBeInvitedNow(editor, ctx.now));
    const step = nextWave(
      {
        windowMs: order.windowMs,
        turnaround: order.turnaround as never,
        preferred: [],
        rankedUids: awake.map((editor) => editor.uid),
        invites: invites.map((i) => ({
          uid: i.editorId,
          wave: i.wave,
          state: i.status as InviteState,
          expiresAt: i.expiresAt,
        })),
        inOpenPool: reading.openAt !== null,
      },
      ctx.now,
      await matchingOfOrder(order, ctx.tx),
    );
    if (step.do === "invite")
      for (const uid of step.uids)
        await invite(
          ctx,
          order,
          reading,
          awake.find((editor) => editor.uid === uid)!,
          step,
        );
    // Once everyone has been asked, the first to take it gets it. Those in quiet hours see it afterward.
    if (step.do === "open-pool" && ranked.length > 0) await openReadingToAll(ctx, { order, reading });
  });
}

async function invite(
  ctx: CommandContext,
  order: Order,
  reading: Reading,
  editor: EditorForMatching,
  { wave, expiresAt }: { wave: number; expiresAt: Date },
): Promise<void> {
  const id = newId("readingInvite");
  const payMinor = readerPay(
    { price: quotedPrice(order), payBp: order.payBp },
    editor.level,
    await payOfOrder(order, ctx.tx),
  );
  const dueAt = readingDueAt(order)!;
  const until = expiresAt < dueAt ? expiresAt : dueAt;
  await ctx.tx
    .insertInto("reading_invites")
    .values({
      id,
      readingId: reading.id,
      orderId: order.id,
      editorId: editor.uid,
      wave,
      level: editor.level,
      payMinor,
      currency: PAY_CURRENCY,
      sentAt: ctx.now,
      expiresAt: until,
    })
    .execute();
  await readingFact(
    ctx,
    { order, reading },
    "reading.invited",
    {
      readingId: reading.id,
      inviteId: id,
      payMinor,
      expiresAt: until.toISOString(),
      dueAt: dueAt.toISOString(),
    },
    editor.uid,
  );
}

/** Reaction: an answered invite, a reader who left, or a submission advances the search. */
export async function resumeReaderSearch(fact: Fact): Promise<void> {
  if (fact.orderId) await inviteReaders(fact.orderId);
}

/** Reaction: ends the open invites of a reading that somebody took, or that ended. */
export async function withdrawReadingInvites(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const reading = await ctx.tx
      .selectFrom("second_readings")
      .selectAll()
      .where("orderId", "=", order.id)
      .executeTakeFirst();
    if (!reading || reading.status === "searching") return;
    await endReadingInvites(ctx, order, reading, reading.status === "taken" ? "lost" : "withdrawn");
  });
}

/** Ends the open invites of a reading, and tells each editor. @param but one that was accepted */
export async function endReadingInvites(
  ctx: CommandContext,
  order: Order,
  reading: Reading,
  how: "lost" | "withdrawn",
): Promise<void> {
  const ended = await ctx.tx
    .updateTable("reading_invites")
    .set({ status: how, respondedAt: ctx.now })
    .where("readingId", "=", reading.id)
    .where("status", "=", "sent")
    .returning(["id", "editorId"])
    .execute();
  for (const { id: inviteId, editorId } of ended)
    await readingFact(
      ctx,
      { order, reading },
      "reading.invite_ended",
      { readingId: reading.id, inviteId, editorId, how },
      editorId,
    );
}

/**
 * Clock: expires invites to second readings, then starts or continues the search for every order that needs a reader.
 */
export async function watchReaderSearch(now: Date): Promise<void> {
  const expired = database()
    .selectFrom("reading_invites")
    .select(["id", "orderId"])
    .where("status", "=", "sent")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt");
  await sweep("expire an invite to a second reading", expired, async (ctx, { id, orderId }) => {
    const order = await lockOrder(ctx.tx, orderId);
    const gone = await ctx.tx
      .updateTable("reading_invites")
      .set({ status: "expired" })
      .where("id", "=", id)
      .where("status", "=", "sent")
      .where("expiresAt", "<=", ctx.now)
      .returning(["editorId", "readingId"])
      .executeTakeFirst();
    if (!gone) return;
    const reading = await ctx.tx
      .selectFrom("second_readings")
      .selectAll()
      .where("id", "=", gone.readingId)
      .executeTakeFirstOrThrow();
    const { editorId } = gone;
    await readingFact(
      ctx,
      { order, reading },
      "reading.invite_ended",
      { readingId: reading.id, inviteId: id, editorId, how: "expired" },
      editorId,
    );
  });
  const orders = (await database()
    .selectFrom("orders as o")
    .leftJoin("second_readings as r", "r.orderId", "o.id")
    .selectAll("o")
    .where("o.secondReader", "=", true)
    .where("o.deliveredAt", "is", null)
    .where("o.status", "in", ["assigned", "in_progress", "submitted", "second_reading"])
    .where((eb) => eb.or([eb("r.status", "is", null), eb("r.status", "=", "searching")]))
    .orderBy("o.editorDueAt")
    .limit(AT_ONCE)
    .execute()) as Order[];
  for (const order of orders)
    if (searchesReader(order, now))
      await inviteReaders(order.id, CLOCK).catch((error: unknown) =>
        log.error("second reader not searched", error, { orderId: order.id }),
      );
}
