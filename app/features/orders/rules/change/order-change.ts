/**
 * Changing a paid order by agreement: an earlier date, another service, other add-ons. Money in minor units, time in
 * milliseconds.
 */
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import {
  SERVICE_LABELS,
  TURNAROUNDS,
  TURNAROUND_LABELS,
  type DeadlinePolicy,
  type PricingPolicy,
  type Service,
  type Turnaround,
  TURNAROUND_MS,
} from "#app/features/pricing/rules/policy.ts";
import { ADD_ON_CODES, type AddOns, quantity } from "#app/features/pricing/rules/add-ons.ts";
import { orderedOf } from "#app/features/pricing/rules/ordered.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { overflowOf, timedWords } from "#app/features/pricing/rules/price-limits.ts";
import { reprice } from "./reprice.ts";
import type { OrderStatus } from "../flow.ts";

/** How much earlier a date has to be, and what it has to leave the editor. */
const LEAST_MS = HOUR;

/** Services that an order can be changed to. Expert editing needs an editor with a doctorate and a second one. */
export const CHANGEABLE_SERVICES = ["proofreading", "copyediting", "substantive"] as const satisfies Service[];

export const changeFlow = defineFlow({
  name: "order change",
  start: "open",
  states: ["open", "to_pay", "agreed", "declined", "withdrawn", "expired", "unpaid", "ended"],
  ends: ["agreed", "declined", "withdrawn", "expired", "unpaid", "ended"],
  moves: {
    agree: {
      from: ["open"],
      to: "agreed",
      by: ["client", "editor"],
      when: "the author and the editor have both agreed, the editor has room, and there's nothing more to pay",
      ledger: "the difference is refunded, and the editor's pay follows the list price",
      clock: "the due date, the editor's deadline, and the window move",
    },
    charge: {
      from: ["open"],
      to: "to_pay",
      by: ["client", "editor"],
      when: "both have agreed, the editor has room, and it costs more",
      clock: "the author has as long to pay as to answer, or less if the date is near",
    },
    pay: { from: ["to_pay"], to: "agreed", by: ["provider"], ledger: "as for an extra charge", clock: "as for agree" },
    leave: { from: ["to_pay"], to: "unpaid", by: ["client", "clock", "support", "admin"] },
    decline: { from: ["open"], to: "declined", by: ["client", "editor"] },
    withdraw: { from: ["open"], to: "withdrawn", by: ["client", "support", "admin"] },
    expire: {
      from: ["open"],
      to: "expired",
      by: ["clock"],
      when: "not answered in time",
    },
    end: {
      from: ["open", "to_pay"],
      to: "ended",
      by: ["product"],
      when: "the order was submitted, reassigned, paused, put on hold, or canceled",
    },
  },
});
export type ChangeStatus = (typeof changeFlow.states)[number];

const CHANGEABLE: readonly OrderStatus[] = ["assigned", "in_progress", "changes_required"];
type Changeable = {
  status: OrderStatus;
  deliveredAt: Date | null;
  dueAt: Date | null;
  editorDueAt: Date | null;
  payBp: number;
};
/** Whether what was ordered can be changed now: an editor is at work, in time, and nothing is delivered. */
export const isChangeable = (order: Changeable): boolean =>
  order.deliveredAt === null &&
  CHANGEABLE.includes(order.status) &&
  order.dueAt !== null &&
  order.editorDueAt !== null &&
  order.editorDueAt <= order.dueAt &&
  // A price lowered by a later date isn't on the price list.
  order.payBp === 10_000;

export type Wanted = { service: Service; addOns: AddOns; newDueAt: Date | null };
export type ChangedOrder = {
  after: PriceReceipt;
  /** How much earlier the order is due; negative where it takes longer. */
  earlierMs: number;
  /** What changes, as people read it. */
  what: string[];
};

const extraMs = (service: Service, turnaround: Turnaround, words: number, policy: PricingPolicy): number =>
  overflowOf(service, turnaround, words, policy)?.extraMs ?? 0;

/**
 * The cheapest turnaround sold for this service whose time fits, never a slower one than was ordered. Null if there's
 * none.
 */
