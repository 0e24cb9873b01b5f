import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/core/csv.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/core/list-csv.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { CLIENT_LIST, EDITOR_LIST } from "../../rules/own-lists.ts";
import { statusWords } from "../../rules/status-tone.ts";
import { type WorkRow, ownOrderList, ownWorkList } from "./list-own-orders.ts";
import type { OrderRow } from "./list-orders.ts";

type Args = { actor: Actor };
const today = (): string => now().toISOString().slice(0, 10);

function verified(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your orders.");
  return actor;
}

const shared = (viewer: "client" | "editor"): CsvColumn<OrderRow>[] => [
  { header: "Order", value: (r) => r.number },
  { header: "Title", value: (r) => r.title },
  { header: "Status", value: (r) => statusWords(r.status, viewer) },
  { header: "Service", value: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
  { header: "Turnaround", value: (r) => (isTurnaround(r.turnaround) ? TURNAROUND_LABELS[r.turnaround] : "") },
  { header: "Words", value: (r) => r.words },
];

/** GET /api/csv/my-orders: a person's own orders, filtered like the list. */
export async function ownOrdersCsv(request: Request, { actor }: Args): Promise<Response> {
  const list = ownOrderList(verified(actor), readListQuery(new URL(request.url).searchParams, CLIENT_LIST));
  return listCsv<OrderRow>(
    `orders-${today()}`,
    [
      ...shared("client"),
      { header: "Editor", value: (r) => r.editorName },
      { header: "Total", value: (r) => (r.totalMinor === null ? "" : decimalMoney(r.totalMinor)) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Begun", value: (r) => r.createdAt },
      { header: "Promised", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    list,
  );
}

/** GET /api/csv/editor-orders: the orders an editor has or had. */
export async function ownWorkCsv(request: Request, { actor }: Args): Promise<Response> {
  const person = verified(actor);
  if (!person.isEditor && !person.isAdmin) throw refused("Only editors have orders to work on.");
  const list = ownWorkList(person, readListQuery(new URL(request.url).searchParams, EDITOR_LIST));
  return listCsv<WorkRow>(
    `work-${today()}`,
    [
      ...shared("editor"),
      { header: "Pay", value: (r) => (r.payMinor === null ? "" : decimalMoney(r.payMinor)) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    list,
  );
}
