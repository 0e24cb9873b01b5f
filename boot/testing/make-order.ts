import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { drawOf } from "#app/features/orders/rules/review/qa.ts";
import { QA_POLICY } from "#app/features/orders/rules/review/qa-figures.ts";
import { orderFlow, type OrderStatus } from "#app/features/orders/rules/flow.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { CAST } from "#db/seed/cast.ts";
import { COPIES, storeFile } from "./order-copies.ts";

/** An order id that isn't sampled for random review, to keep tests deterministic. */
export function unsampledId(): string {
  for (;;) {
    const id = newId("order");
    if (drawOf(id, QA_POLICY.sampleOneIn) !== 0) return id;
  }
}

const ALONE: readonly OrderStatus[] = ["draft", "quote_requested", "quoted", "awaiting_payment", "paid", "expired"];

/**
 * An order in a given state, with a manuscript: Amara's, and Jonas's if it has an editor. The state is set directly, to
 * try a move from any state. The commands' own tests cover how orders get there.
 */
export async function orderIn(
  status: OrderStatus,
  it: {
    words?: number;
    service?: "proofreading" | "copyediting" | "expert";
    set?: Record<string, unknown>;
    id?: string;
    /** For an order with a second reader: nobody has read it. */
    unread?: boolean;
  } = {},
): Promise<{ id: string; sourceId: string }> {
  const at = now();
  const words = it.words ?? 5_000;
  const service = it.service ?? "copyediting";
  const id = it.id ?? unsampledId();
  const price = priceOrder(
    {
      service,
      turnaround: "7d",
      billableWords: words,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
  const paid = !(["draft", "quote_requested", "quoted", "awaiting_payment", "expired"] as string[]).includes(status);
  const worked = !ALONE.includes(status);
  const delivered = (["delivered", "accepted", "revision_requested", "in_revision", "closed"] as string[]).includes(
    status,
  );
  const held = status === "on_hold" || status === "disputed";
  await database()
    .insertInto("orders")
    .values({
      id,
      number: `S-${id.slice(-8)}`,
      status,
      heldFrom: held ? "in_progress" : null,
      userId: CAST.amara.uid,
      assignedTo: worked ? CAST.jonas.uid : null,
      title: "Soil moisture in dry regions",
      choices: json({ documentType: "research-article", instructions: "Keep the authors' terms.", styleGuide: "APA" }),
      flags: json({}),
      service,
      turnaround: "7d",
      field: "environmental-science",
      variant: "UK",
      price: json(price),
      words,
      billableWords: words,
      totalMinor: price.totalMinor,
      paidMinor: paid ? price.totalMinor : 0,
      listMinor: price.listMinor,
      editorBasisMinor: price.editorBasisMinor,
      windowMs: price.windowMs,
      quotedAt: at,
      quoteExpiresAt: after(at, 7 * DAY),
      paidAt: paid ? at : null,
      dueAt: paid ? after(at, price.windowMs) : null,
      editorDueAt: worked ? after(at, price.windowMs - 0.1 * price.windowMs) : null,
      assignedAt: worked ? at : null,
      startedAt: worked && status !== "assigned" ? at : null,
      pausedAt: status === "awaiting_client" ? at : null,
      ...(delivered
        ? {
            submittedAt: at,
            deliveredAt: at,
            autoAcceptAt: status === "delivered" ? after(at, 7 * DAY) : null,
            revisionUntilAt: after(at, 14 * DAY),
          }
        : {}),
      ...(status === "revision_requested" || status === "in_revision"
        ? { revisionsUsed: 1, revisionDueAt: after(at, 48 * HOUR), revisionNote: "Please shorten the abstract." }
        : {}),
      createdAt: at,
      updatedAt: at,
      ...it.set,
    })
    .execute();
  if (it.unread)
    await database()
      .insertInto("second_readings")
      .values({ id: newId("reading"), orderId: id, status: "void", createdAt: at, searchFromAt: at, endedAt: at })
      .execute();
  const sourceId = await storeFile(id, {
    purpose: "source",
    name: "soil-moisture.docx",
    bytes: COPIES.source(),
    by: CAST.amara.uid,
    receipt: { format: "docx" },
  });
  return { id, sourceId };
}

/** A tracked copy of an order of Amara's, submitted by Jonas and, unless stated otherwise, delivered. */
export async function deliveredCopy(
  it: { bytes?: Buffer; delivered?: boolean } = {},
): Promise<{ orderId: string; fileId: string }> {
  const { delivered = true } = it;
  const { id: orderId, sourceId } = await orderIn(delivered ? "delivered" : "qa_review");
  const fileId = await storeFile(orderId, {
    purpose: "tracked",
    name: "soil-moisture (edited).docx",
    bytes: it.bytes ?? COPIES.tracked(),
    by: CAST.jonas.uid,
    sourceFileId: sourceId,
  });
  const submissionId = newId("submission");
  const at = now();
  await database()
    .insertInto("submissions")
    .values({
      id: submissionId,
      orderId,
      editorId: CAST.jonas.uid,
      round: 1,
      status: delivered ? "delivered" : "submitted",
      letter: "Dear Dr. Osei,",
      submittedAt: at,
      deliveredAt: delivered ? at : null,
      createdAt: at,
    })
    .execute();
  await database()
    .insertInto("submission_files")
    .values({
      submissionId,
      sourceFileId: sourceId,
      trackedFileId: fileId,
      cleanFileId: null,
      gate: null,
      passed: true,
    })
    .execute();
  return { orderId, fileId };
}

/** An order of Amara's that Jonas delivered, with its clean copy. */
export async function deliveredOrder(
  it: { status?: "delivered" | "accepted" | "closed"; clean?: Uint8Array; set?: Record<string, unknown> } = {},
): Promise<{ orderId: string; cleanId: string }> {
  const { id: orderId, sourceId } = await orderIn(it.status ?? "delivered", { set: it.set ?? {} });
  const trackedFileId = await storeFile(orderId, {
    purpose: "tracked",
    name: "soil-moisture.docx",
    bytes: COPIES.tracked(),
    by: CAST.jonas.uid,
    sourceFileId: sourceId,
  });
  const cleanId = await storeFile(orderId, {
    purpose: "clean",
    name: "soil-moisture (clean).docx",
    bytes: it.clean ?? COPIES.source(),
    by: CAST.jonas.uid,
    sourceFileId: sourceId,
  });
  const submissionId = newId("submission");
  const at = now();
  await database()
    .insertInto("submissions")
    .values({
      id: submissionId,
      orderId,
      editorId: CAST.jonas.uid,
      round: 1,
      status: "delivered",
      letter: "All done.",
      createdAt: at,
      submittedAt: at,
      deliveredAt: at,
    })
    .execute();
  await database()
    .insertInto("submission_files")
    .values({ submissionId, sourceFileId: sourceId, trackedFileId, cleanFileId: cleanId, passed: true })
    .execute();
  return { orderId, cleanId };
}

export const OTHER_STATES = (from: readonly OrderStatus[]): OrderStatus[] =>
  orderFlow.states.filter((s) => !from.includes(s));
