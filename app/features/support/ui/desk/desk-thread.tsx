import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import type { Desk } from "../../rules/desk.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import type { DeskThreadPage } from "../../server/desk/desk-thread.ts";
import { Ticket } from "./desk-ticket.tsx";
import { OrderThread } from "./desk-order-thread.tsx";

/** A ticket or order thread with all staff actions. @param desk the desk its links stay in */
export function DeskThread({
  desk,
  page,
  answer,
}: {
  desk: Desk;
  page: DeskThreadPage;
  answer: DeskThreadAnswer | undefined;
}) {
  useLive(
    (event) =>
      /^(ticket|macro|thread)\./.test(event.kind) ||
      (page.kind === "order"
        ? event.orderId === page.thread.order.id
        : event.orderId !== null && event.orderId === page.ticket.order?.id),
  );
  const last = useLastAnswer(answer);
  return page.kind === "ticket" ? (
    <Ticket desk={desk} page={page} answer={last} />
  ) : (
    <OrderThread desk={desk} page={page} answer={last} />
  );
}
