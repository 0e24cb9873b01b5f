import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { SERVICES } from "../rules/policy.ts";
import { checkTerms, wrongTerm } from "./check-standing-terms.ts";
import { pricingNow } from "./read-pricing.ts";

/**
 * Starts a sale, now or later: a percentage off every order for its services that is priced while it's on. The same
 * `clientKey` makes one sale.
 */
export const createSale = command({
  input: z.object({
    label: z
      .string()
      .trim()
      .min(1, "Enter a name. Clients see it on their receipts.")
      .max(80, "Keep it to 80 characters."),
    percent: z.number("Enter a percentage."),
    services: z.array(z.enum(SERVICES)).min(1).nullable(),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
    clientKey: z.uuid(),
  }),
  load: async () => null,
  allow: (actor) => may(actor, "prices") || "Only admins can start sales.",
  async run({
    input: { startsAt, endsAt, services, clientKey, ...terms },
    tx,
    now,
    fact,
  }): Promise<{ saleId: string }> {
    if (!endsAt) throw wrongTerm("endsOn", "Choose an end date.");
    const sale = { ...terms, startsAt: startsAt ?? now, endsAt };
    checkTerms(sale, now, await pricingNow({ tx, now }));
    const made = await tx
      .insertInto("sales")
      .values({ ...sale, id: newId("sale"), services: services ? json(services) : null, clientKey, createdAt: now })
      .onConflict((c) => c.column("clientKey").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made)
      return {
        saleId: (await tx.selectFrom("sales").select("id").where("clientKey", "=", clientKey).executeTakeFirstOrThrow())
          .id,
      };
    await fact("sale.created", {
      subjectId: made.id,
      data: { saleId: made.id, label: sale.label, percent: sale.percent },
      topics: ["staff"],
    });
    return { saleId: made.id };
  },
});
