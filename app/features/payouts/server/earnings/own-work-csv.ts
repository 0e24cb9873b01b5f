import { may } from "#app/platform/rules/core/duties.ts";
import { EDITOR_LIST } from "#app/features/orders/rules/own-lists.ts";
import { orderColumns, verifiedPerson } from "#app/features/orders/server/views/own-orders-csv.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { type WorkRow, ownWorkList } from "./list-own-work.ts";

/** GET /api/csv/editor-orders: the orders an editor has or had. */
export async function ownWorkCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const person = verifiedPerson(actor);
  if (!person.isEditor && !may(person, "orders")) throw refused("Only editors have orders to work on.");
  const list = ownWorkList(person, readListQuery(new URL(request.url).searchParams, EDITOR_LIST));
  return listCsv<WorkRow>(
    `work-${now().toISOString().slice(0, 10)}`,
    [
      ...orderColumns("editor"),
      { header: "Pay", value: (r) => (r.payMinor === null ? "" : decimalMoney(r.payMinor)) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    list,
  );
}
