import { orderRecordOf } from "#app/features/backoffice/server/read-order-record.ts";
import { threadOf } from "#app/features/messages/server/read-thread.ts";
import { answerDueOf } from "#app/features/quotes/server/find-quote.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { orderView } from "../../server/views/get-order-view.ts";
import { readOrderPage } from "../../server/views/read-order-page.ts";

/** The newest messages and events that the panel shows. The order's page has all. */
const NEWEST = 3;
const LATEST = 5;

/** An order as the panel beside the list shows it; null for none, or one that the reader can't open. */
export async function readOpened(actor: Actor, orderId: string | null) {
  if (!orderId) return null;
  const page = await readOrderPage(actor, orderId).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === "not-found") return null;
    throw error;
  });
  if (!page) return null;
  const { order } = page;
  const [thread, quoteBy, { money }] = await Promise.all([
    threadOf(actor, order),
    answerDueOf(order),
    orderRecordOf(actor, order),
  ]);
  const view = orderView(page, { openQueries: thread.openQueries, quoteBy });
  return {
    id: view.id,
    number: view.number,
    title: view.title,
    status: view.status,
    waiting: view.waiting,
    clientName: view.clientName,
    editorName: view.editorName,
    dates: view.dates,
    words: view.billableWords,
    edited: view.progressWords,
    price: view.price && { lines: view.price.lines, totalMinor: view.price.totalMinor },
    paidMinor: view.paidMinor,
    refundedMinor: view.refundedMinor,
    currency: view.currency,
    earnings: money.earnings.map(({ editorName, amountMinor, currency, status }) => ({
      editorName,
      amountMinor,
      currency,
      status,
    })),
    timeline: view.timeline.slice(0, LATEST),
    messages: thread.items.slice(-NEWEST),
    mayAssign: view.status === "paid" && may(actor, "orders"),
  };
}
export type OpenedOrder = NonNullable<Awaited<ReturnType<typeof readOpened>>>;
