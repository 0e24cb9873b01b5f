import { plainVatId, type VatCheck } from "#app/features/accounts/rules/billing.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { refuseInDrill } from "#app/platform/server/drill.ts";
import { log } from "#app/platform/server/core/log.ts";
import { readViesAnswer, viesQuestion } from "../rules/vies-answer.ts";

/** The most we read of an answer; a real one has less than a kilobyte. */
const MOST_CHARACTERS = 20_000;

/**
 * Asks the EU's VIES service about a VAT ID. Never throws and always ends: without an answer in time, it's
 * `unavailable`. Call it outside of transactions.
 * @param requester our own VAT ID, or null
 * @returns null for an ID of a country that VIES doesn't know
 */
export async function askVies(vatId: string, requester: string | null): Promise<VatCheck | null> {
  const question = viesQuestion(vatId, requester);
  if (!question) return null;
  const { url, timeoutMs } = config().vies;
  try {
    refuseInDrill();
    const answer = await fetch(`${url}/check-vat-number`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    if (text.length > MOST_CHARACTERS) throw new Error("The answer of VIES is too long.");
    return readViesAnswer(vatId, JSON.parse(text), now());
  } catch (error) {
    log.error("VIES didn't answer", error);
    return { vatId: plainVatId(vatId), answer: "unavailable", checkedAt: now().toISOString(), requestId: null };
  }
}
