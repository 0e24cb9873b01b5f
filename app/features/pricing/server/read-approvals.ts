import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyAt, policyNow } from "#app/features/policy/server/read-policy.ts";
import { type ApprovalPolicy, approvalsIn } from "../rules/approvals.ts";
import { payOfOrder } from "./read-pricing.ts";
import { APPROVAL_PART } from "../rules/approval-figures.ts";

const approvals = partOfPolicy(APPROVAL_PART.of);

/** What staff may decide alone at a moment, for pages. */
export const approvalsAt = async (at: Date, db?: Reader): Promise<ApprovalPolicy> => approvals(await policyAt(at, db));

/** What staff may decide alone now, in a command's own transaction. */
export const approvalsNow = async (ctx: { tx: Reader; now: Date }): Promise<ApprovalPolicy> =>
  approvals(await policyNow(ctx));

/** What staff may decide alone about an order, in its currency. @param of the limits that apply */
export const approvalsOfOrder = async (
  order: Parameters<typeof payOfOrder>[0],
  of: ApprovalPolicy,
  db?: Reader,
): Promise<ApprovalPolicy> => approvalsIn(of, (await payOfOrder(order, db)).pricedIn);
