import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { billingOf, billingToKeep } from "../rules/billing.ts";
import { BILLING_FIELDS, billingFault, withoutStray } from "../rules/billing-input.ts";
import { lockProfile } from "./find-own-profile.ts";

/** Saves a person's billing details, as entered at checkout. Invoices already issued don't change. Saving the same again does nothing. */
export const saveBilling = command({
  input: z.object({ uid: z.string(), ...BILLING_FIELDS }),
  load: (input, { tx }) => lockProfile(tx, input.uid),
  allow: (actor, profile) =>
    (actor.kind === "person" && actor.emailVerified && actor.uid === profile.uid) ||
    "You can only change your own billing details.",
  async run({ input: { uid, ...typed }, thing: profile, tx, fact }): Promise<{ changed: string[] }> {
    const fault = billingFault(typed);
    if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
    const next = withoutStray(typed);
    const before = billingOf(profile.kept);
    const changed = (Object.keys(before) as (keyof typeof before)[]).filter((key) => next[key] !== before[key]);
    if (changed.length === 0) return { changed };
    const given = billingToKeep(next, profile.kept);
    await tx
      .updateTable("users")
      .set({ billing: given && json(given) })
      .where("uid", "=", uid)
      .execute();
    await fact("account.profile_changed", { subjectId: uid, topics: [`user:${uid}`], data: { uid, changed } });
    return { changed };
  },
});
