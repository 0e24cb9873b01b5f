import { z } from "zod";
import { Problem, conflict } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { serviceOf } from "../../rules/invoices/order-invoices.ts";
import { PAYER_FIELDS, SHARED_EMAILS, SHARED_QUOTE_WORDS } from "../../rules/shared-quote.ts";
import { type SharedQuote, payUrl, stateOf } from "./find-shared-quote.ts";
import { lockShared } from "./lock-shared-quote.ts";

/**
 * Emails a shared quote's link to an address, once. Nobody can be written to twice about one quote.
 * @throws not-found, refused; invalid (input); conflict if it was sent there or can't be paid; too-many
 */
export const emailSharedQuote = command({
  input: z.object({ sharedQuoteId: z.string(), shareEmail: PAYER_FIELDS.email }),
  load: ({ sharedQuoteId }, ctx) => lockShared(ctx, sharedQuoteId),
  allow: (actor, { order }) => can.pay(actor, order) || "Only the order's author can share its quote.",
  async run({ input: { shareEmail: email }, thing: { quote, order }, ...ctx }): Promise<{ email: string }> {
    const state = await stateOf({ quote, order }, ctx.now, ctx.tx);
    if (state !== "open") throw conflict("not_open", SHARED_QUOTE_WORDS[state].message, "Nothing was sent.");
    const author = await ctx.tx
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", order.userId!)
      .executeTakeFirstOrThrow();
    const text = sharedQuoteEmail({ author: author.displayName, quote });
    const key = `shared-quote:${quote.id}:${email.toLowerCase()}`;
    const sent = await post(ctx.tx, {
      key,
      to: email,
      subject: text.heading,
      ...(await renderEmail(text)),
      kind: "shared_quote.sent",
    });
    if (!sent)
      throw conflict("already_sent", `We've already emailed this quote to ${email}.`, "You can copy the link instead.");
    if (!(await within(`shared quote emails of ${order.userId}`, SHARED_EMAILS, DAY, ctx.tx)))
      throw new Problem(
        "too-many",
        "too_many_emails",
        `You can send ${SHARED_EMAILS} of these emails a day.`,
        "Copy the link and send it yourself, or try again tomorrow.",
        { shareEmail: `You can send ${SHARED_EMAILS} of these emails a day.` },
      );
    await orderFact(ctx, order, "shared_quote.sent", { number: quote.number }, quote.id);
    return { email };
  },
});

/** The email with the link. It names the author, and nothing of the manuscript. */
export function sharedQuoteEmail({
  author,
  quote,
}: {
  author: string;
  quote: Pick<SharedQuote, "id" | "createdAt" | "number" | "validUntilAt"> & {
    price: Pick<PriceReceipt, "totalMinor" | "currency" | "service" | "turnaround" | "windowMs" | "custom">;
  };
}): EmailText {
  const { siteName } = config();
  const money = formatMoney(quote.price.totalMinor, quote.price.currency);
  return {
    key: "shared_quote.sent",
    heading: `${author} shared quote ${quote.number} with you`,
    paragraphs: [
      "Hello,",
      `${author} asks you to pay ${money} for academic editing by ${siteName}: ${serviceOf(quote.price).toLowerCase()}. The quote is valid until ${formatDay(quote.validUntilAt, "UTC")}.`,
      "Open it to download the formal quote or to pay by card. You don't need an account. You can add a PO number and a cost center, and we'll email you the invoice.",
    ],
    button: { label: "View quote", url: payUrl(quote) },
    footer: `You're getting this email because ${author} entered your address at ${siteName}. It's the only one we'll send about this quote unless you pay it.`,
  };
}
