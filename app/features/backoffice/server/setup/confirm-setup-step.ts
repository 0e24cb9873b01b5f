import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isLegalDocument } from "#app/features/accounts/rules/legal.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { registrationName } from "#app/features/tax/rules/registration.ts";
import { countRegistrations, listOpenRegistrations } from "#app/features/tax/server/registrations.ts";
import { keepStep, priceMark } from "./setup-steps.ts";

/**
 * Records that an admin has checked the prices, read a legal text in the version shown, or said that the company isn't
 * registered for tax anywhere. Safe to repeat.
 * @throws conflict when the text has a newer version by now, or there is a tax registration
 */
export const confirmSetupStep = command({
  input: z.object({
    step: z.enum(["prices", "legal", "tax"]),
    item: z.string().default(""),
    version: z.string().default(""),
  }),
  load: async () => null,
  allow: (actor) => may(actor, "operations") || "Only admins can confirm setup steps.",
  async run({ input: { step, item, version }, tx, actor, now, fact }): Promise<void> {
    if (step === "legal") {
      if (!isLegalDocument(item)) throw invalid("document", "There is no such legal text.", "Reload the page.");
      if ((await currentVersion(item, now, tx)) !== version)
        throw conflict("new_version", "This text has a newer version.", "Reload the page and read that one.");
    }
    if (step === "tax") await refuseRegistered(tx, now);
    await keepStep(tx, {
      step,
      item,
      doneAt: now,
      doneBy: uidOf(actor),
      data:
        step === "legal"
          ? { version }
          : step === "tax"
            ? { ever: await countRegistrations(tx) }
            : { mark: priceMark(await pricingAt(now)) },
      at: now,
    });
    await fact("setup.confirmed", { data: { step, item }, topics: ["staff"] });
  },
});

/** Proposing a registration takes the same lock, so that both facts can't be saved at once. */
async function refuseRegistered(tx: Tx, now: Date): Promise<void> {
  await lockName(tx, "tax registrations");
  const [known] = await listOpenRegistrations(dayOf(now), tx);
  if (!known) return;
  throw conflict(
    "registered",
    `The company is registered: ${registrationName(known)}, ${known.number}${known.status === "proposed" ? " (needs approval)" : ""}.`,
    "Take it back or end it on the tax page first.",
  );
}
