/**
 * The EU's VIES REST service (ec.europa.eu/taxation_customs/vies/rest-api, operation `check-vat-number`): its question
 * and answer.
 */
import { plainVatId, type VatCheck } from "#app/features/accounts/rules/billing.ts";
import { EU_COUNTRIES } from "./places.ts";

/**
 * The body of a question, or null when VIES doesn't know the country. `requester` is our own VAT ID, so that the answer
 * is proof.
 */
export function viesQuestion(vatId: string, requester: string | null): Record<string, string> | null {
  const [country, number] = cut(vatId);
  if (!EU_COUNTRIES.includes(country === "EL" ? "GR" : country) || number === "") return null;
  const [ownCountry, ownNumber] = requester ? cut(requester) : ["", ""];
  return {
    countryCode: country,
    vatNumber: number,
    ...(ownNumber ? { requesterMemberStateCode: ownCountry, requesterNumber: ownNumber } : {}),
  };
}

const cut = (vatId: string): [string, string] => {
  const plain = plainVatId(vatId);
  return [plain.slice(0, 2), plain.slice(2)];
};

/**
 * Reads the service's answer. Everything but a clear yes or no counts as no answer: a member state's register is often
 * away (`MS_UNAVAILABLE`), and too many questions are refused (`MS_MAX_CONCURRENT_REQ`).
 */
export function readViesAnswer(vatId: string, body: unknown, now: Date): VatCheck {
  const it = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const check = (answer: VatCheck["answer"]): VatCheck => ({
    vatId: plainVatId(vatId),
    answer,
    checkedAt: now.toISOString(),
    requestId:
      typeof it["requestIdentifier"] === "string" && it["requestIdentifier"] !== ""
        ? it["requestIdentifier"].slice(0, 60)
        : null,
  });
  const errors = Array.isArray(it["errorWrappers"]) ? (it["errorWrappers"] as { error?: unknown }[]) : [];
  if (errors.some((wrapper) => wrapper?.error === "INVALID_INPUT")) return check("invalid");
  if (it["valid"] === true) return check("valid");
  return check(it["valid"] === false && errors.length === 0 ? "invalid" : "unavailable");
}
