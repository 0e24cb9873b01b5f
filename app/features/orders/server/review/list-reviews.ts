import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import { type Actor, type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { ListPage, Paging } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { pricedInOf } from "#app/features/pricing/rules/priced-in.ts";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";
import { isLead } from "./lead-editors.ts";
import { soldWith } from "#app/features/policy/server/read-policy.ts";

/** A review that somebody can take or has taken. Before they take it, they read no title and no name. */
export type QueuedReview = {
  id: string;
  number: string;
  kind: "delivery" | "rating" | "appeal";
  reason: string;
  service: string;
  field: string;
  words: number;
  /** What it pays a lead editor. */
  feeMinor: number;
  currency: string;
  queuedAt: Date;
  dueAt: Date;
  /** Until when the reader has it, or null. */
  mineUntil: Date | null;
};

const SHOWN = 100;

/** What a review of the order `o` pays, as the order was sold, for a query. */
const soldReviewPay = () => {
  const { reviewer } = PRICING_PART.figures.pay;
  return [
    soldWith(reviewer.shareBp).as("reviewShareBp"),
    soldWith(reviewer.leastMinor).as("reviewLeastMinor"),
    sql<number | null>`(o.price ->> 'perDollar')::int`.as("perDollar"),
  ] as const;
};
const feeOf = (r: {
  listMinor: number;
  currency: string;
  perDollar: number | null;
  reviewShareBp: number;
  reviewLeastMinor: number;
}): number =>
  reviewPay(r.listMinor, {
    reviewer: { shareBp: r.reviewShareBp, leastMinor: r.reviewLeastMinor },
    pricedIn: pricedInOf(r),
  });

/** Whether somebody can take reviews at all. */
export const mayReview = async (actor: Actor): Promise<boolean> => may(actor, "orders") || (await isLead(actor));

/**
 * The reviews that this person has taken, then those they can take, earliest deadline first. Empty for those who can't
 * review.
 */
export async function listQueue(actor: Actor, now: Date): Promise<QueuedReview[]> {
  const uid = uidOf(actor);
  if (uid === null || !(await mayReview(actor))) return [];
  const rows = await database()
    .selectFrom("qa_reviews as q")
    .innerJoin("orders as o", "o.id", "q.orderId")
    .innerJoin("submissions as s", "s.id", "q.submissionId")
    .leftJoin("qa_reviews as f", "f.id", "q.appealOf")
    .select([
      "q.id",
      "q.kind",
      "q.reason",
      "q.createdAt",
      "q.dueAt",
      "q.takenBy",
      "q.takenUntilAt",
      "o.number",
      "o.service",
      "o.field",
      "o.billableWords",
      "o.listMinor",
      ...soldReviewPay(),
      "o.currency",
    ])
    .where("q.status", "=", "waiting")
    .where((eb) =>
      eb.or([
        eb("q.takenBy", "=", uid),
        eb.and([
          eb.or([eb("q.takenBy", "is", null), eb("q.takenUntilAt", "<=", now)]),
          eb("o.status", "not in", ["on_hold", "disputed"]),
          eb.or([eb("s.status", "<>", "submitted"), eb("o.status", "=", "qa_review")]),
          eb("s.editorId", "<>", uid),
          eb("o.assignedTo", "is distinct from", uid),
          eb("o.userId", "is distinct from", uid),
          eb("o.readerId", "is distinct from", uid),
          eb("f.reviewerId", "is distinct from", uid),
        ]),
      ]),
    )
    .orderBy(sql`q."takenBy" is not distinct from ${uid}`, "desc")
    .orderBy("q.dueAt")
    .orderBy("q.id")
    .limit(SHOWN)
    .execute();
  return rows.map((r) => ({
    id: r.id,
    number: r.number,
    kind: r.kind,
    reason: r.reason,
    service: r.service ?? "",
    field: r.field ?? "",
    words: r.billableWords,
    feeMinor: feeOf(r),
    currency: PAY_CURRENCY,
    queuedAt: r.createdAt,
    dueAt: r.dueAt,
    mineUntil: r.takenBy === uid ? r.takenUntilAt : null,
  }));
}

/** How many reviews this person has taken, and how many more they could take; for the dashboard. */
export async function countQueue(
  actor: Actor,
  now: Date,
): Promise<{ mine: number; open: number; firstDueAt: Date | null }> {
  const rows = await listQueue(actor, now);
  const mine = rows.filter((r) => r.mineUntil !== null);
  return { mine: mine.length, open: rows.length - mine.length, firstDueAt: mine[0]?.mineUntil ?? null };
}

/** A decided review, as the editor whose work it is and the reviewer read it. */
export type ScoredReview = {
  id: string;
  number: string;
  title: string;
  kind: "delivery" | "rating" | "appeal";
  reason: string;
  status: "passed" | "failed" | "void";
  total: number | null;
  decidedAt: Date;
  /** Where the editor appealed: the appeal's result, or that it's still open. */
  appeal: { status: string; total: number | null } | null;
  /** What it paid its reviewer. */
  feeMinor: number | null;
  currency: string;
};

/**
 * An editor's scores (`of: "work"`), or the reviews they did (`of: "reviews"`), newest first. Appeals are shown with
 * the score they're about.
 */
export function listScores(actor: Person, of: "work" | "reviews", asked: Paging): Promise<ListPage<ScoredReview>> {
  const { uid } = actor;
  const found = database()
    .selectFrom("qa_reviews as q")
    .innerJoin("submissions as s", "s.id", "q.submissionId")
    .innerJoin("orders as o", "o.id", "q.orderId")
    .leftJoin("qa_reviews as a", "a.appealOf", "q.id")
    .where("q.decidedAt", "is not", null)
    .where((eb) =>
      of === "work"
        ? eb.and([eb("s.editorId", "=", uid), eb("q.kind", "<>", "appeal"), eb("q.status", "<>", "void")])
        : eb("q.reviewerId", "=", uid),
    );
  const shown = (list: typeof found) =>
    list.select([
      "q.id",
      "q.kind",
      "q.reason",
      "q.status",
      "q.total",
      "q.decidedAt",
      "o.number",
      "o.title",
      "o.currency",
      "a.status as appealStatus",
      "a.total as appealTotal",
      "o.listMinor",
      ...soldReviewPay(),
    ]);
  return listPage(
    queryList(found, [notNull(sql`q."decidedAt"`, true), notNull(sql`q.id`, true)], shown, (rows) =>
      rows.map((r): ScoredReview => ({
        id: r.id,
        number: r.number,
        title: r.title || "Untitled manuscript",
        kind: r.kind,
        reason: r.reason,
        status: r.status as ScoredReview["status"],
        total: r.total,
        decidedAt: r.decidedAt!,
        appeal: r.appealStatus ? { status: r.appealStatus, total: r.appealTotal } : null,
        // Admins review as part of their work.
        feeMinor: of === "reviews" && !may(actor, "orders") ? feeOf(r) : null,
        currency: PAY_CURRENCY,
      })),
    ),
    asked,
  );
}
