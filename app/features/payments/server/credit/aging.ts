import { CURRENCY, type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { contractWords } from "#app/features/pricing/rules/contract-price.ts";
import { waitingContracts } from "#app/features/pricing/server/find-contract.ts";
import { waitingDomains } from "#app/features/organizations/server/domains/find-domains.ts";
import { exemptionPlaceName } from "#app/features/tax/rules/exemption.ts";
import { waitingExemptions } from "#app/features/tax/server/find-exemptions.ts";
import { AGES, type Age, ageOf, creditName } from "../../rules/credit.ts";
import { receivableMinor } from "../../rules/ledger/ledger.ts";
import { accountsOf } from "./statements.ts";
import { waitingDisputes } from "./line-disputes.ts";
import { waitingWriteOffs } from "./write-offs.ts";

/** What an organization owes, without what was written off, by how late it is. In minor units. */
export type Aging = Record<Age, number> & {
  id: string;
  name: string;
  currency: Currency;
  owedMinor: number;
  /** Ordered on credit, and not on a statement yet. */
  unbilledMinor: number;
};

const SHOWN = 200;

/** What lines are worth in the books' currency. Those without a value, before any rate was known, count as they are. */
const VALUE = sql<number>`sum(case when l.currency = ${sql.lit(CURRENCY)} then l."amountMinor"
  else coalesce(l."valueMinor", l."amountMinor") end)::bigint`;

/** What organizations owe, the latest money first. As on an organization's own page, money pays the oldest first. */
export async function readAging(at: Date, db: Reader = database()): Promise<Aging[]> {
  const owing = await db
    .selectFrom("journal_lines as l")
    .innerJoin("organizations as o", "o.id", "l.party")
    .select(["o.id", "o.name", "o.currency", VALUE.as("valueMinor")])
    .where("l.account", "=", "receivables")
    .groupBy("o.id")
    .having((e) => e.fn.sum<number>("l.amountMinor"), ">", 0)
    .orderBy("valueMinor", "desc")
    .orderBy("o.id")
    .limit(SHOWN)
    .execute();
  const accounts = await accountsOf(
    owing.map(({ id }) => id),
    db,
  );
  const rows = owing.map(({ id, name, currency, valueMinor }) => {
    const { standing, unbilledMinor, statements } = accounts.get(id)!;
    const ages = Object.fromEntries(AGES.map((age) => [age, 0])) as Record<Age, number>;
    for (const { dueAt, openMinor, writtenOffMinor } of statements)
      ages[ageOf(dueAt, at)] += openMinor - writtenOffMinor;
    const owedMinor = receivableMinor(standing);
    const row: Aging = { id, name, currency, owedMinor, unbilledMinor, ...ages };
    return { row, worth: valueMinor / owedMinor };
  });
  return rows
    .toSorted(
      (a, b) =>
        AGES.toReversed()
          .map((age) => b.row[age] * b.worth - a.row[age] * a.worth)
          .find((by) => by !== 0) ?? 0,
    )
    .map(({ row }) => row);
}

/** What is to decide or answer about organizations, each kind the oldest first. */
export async function waitingOrganizations(db: Reader = database()) {
  const contracts = await waitingContracts(db);
  const domains = await waitingDomains(db, SHOWN);
  const exemptions = await waitingExemptions(db, SHOWN);
  const writeOffs = await waitingWriteOffs(db, SHOWN);
  const disputes = await waitingDisputes(db, SHOWN);
  return [
    ...(await waitingCredit(db)),
    ...writeOffs.map(({ id, organizationId, name, amountMinor, currency, proposedAt }) => ({
      id,
      organizationId,
      name,
      asks: `Write-off: ${formatMoney(amountMinor, currency)}`,
      isProposed: true,
      askedAt: proposedAt.toISOString(),
      limitMinor: null,
      currency,
      page: "statements" as const,
    })),
    ...disputes.map(({ id, organizationId, name, amountMinor, currency, openedAt }) => ({
      id,
      organizationId,
      name,
      asks: `Disputed line: ${formatMoney(amountMinor, currency)}`,
      isProposed: false,
      askedAt: openedAt.toISOString(),
      limitMinor: null,
      currency,
      page: "statements" as const,
    })),
    ...domains.map(({ id, organizationId, name, domain, addedAt, askedAt }) => ({
      id,
      organizationId,
      name,
      asks: `Domain: ${domain}`,
      isProposed: false,
      askedAt: (askedAt ?? addedAt).toISOString(),
      limitMinor: null,
      currency: CURRENCY,
      page: "settings" as const,
    })),
    ...exemptions.map(({ id, organizationId, name, place, askedAt }) => ({
      id,
      organizationId,
      name,
      asks: `Tax certificate: ${exemptionPlaceName(place)}`,
      isProposed: false,
      askedAt: askedAt.toISOString(),
      limitMinor: null,
      currency: CURRENCY,
      page: "settings" as const,
    })),
    ...contracts.map(({ id, organizationId, name, currency, proposedAt, ...contract }) => ({
      id,
      organizationId,
      name,
      asks: `Prices: ${contractWords(contract, currency)}`,
      isProposed: true,
      askedAt: proposedAt.toISOString(),
      limitMinor: null,
      currency: CURRENCY,
      page: "statements" as const,
    })),
  ];
}

async function waitingCredit(db: Reader) {
  const rows = await db
    .selectFrom("credit_lines as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(["c.id", "c.organizationId", "o.name", "c.kind", "c.netDays", "c.poNumber", "c.limitMinor", "c.currency"])
    .select(["c.state", "c.askedAt"])
    .where("c.state", "in", ["asked", "proposed"])
    .orderBy("c.askedAt")
    .orderBy("c.id")
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    asks: creditName(row),
    isProposed: row.state === "proposed",
    askedAt: row.askedAt.toISOString(),
    limitMinor: row.limitMinor,
    currency: row.currency,
    page: "statements" as const,
  }));
}
