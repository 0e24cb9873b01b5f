import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockOrganizations } from "#app/features/organizations/server/find-organization.ts";
import { keepBalances } from "#app/features/payments/server/balance/balance.ts";
import { MOST_PARTS, PARTS, sumOfParts } from "../../rules/reconciliation/suggestions.ts";
import type { PaidOut } from "./find-paid-out.ts";
import { listParts } from "./list-parts.ts";
import { type Arrived, bookAs } from "./match-lines.ts";
import { breakUp } from "./parts.ts";
import { lockDifference, lockMatches, lockUnexplained, resolve, stillOpen } from "./resolve-difference.ts";

/**
 * Matches one line with several payouts, runs, documents, or balances that add up to it: each becomes a part of it,
 * booked as it would be as a line of its own.
 * @throws conflict if one of them was matched in the meantime; invalid unless they add up to the line
 */
export const matchSeveral = command({
  input: z.object({
    key: z.string().max(300),
    note: z.string().trim().min(5, "Explain what it was, for people who read the books later.").max(1_000),
    parts: z
      .array(z.templateLiteral([z.enum(PARTS), ":", z.string().max(60)]))
      .min(2, "Select at least two that add up to the line.")
      .max(MOST_PARTS, `One line can be matched with ${MOST_PARTS} at most.`),
  }),
  load: ({ key }, ctx) => lockDifference(key, ctx),
  allow: (actor) => may(actor, "money") || only("money", "match bank lines"),
  run: async ({ input, thing: found, ...ctx }): Promise<{ count: number }> => {
    stillOpen(found);
    await lockMatches(ctx);
    const line = await lockUnexplained(ctx, found);
    if (line.partOf !== null)
      throw conflict("part", "This line is part of another one.", "Undo the whole line's match first.");
    const candidates = new Map((await listParts(ctx.tx, line, { values: input.parts })).map((one) => [one.value, one]));
    const parts = [...new Set(input.parts)].map((value) => {
      const part = candidates.get(value);
      if (!part)
        throw conflict(
          "matched",
          "One of these was matched in the meantime.",
          "Reload the page and select them again.",
        );
      return part;
    });
    const chosen = new Set(parts.map((one) => one.value));
    if (parts.some((one) => one.runId !== null && chosen.has(`run:${one.runId}`)))
      throw invalid("parts", "A payout and its whole run are selected. Select one of them.");
    const offMinor = line.amountMinor - sumOfParts(parts);
    if (offMinor !== 0)
      throw invalid(
        "parts",
        `Together they have to be ${formatMoney(Math.abs(line.amountMinor), line.currency)}. They're ${formatMoney(Math.abs(sumOfParts(parts)), line.currency)}.`,
      );
    const organizations = await lockOrganizations(
      ctx.tx,
      parts.flatMap((one) => one.organizationId ?? []),
    );
    const lines = await breakUp(
      ctx,
      line,
      parts.map(({ amountMinor, label, reference }) => ({ amountMinor, counterparty: "", details: label, reference })),
    );
    const arrived = new Map<string, Arrived>();
    const paidOut = new Map<string, PaidOut>();
    for (const [i, { id }] of lines.entries()) {
      const { value, organizationId } = parts[i]!;
      const [kind, matchId] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
      if (organizationId !== null)
        arrived.set(id, { match: "balance", matchId: organizationId, name: organizations.get(organizationId)!.name });
      else if (kind === "provider") arrived.set(id, { match: "provider_payout", matchId });
      else paidOut.set(id, { match: kind === "run" ? "payout_run" : "payout", matchId });
    }
    await bookAs(ctx, lines, arrived, paidOut);
    await keepBalances([...organizations.keys()], ctx.tx);
    await resolve(ctx, found, input.note);
    return { count: parts.length };
  },
});
