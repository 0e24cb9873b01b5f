import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { billingOf, billingToKeep } from "../../rules/billing.ts";
import { billingMarked, changedTo, mergeBilling } from "../../rules/billing-changes.ts";
import { BILLING_FIELDS, billingFault, withoutUnusedState } from "../../rules/billing-input.ts";
import { lockProfile } from "./find-own-profile.ts";

/**
 * Saves a person's billing details, as entered at checkout. Invoices already issued don't change. Saving the same again
 * does nothing. Fields that were changed elsewhere since the form was filled keep that change, unless the form changed
 * them too.
 * @throws invalid by field; conflict naming the fields that were changed in both places
 */
export const saveBilling = command({
  input: z.object({
    uid: z.string(),
    ...BILLING_FIELDS,
    /** The mark of the details that the form was filled with. Without it, all of them count as changed here. */
    seen: z.string().max(8_000).optional(),
  }),
  load: (input, { tx }) => lockProfile(tx, input.uid),
  allow: (actor, profile) =>
    (actor.kind === "person" && actor.emailVerified && actor.uid === profile.uid) ||
    "You can only change your own billing details.",
  async run({ input: { uid, seen, ...sent }, thing: profile, tx, fact }): Promise<{ changed: string[] }> {
    const before = billingOf(profile.kept);
    const filled = billingMarked(seen ?? "");
    const { next: typed, clashes } = filled ? mergeBilling(filled, sent, before) : { next: sent, clashes: [] };
    if (clashes.length > 0)
      throw conflict(
        "billing_changed",
        "Your billing details were changed in another window.",
        "What you typed is still here. Compare the fields marked below, then save again.",
        Object.fromEntries(clashes.map((field) => [field, changedTo(field, before)])),
      );
    const fault = billingFault(typed);
    if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
    const next = withoutUnusedState(typed);
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
