import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { getOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import type { Dispute } from "./find-dispute.ts";

/** The most rows of a kind that a bank reads, newest kept. */
const MOST = { messages: 80, openings: 120, files: 40 };
const LONGEST_MESSAGE = 600;

/** Facts about a disputed order that a bank can check. Dates are real instants, and amounts are minor units. */
export type Evidence = Awaited<ReturnType<typeof collectEvidence>>;

/** Reads the evidence of a dispute. @throws not-found when its order is gone */
export async function collectEvidence(dispute: Dispute, db: Reader = database()) {
  const order = await getOrder(dispute.orderId, db);
  const client = await db
    .selectFrom("users")
    .select(["uid", "displayName", "email"])
    .where("uid", "=", order.userId ?? "")
    .executeTakeFirst();
  if (!client) throw notFound("client");
  const payment = await db
    .selectFrom("payments")
    .select(["amountMinor", "currency", "succeededAt", "cardLabel", "chargeId"])
    .where("id", "=", dispute.paymentId)
    .executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom("invoices")
    .select("number")
    .where("paymentId", "=", dispute.paymentId)
    .where("kind", "=", "invoice")
    .where("cancelledBy", "is", null)
    .executeTakeFirst();
  const consent = await db
    .selectFrom("early_starts")
    .select(["text", "version", "givenAt"])
    .where("orderId", "=", order.id)
    .executeTakeFirst();
  const charge = await db
    .selectFrom("order_charges")
    .select("lines")
    .where("id", "=", payment.chargeId ?? "")
    .executeTakeFirst();
  const price = quotedPrice(order);
  return {
    number: order.number,
    title: order.title,
    service: `${SERVICE_LABELS[price.service]}, ${price.billableWords.toLocaleString("en-US")} words, ${TURNAROUND_LABELS[price.turnaround]}`,
    client: { name: client.displayName, email: client.email },
    statement: dispute.statement,
    payment: { ...payment, invoice: invoice?.number ?? null },
    // An extra charge was paid separately and has its own lines.
    lines: (charge ?? price).lines.map(({ label, detail, amountMinor }) => ({ label, detail, amountMinor })),
    consent: consent ?? null,
    steps: [
      ["Paid", order.paidAt],
      ["Accepted by an editor", order.assignedAt],
      ["Promised by", order.dueAt],
      ["Delivered", order.deliveredAt],
      ["Accepted", order.acceptedAt],
    ].filter((step): step is [string, Date] => step[1] !== null),
    deliveredAt: order.deliveredAt,
    files: await deliveredFiles(order.id, db),
    openings: await openingsOf(order.id, client.uid, db),
    messages: await messagesOf(order.id, client.uid, db),
  };
}

/** The delivered files, with hashes of their bytes. */
const deliveredFiles = (orderId: string, db: Reader) =>
  db
    .selectFrom("submissions as s")
    .innerJoin("submission_files as p", "p.submissionId", "s.id")
    .innerJoin("files as f", (join) =>
      join.on((e) => e.or([e("f.id", "=", e.ref("p.trackedFileId")), e("f.id", "=", e.ref("p.cleanFileId"))])),
    )
    .select(["f.name", "f.bytes", "f.sha256", "s.deliveredAt"])
    .where("s.orderId", "=", orderId)
    .where("s.status", "=", "delivered")
    .orderBy("s.deliveredAt")
    .orderBy("f.name")
    .limit(MOST.files)
    .execute();

/** When the client opened which file. */
async function openingsOf(orderId: string, uid: string, db: Reader) {
  const rows = await db
    .selectFrom("file_views as v")
    .innerJoin("files as f", "f.id", "v.fileId")
    .select(["v.at", "v.what", "f.name"])
    .where("v.orderId", "=", orderId)
    .where("v.viewerId", "=", uid)
    .orderBy("v.at", "desc")
    .limit(MOST.openings)
    .execute();
  return rows.toReversed();
}

/** The messages between the client and us, oldest first. */
async function messagesOf(orderId: string, uid: string, db: Reader) {
  const rows = await db
    .selectFrom("messages")
    .select(["authorId", "body", "createdAt"])
    .where("orderId", "=", orderId)
    .orderBy("id", "desc")
    .limit(MOST.messages)
    .execute();
  return rows.toReversed().map((m) => ({
    by: m.authorId === uid ? ("client" as const) : ("us" as const),
    at: m.createdAt,
    text: m.body.length > LONGEST_MESSAGE ? `${m.body.slice(0, LONGEST_MESSAGE)} …` : m.body,
  }));
}
