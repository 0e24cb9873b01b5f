import type { PricingPolicy } from "../rules/policy.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { type Coupon, couponDefinitionProblem, normalizeCode } from "../rules/coupon.ts";

/** A coupon's terms as an admin enters them. */
export type CouponTerms = Omit<Coupon, "active" | "minimumSpendMinor" | "perPersonLimit"> & {
  minimumMinor: number | null;
  personLimit: number | null;
};

/** The terms as the rules read them. @throws invalid with the field to correct */
export function couponOf(terms: CouponTerms, active: boolean, policy: PricingPolicy): Coupon {
  const coupon: Coupon = {
    ...terms,
    code: normalizeCode(terms.code),
    active,
    minimumSpendMinor: terms.minimumMinor,
    perPersonLimit: terms.personLimit,
  };
  const problem = couponDefinitionProblem(coupon, policy);
  if (problem) throw wrongTerm(problem.field, problem.message);
  return coupon;
}

export const wrongTerm = (field: string, message: string) =>
  invalid("coupon", message, "Correct the marked fields and try again.", { [field]: message });

/** The terms as the table has them. */
export const rowOf = ({ services, turnarounds, ...terms }: CouponTerms, code: string) => ({
  ...terms,
  code,
  services: services ? json(services) : null,
  turnarounds: turnarounds ? json(turnarounds) : null,
});

/** Locks a code's name. @throws invalid when another coupon has it */
export async function takeCode(tx: Tx, code: string, couponId: string | null): Promise<void> {
  await lockName(tx, `coupon ${code}`);
  const known = await tx
    .selectFrom("coupons")
    .select(["id", "archivedAt"])
    .where((e) => e.fn("upper", ["code"]), "=", code)
    .executeTakeFirst();
  if (!known || known.id === couponId) return;
  throw invalid(
    "coupon_exists",
    known.archivedAt ? `An archived coupon has the code ${code}.` : `A coupon with the code ${code} already exists.`,
    "Choose another code.",
    { code: "This code already exists." },
  );
}

export const changedElsewhere = () =>
  conflict(
    "changed",
    "Someone else changed this coupon after you opened it.",
    "What you typed is still here. Open the coupon in another tab to see their version, then save yours or leave it.",
  );
