/** A quote that its author shares by a link, so that somebody else can pay: its states, and what a payer enters. */
import { z } from "zod";
import { type Billing, plainVatId } from "#app/features/accounts/rules/billing.ts";
import { BILLING_FIELDS } from "#app/features/accounts/rules/billing-input.ts";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { DAY, SECOND, after } from "#app/platform/rules/core/time.ts";
import { sameTax } from "./invoices/invoice-correction.ts";

/** How long the link itself works. The quote's own end comes first, and the receipt's time. */
export const PAY_LINK_DAYS = 365;
/** How long the documents of a payment can be downloaded with the link. After that, the author still has them. */
export const RECEIPT_MS = 90 * DAY;
/** How many emails with the link one author can send in a day. */
export const SHARED_EMAILS = 10;

/**
 * `open`: it can be paid. `paid`: with its link. `settled`: the order was paid in another way. `replaced`: the order has
 * changed since. `revoked`: its author took it back.
 */
export type SharedQuoteState = "open" | "paid" | "settled" | "expired" | "replaced" | "revoked";

/** The state of a shared quote, from what is stored of it and its order. */
export function sharedQuoteState(of: {
  quote: { validUntilAt: Date; endedWhy: "revoked" | "replaced" | null };
  /** Whether the order still has the price that was shared. */
  isSamePrice: boolean;
  order: { status: string; paidAt: Date | null };
  /** Whether a payment with its link paid the order. */
  paidByLink: boolean;
  now: Date;
}): SharedQuoteState {
  const { quote, order } = of;
  if (of.paidByLink) return "paid";
  if (quote.endedWhy) return quote.endedWhy;
  if (order.paidAt !== null) return "settled";
  if (order.status === "expired" || quote.validUntilAt <= of.now) return "expired";
  const payable = order.status === "quoted" || order.status === "awaiting_payment";
  return payable && of.isSamePrice ? "open" : "replaced";
}

/** Why a shared quote can't be paid, for the person who opened it. */
export const SHARED_QUOTE_WORDS: Record<Exclude<SharedQuoteState, "open">, { message: string; advice: string }> = {
  paid: { message: "This quote is already paid.", advice: "You haven't been charged again." },
  settled: { message: "The author has already paid for this order.", advice: "You haven't been charged." },
  expired: { message: "This quote has expired.", advice: "You haven't been charged. Ask the author for a new quote." },
  replaced: {
    message: "The author changed this order, so this quote is no longer valid.",
    advice: "You haven't been charged. Ask the author for a new quote.",
  },
  revoked: {
    message: "The author took this quote back.",
    advice: "You haven't been charged. Ask the author if you didn't expect this.",
  },
};

const reference = (what: string) =>
  z
    .string()
    .trim()
    .max(60, "Use at most 60 characters.")
    .refine((text) => !/\p{Cc}/u.test(text), `The ${what} has to be on one line.`)
    .default("");

/** What a payer enters. */
export const PAYER_FIELDS = {
  ...BILLING_FIELDS,
  name: BILLING_FIELDS.name.refine((name) => name !== "", "Enter the name for the invoice."),
  email: z
    .string()
    .trim()
    .max(254, "This email address is too long.")
    .pipe(z.email("Enter the email address that the invoice goes to.")),
  poNumber: reference("PO number"),
  costCenter: reference("cost center"),
};

/**
 * Why a payer's details can't be on the invoice, by field, or null if they can: the price was quoted with its tax.
 * @param quoted the tax of the quote @param rule the tax that would follow from the details, as if their VAT ID were
 * confirmed
 */
export function payerRefusal(
  quoted: TaxRule,
  rule: TaxRule,
  billing: Pick<Billing, "vatId">,
): { field: "vatId" | "country" | "organization"; message: string } | null {
  // Nothing about tax was asked when the order was priced.
  if (!quoted.evidence) return null;
  if (quoted.kind === "reverse-charge" && plainVatId(billing.vatId) !== quoted.evidence.vatId)
    return { field: "vatId", message: `This quote is without VAT because of VAT ID ${quoted.evidence.vatId}.` };
  if (sameTax(quoted, rule)) return null;
  if (quoted.evidence.exemptions)
    return {
      field: "organization",
      message: "The tax on this quote follows from a certificate of the organization that it's for. Enter its name.",
    };
  return rule.kind === "reverse-charge"
    ? { field: "vatId", message: "With this VAT ID the quote could be without VAT." }
    : { field: "country", message: "These details would change the tax on this quote." };
}

/** Until when the documents of a payment can be downloaded with the link. */
export const receiptUntil = (paidAt: Date): Date => after(paidAt, RECEIPT_MS);

/**
 * When a quote that its author shares expires: at the end of a day in UTC, because the formal quote names a day.
 * Counted from when its price was set, so sharing it again and again doesn't hold a price forever.
 */
export function sharedQuoteExpiresAt(quotedAt: Date, validMs: number): Date {
  const at = after(quotedAt, validMs).getTime();
  return new Date(at - (at % DAY) + DAY - SECOND);
}
