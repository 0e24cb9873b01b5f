import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { assigned } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { ASSIGNABLE, type Target, needsAccount } from "../../rules/reconciliation/reconciliation.ts";
import {
  type Choice,
  HANDS,
  type Hand,
  agreedTo,
  isHand,
  withInputTax,
  NO_LINE_TAX,
  type LineTax,
} from "../../rules/reconciliation/suggestions.ts";
import type { RecipientTaxAccount } from "#app/features/payments/rules/ledger/recipient-tax.ts";
import { accountChoice, accountOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { requireAuthority } from "#app/features/tax/server/registrations.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { lockOrganizations } from "#app/features/organizations/server/find-organization.ts";
import { keepBalances } from "#app/features/payments/server/balance/balance.ts";
import type { BankLine } from "./bank-lines.ts";
import { listCandidates } from "./list-candidates.ts";
import { rematch } from "./match-lines.ts";
import { lineIdOf, suggestOpen } from "./suggest-lines.ts";

export const lockDifference = async (key: string, { tx }: Pick<CommandContext, "tx">) => {
  const row = await tx
    .selectFrom("money_differences")
    .selectAll()
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("difference");
  return row;
};
type Found = Awaited<ReturnType<typeof lockDifference>>;

export function stillOpen(found: Found): void {
  if (found.resolvedAt) throw conflict("resolved", "Somebody has already resolved this difference.");
  if (found.clearedAt) throw conflict("cleared", "This difference no longer exists, because both sides match now.");
}

/** Assigns a difference to the admin, who explains it. Taking it over from another admin is recorded. */
export const takeDifference = command({
  input: z.object({ key: z.string().max(300) }),
  load: ({ key }, ctx) => lockDifference(key, ctx),
  allow: (actor) => may(actor, "money") || only("money", "work on differences"),
  run: async ({ thing: found, ...ctx }) => {
    stillOpen(found);
    if (found.ownerId === uidOf(ctx.actor)) return;
    await ctx.tx
      .updateTable("money_differences")
      .set({ ownerId: uidOf(ctx.actor), ownedAt: ctx.now })
      .where("key", "=", found.key)
      .execute();
    await ctx.fact("books.difference_taken", { subjectId: found.key, data: { title: found.title }, topics: ["staff"] });
  },
});

/**
 * The key of the entry that assigns it, and when it happened. A line whose assignment was undone gets another one. What a
 * line is belongs to the bank's day, as the line itself does.
 */
async function assignedAs(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  found: Found,
): Promise<{ key: string; happenedAt: Date }> {
  const key = `assigned:${found.key}`;
  if (found.kind !== "line_not_assigned") return { key, happenedAt: now };
  const { revision, bookedAt } = await lockUnexplained({ tx }, found);
  return { key: revision === 0 ? key : `${key}:${revision}`, happenedAt: bookedAt };
}

/** Two people can't match a payout with two lines at the same time. Taken after the difference. */
export const lockMatches = ({ tx }: Pick<CommandContext, "tx">): Promise<void> => lockName(tx, "matches by hand");

/** The bank line of a difference, locked. @throws invalid if it's about something else; conflict if it's matched */
export async function lockUnexplained({ tx }: Pick<CommandContext, "tx">, found: Found): Promise<BankLine> {
  if (found.kind !== "line_not_assigned") throw invalid("account", "Only bank lines can be payouts or prepayments.");
  const line = await tx
    .selectFrom("bank_lines")
    .selectAll()
    .where("id", "=", lineIdOf(found.key))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (line.match !== null) throw conflict("matched", "This line was matched in the meantime.", "Reload the page.");
  return line;
}

/**
 * Matches a line with a payout or run that isn't on a statement yet, or with an organization's balance. @throws conflict
 * if it's no longer so
 */
async function matchByHand(ctx: CommandContext, found: Found, choice: Hand): Promise<void> {
  await lockMatches(ctx);
  const line = await lockUnexplained(ctx, found);
  const candidates = await listCandidates(ctx.tx, [line], { values: [choice] });
  if (!candidates.some((one) => one.value === choice))
    throw conflict("matched", "This payout was matched in the meantime.", "Reload the page.");
  const [what, matchId] = [choice.slice(0, choice.indexOf(":")), choice.slice(choice.indexOf(":") + 1)];
  if (what === "balance") {
    const { name } = (await lockOrganizations(ctx.tx, [matchId])).get(matchId)!;
    await rematch(ctx, [line], new Map([[line.id, { match: "balance", matchId, name }]]), new Map());
    return keepBalances([matchId], ctx.tx);
  }
  await rematch(
    ctx,
    [line],
    new Map(),
    new Map([[line.id, { match: what === "run" ? "payout_run" : "payout", matchId }]]),
  );
}

/** Books unexplained money to the account that it belongs to, or its parts to several. */
async function assign(
  ctx: CommandContext,
  found: Found,
  parts: readonly { account: Target | RecipientTaxAccount; amountMinor: number }[],
  memo: string,
): Promise<void> {
  const signed = parts.map(({ account, amountMinor }) => ({ ...accountOf(account), amountMinor }));
  for (const { account, party } of signed)
    if (account === "tax_payable" && party !== undefined) await requireAuthority(party, ctx.tx);
  const { kind, lines } = assigned(signed);
  await postEntry(ctx, {
    ...(await assignedAs(ctx, found)),
    kind,
    orderId: found.orderId,
    causeType: "difference",
    causeId: found.key,
    memo,
    currency: found.currency,
    lines,
  });
  if (found.kind === "line_not_assigned")
    await ctx.tx
      .updateTable("bank_lines")
      .set(
        parts.length === 1
          ? { match: "assigned", matchId: parts[0]!.account, matchedAt: ctx.now }
          : { match: "split", matchId: null, matchedAt: ctx.now },
      )
      .where("id", "=", lineIdOf(found.key))
      .execute();
}

/** Resolves a difference with a note. Unexplained money is booked to the account that it belongs to. */
export const resolveDifference = command({
  input: z.object({
    key: z.string().max(300),
    note: z.string().trim().min(5, "Explain what it was, for people who read the books later.").max(1_000),
    /** The account it belongs to, or what it is: "run:...", "payout:...", or "balance:" and an organization. */
    account: accountChoice(ASSIGNABLE, "Choose the account that this money belongs to.")
      .or(z.literal(""))
      .or(z.templateLiteral([z.enum(HANDS), ":", z.string().max(60)]))
      .default(""),
  }),
  load: ({ key }, ctx) => lockDifference(key, ctx),
  allow: (actor) => may(actor, "money") || only("money", "resolve differences"),
  run: async ({ input, thing: found, ...ctx }) => {
    stillOpen(found);
    if (found.kind === "probable_duplicate")
      throw invalid("duplicate", "Decide whether this line is a duplicate or a new movement.");
    const { account, note } = input;
    if (!needsAccount(found.kind)) return resolve(ctx, found, note);
    if (account === "") throw invalid("account", "Choose the account that this money belongs to.");
    await explain(ctx, found, account, note);
  },
});

/** Books unexplained money to what it is, and resolves its difference. @throws conflict if it's matched already */
async function explain(
  ctx: CommandContext,
  found: Found,
  choice: Choice,
  note: string,
  tax: LineTax = NO_LINE_TAX,
): Promise<void> {
  if (isHand(choice)) await matchByHand(ctx, found, choice);
  else await assign(ctx, found, withInputTax(choice, found.amountMinor, tax), note);
  await resolve(ctx, found, note);
}

export async function resolve({ tx, ...ctx }: CommandContext, found: Found, note: string): Promise<void> {
  const by = uidOf(ctx.actor);
  await tx
    .updateTable("money_differences")
    .set({
      note,
      resolvedBy: by,
      resolvedAt: ctx.now,
      ownerId: found.ownerId ?? by,
      ownedAt: found.ownedAt ?? ctx.now,
    })
    .where("key", "=", found.key)
    .execute();
  await ctx.fact("books.difference_resolved", {
    subjectId: found.key,
    data: { title: found.title, note },
    topics: ["staff"],
  });
}

/** Differences of unexplained lines, locked in the order in which everybody locks them. @throws not-found */
async function lockDifferences(keys: readonly string[], { tx }: Pick<CommandContext, "tx">): Promise<Found[]> {
  const rows = await tx
    .selectFrom("money_differences")
    .selectAll()
    .where("key", "in", [...keys])
    .orderBy("key")
    .forUpdate()
    .execute();
  if (rows.length < new Set(keys).size) throw notFound("difference");
  return rows;
}

const MOST_AT_ONCE = 200;

/**
 * Books lines as what was suggested for each, one or many, all or none. What's suggested is found again: what a person
 * agreed to has to be the same.
 * @throws conflict if one was explained in the meantime, or now has another suggestion
 */
export const acceptSuggestions = command({
  input: z.object({
    /** The differences, each with the suggestion that was shown: "line:bln_… bank_fees". */
    lines: z
      .array(
        z
          .string()
          .max(400)
          .regex(/^line:\S+ \S+$/),
      )
      .min(1, "Select the lines first.")
      .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} lines can be matched at once.`),
  }),
  load: ({ lines }, ctx) =>
    lockDifferences(
      lines.map((line) => line.split(" ")[0]!),
      ctx,
    ),
  allow: (actor) => may(actor, "money") || only("money", "match bank lines"),
  run: async ({ input, thing: found, ...ctx }): Promise<{ count: number }> => {
    found.forEach(stillOpen);
    const shown = new Map(input.lines.map((line) => line.split(" ") as [string, string]));
    const unexplained = await suggestOpen(ctx.tx);
    const agreed = found.map((one) => {
      const suggestion = unexplained.get(lineIdOf(one.key))?.suggestion;
      if (!suggestion || agreedTo(suggestion) !== shown.get(one.key))
        throw conflict(
          "suggestion_changed",
          `Nothing was matched: what's suggested for "${one.title}" has changed.`,
          "Reload the page, look at it again, and match it.",
        );
      return { one, suggestion };
    });
    for (const { one, suggestion } of agreed)
      await explain(ctx, one, suggestion.choice, suggestion.reason, suggestion.tax);
    return { count: found.length };
  },
});

