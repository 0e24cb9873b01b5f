import { invalidRequest } from "./failures.ts";
import type { Form } from "./form.ts";
import { publicView } from "./objects.ts";
import { inside } from "./session-object.ts";
import type { StripeObject, Transaction } from "./store.ts";

/** Fields that can be expanded from an id to the whole object, by kind. */
const EXPANDABLE: Record<string, readonly string[]> = {
  "checkout.session": ["payment_intent"],
  payment_intent: ["latest_charge"],
  charge: ["balance_transaction", "payment_intent"],
  refund: ["balance_transaction", "charge", "failure_balance_transaction", "payment_intent"],
  balance_transaction: ["source"],
  payout: ["balance_transaction", "failure_balance_transaction"],
  dispute: ["charge", "payment_intent"],
};

export const lineItems = (session: StripeObject) => ({
  object: "list",
  has_more: false,
  url: `/v1/checkout/sessions/${session.id}/line_items`,
  data: inside(session).items,
});

/** The result as the caller sees it: without the sandbox's own fields, and with the requested expansions. */
export async function present(tx: Transaction, result: object, form: Form): Promise<unknown> {
  const asked = form["expand"];
  const paths = (Array.isArray(asked) ? asked : []).flatMap((path) =>
    typeof path === "string" ? [path.split(".")] : [],
  );
  if (paths.some((path) => path.length > 4))
    throw invalidRequest("You cannot expand more than 4 levels of a property.", { param: "expand" });
  if (!("data" in result) || (result as { object?: string }).object !== "list")
    return expand(tx, result as StripeObject, paths);
  const inner = paths.map((path) => {
    if (path[0] !== "data") throw unexpandable(path);
    return path.slice(1);
  });
  const data: StripeObject[] = [];
  // One after the other, because a transaction's connection runs one query at a time.
  for (const entry of result.data as StripeObject[]) data.push(await expand(tx, entry, inner));
  return { ...result, data };
}

async function expand(tx: Transaction, object: StripeObject, paths: string[][]): Promise<StripeObject> {
  const shown = publicView(object);
  for (const [field, ...rest] of paths) {
    if (field === undefined) continue;
    if (field === "line_items" && object.object === "checkout.session") {
      shown["line_items"] = { ...lineItems(object), data: inside(object).items.map(publicView) };
      continue;
    }
    if (!EXPANDABLE[object.object]?.includes(field)) throw unexpandable([field, ...rest]);
    // A second path through the same field finds it already expanded.
    const already = shown[field];
    const id = typeof already === "string" ? already : (already as StripeObject | null)?.id;
    if (id === undefined) continue;
    const target = await tx.find(id);
    const siblings = paths.filter((path) => path[0] === field).map((path) => path.slice(1));
    if (target !== undefined) shown[field] = await expand(tx, target, siblings);
  }
  return shown;
}

const unexpandable = (path: string[]) =>
  invalidRequest(`This property cannot be expanded (${path.join(".")}).`, { param: "expand" });
