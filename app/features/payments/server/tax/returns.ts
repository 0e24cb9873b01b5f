/** The tax returns of each authority: which are due, what they declare, and which were filed and paid. */
import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type Authority, authorityName, authorityOf, registrationOf } from "#app/features/tax/rules/authority.ts";
import type { OneStopReturn } from "#app/features/tax/rules/oss-import.ts";
import {
  type Declaring,
  type Frequency,
  type LateDifference,
  type Period,
  type ReturnFigures,
  correctionsIn,
  declaredByState,
  dueMinorOf,
  dueOf,
  frequencyOf,
  hasNoState,
  isPressing,
  lackedBy,
  periodAt,
  periodWords,
  periodsOf,
  registrationIn,
} from "#app/features/tax/rules/returns.ts";
import { type RegistrationWithFrequency, listRegistrations } from "#app/features/tax/server/registrations.ts";
import { readTaxReport } from "../invoices/read-tax-report.ts";
import { readFigures } from "./return-figures.ts";

/** Filed returns that the page looks at again for what was booked in their periods later. */
const LOOKED_AT_AGAIN = 12;

export type ReturnState = "running" | "open" | "filed" | "paid" | "nothing";
export type ListedReturn = Period & {
  words: string;
  state: ReturnState;
  /** The day it's due, if we know it. */
  dueOn: string | null;
  isPressing: boolean;
  /** Of a filed one. */
  dueMinor: number | null;
  currency: string | null;
  reference: string | null;
};
export type AuthorityReturns = {
  authority: Authority;
  name: string;
  number: string;
  frequency: Frequency | null;
  /** Newest first. */
  returns: ListedReturn[];
};

const filedReturns = (db: Reader, authority?: Authority) => {
  const all = db.selectFrom("tax_returns").selectAll().orderBy("from", "desc");
  return (authority === undefined ? all : all.where("authority", "=", authority)).execute();
};
export type FiledReturn = Awaited<ReturnType<typeof filedReturns>>[number];

/** The first day with a document, or null without any. */
async function firstDay(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`select least(
      (select min("issuedAt") from invoices where kind = 'invoice'),
      (select min("issuedAt") from invoices where kind = 'credit_note')) as at`.execute(db);
  return rows[0]?.at ? dayOf(rows[0].at) : null;
}

const stateOf = (period: Period, filed: FiledReturn | undefined, today: string): ReturnState => {
  if (!filed) return period.until >= today ? "running" : "open";
  if (filed.paidOn !== null) return "paid";
  return filed.dueMinor === 0 ? "nothing" : "filed";
};

