import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { assigned } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { ASSIGNABLE, type Assignable, needsAccount } from "../../rules/reconciliation/reconciliation.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { lockOrganizations } from "#app/features/organizations/server/find-organization.ts";
import { keepBalances } from "#app/features/payments/server/balance/balance.ts";
import { listCandidates } from "./list-candidates.ts";
import { rematch } from "./match-lines.ts";

const lockDifference = async (key: string, { tx }: Pick<CommandContext, "tx">) => {
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

function stillOpen(found: Found): void {
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

/** The key of the entry that assigns it. A line whose assignment was undone gets another one. */
async function assignedKey({ tx }: Pick<CommandContext, "tx">, found: Found): Promise<string> {
  const key = `assigned:${found.key}`;
  if (found.kind !== "line_not_assigned") return key;
  const line = await tx
    .selectFrom("bank_lines")
    .select(["revision", "match"])
    .where("id", "=", found.key.slice("line:".length))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (line.match !== null) throw conflict("matched", "This line was matched in the meantime.", "Reload the page.");
  return line.revision === 0 ? key : `${key}:${line.revision}`;
}

const HANDS = ["run", "payout", "balance"] as const;
type Choice = `${(typeof HANDS)[number]}:${string}`;
const isChoice = (account: Assignable | Choice): account is Choice => account.includes(":");

/**
 * Matches a line with a payout or run that isn't on a statement yet, or with an organization's balance. @throws conflict
 * if it's no longer so
 */
async function matchByHand(ctx: CommandContext, found: Found, choice: Choice): Promise<void> {
  if (found.kind !== "line_not_assigned") throw invalid("account", "Only bank lines can be payouts or prepayments.");
  const line = await ctx.tx
    .selectFrom("bank_lines")
    .selectAll()
    .where("id", "=", found.key.slice("line:".length))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const candidates = await listCandidates(ctx.tx, [line.amountMinor]);
  if (line.match !== null || !candidates.some((one) => one.value === choice))
    throw conflict("matched", "This payout or this line was matched in the meantime.", "Reload the page.");
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

/** Books unexplained money to the account that it belongs to. */
async function assign(ctx: CommandContext, found: Found, account: Assignable, memo: string): Promise<void> {
  const { kind, lines } = assigned(found.amountMinor, account);
  await postEntry(ctx, {
    key: await assignedKey(ctx, found),
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
      .set({ match: "assigned", matchId: account, matchedAt: ctx.now })
      .where("id", "=", found.key.slice("line:".length))
      .execute();
}

/** Resolves a difference with a note. Unexplained money is booked to the account that it belongs to. */
export const resolveDifference = command({
  input: z.object({
    key: z.string().max(300),
    note: z.string().trim().min(5, "Explain what it was, for people who read the books later.").max(1_000),
    /** The account it belongs to, or what it is: "run:...", "payout:...", or "balance:" and an organization. */
    account: z
      .enum(ASSIGNABLE)
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
    if (needsAccount(found.kind)) {
      const { account } = input;
      if (account === "") throw invalid("account", "Choose the account that this money belongs to.");
      if (isChoice(account)) await matchByHand(ctx, found, account);
      else await assign(ctx, found, account, input.note);
    }
    await ctx.tx
      .updateTable("money_differences")
      .set({
        note: input.note,
        resolvedBy: uidOf(ctx.actor),
        resolvedAt: ctx.now,
        ownerId: found.ownerId ?? uidOf(ctx.actor),
        ownedAt: found.ownedAt ?? ctx.now,
      })
      .where("key", "=", found.key)
      .execute();
    await ctx.fact("books.difference_resolved", {
      subjectId: found.key,
      data: { title: found.title, note: input.note },
      topics: ["staff"],
    });
  },
});
