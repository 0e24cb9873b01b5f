import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Rate, formatRate, missingRateDays, rateObjection } from "#app/features/payments/rules/reference-rates.ts";
import type { Payout } from "./payout-lines.ts";

/** The latest reference rate of a day or before, or null. */
export async function findLatestRate(today: string, db: Reader = database()): Promise<Rate | null> {
  const row = await db
    .selectFrom("reference_rates")
    .select(["rateOn as on", "micros"])
    .where("rateOn", "<=", today)
    .orderBy("rateOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The rate that a run prepared now freezes. @throws invalid when there's none, or none that is recent */
export async function currentRate(tx: Tx, now: Date): Promise<Rate> {
  const rate = await findLatestRate(dayOf(now), tx);
  const objection = rateObjection(rate, dayOf(now));
  if (objection !== null)
    throw invalid(
      "no_rate",
      `Some editors are paid in euros. ${objection}`,
      "Import the ECB's newest rates under Payouts, Reference rates, and prepare the run again.",
    );
  return rate!;
}

/** A run isn't approved at a rate that was corrected since it was frozen. @throws conflict */
export async function refuseCorrectedRate(
  { tx }: Pick<CommandContext, "tx">,
  payouts: readonly Payout[],
): Promise<void> {
  const frozen = payouts.find((p) => p.rateOn !== null);
  if (!frozen) return;
  const now = await tx
    .selectFrom("reference_rates")
    .select("micros")
    .where("rateOn", "=", frozen.rateOn)
    .executeTakeFirst();
  const off = payouts.find((p) => p.rateOn !== frozen.rateOn || p.rateMicros !== now?.micros);
  if (off)
    throw conflict(
      "rate_corrected",
      `The reference rate of ${off.rateOn} was corrected after this run was prepared.`,
      "Cancel this run and prepare another.",
    );
}

/** How far back missing days are looked for. */
const LOOK_BACK_MS = 60 * DAY;
/** The rates of that time are read, and the latest of them listed. */
const READ = 60;
const SHOWN = 20;

/**
 * What the page of reference rates shows: the latest rates, the days without one, and the imported files. A day is
 * missing from the evening after it on.
 * @throws refused unless admin
 */
export async function readReferenceRates(actor: Actor, now: Date) {
  if (!may(actor, "money")) throw refused(only("money", "see the reference rates"));
  const db = database();
  const today = dayOf(now);
  const [latest, rates, imports, all] = await Promise.all([
    findLatestRate(today, db),
    db.selectFrom("reference_rates").select(["rateOn as on", "micros"]).orderBy("rateOn", "desc").limit(READ).execute(),
    db
      .selectFrom("rate_imports as i")
      .innerJoin("users as u", "u.uid", "i.importedBy")
      .select(["i.id", "i.fileName", "i.days", "i.added", "i.changed", "i.fromOn", "i.toOn", "i.importedAt"])
      .select("u.displayName as importer")
      .orderBy("i.importedAt", "desc")
      .orderBy("i.id", "desc")
      .limit(50)
      .execute(),
    db
      .selectFrom("reference_rates")
      .select((eb) => [eb.fn.countAll<number>().as("days"), eb.fn.min("rateOn").as("fromOn")])
      .executeTakeFirstOrThrow(),
  ]);
  const since = dayOf(after(now, -LOOK_BACK_MS));
  const first = all.fromOn !== null && all.fromOn > since ? all.fromOn : since;
  const known = rates.map((r) => r.on);
  const missing = latest ? missingRateDays(known, first, dayOf(after(now, -DAY))) : [];
  return {
    latest: latest ? { ...latest, text: formatRate(latest.micros) } : null,
    objection: rateObjection(latest, today),
    rates: rates.slice(0, SHOWN).map((r) => ({ ...r, text: formatRate(r.micros) })),
    missing: missing.toReversed(),
    days: all.days,
    fromOn: all.fromOn,
    imports: imports.map((i) => ({ ...i, importedAt: i.importedAt.toISOString() })),
    inEuros: await countInEuros(db),
  };
}

/** How many editors have chosen to be paid in euros. */
export async function countInEuros(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("bank_details")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("currency", "=", "EUR")
    .where("replacedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
