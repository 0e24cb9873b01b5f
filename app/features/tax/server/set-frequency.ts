import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { authorityName, isAuthority, registrationOf } from "../rules/authority.ts";
import { FREQUENCIES, FREQUENCY_WORDS } from "../rules/returns.ts";

/**
 * Says how often an authority wants a return, as it told the company. Filed returns keep their periods.
 * @throws not-found without a registration there; conflict for the One Stop Shop, where the law says it
 */
export const setFrequency = command({
  input: z.object({
    authority: z.string().refine(isAuthority, "Choose the authority."),
    frequency: z.enum(FREQUENCIES, "Choose how often the office wants a return."),
  }),
  load: (_input, { tx }) => lockName(tx, "tax registrations"),
  allow: (actor) => may(actor, "money") || only("money", "change how often taxes are declared"),
  async run({ input: { authority, frequency }, ...ctx }): Promise<void> {
    const of = registrationOf(authority);
    if (!of) throw notFound("tax registration");
    if (of.scheme === "oss") throw conflict("by_law", "The One Stop Shop is declared every quarter.");
    const rows = await ctx.tx
      .selectFrom("tax_registrations")
      .select(["id", "frequency"])
      .where("scheme", "=", of.scheme)
      .where("place", "=", of.place)
      .where("status", "=", "approved")
      .orderBy("validFrom", "desc")
      .execute();
    const [newest] = rows;
    if (!newest) throw notFound("tax registration");
    if (newest.frequency === frequency) return;
    await ctx.tx.updateTable("tax_registrations").set({ frequency }).where("id", "=", newest.id).execute();
    await ctx.fact("tax.frequency_set", {
      subjectId: newest.id,
      data: { what: authorityName(authority), often: FREQUENCY_WORDS[frequency] },
      topics: ["staff"],
    });
  },
});
