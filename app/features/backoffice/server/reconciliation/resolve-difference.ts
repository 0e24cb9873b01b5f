import { z } from "zod";
import { isAdmin, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { assigned } from "#app/features/payments/rules/provider-entries.ts";
import { ASSIGNABLE, needsAccount } from "../../rules/reconciliation.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";

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
  allow: (actor) => isAdmin(actor) || "Only admins can work on differences.",
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

/** Resolves a difference with a note. Unexplained money is booked to the account that it belongs to. */
export const resolveDifference = command({
  input: z.object({
    key: z.string().max(300),
    note: z.string().trim().min(5, "Explain what it was, for people who read the books later.").max(1_000),
    account: z.enum(ASSIGNABLE).or(z.literal("")).default(""),
  }),
  load: ({ key }, ctx) => lockDifference(key, ctx),
  allow: (actor) => isAdmin(actor) || "Only admins can resolve differences.",
  run: async ({ input, thing: found, ...ctx }) => {
    stillOpen(found);
    if (needsAccount(found.kind)) {
      if (input.account === "") throw invalid("account", "Choose the account that this money belongs to.");
      const { kind, lines } = assigned(found.amountMinor, input.account);
      await postEntry(ctx, {
        key: `assigned:${found.key}`,
        kind,
        orderId: found.orderId,
        causeType: "difference",
        causeId: found.key,
        memo: input.note,
        currency: found.currency,
        lines,
      });
      if (found.kind === "line_not_assigned")
        await ctx.tx
          .updateTable("bank_lines")
          .set({ match: "assigned", matchId: input.account, matchedAt: ctx.now })
          .where("id", "=", found.key.slice("line:".length))
          .execute();
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
