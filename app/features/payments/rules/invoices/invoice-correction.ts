import { type Billing, plainVatId } from "#app/features/accounts/rules/billing.ts";
import { type TaxRule, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

/** How long after an invoice was issued its client can correct it. Admins can do it later. */
export const CORRECTION_MS = 90 * DAY;

/**
 * When a client's own time to correct an invoice ends.
 * @param firstIssuedAt of the invoice that the payment got first
 */
export const correctableUntil = (firstIssuedAt: Date): Date => new Date(firstIssuedAt.getTime() + CORRECTION_MS);

/** Whether two rules charge the same taxes. */
export const sameTax = (a: TaxRule, b: TaxRule): boolean =>
  a.kind === b.kind &&
  taxParts(a)
    .map((part) => part.code)
    .join() ===
    taxParts(b)
      .map((part) => part.code)
      .join() &&
  ("code" in a ? a.code : "") === ("code" in b ? b.code : "");

/**
 * Why billing details can't be put on an invoice because they'd change its tax, or null if they can. The tax of a paid
 * order stays as it is.
 * @param frozen the tax that the order was paid with @param rule the tax that would follow from the details, as if
 * their VAT ID were confirmed
 */
export function correctionRefusal(
  frozen: TaxRule,
  rule: TaxRule,
  billing: Pick<Billing, "vatId">,
): { field: "vatId" | "country" | "organization"; message: string } | null {
  // Nothing about tax was asked when the order was priced.
  if (!frozen.evidence) return null;
  if (frozen.kind === "reverse-charge" && plainVatId(billing.vatId) !== frozen.evidence.vatId)
    return {
      field: "vatId",
      message: `The invoice is without VAT because VAT ID ${frozen.evidence.vatId} was confirmed, so it has to keep this ID.`,
    };
  if (sameTax(frozen, rule)) return null;
  if (frozen.evidence.exemptions)
    return {
      field: "organization",
      message: "The tax follows from a certificate of this organization, so the invoice has to keep its name.",
    };
  if (rule.kind === "reverse-charge" && frozen.kind === "rate")
    return {
      field: "vatId",
      message: "This VAT ID could make the order free of VAT, and we can't change the tax of a paid order.",
    };
  return {
    field: "country",
    message: "These details would change the tax on this order, and we can't change the tax of a paid order.",
  };
}
