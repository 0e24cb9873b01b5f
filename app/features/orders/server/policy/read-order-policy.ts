import { database } from "#app/platform/server/core/database.ts";
import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import type { Order } from "../views/find-order.ts";
import { type PolicyView, policyOfOrder, policyView } from "./order-policy.ts";

/** The policy on an order's page. Its author and staff see the supervisor's consent. */
export type PolicyOnOrder = PolicyView & {
  consent: { name: string; at: string } | null;
  /** Whether the client described it: it isn't listed. */
  own: boolean;
};

/** The policy that an order is edited under, for its page; or null. */
export async function readOrderPolicy(
  { order, viewer }: { order: Order; viewer: Viewer },
  db = database(),
): Promise<PolicyOnOrder | null> {
  const policy = await policyOfOrder(order, db);
  if (!policy) return null;
  const kept =
    viewer === "editor"
      ? undefined
      : await db
          .selectFrom("order_policies")
          .select(["supervisorName", "consentedAt"])
          .where("orderId", "=", order.id)
          .executeTakeFirst();
  return {
    ...policyView(policy),
    own: policy.own !== null,
    consent:
      kept?.supervisorName && kept.consentedAt
        ? { name: kept.supervisorName, at: kept.consentedAt.toISOString() }
        : null,
  };
}