function turnaroundWithin(
  price: PriceReceipt,
  service: Service,
  windowMs: number,
  policy: PricingPolicy,
): Turnaround | null {
  const words = timedWords(price);
  const limits = policy.wordLimit[service];
  return (
    TURNAROUNDS.slice(TURNAROUNDS.indexOf(price.turnaround)).find((turnaround) => {
      const limit = limits[turnaround];
      return (
        limit !== null &&
        words <= limit * policy.overflowFactor &&
        TURNAROUND_MS[turnaround] + extraMs(service, turnaround, words, policy) <= windowMs
      );
    }) ?? null
  );
}

/**
 * An order's price and due date with a change, by the rules it was priced with.
 * @param policy the version the order was priced with
 * @throws Problem `invalid` with a message for the impossible field
 */
export function changedOrder(
  order: { price: PriceReceipt; windowMs: number; dueAt: Date; editorDueAt: Date },
  wanted: Wanted,
  now: Date,
  policy: PricingPolicy,
): ChangedOrder {
  const { price, dueAt } = order;
  const { service, newDueAt } = wanted;
  if (service !== price.service && price.service === "expert")
    throw fieldFault("service", "Expert editing can't be changed to another service.");
  const asked = newDueAt ? dueAt.getTime() - newDueAt.getTime() : 0;
  if (newDueAt && asked < LEAST_MS)
    throw fieldFault("newDueAt", "Choose a date at least an hour before the current one.");
  if (newDueAt && order.editorDueAt.getTime() - asked < after(now, LEAST_MS).getTime())
    throw fieldFault("newDueAt", "This date leaves the editor less than an hour. Choose a later one.");
  const turnaround = newDueAt ? turnaroundWithin(price, service, order.windowMs - asked, policy) : price.turnaround;
  if (!turnaround) throw fieldFault("newDueAt", "We can't do this service by then. Choose a later date.");
  const addOns = { ...wanted.addOns, secondReader: orderedOf(price, policy).addOns.secondReader ?? false };
  let after_: PriceReceipt;
  try {
    after_ = reprice(price, { service, turnaround, addOns }, policy);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "custom_price") throw error;
    throw fieldFault("service", `${error.message} ${error.advice}`);
  }
  const longerMs = newDueAt
    ? 0
    : Math.max(
        0,
        extraMs(service, turnaround, timedWords(price), policy) -
          extraMs(price.service, turnaround, timedWords(price), policy),
      );
  const what = describe(price, after_, policy);
  if (what.length === 0 && !newDueAt) throw fieldFault("service", "Choose what to change.");
  return { after: after_, earlierMs: asked - longerMs, what };
}

const fieldFault = (field: string, message: string) => invalid("change", message, "", { [field]: message });

/** The differences between two prices of one order, for people. */
function describe(before: PriceReceipt, changed: PriceReceipt, policy: PricingPolicy): string[] {
  const what: string[] = [];
  if (changed.service !== before.service)
    what.push(`${SERVICE_LABELS[changed.service]} instead of ${SERVICE_LABELS[before.service].toLowerCase()}`);
  if (changed.turnaround !== before.turnaround)
    what.push(
      `Turnaround of ${TURNAROUND_LABELS[changed.turnaround]} instead of ${TURNAROUND_LABELS[before.turnaround]}`,
    );
  const [old, now] = [orderedOf(before, policy).addOns, orderedOf(changed, policy).addOns];
  for (const code of ADD_ON_CODES) {
    const [was, is] = [quantity(old, code), quantity(now, code)];
    if (was === is) continue;
    const { label, unit } = policy.addOns[code];
    what.push(
      unit
        ? `${label}: ${is.toLocaleString("en-US")} instead of ${was.toLocaleString("en-US")}`
        : is
          ? `With ${label.toLowerCase()}`
          : `Without ${label.toLowerCase()}`,
    );
  }
  return what;
}

/**
 * How long the author has to pay for a change: as long as for an answer, or a quarter of the time left until the
 * editor's new deadline.
 * @param policy the one the order was sold with
 */
export function changePayableUntil(now: Date, newEditorDueAt: Date, { answer }: Pick<DeadlinePolicy, "answer">): Date {
  const quarter = Math.max(0, newEditorDueAt.getTime() - now.getTime()) / 4;
  return after(now, Math.min(answer.changeMs, Math.max(quarter, HOUR / 2)));
}
