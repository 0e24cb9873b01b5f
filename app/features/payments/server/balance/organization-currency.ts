/** The currency of an organization's account: which there are to choose, and changing it. */
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, type Currency } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { changeCurrencyRow } from "#app/features/organizations/server/change-organization.ts";
import { type OwnOrganization, lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { currencyOfCountry, soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { PREPAID_ACCOUNTS } from "../../rules/ledger/ledger.ts";

/** The currencies that a new organization can choose, and the one of its creator's country. */
export async function currencyChoice(uid: string): Promise<{ currencies: Currency[]; currency: Currency }> {
  const pricing = await pricingAt(now());
  const user = await database().selectFrom("users").select("billing").where("uid", "=", uid).executeTakeFirst();
  return {
    currencies: soldIn(pricing),
    currency: currencyOfCountry(billingOf(user?.billing ?? null).country || null, pricing),
  };
}

/** A currency that somebody chose, dollars if the form had no choice. @throws invalid unless it's sold */
export async function currencyTyped(typed: string, at: Date, db?: Reader): Promise<Currency> {
  const currency = typed === "" ? CURRENCY : soldIn(await pricingAt(at, db)).find((one) => one === typed);
  if (currency) return currency;
  const fault = "Choose one of the currencies.";
  throw invalid("currency", fault, "Nothing was saved.", { currency: fault });
}

/** What keeps an organization's currency as it is, or null. What was ever booked stays in the currency it was in. */
export async function currencyKeptBy({ id, joinMonthMinor, joinOrderMinor }: OwnOrganization, db: Reader = database()) {
  const some = async (query: { executeTakeFirst(): Promise<unknown> }) =>
    (await query.executeTakeFirst()) !== undefined;
  const booked = db
    .selectFrom("journal_lines")
    .select("entryId")
    .where("account", "in", PREPAID_ACCOUNTS)
    .where("party", "=", id)
    .limit(1);
  if (await some(booked))
    return { code: "booked", advice: "Create another organization for another currency." } as const;
  const open = db.selectFrom("top_ups").select("id").where("organizationId", "=", id).where("state", "=", "open");
  if (await some(open.limit(1)))
    return { code: "top_up", advice: "A pro forma invoice is open. Cancel it first." } as const;
  const credit = db
    .selectFrom("credit_lines")
    .select("id")
    .where("organizationId", "=", id)
    .where("state", "in", ["asked", "proposed", "active"]);
  if (await some(credit.limit(1)))
    return {
      code: "credit",
      advice: "Take back requests for terms and purchase orders first, or ask support to end those in use.",
    } as const;
  const limited = (table: "organization_members" | "organization_invitations") =>
    db
      .selectFrom(table)
      .select("organizationId")
      .where("organizationId", "=", id)
      .where((e) => e.or([e("monthMinor", ">", 0), e("orderMinor", ">", 0)]));
  const hasLimits =
    (joinMonthMinor ?? 0) > 0 ||
    (joinOrderMinor ?? 0) > 0 ||
    (await some(limited("organization_members").limit(1))) ||
    (await some(limited("organization_invitations").where("state", "=", "open").limit(1)));
  return hasLimits
    ? ({ code: "limits", advice: "Remove the limits of members and invitations first, then set them again." } as const)
    : null;
}

/**
 * Changes the currency of an organization before anything was booked, asked for, or limited in it. Choosing the same
 * changes nothing.
 * @throws conflict (booked, top_up, credit, limits); invalid for a currency that isn't sold
 */
export const changeCurrency = command({
  input: z.object({ organizationId: z.string(), currency: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || "Only an organization's owners can change its currency.",
  async run({ input, thing: it, ...ctx }): Promise<void> {
    if (input.currency === it.currency) return;
    const currency = await currencyTyped(input.currency, ctx.now, ctx.tx);
    const kept = await currencyKeptBy(it, ctx.tx);
    if (kept) throw conflict(kept.code, "The currency can't be changed now.", kept.advice);
    await changeCurrencyRow(ctx, it, currency);
    // Above a request's amount, its approval would count for another currency.
    await ctx.tx
      .updateTable("spending_requests")
      .set({ state: "ended" })
      .where("organizationId", "=", it.id)
      .where("state", "in", ["open", "approved"])
      .execute();
  },
});
