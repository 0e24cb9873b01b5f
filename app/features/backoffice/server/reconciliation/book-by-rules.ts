import { sql } from "kysely";
import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { accountOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { assigned } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { postEntries } from "#app/features/payments/server/ledger/post-entry.ts";
import { reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { linesOfRules, ruleReason, sumOfParts, withInputTax } from "../../rules/reconciliation/suggestions.ts";
import { entriesOfLines } from "./reverse-lines.ts";
import { lineIdOf, rulesOf } from "./suggest-lines.ts";

const PER_PAGE = 1_000;

/**
 * Books unexplained lines by the rules that book without asking. What a person has undone or is looking into is left to
 * people, and so is a line that another rule fits better.
 * @returns how many were booked
 */
export async function bookByRules(ctx: CommandContext): Promise<number> {
  const known = await rulesOf(ctx.tx);
  if (!known.rules.some((rule) => rule.alone)) return 0;
  let count = 0;
  for (let from = ""; ;) {
    const open = await ctx.tx
      .selectFrom("money_differences as d")
      .innerJoin("bank_lines as b", (on) => on.on(sql<boolean>`d.key = 'line:' || b.id`))
      .innerJoin("bank_statements as s", "s.id", "b.statementId")
      .select([
        "d.key",
        "b.id",
        "b.bookedAt",
        "b.amountMinor",
        "b.currency",
        "b.counterparty",
        "b.details",
        "b.reference",
      ])
      .select("s.account")
      .where("d.key", ">", from)
      .where("d.kind", "=", "line_not_assigned")
      .where("d.resolvedAt", "is", null)
      .where("d.clearedAt", "is", null)
      .where("d.ownerId", "is", null)
      .where("b.match", "is", null)
      .where("b.duplicateOf", "is", null)
      .where("b.revision", "=", 0)
      .orderBy("d.key")
      .limit(PER_PAGE)
      .forUpdate(["d", "b"])
      .execute();
    const byId = new Map(open.map((line) => [line.id, line]));
    const found = [...linesOfRules(open, known)].map(([id, by]) => ({ line: byId.get(id)!, ...by }));
    await book(ctx, found);
    count += found.length;
    const last = open.at(-1);
    if (!last || open.length < PER_PAGE) return count;
    from = last.key;
  }
}

type Open = { key: string; id: string; bookedAt: Date; amountMinor: number; currency: string };
type ByRule = ReturnType<typeof linesOfRules> extends Map<string, infer By> ? By : never;

async function book(ctx: CommandContext, found: readonly (ByRule & { line: Open })[]): Promise<void> {
  if (found.length === 0) return;
  await postEntries(
    ctx,
    found.map(({ line, rule, to }) => ({
      key: `assigned:${line.key}`,
      ...assigned(
        withInputTax(to, line.amountMinor, rule).map(({ account, amountMinor }) => ({
          ...accountOf(account),
          amountMinor,
        })),
      ),
      causeType: "difference",
      causeId: line.key,
      memo: ruleReason(rule),
      currency: line.currency,
      happenedAt: line.bookedAt,
    })),
  );
  const rows = found.map(({ line, rule, to }) => ({
    id: line.id,
    ...(rule.inputTaxBp === null ? { match: "assigned", to } : { match: "split", to: null }),
    ruleId: rule.id,
    note: ruleReason(rule),
  }));
  await sql`update bank_lines b set match = f.match, "matchId" = f."to", "ruleId" = f."ruleId", "matchedAt" = ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as f(id text, match text, "to" text, "ruleId" text) where b.id = f.id`.execute(
    ctx.tx,
  );
  await sql`update money_differences d set note = f.note, "resolvedAt" = ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as f(id text, note text) where d.key = 'line:' || f.id`.execute(
    ctx.tx,
  );
  for (const [ruleId, lines] of Map.groupBy(found, (one) => one.rule.id)) {
    const [{ rule, line }] = lines as [(typeof lines)[number]];
    const amountMinor = sumOfParts(lines.map((one) => one.line));
    await ctx.fact("books.rule_booked", {
      subjectId: ruleId,
      data: { words: rule.words, account: rule.account, count: lines.length, amountMinor, currency: line.currency },
      topics: ["staff"],
    });
  }
}

/** What a line is that a rule booked: on one account, or with its input tax on two. */
export const BOOKED_BY_RULES = ["assigned", "split"] as const;

/** How many lines of a rule are undone in one step. */
export const MOST_UNDONE = 1_000;

/** Undoes what a rule booked without asking: its lines are to be matched again, and from now on it only suggests. */
export const undoRule = command({
  input: z.object({
    id: z.string().max(60),
    /** How many lines were shown. */
    seen: z.coerce.number().int().min(1),
    note: z.string().trim().min(5, "Say why, for people who read the books later.").max(500),
  }),
  load: async ({ id }, { tx }) => {
    await lockName(tx, "bank rules");
    const rule = isId("bankRule", id)
      ? await tx.selectFrom("bank_rules").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
      : undefined;
    if (!rule) throw notFound("rule");
    return rule;
  },
  allow: (actor) => may(actor, "money") || only("money", "undo what a rule for bank lines booked"),
  run: async ({ input, thing: rule, ...ctx }): Promise<{ count: number }> => {
    const differences = await ctx.tx
      .selectFrom("money_differences as d")
      .innerJoin("bank_lines as b", (on) => on.on(sql<boolean>`d.key = 'line:' || b.id`))
      .select("d.key")
      .where("b.ruleId", "=", rule.id)
      .where("b.match", "in", BOOKED_BY_RULES)
      .orderBy("d.key")
      .limit(MOST_UNDONE + 1)
      .forUpdate(["d", "b"])
      .execute();
    if (differences.length !== input.seen)
      throw conflict(
        "changed",
        `This rule's bookings have changed. It has ${differences.length} now.`,
        "Reload the page to see them.",
      );
    if (differences.length > MOST_UNDONE)
      throw conflict(
        "too_many",
        `At most ${MOST_UNDONE} lines can be undone in one step.`,
        "Reverse the import of their statement instead.",
      );
    const keys = differences.map(({ key }) => key);
    const ids = keys.map(lineIdOf);
    const own = await entriesOfLines(
      ctx,
      ids.map((id) => ({ id })),
    );
    await reverseEntries(
      ctx,
      [...own.values()].flat().flatMap((entry) => (entry.kind === "assigned" ? [entry.key] : [])),
      "Undone",
    );
    await ctx.tx
      .updateTable("bank_lines")
      .set((e) => ({ match: null, matchId: null, matchedAt: null, ruleId: null, revision: e("revision", "+", 1) }))
      .where("id", "in", ids)
      .execute();
    await ctx.tx
      .updateTable("money_differences")
      .set({ resolvedAt: null, resolvedBy: null, note: null, clearedAt: null })
      .where("key", "in", keys)
      .execute();
    await ctx.tx.updateTable("bank_rules").set({ alone: false }).where("id", "=", rule.id).execute();
    await ctx.fact("books.rule_undone", {
      subjectId: rule.id,
      data: { words: rule.words, count: ids.length, note: input.note },
      topics: ["staff"],
    });
    return { count: ids.length };
  },
});
