import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { AccountStatementsTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, json } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { can, monthStart } from "#app/features/organizations/rules/organization.ts";
import {
  findOrganization,
  lockOrganizations,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import { NET_DAYS, REMINDED_ON, openParts, remindersDue, writtenOffParts } from "../../rules/credit.ts";
import { invoiceNumber, invoiceSeries, numbersIn } from "../../rules/invoices/invoice.ts";
import { PREPAID_ACCOUNTS, type Standing } from "../../rules/ledger/ledger.ts";
import { monthlyStatement } from "../../rules/invoices/monthly-statement.ts";
import { standingsOf } from "../balance/balance.ts";
import { bankReferences } from "../balance/bank-references.ts";
import { partyOf, sellerDetails } from "../invoices/invoice-parties.ts";
import { invoicePdf } from "../invoices/invoice-pdf.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { takeNumber } from "../invoices/take-number.ts";

export type AccountStatement = Selectable<AccountStatementsTable>;

/** Twenty years of months. */
const MOST = 240;

/** An order on credit that no statement lists yet. `amountMinor` is what wasn't refunded since, as the books have it. */
type Unbilled = { organizationId: string; paymentId: string; orderId: string; succeededAt: Date; amountMinor: number };

/** What an order on credit, paid by the payment `p`, costs: what wasn't refunded of it, as the books have it. */
export const ON_ACCOUNT = sql<number>`(
  select coalesce(sum(l."amountMinor"), 0)::bigint from journal_entries e join journal_lines l on l."entryId" = e.id
  where e."orderId" = p."orderId" and l.account in (${sql.join(PREPAID_ACCOUNTS)}))`;

/** What an organization has prepaid and owes, what of it no statement lists yet, and what is open of each statement. */
export type Account = {
  standing: Standing;
  unbilled: Unbilled[];
  /** At most what's owed: a part of an order may have been prepaid. */
  unbilledMinor: number;
  /** Newest first. */
  statements: StatementOnAccount[];
};

/** `openMinor` isn't paid. Of that, `writtenOffMinor` isn't expected anymore, and `disputedMinor` isn't agreed on. */
export type StatementOnAccount = AccountStatement & {
  openMinor: number;
  writtenOffMinor: number;
  disputedMinor: number;
};

/** The accounts of organizations. Read them locked before changing anything. */
export async function accountsOf(ids: readonly string[], db: Reader = database()): Promise<Map<string, Account>> {
  if (ids.length === 0) return new Map();
  const standings = await standingsOf(ids, db);
  const { rows: unbilled } = await sql<Unbilled>`
    select c."organizationId", p.id as "paymentId", p."orderId", p."succeededAt", ${ON_ACCOUNT} as "amountMinor"
    from payments p join credit_lines c on c.id = p."creditLineId"
    where c."organizationId" = any(${[...ids]}) and p."statementId" is null and p.status = 'succeeded'
    order by p."succeededAt", p.id`.execute(db);
  const statements = await db
    .selectFrom("account_statements")
    .selectAll()
    .where("organizationId", "in", ids)
    .orderBy("toAt", "desc")
    .limit(MOST * ids.length)
    .execute();
  const disputed = await db
    .selectFrom("line_disputes")
    .select(["statementId", (e) => e.fn.sum<number>("amountMinor").as("amountMinor")])
    .where("organizationId", "in", ids)
    .where("state", "=", "open")
    .groupBy("statementId")
    .execute();
  const disputedOf = new Map(disputed.map((one) => [one.statementId, Number(one.amountMinor)]));
  const unbilledOf = Map.groupBy(unbilled, (one) => one.organizationId);
  const statementsOf = Map.groupBy(statements, (one) => one.organizationId);
  return new Map(
    [...standings].map(([id, standing]) => {
      const its = unbilledOf.get(id) ?? [];
      const all = statementsOf.get(id) ?? [];
      const orderedMinor = sumOf(its);
      const parts = openParts(all, standing.owedMinor - orderedMinor);
      const lost = writtenOffParts(parts, standing.writtenOffMinor);
      return [
        id,
        {
          standing,
          unbilled: its,
          unbilledMinor: Math.min(standing.owedMinor, orderedMinor),
          statements: all.map((one, i) => ({
            ...one,
            openMinor: parts[i]!,
            writtenOffMinor: lost[i]!,
            disputedMinor: Math.min(parts[i]!, disputedOf.get(one.id) ?? 0),
          })),
        },
      ];
    }),
  );
}

export const accountOf = async (organizationId: string, db: Reader = database()): Promise<Account> =>
  (await accountsOf([organizationId], db)).get(organizationId)!;

const sumOf = (of: readonly { amountMinor: number }[]): number => sum(of.map((one) => one.amountMinor));

/** What is overdue of a statement. What's disputed of it isn't, until that's answered. */
export const overdueMinor = (one: StatementOnAccount, at: Date): number =>
  one.dueAt < at ? one.openMinor - one.disputedMinor : 0;

/** The number of the oldest statement of an account that is overdue, or null. */
export const overdueOf = ({ statements }: Pick<Account, "statements">, at: Date): string | null =>
  statements.findLast((one) => overdueMinor(one, at) > 0)?.number ?? null;

const factOf = (
  organization: { id: string; name: string },
  row: AccountStatement,
  openMinor: number,
  uids: string[],
) => ({
  organizationId: organization.id,
  name: organization.name,
  statementId: row.id,
  number: row.number,
  amountMinor: openMinor,
  currency: row.currency,
  dueAt: row.dueAt.toISOString(),
  uids,
});

/** Clock rule: once a month has ended, states what each organization owes for its orders on credit. Safe to run twice. */
export async function issueStatements(at: Date): Promise<void> {
  const toAt = monthStart(at);
  const due = database()
    .selectFrom("payments as p")
    .innerJoin("credit_lines as c", "c.id", "p.creditLineId")
    .select("c.organizationId as id")
    .distinct()
    .where("p.statementId", "is", null)
    .where("p.status", "=", "succeeded")
    .where("p.succeededAt", "<", toAt);
  await sweep("issue a monthly statement", due, (ctx, { id }) => issueStatement(ctx, id, toAt));
}

async function issueStatement(ctx: CommandContext, organizationId: string, toAt: Date): Promise<void> {
  const organization = (await lockOrganizations(ctx.tx, [organizationId])).get(organizationId)!;
  const { standing, unbilled, statements } = await accountOf(organizationId, ctx.tx);
  const [listed, later] = [
    unbilled.filter((one) => one.succeededAt < toAt),
    unbilled.filter((one) => one.succeededAt >= toAt),
  ];
  if (listed.length === 0) return;
  const orderedMinor = sumOf(listed);
  const openMinor = sum(statements.map((one) => one.openMinor));
  // What isn't owed of it was prepaid.
  const amountMinor = Math.max(0, Math.min(orderedMinor, standing.owedMinor - sumOf(later) - openMinor));
  const lines = await linesOf(ctx.tx, listed);
  const netDays = Math.min(...lines.map((line) => line.netDays), NET_DAYS.at(-1)!);
  const dueAt = after(ctx.now, netDays * DAY);
  const series = invoiceSeries("statement", ctx.now);
  const number = invoiceNumber(series, await takeNumber(ctx.tx, series));
  const document = monthlyStatement({
    number,
    issuedAt: ctx.now,
    month: after(toAt, -DAY),
    dueAt,
    seller: await sellerDetails(ctx.tx),
    buyer: partyOf({ displayName: "", email: organization.invoiceEmail, billing: organization.billing }),
    currency: organization.currency,
    bank: bankReferences(number, organization.currency),
    lines,
    prepaidMinor: orderedMinor - amountMinor,
  });
  const row = await ctx.tx
    .insertInto("account_statements")
    .values({
      id: newId("accountStatement"),
      organizationId,
      number,
      toAt,
      currency: organization.currency,
      amountMinor,
      document: json(document),
      issuedAt: ctx.now,
      dueAt,
      settledAt: amountMinor === 0 ? ctx.now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.tx
    .updateTable("payments")
    .set({ statementId: row.id })
    .where(
      "id",
      "in",
      listed.map((one) => one.paymentId),
    )
    .execute();
  const uids = await managersOf(organizationId, ctx.tx);
  await ctx.fact("statement.issued", {
    subjectId: row.id,
    data: factOf(organization, row, amountMinor, uids),
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  });
}

/** What a statement says about each order. */
async function linesOf(tx: Tx, listed: readonly Unbilled[]) {
  const amounts = new Map(listed.map((one) => [one.paymentId, one.amountMinor]));
  const rows = await tx
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .innerJoin("users as u", "u.uid", "o.userId")
    .innerJoin("credit_lines as c", "c.id", "p.creditLineId")
    .leftJoin("invoices as i", (on) =>
      on.onRef("i.paymentId", "=", "p.id").on("i.kind", "=", "invoice").on("i.cancelledBy", "is", null),
    )
    .select(["p.id", "p.succeededAt", "p.amountMinor", "p.costCenter", "o.number as order", "o.service"])
    .select(["u.displayName as member", "c.poNumber", "c.netDays", "i.number as invoice"])
    .where("p.id", "in", [...amounts.keys()])
    .orderBy("u.displayName")
    .orderBy("p.costCenter")
    .orderBy("p.succeededAt")
    .orderBy("p.id")
    .execute();
  return rows.map(({ id, amountMinor, service, ...row }) => ({
    ...row,
    service: service as Service,
    amountMinor: amounts.get(id)!,
    refundedMinor: amountMinor - amounts.get(id)!,
  }));
}

/**
 * Marks statements as paid once nothing of them is open, and as open again if money was taken back. The organization is
 * locked. Safe to repeat.
 * @returns those that are paid now
 */
async function settle(tx: Tx, organizationId: string, at: Date): Promise<AccountStatement[]> {
  const paid: AccountStatement[] = [];
  for (const { openMinor, ...row } of (await accountOf(organizationId, tx)).statements) {
    const isPaid = openMinor === 0;
    if (isPaid === (row.settledAt !== null)) continue;
    const settledAt = isPaid ? at : null;
    await tx.updateTable("account_statements").set({ settledAt }).where("id", "=", row.id).execute();
    if (isPaid) paid.push(row);
  }
  return paid;
}

/** The same for organizations whose money was taken back: nobody is told. */
export async function reopenStatements(tx: Tx, organizationIds: Iterable<string>, at: Date): Promise<void> {
  for (const id of new Set(organizationIds)) await settle(tx, id, at);
}

/** The same after a transfer or a refund, and its managers are told. */
export async function settleStatements(ctx: CommandContext, organizationIds: Iterable<string>): Promise<void> {
  for (const [id, organization] of await lockOrganizations(ctx.tx, [...organizationIds])) {
    const paid = await settle(ctx.tx, id, ctx.now);
    if (paid.length === 0) continue;
    const uids = await managersOf(id, ctx.tx);
    for (const row of paid)
      await ctx.fact("statement.paid", {
        subjectId: row.id,
        data: factOf(organization, row, row.amountMinor, uids),
        topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
      });
  }
}

/** Clock rule: reminds managers of statements before they're due, on the day, and after it. Safe to run twice. */
export async function watchStatements(at: Date): Promise<void> {
  const due = database()
    .selectFrom("account_statements")
    .select("id")
    .where("settledAt", "is", null)
    .where("dueAt", "<=", after(at, -REMINDED_ON[0] * DAY))
    .where("reminders", "<", REMINDED_ON.length)
    // The oldest of each number of reminders first, so that none waits for those that aren't due again.
    .where((e) =>
      e.or(REMINDED_ON.map((days, i) => e.and([e("reminders", "=", i), e("dueAt", "<=", after(at, -days * DAY))]))),
    )
    .orderBy("dueAt");
  await sweep("remind of a statement", due, (ctx, { id }) => remind(ctx, id));
}

async function remind(ctx: CommandContext, id: string): Promise<void> {
  const { organizationId } = await ctx.tx
    .selectFrom("account_statements")
    .select("organizationId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const organization = (await lockOrganizations(ctx.tx, [organizationId])).get(organizationId)!;
  await settleStatements(ctx, [organizationId]);
  const row = (await accountOf(organizationId, ctx.tx)).statements.find((one) => one.id === id);
  if (!row || row.openMinor === 0) return;
  const reminders = remindersDue(row.dueAt, ctx.now);
  if (reminders <= row.reminders) return;
  await ctx.tx.updateTable("account_statements").set({ reminders }).where("id", "=", id).execute();
  // Counted, but nobody is asked for what was written off or is disputed.
  const askedMinor = row.openMinor - row.writtenOffMinor - row.disputedMinor;
  if (askedMinor <= 0) return;
  const uids = await managersOf(organizationId, ctx.tx);
  await ctx.fact("statement.reminded", {
    subjectId: id,
    data: factOf(organization, row, askedMinor, uids),
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  });
}

/** The organizations whose statements a transfer names, by the number: those of one organization, or none. */
export async function organizationsNamed(tx: Tx, texts: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const named = new Map([...texts].map(([id, text]) => [id, numbersIn(text, "statement")] as const));
  const numbers = [...new Set([...named.values()].flat())];
  if (numbers.length === 0) return new Map();
  const rows = await tx
    .selectFrom("account_statements")
    .select(["number", "organizationId"])
    .where("number", "in", numbers)
    .execute();
  return new Map(
    [...named].flatMap(([id, its]) => {
      const owners = new Set(rows.filter((row) => its.includes(row.number)).map((row) => row.organizationId));
      return owners.size === 1 ? [[id, [...owners][0]!] as const] : [];
    }),
  );
}

/** GET /api/statements/:id/pdf: for those who manage the organization and the finance team. */
export async function getStatementPdf(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = isId("accountStatement", params.id)
    ? await database().selectFrom("account_statements").selectAll().where("id", "=", params.id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("document");
  if (!can.seeCosts(actor, await findOrganization(actor, row.organizationId))) throw notFound("document");
  return new Response(new Uint8Array(await invoicePdf(row.document)), {
    headers: { "content-type": "application/pdf", "content-disposition": `inline; filename="${row.number}.pdf"` },
  });
}
