import { ByWhen } from "#app/ui/by-when.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { OrderRow } from "../../server/views/list-orders.ts";

/** When an order is due, or how long it has been overdue. Nothing while its clock is paused or it's over. */
export function OrderDue({ row: { dueAt, isTimed } }: { row: Pick<OrderRow, "dueAt" | "isTimed"> }) {
  if (!dueAt || !isTimed) return null;
  return (
    <ByWhen at={dueAt}>
      {() => (
        <>
          Due{" "}
          <b>
            <Instant at={dueAt} deadline />
          </b>
        </>
      )}
    </ByWhen>
  );
}
