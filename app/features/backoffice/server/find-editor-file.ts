import { sql } from "kysely";
import { type Actor, isAdmin } from "#app/platform/rules/core/actor.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { factWords, recordReading } from "#app/platform/server/core/facts.ts";
import { type EditorKyc, findKyc } from "#app/features/editors/server/find-kyc.ts";
import { type LevelStanding, earnedLevel, nextLevel } from "#app/features/editors/rules/levels.ts";
import { type Pause, pauseOf } from "#app/features/editors/rules/pause.ts";
import { getEditorStanding } from "#app/features/editors/server/get-editor-standing.ts";
import { missingForMatching } from "#app/features/editors/rules/qualified.ts";
import { findEditorForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { type Judgement, listJudgements } from "#app/features/matching/server/list-invites.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { type BankHistoryRow, findPendingBank, listBankHistory } from "#app/features/payouts/server/bank-changes.ts";
import { type EditorBalance, listEditorBalances } from "#app/features/payouts/server/list-earnings.ts";
import { listPayouts } from "#app/features/payouts/server/list-runs.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import { levelsAt } from "#app/features/editors/server/read-level-policy.ts";
import { auditLine } from "../rules/audit-line.ts";
import { type PersonNote, listPersonNotes } from "#app/features/accounts/server/list-person-notes.ts";
import { type PersonAccount, findPersonAccount } from "#app/features/accounts/server/find-person-account.ts";
import { type PersonTicket, listPersonTickets } from "#app/features/support/server/list-person-tickets.ts";
import { EDITOR_LIST, type EditorRow, listEditors } from "./list-editors.ts";

/** How many rows each section shows; the lists show the rest. */
const MOST = 25;
const TOLD = 15;
/** Orders whose facts can appear in the history. */
const TRACED = 50;

export type EditorOrder = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  words: number;
  dueAt: string | null;
  deliveredAt: string | null;
  late: boolean;
};
export type EditorInvite = {
  id: string;
  orderId: string;
  number: string;
  wave: number;
  status: string;
  payMinor: number;
  currency: string;
  sentAt: string;
  respondedAt: string | null;
};
export type EditorFile = {
  row: EditorRow;
  profile: {
    headline: string;
    degree: string;
    bio: string;
    timeZone: string;
    approvedAt: string | null;
    agreementSignedAt: string | null;
    confidentialitySignedAt: string | null;
    doctorateVerifiedAt: string | null;
  };
  settings: {
    fields: string[];
    variants: string[];
    services: string[];
    weeklyWords: number | null;
    parallelOrders: number | null;
    workdays: number[];
    away: string[];
    quietHours: { from: string; to: string } | "none" | null;
    missing: string[];
  };
  level: LevelStanding;
  pause: Pause | null;
  kyc: EditorKyc;
  current: EditorOrder[];
  past: EditorOrder[];
  pastTotal: number;
  invites: EditorInvite[];
  inviteOutcomes: { status: string; n: number }[];
  judgements: Judgement[];
  balances: EditorBalance[];
  account: PersonAccount;
  tickets: PersonTicket[];
  notes: PersonNote[];
  pendingBank: { account: string; createdAt: string; expired: boolean } | null;
  /** Makes resent forms count once. */
  formKey: string;
  bankHistory: BankHistoryRow[];
  payouts: {
    id: string;
    runNumber: string;
    status: string;
    amountMinor: number;
    currency: string;
    paidAt: string | null;
    invoiceId: string | null;
    invoiceNumber: string | null;
  }[];
  ratings: { orderId: string; number: string; overall: number; comment: string; at: string }[];
  reviews: {
    orderId: string;
    number: string;
    status: string;
    total: number | null;
    note: string;
    reviewer: string | null;
    at: string;
  }[];
  trail: {
    id: string;
    at: string;
    title: string;
    detail: string;
    who: string | null;
    orderId: string | null;
    number: string | null;
  }[];
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

async function ordersOf(uid: string, current: boolean, now: Date): Promise<EditorOrder[]> {
  const AT_WORK = [
    "assigned",
    "in_progress",
    "awaiting_client",
    "submitted",
    "second_reading",
    "qa_review",
    "changes_required",
    "revision_requested",
    "in_revision",
    "on_hold",
    "disputed",
  ] as const;
  const rows = await database()
    .selectFrom("orders")
    .select([
      "id",
      "number",
      "title",
      "status",
      "billableWords",
      "editorDueAt",
      "revisionDueAt",
      "deliveredAt",
      "submittedAt",
    ])
    .where("assignedTo", "=", uid)
    .where("status", current ? "in" : "not in", AT_WORK)
    .orderBy(
      current
        ? sql`coalesce("revisionDueAt", "editorDueAt") asc nulls last`
        : sql`coalesce("deliveredAt", "updatedAt") desc`,
    )
    .orderBy("id")
    .limit(current ? 100 : MOST)
    .execute();
  return rows.map((o) => {
    const due = (current ? o.revisionDueAt : null) ?? o.editorDueAt;
    const handedIn = ["submitted", "second_reading", "qa_review"].includes(o.status);
    return {
      id: o.id,
      number: o.number,
      title: o.title || "Untitled manuscript",
      status: o.status as OrderStatus,
      words: o.billableWords,
      dueAt: iso(due),
      deliveredAt: iso(o.deliveredAt),
      late: current
        ? !handedIn && due !== null && due < now
        : o.submittedAt !== null && o.editorDueAt !== null && o.submittedAt > o.editorDueAt,
    };
  });
}

async function trailOf(uid: string): Promise<EditorFile["trail"]> {
  // The latest orders only, so that a long past costs nothing.
  const own = sql`(select id from orders where "assignedTo" = ${uid} order by "assignedAt" desc nulls last limit ${TRACED})
    union (select "orderId" from invites where "editorId" = ${uid} order by "sentAt" desc limit ${TRACED})`;
  const { rows } = await sql<{
    id: string;
    kind: string;
    at: Date;
    data: Record<string, unknown>;
    orderId: string | null;
    who: string | null;
    number: string | null;
    currency: string | null;
  }>`
    select f.id, f.kind, f.at, f.data, f."orderId", u."displayName" as who, o.number, o.currency
    from (
      (select * from facts where "subjectId" = ${uid} and kind <> 'access.person_viewed' order by seq desc limit ${MOST})
      union (select * from facts where "orderId" in (${own}) and data->>'editorId' = ${uid} order by seq desc limit ${MOST})
    ) f left join users u on u.uid = f."actorId" left join orders o on o.id = f."orderId" order by f.seq desc limit ${TOLD}`.execute(
    database(),
  );
  return rows.map((f) => ({
    id: f.id,
    at: f.at.toISOString(),
    ...auditLine(factWords(), f, (minor) => formatMoney(minor, f.currency ?? "USD")),
    who: f.who,
    orderId: f.orderId,
    number: f.number,
  }));
}

async function pendingBankOf(uid: string, now: Date): Promise<EditorFile["pendingBank"]> {
  const pending = await findPendingBank(uid, now);
  return pending && { account: pending.account, createdAt: pending.createdAt.toISOString(), expired: pending.expired };
}

async function levelStanding(
  e: { uid: string; level: string; levelFixedAt: Date | null; levelFixedReason: string | null },
  now: Date,
): Promise<LevelStanding> {
  const record = await getEditorStanding(e.uid, now);
  const level = e.level as Level;
  const policy = await levelsAt(now);
  return {
    level,
    fixed: e.levelFixedAt && { at: e.levelFixedAt.toISOString(), reason: e.levelFixedReason ?? "" },
    earned: earnedLevel("trial", record, policy),
    next: nextLevel(level, record, policy),
    qaMean: record.qaMean,
    qaRead: record.qaRead,
  };
}

/**
 * Everything we know about one editor, for an admin: profile, settings, performance, earnings and history.
 * @throws refused unless admin; not-found if this is not an editor
 */
export async function findEditorFile(actor: Actor, uid: string, now: Date): Promise<EditorFile> {
  if (!isAdmin(actor)) throw refused("Only an admin can see an editor's profile.");
  const db = database();
  const e = await db.selectFrom("editors").selectAll().where("uid", "=", uid).executeTakeFirst();
  if (!e) throw notFound("editor");
  const row = (
    await listEditors(
      actor,
      {
        q: uid,
        sort: EDITOR_LIST.defaultSort,
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
      headline: e.headline,
      degree: e.degree,
      bio: e.bio,
      timeZone: e.timeZone,
      approvedAt: iso(e.identityApprovedAt),
      agreementSignedAt: iso(e.agreementSignedAt),
      confidentialitySignedAt: iso(e.confidentialitySignedAt),
      doctorateVerifiedAt: iso(e.doctorateVerifiedAt),
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
    invites: invites.map((i) => ({ ...i, sentAt: i.sentAt.toISOString(), respondedAt: iso(i.respondedAt) })),
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
      paidAt: iso(p.paidAt),
      invoiceId: p.invoiceId,
      invoiceNumber: p.invoiceNumber,
    })),
    ratings: ratings.map(({ updatedAt, ...r }) => ({ ...r, at: updatedAt.toISOString() })),
    reviews: reviews.map(({ createdAt, decidedAt, note, ...r }) => ({
      ...r,
      note: note ?? "",
      at: (decidedAt ?? createdAt).toISOString(),
    })),
    trail: await trailOf(uid),
  };
}
