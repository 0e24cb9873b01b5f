import { useNow } from "#app/platform/browser/core/now.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import type { OrderRow } from "../../server/views/list-orders.ts";

/** When an order is due, or how long it has been overdue. Nothing while its clock is paused or it's over. */
export function OrderDue({ row: { dueAt, isTimed } }: { row: Pick<OrderRow, "dueAt" | "isTimed"> }) {
  const now = useNow(30_000);
  if (!dueAt || !isTimed) return null;
  const leftMs = Date.parse(dueAt) - now.getTime();
  if (leftMs < 0) return <b className="late">Overdue by {formatDuration(leftMs)}</b>;
  return (
    <>
      Due{" "}
      <b>
        <Instant at={dueAt} deadline />
      </b>
    </>
  );
}
