import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Billing, billingOf, isConfirmed, plainVatId, vatCheckOf } from "#app/features/accounts/rules/billing.ts";
import { isVatId, knownVatId } from "#app/features/accounts/rules/vat-id.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { partOfPolicy, policyAt } from "#app/features/policy/server/read-policy.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Exemption } from "../rules/exemption.ts";
import { isEu } from "../rules/places.ts";
import { isValidOn, type Registration } from "../rules/registration.ts";
import { type TaxBuyer, missingForTax, supplyOf, taxRuleFor } from "../rules/tax-for.ts";
import type { TaxRates } from "../rules/tax-rates.ts";
import { TAX_PART } from "../rules/tax-figures.ts";
import { NO_TAX, type TaxRule } from "../rules/tax-rule.ts";
import { exemptionsOf } from "./find-exemptions.ts";
import { listRegistrations } from "./registrations.ts";

/** The tax rates of a version of the policy. */
const ratesOf = partOfPolicy(TAX_PART.of);

/** The tax rates at a moment. */
export const ratesAt = async (at: Date, db: Reader): Promise<TaxRates> => ratesOf(await policyAt(at, db));

/** The tax a buyer pays on an order priced now, and what has to be known before it's known. */
export type BuyerTax = {
  rule: TaxRule;
  missing: "country" | "state" | null;
  /** Whether the company charges tax anywhere. If so, billing details matter, and prices say that tax may be added. */
  registered: boolean;
};

/** Whether the company is registered for tax anywhere on this day. */
export const isRegistered = async (at: Date, db: Reader = database()): Promise<boolean> =>
  validOn(await listRegistrations(db), at).length > 0;

const validOn = (registrations: readonly Registration[], at: Date): Registration[] =>
  registrations.filter((it) => isValidOn(it, dayOf(at)));

/** A person as a buyer, by their billing details. */
function buyerOf(kept: Record<string, unknown> | null, at: Date): TaxBuyer {
  const check = vatCheckOf(kept);
  const billing = billingOf(kept);
  if (isEu(billing.country)) return buyerFrom(billing, isConfirmed(check, at) ? check : null);
  // There's no official service to ask.
  const vatId = knownVatId(kept);
  return buyerFrom(billing, vatId === null ? null : { vatId, checkedAt: null });
}

function buyerFrom(
  { country, state, organization, vatId }: Billing,
  check: { vatId: string; checkedAt: string | null } | null,
): TaxBuyer {
  return {
    country: country || null,
    state: state || null,
    // Only organizations have a VAT ID, whatever name they gave.
    business: organization !== "" || isVatId(country, vatId),
    vatId: check?.vatId ?? null,
    vatIdCheckedAt: check?.checkedAt ?? null,
  };
}

/** Who buys: the organization that pays, or else a person. Both null for a visitor. */
export type BuyerOfOrder = { userId: string | null; organizationId?: string | null };

/** The buyer's billing details as stored, or null without any. */
export async function keptBilling(
  { userId, organizationId }: BuyerOfOrder,
  db: Reader = database(),
): Promise<Record<string, unknown> | null> {
  if (organizationId)
    return (
      await db.selectFrom("organizations").select("billing").where("id", "=", organizationId).executeTakeFirstOrThrow()
    ).billing;
  if (userId === null) return null;
  return (await db.selectFrom("users").select("billing").where("uid", "=", userId).executeTakeFirst())?.billing ?? null;
}

/**
 * The tax of a buyer, at the rates and registrations of the day that it's paid: tax on what's paid in advance is due
 * with the payment (Directive 2006/112/EC, Art. 65 and 93). For a visitor, no tax can be known.
 * @param askedAt when the price was given: a VAT ID or certificate that counted then keeps counting
 */
export async function findTax(
  of: BuyerOfOrder,
  at: Date,
  db: Reader = database(),
  askedAt: Date = at,
): Promise<BuyerTax> {
  const registrations = validOn(await listRegistrations(db), at);
  if (registrations.length === 0) return { rule: NO_TAX, missing: null, registered: false };
  if (of.userId === null) return { rule: NO_TAX, missing: "country", registered: true };
  const buyer = {
    ...buyerOf(await keptBilling(of, db), askedAt),
    exemptions: of.organizationId ? await exemptionsOf(of.organizationId, dayOf(askedAt), db) : [],
  };
  const seller = { country: (await findCompany(db))?.country ?? null, registrations };
  const on = dayOf(at);
  return {
    rule: taxRuleFor({
      seller,
      buyer,
      on,
      supply: supplyOf(registrations, on),
      rates: await ratesAt(at, db),
    }),
    missing: missingForTax({ seller, buyer, on }),
    registered: true,
  };
}

/**
 * The tax that would follow from billing details on a day, as if their VAT ID were confirmed, to compare with the
 * tax an order was paid with. @param at when the order was priced @param exemptions the certificates that counted then
 */
export async function taxFrom(
  billing: Billing,
  at: Date,
  db: Reader,
  exemptions: readonly Exemption[] = [],
): Promise<TaxRule> {
  const registrations = validOn(await listRegistrations(db), at);
  const on = dayOf(at);
  const vatId = plainVatId(billing.vatId);
  return taxRuleFor({
    seller: { country: (await findCompany(db))?.country ?? null, registrations },
    buyer: { ...buyerFrom(billing, vatId === "" ? null : { vatId, checkedAt: at.toISOString() }), exemptions },
    on,
    supply: supplyOf(registrations, on),
    rates: ratesOf(await policyAt(at, db)),
  });
}

/** The certificates that a price was given with, if details for its invoice still name the organization they're of. */
export async function exemptionsKept(
  { evidence }: TaxRule,
  of: BuyerOfOrder,
  { organization }: Billing,
  db: Reader,
): Promise<readonly Exemption[]> {
  const { exemptions = [] } = evidence ?? {};
  if (exemptions.length === 0) return [];
  return billingOf(await keptBilling(of, db)).organization === organization ? exemptions : [];
}

/**
 * The tax of a buyer who is about to get a price.
 * @throws invalid (billing) when their country or state has to be known first
 */
export async function requireTax(of: BuyerOfOrder, at: Date, db: Reader): Promise<TaxRule> {
  const { rule, missing } = await findTax(of, at, db);
  if (missing)
    throw invalid("billing", MISSING[missing], "Complete your billing details, then pay.", {
      [missing]: MISSING[missing],
    });
  return rule;
}

const MISSING = {
  country: "Choose your country, so that we can calculate the tax.",
  state: "Choose your state or province, so that we can calculate the tax.",
} as const;
