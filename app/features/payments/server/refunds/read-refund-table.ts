import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyOfVersion, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { REFUND_POLICY, type RefundPolicy } from "../../rules/policy.ts";

const refundTable = partOfPolicy((figures): RefundPolicy => withFigures(REFUND_POLICY, "refunds", figures));

/** The refund table that an order was sold with. */
export const refundTableOf = async (order: { policyVersion: number | null }, db?: Reader): Promise<RefundPolicy> =>
  refundTable(await policyOfVersion(order.policyVersion, db));

/** The refund table for pages that everybody may read, also while the database is away. */
export const shownRefundTable = async (): Promise<RefundPolicy> => refundTable(await shownPolicy());
