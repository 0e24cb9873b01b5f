import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { registrationName } from "../rules/registration.ts";
import { lockRegistration } from "./registrations.ts";

/**
 * Approves or declines the proposed end of a registration. The admin who proposed it can take it back, but not approve
 * it.
 * @throws refused, not-found; conflict when there's no such proposal
 */
export const decideRegistrationEnd = command({
  input: z.object({
    id: z.string(),
    approve: z.boolean(),
    /** The day that was on the page. */
    endDay: z.string(),
  }),
  load: ({ id }, { tx }) => lockRegistration(tx, id),
  allow: (actor, row, { approve }) =>
    may(actor, "money") && (!approve || row.endProposedBy !== uidOf(actor))
      ? true
      : may(actor, "money")
        ? "Someone else has to approve the end you proposed."
        : only("money", "decide about tax registrations"),
  async run({ input: { approve, endDay }, thing: row, ...ctx }): Promise<void> {
    if (approve && row.validUntil === endDay) return;
    if (row.endDay === null || row.endDay !== endDay)
      throw conflict("no_end", "This proposal is no longer open.", "Reload the page to see the registration.");
    await ctx.tx
      .updateTable("tax_registrations")
      .set({
        endDay: null,
        endProposedBy: null,
        endProposedAt: null,
        ...(approve ? { validUntil: endDay } : {}),
      })
      .where("id", "=", row.id)
      .execute();
    await ctx.fact("tax.end_decided", {
      subjectId: row.id,
      data: { what: registrationName(row), endDay, approved: approve },
      topics: ["staff", "everyone"],
    });
    await forgetPages(ctx.tx);
  },
});
