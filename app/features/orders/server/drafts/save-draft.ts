import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { type ChoiceField, ChoicesPatch, type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { applyPatch } from "../../rules/draft/choice-patch.ts";
import { can } from "../../rules/can.ts";
import { autoTitle } from "./auto-title.ts";
import { lockOwn } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { asDraft } from "../lifecycle/reopen-order.ts";

export type SavedDraft = { orderId: string; version: number; choices: OrderChoices; changedElsewhere: boolean };

/**
 * Writes some choices into a draft. Other fields don't change, so two tabs that change different fields both keep
 * theirs. The later write of the same field wins, and `changedElsewhere` tells the tab that it hadn't seen everything.
 * Safe to repeat.
 */
export const saveDraft = command({
  input: z.object({ orderId: z.string(), patch: ChoicesPatch, baseVersion: z.int().optional() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.edit(actor, order) || "Only the author can change an order, and only before it's paid.",
  async run({ input, thing, ...ctx }): Promise<SavedDraft> {
    const before = readChoices(thing.choices);
    const after = applyPatch(before, input.patch);
    const changedElsewhere = input.baseVersion !== undefined && input.baseVersion < thing.choicesVersion;
    const saved = same(before, after) ? thing : await write(await asDraft(ctx, thing), after);
    return { orderId: saved.id, version: saved.choicesVersion, choices: after, changedElsewhere };

    async function write(order: Order, choices: OrderChoices): Promise<Order> {
      // Without a title, the order is named after its manuscript. A re-edit keeps the title of its delivery.
      const cleared = before.title && !choices.title && !order.reeditOf;
      return changeOrder(ctx, order, {
        choices: json(choices),
        choicesVersion: order.choicesVersion + 1,
        ...(choices.title ? { title: choices.title } : cleared ? { title: await autoTitle(ctx.tx, order.id) } : {}),
      });
    }
  },
});

function same(a: OrderChoices, b: OrderChoices): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<ChoiceField>;
  return [...names].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}
