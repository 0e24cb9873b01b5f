import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { accountChoices } from "#app/features/payments/rules/ledger/account-choice.ts";
import { authorityChoices } from "#app/features/tax/server/registrations.ts";
import {
  ASSIGNABLE,
  DIFFERENCE_ADVICE,
  type ReconciliationView,
  needsAccount,
} from "../../rules/reconciliation/reconciliation.ts";
import { bookedFor } from "../../rules/reconciliation/suggestions.ts";
import { UNNAMED_ACCOUNT } from "../../rules/reconciliation/bank-statement.ts";
import { booksClosedUntil } from "../books/close-month.ts";
import { bankStates, inAccount, listAccountStates } from "./bank-states.ts";
import { importLines } from "./import-lines.ts";
import { listCandidates } from "./list-candidates.ts";
import { listParts } from "./list-parts.ts";
import { payoutsInTransit } from "./match-lines.ts";
import { balancesNow } from "./record-differences.ts";
import { reverseImport } from "./reverse-statement.ts";
import { BOOKED_BY_RULES } from "./book-by-rules.ts";
import { ruleOf, suggestOpen } from "./suggest-lines.ts";

const SHOWN = 200;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const onlyAdmins = (actor: Actor): void => {
  if (!may(actor, "money")) throw refused(only("money", "see the reconciliation"));
};

/** The bank line that a difference is about, or null. */
const lineOf = (key: string): string | null => (key.startsWith("line:") ? key.slice("line:".length) : null);

/** The statements of probable duplicates, and the lines that they repeat. */
async function readHeld(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("bank_lines as b")
    .innerJoin("bank_statements as s", "s.id", "b.statementId")
    .innerJoin("bank_lines as o", "o.id", "b.duplicateOf")
    .innerJoin("bank_statements as t", "t.id", "o.statementId")
    .select(["b.id", "b.statementId", "s.fileName", "b.position"])
    .select(["o.details", "o.counterparty", "o.reference", "t.fileName as otherFile", "o.position as otherPosition"])
    .where("b.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, details, counterparty, reference, ...row }) => [
      id,
      { ...row, says: [counterparty, details, reference].filter(Boolean).join(", ") },
    ]),
  );
}

/** The newest lines that a rule booked without asking. */
async function readBooked(db: Reader, ruleId: string) {
  const rows = await db
    .selectFrom("bank_lines")
    .select(["id", "bookedAt", "amountMinor", "currency", "counterparty", "details"])
    .where("ruleId", "=", ruleId)
    .where("match", "in", BOOKED_BY_RULES)
    .orderBy("matchedAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(({ bookedAt, counterparty, details, ...row }) => ({
    ...row,
    bookedAt: bookedAt.toISOString(),
    says: [counterparty, details].filter(Boolean).join(", "),
  }));
}

/** What a line can be, and the organizations with some words in their name first. */
async function candidatesOf(db: Reader, lineId: string, words: string | undefined) {
  const lines = await db
    .selectFrom("bank_lines")
    .select(["amountMinor", "currency", "counterparty", "details", "reference"])
    .where("id", "=", lineId)
    .execute();
  return listCandidates(db, lines, words ? { words } : null);
}

/**
 * What the reconciliation page shows: the balances of the three sides, what is open and in transit, and what one of its
 * views needs besides.
 * @param asked the view, or all of them without one, the bank line that's matched by hand, and the rule whose lines are shown, and the
 *   words of what the line can be several of
 * @throws refused unless admin
 */
