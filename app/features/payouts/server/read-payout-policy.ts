import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyAt } from "#app/features/policy/server/read-policy.ts";
import { PAYOUT_POLICY, type PayoutPolicy } from "../rules/policy.ts";

const payouts = partOfPolicy((figures): PayoutPolicy => withFigures(PAYOUT_POLICY, "payouts", figures));

/** The rules of payouts that apply at a moment. A run follows those of its cut-off, whenever it's prepared. */
export const payoutsAt = async (at: Date, db?: Reader): Promise<PayoutPolicy> => payouts(await policyAt(at, db));
