import { sql } from "kysely";
import { DAY, after } from "#app/platform/rules/time.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import type { EditorForMatching, EditorStats, OpenOrder, Scored } from "../rules/editor-for-matching.ts";

/** Orders that fill an editor's week: everything taken and not yet handed over. */
// A revision is at most a twentieth of an order: it takes a place, but no words.
const OPEN = [
  "assigned",
  "in_progress",
  "awaiting_client",
  "submitted",
  "qa_review",
  "changes_required",
  "revision_requested",
  "in_revision",
];
const RECORD_DAYS = 730;

/**
 * Every editor as matching and capacity see one: settings, open orders, record of the last two years.
 * @param clientUid whose blocked editors are marked; null when nobody is asking yet
 */
export async function listEditorsForMatching(
  now: Date,
  clientUid: string | null,
  db: Reader = database(),
): Promise<EditorForMatching[]> {
  const since = after(now, -RECORD_DAYS * DAY);
  const editors = await db.selectFrom("editors").selectAll().execute();
  const open = await db
    .selectFrom("orders")
    .select(["assignedTo", "billableWords", "editorDueAt", "revisionDueAt", "status"])
    .where("status", "in", OPEN)
    .where("assignedTo", "is not", null)
    .execute();
  const recent = await db
    .selectFrom("orders")
    .select(["assignedTo", sql<number>`sum("billableWords")::int`.as("words")])
    .where("assignedAt", ">", after(now, -7 * DAY))
    .groupBy("assignedTo")
    .execute();
  const qa = await db
    .selectFrom("qa_reviews as q")
    .innerJoin("submissions as s", "s.id", "q.submissionId")
    .select(["s.editorId", "q.total", "q.decidedAt"])
    .where("q.total", "is not", null)
    .where("q.decidedAt", ">", since)
    .execute();
  const ratings = await db
    .selectFrom("ratings")
    .select(["editorId", "overall", "updatedAt"])
    .where("updatedAt", ">", since)
    .execute();
  // An order taken over when already late never counts against anyone.
  const delivered = await db
    .selectFrom("orders")
    .select(["assignedTo", "userId", "submittedAt", "editorDueAt", "assignedAt", "deliveredAt"])
    .where("deliveredAt", ">", since)
    .execute();
  const answered = await db
    .selectFrom("invites")
    .select(["editorId", "status", "respondedAt", "expiresAt"])
    .where("status", "in", ["accepted", "declined", "expired"])
    .where("sentAt", ">", since)
    .execute();
  const blocked = clientUid
    ? new Set(
        (
          await db
            .selectFrom("client_editors")
            .select("editorId")
            .where("userId", "=", clientUid)
            .where("kind", "=", "blocked")
            .execute()
        ).map((b) => b.editorId),
      )
    : new Set<string>();

  return editors.map((e): EditorForMatching => {
    const mine = delivered.filter((o) => o.assignedTo === e.uid);
    const stats: EditorStats = {
      qa: qa.filter((q) => q.editorId === e.uid).map((q): Scored => ({ at: q.decidedAt!, value: q.total! / 100 })),
      ratings: ratings
        .filter((r) => r.editorId === e.uid)
        .map((r): Scored => ({ at: r.updatedAt, value: (r.overall - 1) / 4 })),
      onTime: mine
        .filter((o) => o.submittedAt && o.editorDueAt && o.assignedAt && o.assignedAt < o.editorDueAt)
        .map((o): Scored => ({ at: o.deliveredAt!, value: o.submittedAt! <= o.editorDueAt! ? 1 : 0 })),
      responses: answered
        .filter((i) => i.editorId === e.uid)
        .map((i): Scored => ({ at: i.respondedAt ?? i.expiresAt, value: i.status === "expired" ? 0 : 1 })),
      repeats: mine.map((o): Scored => ({
        at: o.deliveredAt!,
        value: mine.some((p) => p !== o && p.userId === o.userId && p.deliveredAt! < o.deliveredAt!) ? 1 : 0,
      })),
    };
    return {
      uid: e.uid,
      fields: e.fields,
      variants: e.variants as EnglishVariant[],
      services: e.services as Service[],
      weeklyWords: e.weeklyWords,
      parallelOrders: e.parallelOrders,
      // The table counts days 1 Monday to 7 Sunday; the rules 0 Sunday to 6 Saturday.
      workingDays: (e.calendar?.workdays ?? []).map((d) => d % 7),
      quietHours: e.quietHours ?? (e.matchReady ? "none" : null),
      daysOff: e.calendar?.away ?? [],
      timeZone: e.timeZone,
      identityApproved: e.identityApprovedAt !== null,
      agreementSigned: e.agreementSignedAt !== null,
      matchReady: e.matchReady,
      doctorate: e.doctorateVerifiedAt !== null,
      level: e.level as Level,
      openOrders: open
        .filter((o) => o.assignedTo === e.uid)
        .map((o): OpenOrder => ({
          words: o.status.includes("revision") ? 0 : o.billableWords,
          editorDueAt: (o.status.includes("revision") ? o.revisionDueAt : o.editorDueAt) ?? now,
        })),
      recentWords: recent.find((r) => r.assignedTo === e.uid)?.words ?? 0,
      stats,
      blockedByClient: blocked.has(e.uid),
    };
  });
}
