import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { CLIENT_LIST } from "../../rules/own-lists.ts";
import { statusWords } from "../../rules/status-tone.ts";
import { ownOrderList } from "./list-own-orders.ts";
import type { OrderRow } from "./list-orders.ts";

/** A signed-in person with a confirmed email address. @throws refused */
export function verifiedPerson(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your orders.");
  return actor;
}

/** What everyone's list of their own orders has in common. */
export const orderColumns = (viewer: "client" | "editor"): CsvColumn<OrderRow>[] => [
  { header: "Order", value: (r) => r.number },
  { header: "Title", value: (r) => r.title },
  { header: "Status", value: (r) => statusWords(r.status, viewer) },
  { header: "Service", value: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
  { header: "Turnaround", value: (r) => (isTurnaround(r.turnaround) ? TURNAROUND_LABELS[r.turnaround] : "") },
  { header: "Words", value: (r) => r.words },
];

/** GET /api/csv/my-orders: a person's own orders, filtered like the list. */
export async function ownOrdersCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const query = readListQuery(new URL(request.url).searchParams, CLIENT_LIST);
  // The file has no column that depends on open questions or refunds.
  const nothing = () => Promise.resolve(new Map<string, number>());
  const asked = { countOpenQueries: nothing, refundsOnOffer: nothing };
  const list = await ownOrderList(verifiedPerson(actor), query, asked);
  return listCsv<OrderRow>(
    `orders-${now().toISOString().slice(0, 10)}`,
    [
      ...orderColumns("client"),
      { header: "Editor", value: (r) => r.editorName },
      { header: "Total", value: (r) => (r.totalMinor === null ? "" : decimalMoney(r.totalMinor)) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Created", value: (r) => r.createdAt },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    list,
  );
}
