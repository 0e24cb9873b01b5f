import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { codeHash, keepStep, listSteps } from "./setup-steps.ts";

/**
 * Confirms by the link in the latest test email that it arrived. Safe to repeat.
 * @throws conflict for any other link
 */
export const confirmTestEmail = command({
  input: z.object({ code: z.string().max(100) }),
  async load(_input, { tx }) {
    await lockName(tx, "setup email");
    return (await listSteps(tx)).find((s) => s.step === "email");
  },
  allow: (actor) => may(actor, "operations") || "Only admins can confirm the test email.",
  async run({ input: { code }, thing: step, tx, actor, now, fact }): Promise<void> {
    if (!step || step.data["codeHash"] !== codeHash(code))
      throw conflict("old_link", "This link isn't from the latest test email.", "Send a new one and use its link.");
    if (step.doneAt) return;
    await keepStep(tx, { step: "email", doneAt: now, doneBy: uidOf(actor), data: step.data, at: step.updatedAt });
    await fact("setup.confirmed", { data: { step: "email", item: "" }, topics: ["staff"] });
  },
});
