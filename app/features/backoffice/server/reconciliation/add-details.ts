import { sql } from "kysely";
import { count } from "#app/platform/rules/core/count.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { repeatedLines } from "../../rules/reconciliation/bank-duplicates.ts";
import type { Statement, StatementLine } from "../../rules/reconciliation/bank-statement.ts";
import { sameAccount } from "../../rules/bank-files/statement-fields.ts";
import { type BankLine, moved } from "./bank-lines.ts";
import { listAccounts } from "./bank-openings.ts";
import { matchLines } from "./match-lines.ts";
import { breakUp } from "./parts.ts";
import { recordDifferences } from "./record-differences.ts";
import { paymentsOf } from "./separate-batches.ts";

/** Entries of a notification: whose details were added, what's explained already, and what no statement has. */
export type AddedDetails = { added: number; payments: number; explained: number; missing: number };

const MOST_PAYMENTS = 5_000;

/** "Details added to 2 lines, 7 payments in all. 1 line was explained already." */
export function detailsWords({ added, payments, explained, missing }: AddedDetails): string {
  const said =
    added > 0 ? `Details added to ${count(added, "line")}, ${count(payments, "payment")} in all.` : "Nothing to add.";
  return [
    said,
    ...(explained > 0 ? [`${count(explained, "line was", "lines were")} explained already.`] : []),
    ...(missing > 0
      ? [
          `${count(missing, "entry isn't", "entries aren't")} on an imported statement yet. Import the file again after it.`,
        ]
      : []),
  ].join(" ");
}

/**
 * Adds what notifications (CAMT.054) say to the lines of imported statements, which booked the same entries: a batch that
 * nobody has explained becomes its payments, and a line gets the reference it lacks. Nothing is booked twice, and the
 * same file again changes nothing.
 * @throws conflict if no statement has any of the entries
 */
export async function addDetails(ctx: CommandContext, statements: readonly Statement[]): Promise<AddedDetails> {
  const total = statements.flatMap((one) => one.lines).reduce((sum, line) => sum + Math.max(1, line.items.length), 0);
  if (total > MOST_PAYMENTS)
    throw invalid(
      "too_many",
      `This notification has ${count(total, "payment")}, and at most ${count(MOST_PAYMENTS, "payment")} can be added at once.`,
      "Export a shorter period.",
    );
  const known = await listAccounts(ctx.tx);
  const done: AddedDetails = { added: 0, payments: 0, explained: 0, missing: 0 };
  const parts: BankLine[] = [];
  for (const statement of statements) {
    const account = known.find((one) => sameAccount(one, statement.iban ?? statement.account));
    const found = account === undefined ? new Map() : await findBooked(ctx, account, statement);
    for (const line of statement.lines) {
      const booked = found.get(line);
      const payments = paymentsOf(line);
      if (!booked) done.missing += 1;
      else if (booked.match !== null || !(await addTo(ctx, booked, line, payments, parts))) done.explained += 1;
      else {
        done.added += 1;
        done.payments += payments.length;
      }
    }
  }
  if (done.added + done.explained === 0)
    throw conflict(
      "notification",
      "This notification (CAMT.054) has the details of entries that aren't on an imported statement.",
      "Import the statement (CAMT.053) first. For returned payouts, import the notification under Payouts, Bank reports.",
    );
  await matchLines(ctx, parts);
  if (done.added > 0) {
    await ctx.fact("books.details_added", {
      subjectId: parts[0]?.statementId ?? "details",
      data: { lines: done.added, payments: done.payments },
      topics: ["staff"],
    });
    await recordDifferences(ctx);
  }
  return done;
}

/** @returns whether the notification says more than the line */
async function addTo(
  ctx: CommandContext,
  booked: BankLine,
  line: StatementLine,
  payments: readonly StatementLine[],
  parts: BankLine[],
): Promise<boolean> {
  if (payments.length > 1) {
    const items = payments.map(({ amountMinor, counterparty, details, reference }) => ({
      amountMinor,
      counterparty,
      details,
      reference,
    }));
    parts.push(...(await breakUp(ctx, booked, items)));
    return true;
  }
  const lacks = (["reference", "counterparty", "details"] as const).filter(
    (key) => booked[key] === "" && line[key] !== "",
  );
  if (lacks.length === 0) return false;
  await ctx.tx
    .updateTable("bank_lines")
    .set(Object.fromEntries(lacks.map((key) => [key, line[key]])))
    .where("id", "=", booked.id)
    .execute();
  return true;
}

/** The line of an imported statement that each entry is, locked after its difference. */
async function findBooked(
  { tx }: CommandContext,
  account: string,
  { currency, lines, format }: Statement,
): Promise<Map<StatementLine, BankLine>> {
  const wanted = lines.map(({ bookedAt, amountMinor }) => ({ bookedAt, amountMinor }));
  const { rows: same } = await sql<{ id: string }>`
    select b.id from bank_lines b join bank_statements s on s.id = b."statementId"
    where (b."bookedAt", b."amountMinor") in (select w."bookedAt", w."amountMinor"
        from jsonb_to_recordset(${json(wanted)}::jsonb) as w("bookedAt" timestamptz, "amountMinor" bigint))
      and s.account = ${account} and s.currency = ${currency} and b."partOf" is null and ${moved}`.execute(tx);
  const ids = same.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const keys = ids.map((id) => `line:${id}`);
  await tx.selectFrom("money_differences").select("key").where("key", "in", keys).orderBy("key").forUpdate().execute();
  const booked = await tx
    .selectFrom("bank_lines")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const groupOf = (one: { bookedAt: Date; amountMinor: number }) => `${one.bookedAt.toISOString()} ${one.amountMinor}`;
  const groups = Map.groupBy(booked, groupOf);
  const found = new Map<StatementLine, BankLine>();
  for (const [group, some] of Map.groupBy(lines, groupOf)) {
    const its = groups.get(group) ?? [];
    // Some banks give the entries of a notification other numbers than those of the statement.
    const fresh = some.map((line) => ({ ...line, format, line }));
    const others = its.map((one) => ({ ...one, format: "camt053" }));
    for (const [{ line }, { known }] of repeatedLines(fresh, others))
      found.set(
        line,
        its.find((one) => one.id === known.id)!,
      );
  }
  return found;
}
