import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { hasEverOpened } from "#app/features/company/server/find-shop.ts";
import { isDay } from "#app/platform/rules/core/day.ts";
import { vatIdFault } from "#app/features/accounts/rules/vat-id.ts";
import { EU_COUNTRIES, isEu } from "../rules/places.ts";
import { type Registration, isRegistrationPlace, overlap, registrationName } from "../rules/registration.ts";

/** Places whose numbers are VAT IDs. The others have numbers of many kinds. */
const VAT_PLACES = [...EU_COUNTRIES, "CH", "GB", "NO"];

const Day = z.string().trim().refine(isDay, "Choose a date.");

/**
 * Proposes a tax registration. Nothing is charged before another admin approves it. Before the shop first opens, it's
 * part of the setup and counts at once, because nobody can order and there may be no other admin yet.
 * @throws invalid by field when the number doesn't fit the place, or the registration is already there
 */
export const proposeRegistration = command({
  input: z.object({
    scheme: z.enum(["domestic", "oss"], { error: "Choose what kind of registration it is." }),
    place: z.string().refine(isRegistrationPlace, "Choose where the company is registered."),
    number: z
      .string()
      .transform((text) => text.replace(/[\s.-]/g, "").toUpperCase())
      .pipe(z.string().min(2, "Enter the registration number.").max(40, "Use at most 40 characters.")),
    validFrom: Day,
  }),
  load: (_input, { tx }) => lockName(tx, "tax registrations"),
  allow: (actor) => may(actor, "money") || only("money", "change tax registrations"),
  async run({ input, ...ctx }): Promise<{ id: string; approved: boolean }> {
    const wrong = (field: string, message: string) =>
      invalid("registration", message, "Correct it and propose it again.", { [field]: message });
    if (input.scheme === "oss" && !isEu(input.place))
      throw wrong("place", "The One Stop Shop is kept in a country of the EU. Choose that country.");
    // Numbers of the One Stop Shop for sellers outside the EU start with EU.
    const fault =
      VAT_PLACES.includes(input.place) && !(input.scheme === "oss" && /^EU\d{9}$/.test(input.number))
        ? vatIdFault(input.place, input.number)
        : null;
    if (fault) throw wrong("number", fault);
    const next: Registration = { ...input, validUntil: null };
    const known = await ctx.tx
      .selectFrom("tax_registrations")
      .select(["id", "scheme", "place", "number", "validFrom", "validUntil", "status"])
      .where("status", "in", ["proposed", "approved"])
      .execute();
    const atOnce = !(await hasEverOpened(ctx.tx));
    const same = known.find((it) => overlap(it, next));
    // Sent twice.
    const again = same?.number === next.number && same.validFrom === next.validFrom;
    if (same && again && (atOnce || same.status === "proposed"))
      return { id: same.id, approved: same.status === "approved" };
    if (same)
      throw wrong(
        "place",
        `${registrationName(same)} is already ${same.status === "approved" ? "registered" : "proposed"} for these days.`,
      );
    const id = newId("taxRegistration");
    const by = uidOf(ctx.actor);
    await ctx.tx
      .insertInto("tax_registrations")
      .values({
        id,
        ...next,
        proposedBy: by,
        proposedAt: ctx.now,
        ...(atOnce ? { status: "approved" as const, decidedBy: by, decidedAt: ctx.now } : {}),
      })
      .execute();
    if (atOnce) {
      await ctx.fact("tax.registration_decided", {
        subjectId: id,
        data: { what: registrationName(next), approved: true },
        topics: ["staff", "everyone"],
      });
      await forgetPages(ctx.tx);
      return { id, approved: true };
    }
    await ctx.fact("tax.registration_proposed", {
      subjectId: id,
      data: { what: registrationName(next), number: next.number, from: next.validFrom },
      topics: ["staff"],
    });
    return { id, approved: false };
  },
});
