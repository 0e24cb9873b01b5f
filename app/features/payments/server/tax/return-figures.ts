/** What a tax return declares for a period: the documents in it, and the entries made by hand. */
import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { RECIPIENT_TAX_ACCOUNTS } from "../../rules/ledger/recipient-tax.ts";
import { ACCOUNTS, ACCOUNT_NAMES, type Account } from "../../rules/ledger/chart-of-accounts.ts";
import { vatTerritory } from "#app/features/accounts/rules/vat-territory.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { type Authority, authorityCurrency, registrationOf } from "#app/features/tax/rules/authority.ts";
import {
  type Period,
  type ReturnCorrection,
  type ReturnFigures,
  ownOf,
  periodAt,
  together,
} from "#app/features/tax/rules/returns.ts";
import { type Rate, RATE_SOURCE, exchanged, missingRateDays } from "../../rules/reference-rates.ts";
import { type SuppliedRow, type TaxReportRow, merged, momentsOf, readTaxRows } from "../invoices/read-tax-report.ts";
import { LEDGER_BY_DAY } from "../ledger/ledger-sums.ts";
import { findRateForDay } from "../invoices/national-rates.ts";

/**
 * The figures of one period. Of the One Stop Shop, what was supplied in earlier quarters is a correction of theirs
 * (Directive 2006/112/EC, Art. 369g(4)), and amounts are converted as sums, at the rate of each quarter's last day (Art.
 * 369h). Everywhere else, they're the sums of what each document states.
 */
export async function readFigures(authority: Authority, period: Period, db: Reader): Promise<ReturnFigures> {
  const rows = (await readTaxRows(period, db)).filter((row) => row.authority === authority);
  const currency = authorityCurrency(authority) ?? CURRENCY;
  const isOneStop = registrationOf(authority)?.scheme === "oss";
  const converter = isOneStop ? lastDayRates(currency, db) : null;
  const declared = converter
    ? await oneStopRows(rows, period, converter.convert)
    : {
        rows: merged(rows).map((row) => declaredRow(row, currency)),
        corrections: [],
        lacking: lackingIn(rows, currency),
      };
  const company = await findCompany(db);
  const isHome = company !== null && authority === vatTerritory(company.country);
  const byHand = await readBooked(authority, isHome, period, currency, db, converter?.convert ?? null);
  const owed = (name: "reverseCharge" | "reverseChargeEu") =>
    isHome && (byHand[name].taxMinor !== 0 || byHand[name].baseMinor !== 0)
      ? { [name]: { ...byHand[name], ...(byHand.lacking > 0 ? UNKNOWN : {}) } }
      : {};
  const figures = {
    rows: oneEach(declared.rows).toSorted((a, b) => a.place.localeCompare(b.place) || a.rateBp - b.rateBp),
    corrections: declared.corrections,
    byHandMinor: byHand.byHandMinor,
    ...(isHome ? { inputTaxMinor: byHand.inputTaxMinor } : {}),
    ...owed("reverseCharge"),
    ...owed("reverseChargeEu"),
    ...(byHand.lacking > 0 ? { byHandIsUnknown: UNKNOWN.isUnknown } : {}),
  };
  return {
    ...figures,
    currency,
    rates: converter ? await converter.words(period.until) : ratesOf(currency),
    lacking: declared.lacking + byHand.lacking,
    ownMinor: ownOf(figures),
  };
}

/** One row for each place and rate, whatever currency the documents are in. */
const oneEach = (rows: ReturnFigures["rows"]): ReturnFigures["rows"] =>
  [...Map.groupBy(rows, (row) => [row.treatment, row.place, row.label, row.rateBp].join("|")).values()].map((same) =>
    same.reduce((a, b) => ({
      ...a,
      ...(b.isUnknown ? UNKNOWN : {}),
      baseMinor: a.baseMinor + b.baseMinor,
      taxMinor: a.taxMinor + b.taxMinor,
    })),
  );

const UNKNOWN = { isUnknown: true } as const;

const ratesOf = (currency: string): string =>
  currency === CURRENCY
    ? "The documents are in this currency."
    : `As each document states it, at the ${RATE_SOURCE}'s rate of the day before the supply.`;

/** Documents that don't state their tax in the currency of the return. */
const lackingIn = (rows: readonly TaxReportRow[], currency: string): number =>
  rows.reduce(
    (sum, row) => sum + ((row.declaredCurrency ?? row.currency) === currency ? row.awaiting : row.documents),
    0,
  );

function declaredRow(row: TaxReportRow, currency: string) {
  const { treatment, code: place, label, rateBp } = row;
  const own = row.declaredCurrency === null && row.currency === currency;
  return {
    treatment,
    place,
    label,
    rateBp,
    baseMinor: own ? row.baseMinor : row.declaredBaseMinor,
    taxMinor: own ? row.taxMinor : row.declaredTaxMinor,
    ...(lackingIn([row], currency) > 0 ? UNKNOWN : {}),
  };
}

