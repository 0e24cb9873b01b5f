import { isDay, dayOf } from "#app/platform/rules/core/day.ts";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { registrationName } from "../rules/registration.ts";
import { lockRegistration } from "./registrations.ts";

/**
 * Proposes the last day of a registration. Tax is charged as before until another admin approves it.
 * @throws refused, not-found; invalid when the day is before today or the registration's first; conflict while another
 * end is proposed
 */
export const proposeRegistrationEnd = command({
  input: z.object({ id: z.string(), endDay: z.string().trim() }),
  load: ({ id }, { tx }) => lockRegistration(tx, id),
  allow: (actor) => may(actor, "money") || only("money", "change tax registrations"),
  async run({ input: { endDay }, thing: row, ...ctx }): Promise<void> {
    const wrong = (message: string) =>
      invalid("end", message, "Correct the date and propose it again.", { endDay: message });
    if (row.endDay === endDay) return;
    if (row.status !== "approved" || row.validUntil !== null)
      throw conflict("not_valid", "Only a registration in effect can be ended.", "Reload the page to see it.");
    if (row.endDay !== null)
      throw conflict("end_proposed", "An end is already proposed.", "Approve or decline that one first.");
    if (!isDay(endDay)) throw wrong("Choose a date.");
    if (endDay < row.validFrom) throw wrong("Choose a day after the registration's first.");
    if (endDay < dayOf(ctx.now)) throw wrong("Choose today or a later day.");
    await ctx.tx
      .updateTable("tax_registrations")
      .set({ endDay, endProposedBy: uidOf(ctx.actor), endProposedAt: ctx.now })
      .where("id", "=", row.id)
      .execute();
    await ctx.fact("tax.end_proposed", {
      subjectId: row.id,
      data: { what: registrationName(row), endDay },
      topics: ["staff"],
    });
  },
});
