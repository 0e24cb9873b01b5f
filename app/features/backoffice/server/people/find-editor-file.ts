import { eachText } from "#app/features/editors/rules/profile-texts.ts";
import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { recordReading } from "#app/platform/server/core/facts.ts";
import { findKyc } from "#app/features/editors/server/kyc/find-kyc.ts";
import { pauseOf } from "#app/features/editors/rules/pause.ts";
import { missingForMatching } from "#app/features/editors/rules/qualified.ts";
import { findEditorForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { listJudgements } from "#app/features/matching/server/list-invites.ts";
import { listBankHistory } from "#app/features/payouts/server/bank/bank-changes.ts";
import { listEditorBalances } from "#app/features/payouts/server/earnings/list-earnings.ts";
import { listPayouts } from "#app/features/payouts/server/runs/list-runs.ts";
import { listPersonNotes } from "#app/features/accounts/server/people/list-person-notes.ts";
import { findPersonAccount } from "#app/features/accounts/server/people/find-person-account.ts";
import { listPersonTickets } from "#app/features/support/server/tickets/list-person-tickets.ts";
import { listEditors } from "./list-editors.ts";
import type { EditorFile } from "./editor-file.ts";
import { MOST, levelStanding, ordersOf, pendingBankOf, trailOf } from "./read-editor-file.ts";

/**
 * Everything we know about one editor, for an admin: profile, settings, performance, earnings and history.
 * @throws refused unless admin; not-found if this is not an editor
 */
export async function findEditorFile(actor: Actor, uid: string, now: Date): Promise<EditorFile> {
  if (!may(actor, "people")) throw refused("Only an admin can see an editor's profile.");
  const db = database();
  const e = await db.selectFrom("editors").selectAll().where("uid", "=", uid).executeTakeFirst();
  if (!e) throw notFound("editor");
  const row = (
    await listEditors(
      actor,
      {
        q: uid,
        sort: "name",
        desc: false,
        page: 1,
        filters: { level: "", ready: "", kyc: "", field: "" },
      },
      now,
    )
  ).rows.find((r) => r.uid === uid);
  if (!row) throw notFound("editor");
  if (actor.uid !== uid)
    await recordReading(actor, "access.person_viewed", { subjectId: uid, data: { uid, page: "editor" } });
  const asMatched = await findEditorForMatching(uid, null, now, db);
  const count = await db
    .selectFrom("orders")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("assignedTo", "=", uid)
    .where("status", "in", ["delivered", "accepted", "closed", "cancelled", "refunded"])
    .executeTakeFirstOrThrow();
  const invites = await db
    .selectFrom("invites as i")
    .innerJoin("orders as o", "o.id", "i.orderId")
    .select([
      "i.id",
      "i.orderId",
      "o.number",
      "i.wave",
      "i.status",
      "i.payMinor",
      "i.currency",
      "i.sentAt",
      "i.respondedAt",
    ])
    .where("i.editorId", "=", uid)
    .orderBy("i.sentAt", "desc")
    .orderBy("i.id", "desc")
    .limit(MOST)
    .execute();
  const outcomes = await db
    .selectFrom("invites")
    .select(["status", sql<number>`count(*)::int`.as("n")])
    .where("editorId", "=", uid)
    .groupBy("status")
    .orderBy("n", "desc")
    .execute();
  const ratings = await db
    .selectFrom("ratings as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .select(["r.orderId", "o.number", "r.overall", "r.comment", "r.updatedAt"])
    .where("r.editorId", "=", uid)
    .orderBy("r.updatedAt", "desc")
    .limit(MOST)
    .execute();
  const reviews = await db
    .selectFrom("qa_reviews as q")
    .innerJoin("submissions as s", "s.id", "q.submissionId")
    .innerJoin("orders as o", "o.id", "q.orderId")
    .leftJoin("users as u", "u.uid", "q.reviewerId")
    .select([
      "q.orderId",
      "o.number",
      "q.status",
      "q.total",
      "q.note",
      "u.displayName as reviewer",
      "q.createdAt",
      "q.decidedAt",
    ])
    .where("s.editorId", "=", uid)
    .orderBy("q.createdAt", "desc")
    .limit(MOST)
    .execute();
  return {
    row,
    profile: {
      ...eachText((name) => e[name]),
      timeZone: e.timeZone,
      approvedAt: e.identityApprovedAt,
      agreementSignedAt: e.agreementSignedAt,
      confidentialitySignedAt: e.confidentialitySignedAt,
      doctorateVerifiedAt: e.doctorateVerifiedAt,
    },
    settings: {
      fields: e.fields,
      variants: e.variants,
      services: e.services,
      weeklyWords: e.weeklyWords,
      parallelOrders: e.parallelOrders,
      workdays: e.calendar?.workdays ?? [],
      away: e.calendar?.away ?? [],
      quietHours: asMatched?.quietHours ?? null,
      missing: asMatched ? missingForMatching(asMatched) : [],
    },
    level: await levelStanding(e, now),
    pause: pauseOf(e),
    kyc: await findKyc(actor, uid, now),
    current: await ordersOf(uid, true, now),
    past: await ordersOf(uid, false, now),
    pastTotal: count.n,
    invites: invites.map((i) => ({ ...i, sentAt: i.sentAt, respondedAt: i.respondedAt })),
    inviteOutcomes: outcomes,
    judgements: await listJudgements({ uid }),
    balances: await listEditorBalances(db, uid),
    account: await findPersonAccount(uid),
    tickets: await listPersonTickets(uid),
    notes: await listPersonNotes(actor, uid),
    pendingBank: await pendingBankOf(uid, now),
    formKey: crypto.randomUUID(),
    bankHistory: await listBankHistory(uid),
    payouts: (await listPayouts(uid)).slice(0, MOST).map((p) => ({
      id: p.id,
      runNumber: p.runNumber,
      status: p.status,
      amountMinor: p.amountMinor,
      currency: p.currency,
      paidAt: p.paidAt,
      invoiceId: p.invoiceId,
      invoiceNumber: p.invoiceNumber,
    })),
    ratings: ratings.map(({ updatedAt, ...r }) => ({ ...r, at: updatedAt })),
    reviews: reviews.map(({ createdAt, decidedAt, note, ...r }) => ({
      ...r,
      note: note ?? "",
      at: decidedAt ?? createdAt,
    })),
    trail: await trailOf(uid),
  };
}