/** An amount in the currency of the return, by the rate of a day. Null while that isn't imported. */
type Convert = (amountMinor: number, from: string, day: string) => Promise<number | null>;

/** Converts at the rate of a day, or of the next one that has one. */
function lastDayRates(currency: string, db: Reader): { convert: Convert; words: (day: string) => Promise<string> } {
  const known = new Map<string, Promise<Rate | null>>();
  const rateOn = (day: string) => {
    const found = known.get(day) ?? findRateFrom(day, db);
    known.set(day, found);
    return found;
  };
  return {
    convert: async (amountMinor, from, day) => {
      if (amountMinor === 0 || from === currency) return amountMinor;
      const rate = await rateOn(day);
      return rate && exchanged(amountMinor, from, currency, rate);
    },
    words: async (day) => {
      const rate = await rateOn(day);
      const rule = `At the ${RATE_SOURCE}'s rate of the period's last day, or of the next day that has one`;
      return rate ? `${rule}: ${rate.on}.` : `${rule}. It isn't imported yet.`;
    },
  };
}

/** The rate of a day, or the first one after it if the bank published none on it. Null while it isn't imported. */
async function findRateFrom(day: string, db: Reader): Promise<Rate | null> {
  const next = await db
    .selectFrom("reference_rates")
    .select(["rateOn as on", "micros", "others"])
    .where("rateOn", ">=", day)
    .orderBy("rateOn")
    .limit(1)
    .executeTakeFirst();
  return next && missingRateDays([next.on], day, next.on).length === 0 ? next : null;
}

/** "2026-Q3" as its days. */
const quarterOf = (supplied: string): Period =>
  periodAt(
    "quarterly",
    `${supplied.slice(0, 4)}-${String((Number(supplied.slice(6)) - 1) * 3 + 1).padStart(2, "0")}-01`,
  );

async function oneStopRows(rows: readonly SuppliedRow[], period: Period, convert: Convert) {
  const charged = rows.filter((row) => row.treatment === "charged");
  const isOwn = (row: SuppliedRow) => quarterOf(row.supplied).until >= period.from;
  let lacking = 0;
  const of = async (amountMinor: number, from: string, day: string, documents: number) => {
    const amount = await convert(amountMinor, from, day);
    if (amount === null) lacking += documents;
    return { minor: amount ?? 0, ...(amount === null ? UNKNOWN : {}) };
  };
  const declared: ReturnFigures["rows"] = [];
  for (const row of merged(charged.filter(isOwn))) {
    const { treatment, code: place, label, rateBp, documents } = row;
    const { minor: baseMinor, ...base } = await of(row.baseMinor, row.currency, period.until, documents);
    const { minor: taxMinor, ...tax } = await of(row.taxMinor, row.currency, period.until, 0);
    declared.push({ treatment, place, label, rateBp, baseMinor, taxMinor, ...base, ...tax });
  }
  const corrections: ReturnCorrection[] = [];
  const earlier = Map.groupBy(
    charged.filter((row) => !isOwn(row)),
    (row) => `${row.supplied} ${row.code} ${row.currency}`,
  );
  for (const [key, same] of [...earlier].toSorted(([a], [b]) => a.localeCompare(b))) {
    const [supplied, place, currency] = key.split(" ") as [string, string, string];
    const paidMinor = same.reduce((sum, row) => sum + row.taxMinor, 0);
    const quarter = quarterOf(supplied);
    const documents = same.reduce((sum, row) => sum + row.documents, 0);
    const { minor: taxMinor, ...tax } = await of(paidMinor, currency, quarter.until, documents);
    if (paidMinor !== 0) corrections.push({ ...quarter, place, taxMinor, ...tax });
  }
  const byState = Map.groupBy(corrections, (it) => `${it.from} ${it.place}`);
  return { rows: declared, corrections: [...byState.values()].map(together), lacking };
}

/** An entry by hand with one of these pays a tax or values it, and declares nothing. */
const SETTLED_WITH = ["equity", "exchange_differences"] as const satisfies readonly Account[];

/** What invoices with reverse charge are about. Editors' are booked with the payout of what they have earned. */
const TAXED = ACCOUNT_NAMES.filter(
  (name) => ACCOUNTS[name].kind === "expense" || name === "prepaid_costs" || name === "editor_available",
);

/** More days and currencies with such entries than a period has. */
const MOST_DAYS = 1_000;

/** Accounts of what a company at home gets back and owes as a recipient. An entry on them alone sets one off. */
const AT_HOME = ["input_tax", ...RECIPIENT_TAX_ACCOUNTS] as const satisfies readonly Account[];
const listed = (names: readonly Account[]) => sql.join([...names]);

