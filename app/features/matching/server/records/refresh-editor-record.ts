import { sql } from "kysely";
import type { EditorEvents, Scored } from "#app/features/editors/rules/editor-for-matching.ts";
import { raiseLevel } from "#app/features/orders/server/editor-record/raise-level.ts";
import { type Actor, CLOCK, SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, database, json, lockName } from "#app/platform/server/core/database.ts";
import { countedHandBacks } from "#app/features/orders/rules/draft/editor-shares.ts";
import { takenOverLate } from "#app/features/orders/rules/work/takeover.ts";
import type { RankPolicy } from "../../rules/policy.ts";
import { qualityScore, ratingShare, statsOf } from "../../rules/score.ts";
import { rankingAt, recordsCountedSince } from "../read-matching-policy.ts";
import { editorOfFact } from "../editor-of-fact.ts";

/** After eight half-lives of 90 days, events weigh less than 1/200. No policy has one of more than 180. */
const RECORD_DAYS = 730;
/** Recount unchanged records now and then, which repairs lost reactions. */
const STALE_DAYS = 7;
const REFRESHED_AT_ONCE = 200;

/** Reaction: counts a delivery, rating, review, answered invite or order handed back in its editor's record. */
export async function refreshEditorRecord(fact: Fact): Promise<void> {
  const uid = await editorOfFact(fact);
  if (uid) await countRecord(uid);
}

/**
 * Clock: recounts editors without a record, with one older than a week, or with one from before the policy changed how
 * they're counted, in batches, and raises those whose level lags behind.
 */
export async function refreshStaleRecords(now: Date): Promise<number> {
  const weekAgo = after(now, -STALE_DAYS * DAY);
  const changedAt = await recordsCountedSince(now);
  const staleBefore = changedAt && changedAt > weekAgo ? changedAt : weekAgo;
  const stale = await database()
    .selectFrom("editors as e")
    .leftJoin("editor_records as r", "r.editorId", "e.uid")
    .select("e.uid")
    .where((eb) => eb.or([eb("r.editorId", "is", null), eb("r.countedAt", "<", staleBefore)]))
    .orderBy("r.countedAt", (o) => o.asc().nullsFirst())
    .limit(REFRESHED_AT_ONCE)
    .execute();
  for (const { uid } of stale) {
    await countRecord(uid, CLOCK);
    await raiseLevel(uid, CLOCK);
  }
  return stale.length;
}

/** Sums up one editor's past. Concurrent runs take turns, so the later one sees everything the earlier one saw. */
async function countRecord(uid: string, actor: Actor = SYSTEM): Promise<void> {
  await transact(actor, async (ctx) => {
    await lockName(ctx.tx, `editor-record:${uid}`);
    const editor = await ctx.tx.selectFrom("editors").select("uid").where("uid", "=", uid).executeTakeFirst();
    if (!editor) return;
    const policy = await rankingAt(ctx.now, ctx.tx);
    const stats = statsOf(await eventsOf(uid, after(ctx.now, -RECORD_DAYS * DAY), policy, ctx.tx), ctx.now, policy);
    const sum = ({ weight, total }: { weight: number; total: number }) => json({ weight, total });
    const counted = {
      qa: sum(stats.qa),
      ratings: sum(stats.ratings),
      onTime: sum(stats.onTime),
      responses: sum(stats.responses),
      repeats: sum(stats.repeats),
      quality: qualityScore(stats, ctx.now, policy).score,
      countedAt: ctx.now,
    };
    await ctx.tx
      .insertInto("editor_records")
      .values({ editorId: uid, ...counted })
      .onConflict((c) => c.column("editorId").doUpdateSet(counted))
      .execute();
  });
}

/** One editor's events since then, for each component of the score. */
async function eventsOf(uid: string, since: Date, { handBacks }: RankPolicy, db: Reader): Promise<EditorEvents> {
  const qa = await db
    .selectFrom("submissions as s")
    .innerJoin("qa_reviews as q", "q.submissionId", "s.id")
    .select(["q.total", "q.decidedAt"])
    .where("s.editorId", "=", uid)
    .where("q.total", "is not", null)
    .where("q.replacedById", "is", null)
    .where("q.decidedAt", ">", since)
    .execute();
  const ratings = await db
    .selectFrom("ratings")
    .select(["overall", "updatedAt"])
    .where("editorId", "=", uid)
    .where("updatedAt", ">", since)
    .execute();
  const delivered = await db
    .selectFrom("orders")
    .select(["userId", "submittedAt", "editorDueAt", "assignedAt", "dueAt", sql<Date>`"deliveredAt"`.as("deliveredAt")])
    .where("assignedTo", "=", uid)
    .where("deliveredAt", ">", since)
    .orderBy("deliveredAt")
    .execute();
  const answered = await db
    .selectFrom("invites")
    .select(["status", "respondedAt", "expiresAt"])
    .where("editorId", "=", uid)
    .where("status", "in", ["accepted", "declined", "expired"])
    .where("sentAt", ">", since)
    .execute();
  const handedBack = await db
    .selectFrom("order_handovers")
    .select("at")
    .where("editorId", "=", uid)
    .where("by", "=", "editor")
    .where("excused", "=", false)
    .where("at", ">", since)
    .execute();
  const seen = new Set<string>();
  const repeats = delivered.map((o): Scored => {
    const again = o.userId !== null && seen.has(o.userId);
    if (o.userId !== null) seen.add(o.userId);
    return { at: o.deliveredAt, value: again ? 1 : 0 };
  });
  return {
    qa: qa.map((q): Scored => ({ at: q.decidedAt!, value: q.total! / 100 })),
    ratings: ratings.map((r): Scored => ({ at: r.updatedAt, value: ratingShare(r.overall) })),
    // An order accepted when already late never counts against anyone.
    // A pattern of handing orders back counts as orders that weren't on time.
    onTime: [
      ...delivered
        .filter((o) => o.submittedAt && o.editorDueAt && o.assignedAt && !takenOverLate(o))
        .map((o): Scored => ({ at: o.deliveredAt, value: o.submittedAt! <= o.editorDueAt! ? 1 : 0 })),
      ...countedHandBacks(
        handedBack.map((h) => h.at),
        handBacks,
      ).map((at): Scored => ({ at, value: 0 })),
    ],
    responses: answered.map((i): Scored => ({
      at: i.respondedAt ?? i.expiresAt,
      value: i.status === "expired" ? 0 : 1,
    })),
    repeats,
  };
}
