import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { COUNTRY_CODES } from "#app/platform/rules/core/country.ts";
import { vatIdFault } from "../rules/billing.ts";
import { lockProfile, ownProfileForm, ownProfileVersion } from "./find-own-profile.ts";

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");

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
    name: line(120),
    address: line(400).refine((text) => text.split(/\r?\n/).length <= 8, "Use at most 8 lines."),
    country: z
      .string()
      .refine((code) => code === "" || COUNTRY_CODES.includes(code), "Choose a country.")
      .default(""),
    vatId: line(30),
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
    const fault = vatIdFault(typed.country, typed.vatId);
    if (fault)
      throw invalid("vat", fault, "Correct it or leave it out.", {
        [typed.country === "" ? "country" : "vatId"]: fault,
      });
    const next = { ...typed, address: typed.address.replace(/\r\n/g, "\n") };
    const before = ownProfileForm(profile);
    const changed = (Object.keys(before) as (keyof typeof before)[]).filter((key) => next[key] !== before[key]);
    // Sent twice: already saved.
    if (changed.length === 0) return { changed };
    if (seen !== undefined && seen !== ownProfileVersion(profile))
      throw conflict(
        "profile_changed",
        "Your profile was changed in another window.",
        "What you typed is still here. Save again to overwrite the other changes, or reload to see them.",
      );
    const { displayName, timeZone, name, address, country, vatId } = next;
    const given = Object.fromEntries(
      Object.entries({ name, address, country, vatId }).filter(([, value]) => value !== ""),
    );
    await tx
      .updateTable("users")
      .set({ displayName, timeZone: timeZone || null, billing: Object.keys(given).length > 0 ? json(given) : null })
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
