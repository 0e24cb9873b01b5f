import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { choiceOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { listAuthorities } from "#app/features/tax/server/registrations.ts";
import { ASSIGNABLE, type Assignable, type KnownTarget } from "../../rules/reconciliation/reconciliation.ts";
import {
  type Known,
  type Suggestion,
  type UnexplainedLine,
  suggestLines,
} from "../../rules/reconciliation/suggestions.ts";
import { UNNAMED_ACCOUNT } from "../../rules/reconciliation/bank-statement.ts";
import { listAccountStates } from "./bank-states.ts";
import { listCandidates } from "./list-candidates.ts";

/** How many lines are shown to match, and how many earlier ones are looked at. */
const LINES_TO_MATCH = 200;
const EARLIER = 1_000;

/** The bank line that a difference is about. */
export const lineIdOf = (key: string): string => key.slice("line:".length);

const columns = ["b.id", "b.bookedAt", "b.amountMinor", "b.currency", "b.counterparty", "b.details"] as const;

/** The oldest lines with an open difference because nobody has explained them. */
const unexplainedLines = (db: Reader) =>
  db
    .selectFrom("bank_lines as b")
    .innerJoin("money_differences as d", (on) => on.on(sql<boolean>`d.key = 'line:' || b.id`))
    .where("b.match", "is", null)
    .where("d.kind", "=", "line_not_assigned")
    .where("d.resolvedAt", "is", null)
    .where("d.clearedAt", "is", null)
    .orderBy("b.bookedAt")
    .orderBy("b.id")
    .limit(LINES_TO_MATCH);

/** The unexplained lines that are shown, by ID, each with what it probably is, or null. */
export async function suggestOpen(
  db: Reader,
): Promise<Map<string, UnexplainedLine & { suggestion: Suggestion | null }>> {
  const lines = await unexplainedLines(db)
    .innerJoin("bank_statements as s", "s.id", "b.statementId")
    .select([...columns, "b.reference", "s.account"])
    .execute();
  const suggestions = suggestLines(lines, await knownOf(db, lines));
  return new Map(lines.map((line) => [line.id, { ...line, suggestion: suggestions.get(line.id) ?? null }]));
}

/** A rule with what it suggests. Of tax, one from before there were authorities has none. */
export const ruleOf = <R extends { account: Assignable; party: string }>({ party, ...rule }: R) => ({
  ...rule,
  account: (party === "" ? rule.account : choiceOf({ account: rule.account, party })) as KnownTarget,
});

/** The rules for bank lines, and the authorities that tax can be booked to. */
export async function rulesOf(db: Reader): Promise<Pick<Known, "rules" | "authorities">> {
  const [rules, authorities] = await Promise.all([
    db
      .selectFrom("bank_rules")
      .select(["id", "words", "direction", "account", "party", "alone", "inputTaxBp", "reverseCharge", "supplierInEu"])
      .orderBy("createdAt")
      .execute(),
    listAuthorities(db),
  ]);
  return { rules: rules.map(ruleOf), authorities };
}

async function knownOf(db: Reader, lines: readonly UnexplainedLine[]): Promise<Known> {
  if (lines.length === 0)
    return { candidates: [], rules: [], assigned: [], authorities: [], accounts: [], company: "" };
  const [candidates, ofRules, assigned, accounts, company] = await Promise.all([
    listCandidates(db, lines),
    rulesOf(db),
    db
      .selectFrom("bank_lines as b")
      .select([...columns, "b.matchId"])
      .where("b.match", "=", "assigned")
      .where((e) => e.or([e("b.matchId", "in", ASSIGNABLE), e("b.matchId", "like", "tax_payable:%")]))
      .orderBy("b.matchedAt", "desc")
      .limit(EARLIER)
      .execute(),
    listAccountStates(db),
    findCompany(db),
  ]);
  return {
    ...ofRules,
    candidates,
    assigned: assigned.map(({ matchId, ...line }) => ({ ...line, to: matchId as KnownTarget })),
    accounts: accounts.map((one) => one.account).filter((one) => one !== UNNAMED_ACCOUNT),
    company: company?.legalName ?? "",
  };
}