const partOf = z.object({
  account: accountChoice(ASSIGNABLE, "Choose an account for each part."),
  /** In minor units, whether money came in or left. */
  amountMinor: z
    .number("Enter each part's amount, such as 12.50.")
    .int()
    .positive("Each part needs an amount above zero."),
});

/** Assigns the parts of one line to several accounts. @throws invalid unless they add up to the line's amount */
export const splitLine = command({
  input: z.object({
    key: z.string().max(300),
    note: z.string().trim().min(5, "Explain what it was, for people who read the books later.").max(1_000),
    parts: z.array(partOf).min(2, "Enter at least two parts.").max(10),
  }),
  load: ({ key }, ctx) => lockDifference(key, ctx),
  allow: (actor) => may(actor, "money") || only("money", "split bank lines"),
  run: async ({ input: { parts, note }, thing: found, ...ctx }) => {
    stillOpen(found);
    if (found.kind !== "line_not_assigned")
      throw invalid("kind", "Only bank lines that nobody has explained can be split.");
    const wholeMinor = Math.abs(found.amountMinor);
    const offMinor = wholeMinor - parts.reduce((sum, part) => sum + part.amountMinor, 0);
    if (offMinor !== 0)
      throw invalid(
        "parts",
        `The parts have to add up to ${formatMoney(wholeMinor, found.currency)}. They're ${formatMoney(Math.abs(offMinor), found.currency)} ${offMinor > 0 ? "short" : "over"}.`,
      );
    const sign = Math.sign(found.amountMinor);
    const signed = parts.map((part) => ({ ...part, amountMinor: sign * part.amountMinor }));
    await assign(ctx, found, signed, note);
    await resolve(ctx, found, note);
  },
});
