import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { billingToKeep } from "../../rules/billing.ts";
import { BILLING_FIELDS, billingFault, withoutUnusedState } from "../../rules/billing-input.ts";
import { lockProfile, ownProfileForm, ownProfileVersion } from "./find-own-profile.ts";

/** Saves a person's name, time zone, and billing details. Invoices already issued don't change. */
export const saveProfile = command({
  input: z.object({
    uid: z.string(),
    displayName: z
      .string()
      .trim()
      .min(1, "Enter your name.")
      .max(80, "Use at most 80 characters.")
      .refine((name) => !/\p{Cc}/u.test(name), "Use a single line of text."),
    timeZone: z
      .string()
      .refine((zone) => zone === "" || isTimeZone(zone), "Choose a time zone.")
      .default(""),
    /** The language of emails; "" for English. Left out, it stays. */
    emailLanguage: z
      .string()
      .regex(/^([a-z]{2}(-[A-Z]{2})?)?$/, "Choose a language.")
      .optional(),
    ...BILLING_FIELDS,
    /** The version of the profile that the form was filled with. */
    seen: z.string().optional(),
  }),
  load: (input, { tx }) => lockProfile(tx, input.uid),
  allow: (actor, profile) =>
    (actor.kind === "person" && actor.emailVerified && actor.uid === profile.uid) ||
    "You can only change your own profile.",
  run: async (ctx) => {
    const {
      input: { uid, seen, ...typed },
      thing: profile,
      tx,
    } = ctx;
    const fault = billingFault(typed);
    if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
    const before = ownProfileForm(profile);
    const next = { ...withoutUnusedState(typed), emailLanguage: typed.emailLanguage ?? before.emailLanguage };
    const changed = (Object.keys(before) as (keyof typeof before)[]).filter((key) => next[key] !== before[key]);
    // Sent twice: already saved.
    if (changed.length === 0) return { changed };
    if (seen !== undefined && seen !== ownProfileVersion(profile))
      throw conflict(
        "profile_changed",
        "Your profile was changed in another window.",
        "What you typed is still here. Save again to overwrite the other changes, or reload to see them.",
      );
    const { displayName, timeZone, emailLanguage, ...billing } = next;
    const given = billingToKeep(billing, profile.kept);
    await tx
      .updateTable("users")
      .set({
        displayName,
        timeZone: timeZone || null,
        emailLanguage: emailLanguage || null,
        billing: given && json(given),
      })
      .where("uid", "=", uid)
      .execute();
    // The sign-in service stores the name too, and its copy takes precedence.
    await tx
      .updateTable("auth_user")
      .set({ name: displayName, timeZone: timeZone || null, updatedAt: ctx.now })
      .where("id", "=", uid)
      .execute();
    await ctx.fact("account.profile_changed", { subjectId: uid, topics: [`user:${uid}`], data: { uid, changed } });
    return { changed };
  },
});
