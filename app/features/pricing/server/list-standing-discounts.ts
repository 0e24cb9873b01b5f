import type { Reader } from "#app/platform/server/core/database.ts";
import type { Service } from "../rules/policy.ts";
import { contractDiscounts } from "../rules/contract-price.ts";
import { contractAt } from "./find-contract.ts";
import { partnerDiscountAt } from "./partner-discount.ts";
import { ACCOUNT_DISCOUNT_LABEL, type StandingDiscount } from "../rules/standing-discount.ts";

/** More sales than anyone runs at once; the best of them counts. */
const MOST = 50;

/**
 * The discounts that need no code and are on at this moment: every sale, the account's own, the prices agreed with
 * the organization that pays, and the discount of the partner at whose link the order began.
 * @param uid null for a visitor @param orderedInYear what the organization ordered in the calendar year
 */
export async function listStandingDiscounts(
  { uid, organizationId, partnerId }: { uid: string | null; organizationId: string | null; partnerId: string | null },
  at: Date,
  db: Reader,
  orderedInYear: (of: { organizationId: string; currency: string }, at: Date, db: Reader) => Promise<number>,
): Promise<StandingDiscount[]> {
  const sales = await db
    .selectFrom("sales")
    .select(["id", "label", "percent", "services", "endsAt"])
    .where("startsAt", "<=", at)
    .where("endsAt", ">", at)
    .where("endedAt", "is", null)
    .orderBy("percent", "desc")
    .limit(MOST)
    .execute();
  const own = uid
    ? await db
        .selectFrom("account_discounts")
        .select(["id", "percent", "endsAt"])
        .where("userId", "=", uid)
        .where("endedAt", "is", null)
        .where("startsAt", "<=", at)
        .where((e) => e.or([e("endsAt", "is", null), e("endsAt", ">", at)]))
        .execute()
    : [];
  const contract = organizationId ? await contractAt(organizationId, at, db) : undefined;
  const orderedMinor = contract && contract.steps.length > 0 ? await orderedInYear(contract, at, db) : 0;
  const partner = partnerId ? await partnerDiscountAt(partnerId, at, db) : undefined;
  return [
    ...sales.map((sale) => ({
      kind: "sale" as const,
      ...sale,
      services: sale.services as Service[] | null,
      turnarounds: null,
    })),
    ...own.map((one) => ({
      kind: "account" as const,
      label: ACCOUNT_DISCOUNT_LABEL,
      services: null,
      turnarounds: null,
      ...one,
    })),
    ...(contract ? contractDiscounts(contract, orderedMinor) : []),
    ...(partner ? [partner] : []),
  ];
}