export async function readReconciliation(
  actor: Actor,
  asked: { view?: ReconciliationView; line?: string | null; rule?: string | null; find?: string } = {},
) {
  onlyAdmins(actor);
  const shows = (view: ReconciliationView): boolean => (asked.view ?? view) === view;
  const db = database();
  const differences = db
    .selectFrom("money_differences as d")
    .leftJoin("users as o", "o.uid", "d.ownerId")
    .leftJoin("users as r", "r.uid", "d.resolvedBy")
    .select(["d.key", "d.kind", "d.amountMinor", "d.currency", "d.title", "d.orderId", "d.foundAt", "d.note"])
    .select(["d.resolvedAt", "d.clearedAt", "o.displayName as owner", "r.displayName as resolvedBy"]);
  const [balances, banks, accounts, readings, open, ended, transit, statements, days, tasks] = await Promise.all([
    balancesNow(db),
    bankStates(db),
    listAccountStates(db),
    db.selectFrom("provider_balances").select(["currency", "readAt"]).execute(),
    differences
      .where("d.resolvedAt", "is", null)
      .where("d.clearedAt", "is", null)
      .orderBy("d.foundAt")
      .orderBy("d.key")
      .limit(SHOWN)
      .execute(),
    shows("matched")
      ? differences
          .where((e) => e.or([e("d.resolvedAt", "is not", null), e("d.clearedAt", "is not", null)]))
          .orderBy("d.foundAt", "desc")
          .limit(SHOWN)
          .execute()
      : [],
    payoutsInTransit(db)
      .select(["p.id", "p.amountMinor", "p.currency", "p.madeAt", "p.arrivesAt"])
      .orderBy("p.arrivesAt")
      .limit(SHOWN)
      .execute(),
    db
      .selectFrom("bank_statements as s")
      .leftJoin("users as u", "u.uid", "s.importedBy")
      .select(["s.id", "s.fileName", "s.account", "s.currency", "s.fromAt", "s.toAt", "s.closingMinor"])
      .select(["s.lineCount", "s.newLines", "s.importedAt", "u.displayName as importer"])
      .select(["s.closingStated", "s.state", "s.reversedAt", "s.reversedWhy"])
      .select((e) =>
        e
          .selectFrom("bank_lines as b")
          .select((c) => c.fn.countAll<number>().as("n"))
          .whereRef("b.statementId", "=", "s.id")
          .where("b.match", "is", null)
          .where("b.duplicateOf", "is not", null)
          .as("held"),
      )
      .orderBy("s.toAt", "desc")
      .limit(50)
      .execute(),
    db.selectFrom("reconciliations").selectAll().orderBy("day", "desc").limit(14).execute(),
    listTasks([importLines, reverseImport]),
  ]);
  const chosen = open.find((one) => one.kind === "line_not_assigned" && lineOf(one.key) === asked.line);
  const [candidates, parts, unexplained, closedUntil, rules, booked] = await Promise.all([
    chosen ? candidatesOf(db, lineOf(chosen.key)!, asked.find) : [],
    chosen ? listParts(db, chosen, asked.find ? { words: asked.find } : null) : [],
    shows("match") ? suggestOpen(db) : new Map<string, never>(),
    booksClosedUntil(db),
    shows("rules")
      ? db
          .selectFrom("bank_rules as r")
          .leftJoin("users as u", "u.uid", "r.createdBy")
          .select([
            "r.id",
            "r.words",
            "r.direction",
            "r.account",
            "r.party",
            "r.alone",
            "r.inputTaxBp",
            "r.reverseCharge",
            "r.supplierInEu",
          ])
          .select(["u.displayName as by"])
          .select((e) =>
            e
              .selectFrom("bank_lines as b")
              .select((c) => c.fn.countAll<number>().as("n"))
              .whereRef("b.ruleId", "=", "r.id")
              .where("b.match", "in", BOOKED_BY_RULES)
              .as("booked"),
          )
          .orderBy("r.words")
          .orderBy("r.id")
          .execute()
      : [],
    shows("rules") && asked.rule ? readBooked(db, asked.rule) : [],
  ]);
  const held = await readHeld(
    db,
    open.filter((one) => one.kind === "probable_duplicate").map((one) => lineOf(one.key)!),
  );
  /** A bank line that nobody has explained: what it says, and what it probably is. */
  const toMatch = (id: string, amountMinor: number, currency: string) => {
    const line = unexplained.get(id);
    if (!line) return null;
    const { suggestion } = line;
    return {
      day: line.bookedAt.toISOString(),
      says: [line.counterparty, line.details].filter(Boolean).join(", "),
      reference: line.reference,
      suggestion: suggestion
        ? {
            ...suggestion,
            books: bookedFor(suggestion, { amountMinor, currency, bookedAt: line.bookedAt }, closedUntil),
          }
        : null,
    };
  };
  const shown = (rows: typeof open) =>
    rows.map(({ foundAt, resolvedAt, clearedAt, ...row }) => ({
      ...row,
      toMatch: toMatch(lineOf(row.key) ?? "", row.amountMinor, row.currency),
      foundAt: foundAt.toISOString(),
      resolvedAt: iso(resolvedAt),
      clearedAt: iso(clearedAt),
      advice: DIFFERENCE_ADVICE[row.kind],
      needsAccount: needsAccount(row.kind),
      lineId: lineOf(row.key),
      duplicate: held.get(lineOf(row.key) ?? "") ?? null,
    }));
  return {
    tasks,
    /** The line that's matched by hand, with what it can be. */
    chosen: chosen ? { lineId: lineOf(chosen.key)!, candidates, parts } : null,
    rules: rules.map(({ by, booked: n, ...rule }) => ({ ...ruleOf(rule), by: by ?? "", booked: Number(n) })),
    /** What the chosen rule booked without asking, newest first. */
    booked,
    /** What a line can be assigned to. */
    assignable: accountChoices(ASSIGNABLE, await authorityChoices(db)).map(({ value, label }) => ({ value, label })),
    /** The accounts that a file without one can be from. */
    accounts: accounts.map((one) => one.account).filter((account) => account !== UNNAMED_ACCOUNT),
    banks: accounts.map((one) => ({ ...one, inAccountMinor: inAccount(one), statedAt: iso(one.statedAt) })),
    balances: balances.map((b) => ({
      ...b,
      statedAt: iso(banks.find((one) => one.currency === b.currency)?.statedAt ?? null),
      laterMinor: banks.find((one) => one.currency === b.currency)?.laterMinor ?? 0,
      providerReadAt: iso(readings.find((r) => r.currency === b.currency)?.readAt ?? null),
    })),
    open: shown(open),
    ended: shown(ended),
    transit: transit.map((p) => ({ ...p, madeAt: p.madeAt.toISOString(), arrivesAt: p.arrivesAt.toISOString() })),
    statements: statements.map((s) => ({
      ...s,
      fromAt: s.fromAt.toISOString(),
      toAt: s.toAt.toISOString(),
      importer: s.importer ?? "",
      importedAt: s.importedAt.toISOString(),
      reversedAt: iso(s.reversedAt),
      held: Number(s.held ?? 0),
    })),
    days: days.map(({ madeAt, ...day }) => ({ ...day, madeAt: madeAt.toISOString() })),
  };
}
export type Reconciliation = Awaited<ReturnType<typeof readReconciliation>>;
export type ShownDifference = Reconciliation["open"][number];
