import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { registrationName } from "../rules/registration.ts";
import { lockRegistration } from "./registrations.ts";

/**
 * Approves or declines a proposed registration. The admin who proposed it can take it back by declining, but not
 * approve it.
 * @throws refused, not-found; conflict when it was decided before
 */
export const decideRegistration = command({
  input: z.object({ id: z.string(), approve: z.boolean() }),
  load: ({ id }, { tx }) => lockRegistration(tx, id),
  allow: (actor, row, { approve }) =>
    may(actor, "money") && (!approve || row.proposedBy !== uidOf(actor))
      ? true
      : may(actor, "money")
        ? "Someone else has to approve the registration you proposed."
        : only("money", "decide about tax registrations"),
  async run({ input: { approve }, thing: row, ...ctx }): Promise<void> {
    const status = approve ? "approved" : "declined";
    if (row.status === status) return;
    if (row.status !== "proposed")
      throw conflict("decided", `This registration is already ${row.status}.`, "Reload the page to see it.");
    await ctx.tx
      .updateTable("tax_registrations")
      .set({ status, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", row.id)
      .execute();
    await ctx.fact("tax.registration_decided", {
      subjectId: row.id,
      data: { what: registrationName(row), approved: approve },
      topics: ["staff", "everyone"],
    });
    // Public pages say whether tax is added to the prices.
    await forgetPages(ctx.tx);
  },
});
