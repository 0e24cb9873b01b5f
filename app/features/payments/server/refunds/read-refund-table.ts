import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import type { RefundPolicy } from "../../rules/policy.ts";
import { REFUND_PART } from "../../rules/refund-figures.ts";

const refundTable = partOfPolicy(REFUND_PART.of);

/** The refund table that an order was sold with. */
export const refundTableOf = async (order: { policyVersion: number | null }, db?: Reader): Promise<RefundPolicy> =>
  refundTable(await policyOfVersion(order.policyVersion, db));

/** The refund table for pages that everybody may read, also while the database is away. */
export const shownRefundTable = async (): Promise<RefundPolicy> => refundTable(await shownPolicy());
