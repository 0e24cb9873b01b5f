import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type AccountChoice, choiceLabel } from "#app/features/payments/rules/ledger/account-choice.ts";
import { database } from "#app/platform/server/core/database.ts";
import { onlyAdmins } from "./read-reconciliation.ts";

const PER_PAGE = 100;

/** A page of a statement's lines, each with what it is. @throws refused unless admin; not-found */
export async function readStatementLines(actor: Actor, statementId: string, page: number) {
  onlyAdmins(actor);
  const db = database();
  const statement = await db
    .selectFrom("bank_statements")
    .select(["id", "fileName", "account", "state", "lineCount"])
    .where("id", "=", statementId)
    .executeTakeFirst();
  if (!statement) throw notFound("bank statement");
  const rows = await db
    .selectFrom("bank_lines as b")
    .leftJoin("journal_entries as e", "e.key", "b.entryKey")
    .leftJoin("payouts as p", (on) => on.onRef("p.id", "=", "b.matchId").on("b.match", "=", "payout"))
    .leftJoin("payout_runs as r", (on) =>
      on.on((w) =>
        w.or([
          w("r.id", "=", w.ref("p.runId")),
          w.and([w("r.id", "=", w.ref("b.matchId")), w("b.match", "=", "payout_run")]),
        ]),
      ),
    )
    .select(["b.id", "b.position", "b.bookedAt", "b.amountMinor", "b.currency", "b.counterparty", "b.details"])
    .select([
      "b.reference",
      "b.match",
      "b.matchId",
      "b.duplicateOf",
      "b.partOf",
      "b.entryKey",
      "e.id as entryId",
      "r.number as run",
    ])
    .where("b.statementId", "=", statementId)
    .orderBy("b.position")
    .orderBy("b.id")
    .limit(PER_PAGE + 1)
    .offset((page - 1) * PER_PAGE)
    .execute();
  return {
    statement,
    page,
    hasMore: rows.length > PER_PAGE,
    lines: rows.slice(0, PER_PAGE).map(({ bookedAt, run, ...line }) => ({
      ...line,
      bookedAt: bookedAt.toISOString(),
      says: whatIs({ ...line, run }),
      // What nobody explained, or what no longer counts, has nothing to undo.
      canUndo: line.match !== null && line.match !== "reversed" && statement.state === "imported",
    })),
  };
}
export type StatementLines = Awaited<ReturnType<typeof readStatementLines>>;

function whatIs(line: {
  match: string | null;
  matchId: string | null;
  duplicateOf: string | null;
  entryKey: string | null;
  run: string | null;
}): string {
  const waiting = line.entryKey === null ? " (not marked as paid yet)" : "";
  switch (line.match) {
    case "provider_payout":
      return "Payout of the card provider";
    case "payout":
      return `Editor payout in ${line.run ?? "a run"}${waiting}`;
    case "payout_run":
      return `Payout run ${line.run ?? ""}${waiting}`;
    case "balance":
      return "On an organization's balance";
    case "assigned":
      return choiceLabel(line.matchId as AccountChoice);
    case "split":
      return "Split among several accounts";
    case "parts":
      return "Several, each a line of its own";
    case "duplicate":
      return "Duplicate, not booked";
    case "reversed":
      return "Reversed";
    case null:
    default:
      return line.duplicateOf === null ? "Not assigned yet" : "Probably a duplicate, not booked";
  }
}