/** Every authority that the company is or was registered with, and its returns. */
export async function listReturns(at: Date, db: Reader = database()): Promise<AuthorityReturns[]> {
  const today = dayOf(at);
  const registrations = (await listRegistrations(db)).filter((it) => it.validFrom <= today);
  if (registrations.length === 0) return [];
  const [since, filed] = [await firstDay(db), await filedReturns(db)];
  return [...Map.groupBy(registrations, authorityOf)]
    .map(([authority, own]) =>
      returnsOf(
        authority,
        own,
        filed.filter((it) => it.authority === authority),
        since,
        today,
      ),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

function returnsOf(
  authority: Authority,
  registrations: readonly RegistrationWithFrequency[],
  filed: readonly FiledReturn[],
  firstDocument: string | null,
  today: string,
): AuthorityReturns {
  const frequency = frequencyOf(authority, registrations.at(-1)?.frequency ?? null);
  // A return is due without a document, too: from the period in which the registration was entered here.
  const [since] = [firstDocument, ...registrations.map((it) => dayOf(it.proposedAt))]
    .filter((day) => day !== null)
    .toSorted();
  const periods =
    frequency === null ? filed : periodsOf({ registrations, frequency, filed, since: since ?? today, today });
  return {
    authority,
    name: authorityName(authority),
    number: registrations.at(-1)!.number,
    frequency,
    returns: periods
      .map(({ from, until }): ListedReturn => {
        const own = filed.find((it) => it.from === from);
        const state = stateOf({ from, until }, own, today);
        return {
          from,
          until,
          words: periodWords({ from, until }),
          state,
          dueOn: dueOf(authority, { from, until })?.day ?? null,
          isPressing: state === "open" && isPressing(authority, { from, until }, today),
          dueMinor: own?.dueMinor ?? null,
          currency: own?.figures.currency ?? null,
          reference: own?.reference ?? null,
        };
      })
      .toSorted((a, b) => b.from.localeCompare(a.from)),
  };
}

/** How many returns should be filed now. */
export const countPressing = async (at: Date): Promise<number> =>
  (await listReturns(at)).reduce((sum, it) => sum + it.returns.filter((one) => one.isPressing).length, 0);

/** The authorities with their returns, and what's owed to each. @throws refused without the duty */
export async function readReturns(actor: Actor) {
  if (!may(actor, "money")) throw refused(only("money", "see the tax returns"));
  const today = dayOf(now());
  const [authorities, { accounts }] = [
    await listReturns(now()),
    await readTaxReport(actor, { from: `${today.slice(0, 4)}-01-01`, until: today }),
  ];
  return { year: today.slice(0, 4), authorities, accounts };
}

/** What a return declares, in parts that are compared with what was filed: by quarter and member state, and the rest. */
function partsOf(it: FiledReturn, figures: ReturnFigures): Map<string, number> {
  const parts = registrationOf(it.authority)?.scheme === "oss" ? declaredByState(it, figures, []) : new Map();
  const sum = [...parts.values()].reduce((total, minor) => total + minor, 0);
  return parts.set(`${it.from} `, figures.ownMinor - sum);
}

/** The late part of a return, by the key of `partsOf`. */
const partOfLate = (it: LateDifference): string => `${it.from} ${it.place ?? ""}`;

/**
 * What filed returns lack, because something was booked in their periods after they were filed, and what of it no later
 * return has declared.
 */
export async function readLate(filed: readonly FiledReturn[], but: string, db: Reader): Promise<LateDifference[]> {
  const late: LateDifference[] = [];
  for (const one of filed.filter((it) => it.from !== but).slice(0, LOOKED_AT_AGAIN)) {
    const [current, then] = [partsOf(one, await readFigures(one.authority, one, db)), partsOf(one, one.figures)];
    const declared = filed.flatMap((it) => it.late).filter((it) => lackedBy(it) === one.from);
    for (const part of new Set([...current.keys(), ...then.keys()])) {
      const already = declared.filter((it) => partOfLate(it) === part).reduce((sum, it) => sum + it.minor, 0);
      const minor = (current.get(part) ?? 0) - (then.get(part) ?? 0) - already;
      if (minor === 0) continue;
      const [from, place] = part.split(" ") as [string, string];
      const quarter = place ? periodAt("quarterly", from) : { from: one.from, until: one.until };
      late.push({
        ...quarter,
        minor,
        ...(place ? { place } : {}),
        ...(quarter.from === one.from ? {} : { lackedBy: one.from }),
      });
    }
  }
  return late.toSorted((a, b) => partOfLate(a).localeCompare(partOfLate(b)));
}

/** A return of the One Stop Shop in the parts of its form. */
const oneStopOf = (it: Declaring, filed: readonly FiledReturn[]): OneStopReturn => ({
  rows: it.figures.rows,
  corrections: correctionsIn(it, filed),
  withoutStateMinor: it.late.filter(hasNoState).reduce((sum, one) => sum + one.minor, it.figures.byHandMinor),
});

/** One return as it is now, or as it was filed. @throws not-found unless there's such a period */
export async function findReturn(authority: Authority, from: string, at: Date, db: Reader) {
  const listed = (await listReturns(at, db)).find((it) => it.authority === authority);
  const period = listed?.returns.find((it) => it.from === from);
  if (!listed || !period) throw notFound("tax return");
  const filed = await filedReturns(db, authority);
  const own = filed.find((it) => it.from === from);
  const figures = own?.figures ?? (await readFigures(authority, period, db));
  const late = own?.late ?? (await readLate(filed, from, db));
  const isOneStop = registrationOf(authority)?.scheme === "oss";
  const registrations = (await listRegistrations(db)).filter((it) => authorityOf(it) === authority);
  return {
    authority,
    name: listed.name,
    number: registrationIn(registrations, period)?.number ?? listed.number,
    period,
    due: dueOf(authority, period),
    figures,
    late,
    oneStop: isOneStop ? oneStopOf({ ...period, figures, late }, filed) : null,
    dueMinor: own?.dueMinor ?? dueMinorOf(figures.ownMinor, late),
    filed: own ?? null,
  };
}

/** One return for its page. @throws refused without the duty; not-found */
export async function readReturn(actor: Actor, authority: string, from: string) {
  if (!may(actor, "money")) throw refused(only("money", "see the tax returns"));
  const db = database();
  const { filed, ...found } = await findReturn(authority, from, now(), db);
  const names = filed
    ? await db
        .selectFrom("users")
        .select(["uid", "displayName"])
        .where("uid", "in", [filed.filedBy, filed.paidBy].filter((uid) => uid !== null).concat(""))
        .execute()
    : [];
  const nameOf = (uid: string | null) => names.find((it) => it.uid === uid)?.displayName ?? null;
  return {
    ...found,
    today: dayOf(now()),
    filed: filed && {
      id: filed.id,
      reference: filed.reference,
      by: nameOf(filed.filedBy),
      at: filed.filedAt.toISOString(),
      paidOn: filed.paidOn,
      paidBy: nameOf(filed.paidBy),
      /** What was booked in its period since, which the next return declares. */
      sinceMinor: (await readFigures(authority, found.period, db)).ownMinor - found.figures.ownMinor,
    },
  };
}
