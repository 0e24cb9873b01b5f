import { type Selectable, sql } from "kysely";
import type { DocumentQueriesTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { asFact, factsOf } from "#app/platform/server/core/facts.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { timesOf } from "../work/work-times.ts";
import { snippetRows } from "#app/features/editors/server/snippets.ts";
import { publicPageOf } from "#app/features/editors/server/public-page/find-public-editor.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import type { QaPolicy } from "../../rules/review/qa.ts";
import { qaOfOrder } from "../read-qa.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { lastCleanCopies } from "../work/find-delivery.ts";
import { filesOf, submissionsOf } from "../work/find-work.ts";
import { orderCharges } from "../charges/order-charges.ts";
import { openHoldOf } from "../holds/find-hold.ts";
import { openDecisionOf } from "../late/find-late-decision.ts";
import { orderChanges } from "../changes/order-changes.ts";
import { keptPolicyOf } from "../policy/order-policy.ts";
import { versionsOf } from "../revisions/find-versions.ts";
import { differencesOf } from "../words/word-differences.ts";
import { dateProposals } from "../due-date/date-proposals.ts";
import type { Order } from "./find-order.ts";
import { staffOpeningsOf } from "./list-staff-openings.ts";
import { viewerOf } from "./viewer-of.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import type { PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";

export type DocumentQueryRow = Selectable<DocumentQueriesTable>;

/** Everything about an order that its pages need, in one statement. */
function readRows(db: Reader, orderId: string) {
  const order = db.selectFrom("orders").where("id", "=", orderId);
  const submissionIds = db.selectFrom("submissions").select("id").where("orderId", "=", orderId);
  const assignedTo = order.select("assignedTo").$castTo<{ assignedTo: string }>().$asScalar();
  const reeditOf = order.select("reeditOf").$castTo<{ reeditOf: string }>().$asScalar();
  return readTogether(db, {
    orders: order.selectAll(),
    files: filesOf(db, orderId),
    facts: factsOf(db, orderId),
    ratings: db.selectFrom("ratings").selectAll().where("orderId", "=", orderId),
    /** What the check found, without the findings. */
    checks: db
      .selectFrom("manuscript_checks")
      .select(["fileId", "found", "outcome", sql<boolean>`findings is not null`.as("open")])
      .where("fileId", "in", db.selectFrom("files").select("id").where("orderId", "=", orderId)),
    submissions: submissionsOf(db, orderId),
    parts: db.selectFrom("submission_files").selectAll().where("submissionId", "in", submissionIds),
    resolutions: db.selectFrom("gate_resolutions").selectAll().where("submissionId", "in", submissionIds),
    reviews: db
      .selectFrom("qa_reviews as q")
      .leftJoin("users as u", "u.uid", "q.reviewerId")
      .selectAll("q")
      .leftJoin("users as t", "t.uid", "q.takenBy")
      .select(["u.displayName as reviewerName", "t.displayName as takerName"])
      .where("q.orderId", "=", orderId)
      .orderBy("q.createdAt"),
    /** The comments in the last delivery and in the newest copies that the editor uploaded. */
    queries: db
      .selectFrom("document_queries")
      .selectAll()
      .where(
        "fileId",
        "in",
        sql<string>`(
          select p."trackedFileId" from submission_files p where p."submissionId" = (
            select id from submissions where "orderId" = ${orderId} and status = 'delivered'
            order by "createdAt" desc, id desc limit 1)
          union
          (select distinct on (f."sourceFileId") f.id from files f join orders o on o.id = f."orderId"
            where f."orderId" = ${orderId} and f.purpose = 'tracked' and f."removedAt" is null
              and f."uploadedBy" = o."assignedTo"
            order by f."sourceFileId", f.position desc, f."createdAt" desc, f.id desc))`,
      )
      .orderBy("position")
      .orderBy("id"),
    /** Everyone the page may name. */
    people: db
      .selectFrom("users")
      .select(["uid", "displayName", "email"])
      .select((q) =>
        q
          .selectFrom("auth_account as o")
          .select("o.accountId")
          .whereRef("o.userId", "=", "users.uid")
          .where("o.providerId", "=", "orcid")
          .as("orcid"),
      )
      .where(
        "uid",
        "in",
        sql<string>`(
          select unnest(array["userId", "assignedTo", "readerId"]) from orders where id = ${orderId}
          union select unnest(array["actorId", data->>'editorId', data->>'readerId']) from facts
          where "orderId" = ${orderId})`,
      ),
    readings: db
      .selectFrom("second_readings as r")
      .leftJoin("users as u", "u.uid", "r.readerId")
      .selectAll("r")
      .select("u.displayName as readerName")
      .where("r.orderId", "=", orderId),
    readingFiles: db
      .selectFrom("reading_files as f")
      .innerJoin("second_readings as r", "r.id", "f.readingId")
      .selectAll("f")
      .where("r.orderId", "=", orderId),
    dateProposals: dateProposals.activeOf(db, orderId),
    charges: orderCharges.activeOf(db, orderId),
    lateDecisions: openDecisionOf(db, orderId),
    differences: differencesOf(db, orderId),
    holds: openHoldOf(db, orderId),
    changes: orderChanges.activeOf(db, orderId),
    versions: versionsOf(db, orderId),
    policies: keptPolicyOf(db, orderId),
    handovers: db
      .selectFrom("order_handovers")
      .select(["editorId", "phase", "partBp", "payMinor", "at"])
      .where("orderId", "=", orderId)
      .orderBy("at"),
    snippets: snippetRows(db, assignedTo),
    times: timesOf(db, orderId),
    /** The order's editor, if they have a public page. */
    publicEditor: publicPageOf(db, assignedTo),
    openings: staffOpeningsOf(db, orderId),
    cleanCopies: lastCleanCopies(db, orderId),
    reEditOf: db.selectFrom("orders").select(["id", "number"]).where("id", "=", reeditOf),
    reEditCopies: lastCleanCopies(db, reeditOf),
  });
}

/**
 * An order as its pages need it, with the role in which this person reads it. Each part of a page decides who may see
 * it.
 */
export type OrderPage = Omit<Awaited<ReturnType<typeof readRows>>, "orders" | "facts"> & {
  order: Order;
  viewer: Viewer;
  facts: Fact[];
  /** The deadlines it was sold with. */
  deadlines: DeadlinePolicy;
  /** What its editors are paid, from the same version. */
  pay: PayPolicy;
  qa: QaPolicy;
};

/** An order with all related data. @throws not-found for anyone who may not know about it */
export async function readOrderPage(actor: Actor, orderId: string, db: Reader = database()): Promise<OrderPage> {
  if (!isId("order", orderId)) throw notFound("order");
  const { orders, facts, ...rows } = await readRows(db, orderId);
  if (!orders[0]) throw notFound("order");
  const order = orders[0];
  return {
    ...rows,
    order,
    viewer: viewerOf(actor, order),
    facts: facts.map(asFact),
    deadlines: await deadlinesOfOrder(order, db),
    pay: await payOfOrder(order, db),
    qa: await qaOfOrder(order, db),
  };
}

/** An order's work for somebody who doesn't see its history: a second reader or a reviewer. */
export async function readWorkPage(order: Order, viewer: Viewer, db: Reader = database()): Promise<OrderPage> {
  const { orders: _orders, facts: _facts, ...rows } = await readRows(db, order.id);
  return {
    ...rows,
    order,
    viewer,
    facts: [],
    deadlines: await deadlinesOfOrder(order, db),
    pay: await payOfOrder(order, db),
    qa: await qaOfOrder(order, db),
  };
}
