import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { MAX_INSTRUCTIONS } from "#app/features/pricing/rules/taxonomy.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { missingChoices } from "#app/features/orders/rules/draft/choice-patch.ts";
import { draftSum, manuscriptWords } from "#app/features/orders/rules/draft/draft-sum.ts";
import { missingUnderPolicy } from "#app/features/orders/rules/draft/policy-choice.ts";
import { titleFromName } from "#app/features/orders/rules/order-title.ts";
import { can as canOrder } from "#app/features/orders/rules/can.ts";
import { lockOwn } from "#app/features/orders/server/drafts/find-draft.ts";
import { moveOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { keepPolicy, policyOfChoices, policyOnForm } from "#app/features/orders/server/policy/order-policy.ts";
import { listOwnFiles } from "#app/features/orders/server/views/list-files.ts";
import { answerDueAt, nextReminderAt } from "../rules/promise.ts";
import { QUOTE_REASONS } from "../rules/quote-flow.ts";
import { findQuoteOfOrder } from "./find-quote.ts";
import { quoteFact } from "./move-quote.ts";

/** The minimum number of characters to describe what somebody needs. */
const LEAST_CHARACTERS = 10;
const LEAST_MS = 2 * HOUR;
const MOST_MS = 365 * DAY;

/**
 * Requests a custom quote for a draft: its files and choices as they are, with the author's note. Staff offer the
 * service and turnaround. The draft is locked until the request ends. Sending it twice gives the same request.
 * @throws invalid with messages by field
 */
export const requestQuote = command({
  input: z.object({
    orderId: z.string(),
    quoteRequirements: z
      .string()
      .trim()
      .max(MAX_INSTRUCTIONS, `Shorten this to ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters or fewer.`),
    /** "2026-11-24T14:05" in the author's time zone, or "" for no date. */
    quoteWantedAt: z.string().default(""),
    reason: z.enum(QUOTE_REASONS).default("wish").catch("wish"),
  }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) =>
    (actor.kind === "person" && canOrder.edit(actor, order)) || "Sign in as the author of this order first.",
  async run({ input, thing: order, ...ctx }): Promise<{ quoteId: string }> {
    if (order.status === "quote_requested") {
      const known = await findQuoteOfOrder(order.id, ctx.tx);
      if (known) return { quoteId: known.id };
    }
    if (order.status !== "draft")
      throw conflict(
        "has_price",
        "This order already has a price.",
        "To ask for a custom quote instead, choose “Change order” in the order form first.",
      );
    if (order.reeditOf)
      throw conflict(
        "re_edit",
        "A re-edit is priced by its changed sentences, so there's no custom quote for it.",
        "Start a new order to ask for one.",
      );
    await requireOpenShop(ctx.tx);
    const choices = readChoices(order.choices);
    const files = await listOwnFiles(order.id, ctx.tx);
    const sum = draftSum(files, choices);
    const policy = await policyOfChoices(choices, ctx.tx);
    const missing = [
      ...missingChoices(choices, files),
      ...missingUnderPolicy(choices, policy && policyOnForm(policy, manuscriptWords(files))),
    ].filter((m) => m.field !== "service" && m.field !== "turnaround");
    const fields: Record<string, string> = Object.fromEntries(missing.map((m) => [m.field, m.message]));
    if (input.quoteRequirements.length < LEAST_CHARACTERS)
      fields.quoteRequirements = "Tell us what you need, in a sentence or two.";
    if (missing.length === 0 && sum.billable === 0)
      fields.files = "This manuscript has no words to edit. Upload a manuscript with text, or exclude fewer sections.";
    const zone = zoneOf(ctx.actor);
    const wantedAt = input.quoteWantedAt === "" ? null : instantOf(input.quoteWantedAt, zone);
    if (
      input.quoteWantedAt !== "" &&
      (!wantedAt || wantedAt < after(ctx.now, LEAST_MS) || wantedAt > after(ctx.now, MOST_MS))
    )
      fields.quoteWantedAt = "Choose a date from tomorrow on, up to a year ahead, or leave it empty.";
    const first = Object.values(fields)[0];
    if (first) throw invalid("incomplete", first, "Complete the marked fields.", fields);

    const terms = await answersAt(ctx.now, ctx.tx);
    const dueAt = answerDueAt(ctx.now, terms);
    const quote = {
      id: newId("customQuote"),
      orderId: order.id,
      userId: order.userId!,
      reason: input.reason,
      requirements: input.quoteRequirements,
      wantedAt,
      askedAt: ctx.now,
      dueAt,
      warnAt: nextReminderAt(ctx.now, ctx.now, terms),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await moveOrder(ctx, order, "ask_quote", {
      title: choices.title || order.title || titleFromName(files.find((f) => f.purpose === "source")!.name),
      field: choices.subfield!,
      variant: choices.variant!,
      words: sum.words,
      billableWords: sum.billable,
    });
    await keepPolicy(ctx, order.id, choices, policy);
    await ctx.tx.insertInto("custom_quotes").values(quote).execute();
    await quoteFact(ctx, quote, "quote.requested", {
      quoteId: quote.id,
      reason: input.reason,
      words: sum.billable,
      dueAt: dueAt.toISOString(),
    });
    return { quoteId: quote.id };
  },
});
