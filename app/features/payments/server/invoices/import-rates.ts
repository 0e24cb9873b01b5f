import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { decodeBankFile } from "../../rules/bank-xml.ts";
import { OTHER_CURRENCIES, RATE_LIMITS, type Rate, checkRates, readRates } from "../../rules/reference-rates.ts";

export type ImportedRates = { importId: string; days: number; added: number; changed: number; again: boolean };
const CHUNK = 2_000;

const sameOthers = (a: Rate, b: Rate): boolean =>
  OTHER_CURRENCIES.every((currency) => a.others?.[currency] === b.others?.[currency]);

/**
 * Imports a file of the ECB's reference rates. A day that has a rate gets the file's, because the ECB corrects its own;
 * payouts keep the rate they were prepared with. The same file twice changes nothing. All or nothing.
 * @throws invalid for another file, or rates that can't be right
 */
export const importRates = command({
  input: z.object({ fileName: z.string().max(200), bytes: z.instanceof(Uint8Array) }),
  load: async (_input, { tx }) => lockName(tx, "reference rates"),
  allow: (actor) => may(actor, "money") || only("money", "import reference rates"),
  run: async ({ input, ...ctx }): Promise<ImportedRates> => {
    if (input.bytes.length === 0)
      throw invalid("rates", "Choose the ECB's file first.", "Nothing was imported.", {
        file: "Choose the ECB's file.",
      });
    if (input.bytes.length > RATE_LIMITS.bytes)
      throw invalid(
        "rates_large",
        `This file is larger than ${RATE_LIMITS.bytes / 1_000_000} MB.`,
        "Import eurofxref-hist.csv or the rates of the last 90 days.",
      );
    // The ECB's website offers its CSV files zipped.
    if (input.bytes[0] === 0x50 && input.bytes[1] === 0x4b)
      throw invalid("rates", "This is a zip file.", "Unpack it and import the CSV file in it.", {
        file: "This is a zip file. Unpack it first.",
      });
    const sha256 = createHash("sha256").update(input.bytes).digest("hex");
    const known = await ctx.tx.selectFrom("rate_imports").selectAll().where("sha256", "=", sha256).executeTakeFirst();
    const rates = readRates(decodeBankFile(input.bytes));
    const before = await ctx.tx.selectFrom("reference_rates").select(["rateOn as on", "micros", "others"]).execute();
    const table = new Map<string, Rate>(before.map((r) => [r.on, r]));
    const added = rates.filter((r) => !table.has(r.on));
    const changed = known ? [] : rates.filter((r) => (table.get(r.on)?.micros ?? r.micros) !== r.micros);
    // Rates imported before other currencies were needed have only dollars.
    const completed = rates.filter((r) => table.get(r.on)?.micros === r.micros && !sameOthers(table.get(r.on)!, r));
    if (known && completed.length === 0)
      return { importId: known.id, days: known.days, added: 0, changed: 0, again: true };
    for (const rate of rates) table.set(rate.on, rate);
    const whole = [...table.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1));
    checkRates(whole, dayOf(ctx.now));
    const importId = known?.id ?? newId("rateImport");
    if (!known)
      await ctx.tx
        .insertInto("rate_imports")
        .values({
          id: importId,
          fileName: input.fileName || "file",
          sha256,
          days: rates.length,
          added: added.length,
          changed: changed.length,
          fromOn: rates[0]!.on,
          toOn: rates.at(-1)!.on,
          importedBy: uidOf(ctx.actor)!,
          importedAt: ctx.now,
        })
        .execute();
    const rows = [...added, ...changed, ...completed].map(({ on, micros, others }) => ({
      rateOn: on,
      micros,
      others: json(others ?? {}),
      importId,
    }));
    for (let from = 0; from < rows.length; from += CHUNK)
      await ctx.tx
        .insertInto("reference_rates")
        .values(rows.slice(from, from + CHUNK))
        .onConflict((c) =>
          c.column("rateOn").doUpdateSet((eb) => ({
            micros: eb.ref("excluded.micros"),
            others: eb.ref("excluded.others"),
            importId: eb.ref("excluded.importId"),
          })),
        )
        .execute();
    await ctx.fact("rates.imported", {
      subjectId: importId,
      data: { importId, added: added.length, changed: changed.length, latestOn: whole.at(-1)!.on },
      topics: ["staff"],
    });
    return { importId, days: rates.length, added: added.length, changed: changed.length, again: false };
  },
});