/**
 * What was booked on the authority's account by hand, and on those of input tax and of tax owed as a recipient, by the
 * day in the books. These belong to the return at home. An entry by hand on the authority's account and one of them, such
 * as input tax that's set off, counts once, with all its lines. What owners paid and exchange differences settle a tax
 * and don't change what's declared.
 */
async function readBooked(
  authority: Authority,
  isHome: boolean,
  period: Period,
  currency: string,
  db: Reader,
  convert: Convert | null,
) {
  const { begin, end } = momentsOf(period);
  type Row = {
    day: string;
    currency: string;
    byHand: number;
    input: number;
    reverse: number;
    reverseEu: number;
    base: number;
    baseEu: number;
    entries: number;
  };
  const { rows } = await sql<Row>`
    with declaring as (
      select e.id, to_char(e."bookedAt" at time zone 'UTC', 'YYYY-MM-DD') as day, exists (select from journal_lines p
        where p."entryId" = e.id and p.account = 'tax_payable' and p.party = ${authority}) as "isByHand"
      from journal_entries e
      where e."causeType" = 'manual_entry' and e."bookedAt" >= ${begin} and e."bookedAt" < ${end}
        and not exists (select from journal_lines s where s."entryId" = e.id and s.account in (${listed(SETTLED_WITH)}))
        and exists (select from journal_lines o where o."entryId" = e.id and o.account not in (${listed(AT_HOME)}))
    ), parts as (
      select m.day, l.currency, case when m."isByHand" then 'hand' else l.account end as part, -l."amountMinor" as minor
      from declaring m join journal_lines l on l."entryId" = m.id
      where (l.account = 'tax_payable' and l.party = ${authority}) or (l.account in (${listed(AT_HOME)}) and ${isHome})
      union all
      select to_char(d.day, 'YYYY-MM-DD'), d.currency, d.account, d."creditMinor" - d."debitMinor"
      from ${LEDGER_BY_DAY} d
      where d.account in (${listed(AT_HOME)}) and d.kind <> 'manual' and ${isHome}
        and d.day >= ${period.from}::date and d.day <= ${period.until}::date
      union all
      select to_char(e."bookedAt" at time zone 'UTC', 'YYYY-MM-DD'), c.currency, 'base of ' || owed.account, c."amountMinor"
      from (select distinct r."entryId", r.account from journal_lines r
        where ${isHome} and r.account in (${listed(RECIPIENT_TAX_ACCOUNTS)})) owed
      join journal_entries e on e.id = owed."entryId" join journal_lines c on c."entryId" = e.id
      where e."bookedAt" >= ${begin} and e."bookedAt" < ${end} and c.account in (${listed(TAXED)})
    )
    select day, currency, coalesce(sum(minor) filter (where part = 'hand'), 0)::bigint as "byHand",
      coalesce(sum(minor) filter (where part = 'input_tax'), 0)::bigint as input,
      coalesce(sum(minor) filter (where part = 'reverse_charge'), 0)::bigint as reverse,
      coalesce(sum(minor) filter (where part = 'reverse_charge_eu'), 0)::bigint as "reverseEu",
      coalesce(sum(minor) filter (where part = 'base of reverse_charge'), 0)::bigint as base,
      coalesce(sum(minor) filter (where part = 'base of reverse_charge_eu'), 0)::bigint as "baseEu", count(*)::int as entries
    from parts group by 1, 2 order by 1, 2 limit ${MOST_DAYS}`.execute(db);
  const sums = {
    byHandMinor: 0,
    inputTaxMinor: 0,
    reverseCharge: { baseMinor: 0, taxMinor: 0 },
    reverseChargeEu: { baseMinor: 0, taxMinor: 0 },
    lacking: 0,
  };
  for (const row of rows) {
    const rate = convert || currency === row.currency ? null : await findRateForDay(row.day, db);
    const inCurrency = async (amountMinor: number): Promise<number> => {
      const amount = convert
        ? await convert(amountMinor, row.currency, period.until)
        : currency === row.currency || amountMinor === 0
          ? amountMinor
          : rate && exchanged(amountMinor, row.currency, currency, rate);
      if (amount === null) isLacking = true;
      return amount ?? 0;
    };
    let isLacking = false;
    const [owedMinor, owedEuMinor] = [await inCurrency(row.reverse), await inCurrency(row.reverseEu)];
    sums.byHandMinor += await inCurrency(row.byHand);
    // What's owed and given back is the same amount, also once it's converted.
    sums.inputTaxMinor += (await inCurrency(row.input + row.reverse + row.reverseEu)) - owedMinor - owedEuMinor;
    sums.reverseCharge.taxMinor += owedMinor;
    sums.reverseCharge.baseMinor += await inCurrency(row.base);
    sums.reverseChargeEu.taxMinor += owedEuMinor;
    sums.reverseChargeEu.baseMinor += await inCurrency(row.baseEu);
    if (isLacking) sums.lacking += row.entries;
  }
  return sums;
}
