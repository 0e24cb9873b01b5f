import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { z } from "zod";
import { isAdmin, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isLegalDocument } from "#app/features/accounts/rules/legal.ts";
import { currentVersion } from "#app/features/accounts/server/legal-documents.ts";
import { keepStep, priceMark } from "./setup-steps.ts";

/**
 * Records that an admin has checked the prices, or read a legal text in the version shown. Safe to repeat.
 * @throws conflict when the text has a newer version by now
 */
export const confirmSetupStep = command({
  input: z.object({ step: z.enum(["prices", "legal"]), item: z.string().default(""), version: z.string().default("") }),
  load: async () => null,
  allow: (actor) => isAdmin(actor) || "Only admins can confirm setup steps.",
  async run({ input: { step, item, version }, tx, actor, now, fact }): Promise<void> {
    if (step === "legal") {
      if (!isLegalDocument(item)) throw invalid("document", "There is no such legal text.", "Reload the page.");
      if ((await currentVersion(item, now, tx)) !== version)
        throw conflict("new_version", "This text has a newer version.", "Reload the page and read that one.");
    }
    await keepStep(tx, {
      step,
      item,
      doneAt: now,
      doneBy: uidOf(actor),
      data: step === "legal" ? { version } : { mark: priceMark(await pricingAt(now)) },
      at: now,
    });
    await fact("setup.confirmed", { data: { step, item }, topics: ["staff"] });
  },
});
