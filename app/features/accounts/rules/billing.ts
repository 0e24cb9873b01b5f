import { DAY } from "#app/platform/rules/core/time.ts";
/** Billing details for invoices, and how they are checked. */

export type Billing = {
  name: string;
  /** University or company that buys, or empty if a person buys for themselves. */
  organization: string;
  address: string;
  country: string;
  /** Code of a US state or Canadian province. */
  state: string;
  vatId: string;
};

/** The official service's answer about a VAT ID. It counts for that ID alone. */
export type VatCheck = {
  vatId: string;
  /** `unavailable`: the service didn't answer. */
  answer: "valid" | "invalid" | "unavailable";
  /** ISO instant. */
  checkedAt: string;
  /** The service's number for the question, as proof of having asked. */
  requestId: string | null;
};

/** How long a VAT ID stays confirmed before the service is asked again. */
export const VAT_CHECK_LASTS_MS = 30 * DAY;

/** Normalizes a VAT ID for comparison: no spaces, dots, or hyphens, in capitals. */
export const plainVatId = (vatId: string): string => vatId.replace(/[\s.-]/g, "").toUpperCase();

/** Reads a person's stored billing details. Missing ones become empty strings. */
export function billingOf(kept: Record<string, unknown> | null): Billing {
  const text = (key: string): string => (typeof kept?.[key] === "string" ? kept[key] : "");
  return {
    name: text("name"),
    organization: text("organization"),
    address: text("address"),
    country: text("country"),
    state: text("state"),
    vatId: text("vatId"),
  };
}

/** The last answer about a person's current VAT ID, or null if it was about another one. */
export function vatCheckOf(kept: Record<string, unknown> | null): VatCheck | null {
  const check = kept?.["vatCheck"];
  if (typeof check !== "object" || check === null) return null;
  const { vatId, answer, checkedAt, requestId } = check as Partial<VatCheck>;
  const current = plainVatId(billingOf(kept).vatId);
  if (vatId !== current || current === "" || typeof checkedAt !== "string" || !answer) return null;
  return { vatId, answer, checkedAt, requestId: requestId ?? null };
}

/** Whether a VAT ID counts as confirmed at a moment. */
export const isConfirmed = (check: VatCheck | null, now: Date): boolean =>
  check?.answer === "valid" && now.getTime() - Date.parse(check.checkedAt) <= VAT_CHECK_LASTS_MS;

/** Billing details as stored, without empty ones. The answer about the VAT ID stays as long as the ID does. */
export function billingToKeep(billing: Billing, kept: Record<string, unknown> | null): Record<string, unknown> | null {
  const check = vatCheckOf(kept);
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(billing).filter(([, value]) => value !== ""),
  );
  if (check && check.vatId === plainVatId(billing.vatId)) given["vatCheck"] = check;
  return Object.keys(given).length > 0 ? given : null;
}
