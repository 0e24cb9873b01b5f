import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { hasAccount } from "#app/features/accounts/server/people/forget-account.ts";
import { AmountTyped } from "#app/platform/server/core/amount-typed.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { approvalsIn } from "#app/features/pricing/rules/approvals.ts";
import { listRate } from "#app/features/pricing/rules/currency-prices.ts";
import { IN_DOLLARS } from "#app/features/pricing/rules/priced-in.ts";
import { approvalsNow } from "#app/features/pricing/server/read-approvals.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import { creditGiven } from "../../rules/ledger/order-entries.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { addCredit, lockCredit } from "./courtesy-balance.ts";

/** The currency that somebody orders in: of their latest paid order, or dollars. */
export async function currencyOfClient(uid: string, db: Reader = database()): Promise<string> {
  const last = await db
    .selectFrom("orders")
    .select("currency")
    .where("userId", "=", uid)
    .where("paidAt", "is not", null)
    .orderBy("paidAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.currency ?? CURRENCY;
}

/**
 * Staff give a client courtesy credit as goodwill, in the currency that the client orders in. Within a year, support can
 * give as much as it may refund alone, and admins as much as one of them may. Sending the form twice gives it once.
 * @throws not-found; refused; invalid (amount, reason); conflict (over_limit, own_credit, other_currency)
 */
export const giveCredit = command({
  input: z.object({
    uid: z.string(),
    amountMinor: AmountTyped,
    /** What the form showed. */
    currency: z.string().max(3),
    reason: reasonText("Enter a reason.", 5),
    clientKey: z.string().min(1).max(60),
  }),
  async load({ uid }, { tx }) {
    await lockCredit(tx, uid);
    if (!(await hasAccount(uid, tx))) throw notFound("person");
    return { uid };
  },
  allow: (actor) => may(actor, "care") || "Only staff can give credit.",
  async run({ input, thing: { uid }, ...ctx }): Promise<{ amountMinor: number; currency: string }> {
    const { amountMinor, reason, clientKey } = input;
    const by = uidOf(ctx.actor)!;
    if (by === uid) throw conflict("own_credit", "You can't give credit to yourself.", "Ask a colleague.");
    const known = await ctx.tx
      .selectFrom("courtesy_credits")
      .select(["amountMinor", "currency"])
      .where("clientKey", "=", clientKey)
      .executeTakeFirst();
    if (known) return known;
    const currency = await currencyOfClient(uid, ctx.tx);
    if (currency !== input.currency)
      throw conflict(
        "other_currency",
        `This client now orders in ${currency}.`,
        "Nothing was given. Reload the page and enter the amount again.",
      );
    const limits = approvalsIn(await approvalsNow(ctx), listRate(await pricingNow(ctx), currency) ?? IN_DOLLARS).refund;
    const mostMinor = may(ctx.actor, "money") ? limits.twoAdminsAboveMinor : limits.supportMinor;
    const { before } = await ctx.tx
      .selectFrom("courtesy_credits")
      .select(sql<number>`coalesce(sum("amountMinor"), 0)::bigint`.as("before"))
      .where("userId", "=", uid)
      .where("cause", "=", "goodwill")
      .where("currency", "=", currency)
      .where("createdAt", ">", after(ctx.now, -365 * DAY))
      .executeTakeFirstOrThrow();
    if (amountMinor + before > mostMinor) {
      const left = formatMoney(Math.max(0, mostMinor - before), currency);
      throw invalid(
        "over_limit",
        `You can give this client at most ${left} more. The limit is ${formatMoney(mostMinor, currency)} within 365 days.`,
        may(ctx.actor, "money") ? "Nothing was given." : "Nothing was given. Ask an admin to give more.",
        { amountMinor: `At most ${left} more.` },
      );
    }
    const given = { uid, cause: "goodwill" as const, amountMinor, currency };
    const { creditId, expiresAt } = await addCredit(ctx, { ...given, reason, givenBy: by, clientKey });
    await postEntry(ctx, {
      key: `credit_given:${creditId}`,
      causeType: "credit",
      causeId: creditId,
      memo: "Courtesy credit given as goodwill",
      currency,
      ...creditGiven(uid, amountMinor),
    });
    // Facts are kept forever, so the reason stays out of it.
    await ctx.fact("courtesy.given", {
      subjectId: uid,
      data: { uid, creditId, amountMinor, currency, cause: given.cause, expiresAt: expiresAt.toISOString() },
      topics: [`user:${uid}`, "staff"],
    });
    return { amountMinor, currency };
  },
});
