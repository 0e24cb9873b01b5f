import { z } from "zod";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readChoices, type OrderChoices } from "../../rules/choices.ts";
import { UNPAID } from "../../rules/flow.ts";
import { isReEditable } from "../../rules/re-edit.ts";
import { can } from "../../rules/policy.ts";
import { findLastEditor, whyNoReEdit } from "../work/find-delivery.ts";
import { lockOwn } from "./find-draft.ts";
import type { Order } from "../views/find-order.ts";
import { newDraft } from "./start-draft.ts";

/**
 * A new draft for the changed sentences of a delivered manuscript, with the choices of its order and its editor asked first. While one
 * of the same order is not paid yet, that one is gone on with: safe to repeat, and twice at once.
 * @throws gone when the delivery is no longer kept
 */
export const startReEdit = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can order a re-edit.",
  async run({ thing: delivered, ...ctx }): Promise<Order> {
    const refusal = await whyNoReEdit(delivered, ctx.tx);
    if (refusal)
      throw new Problem(
        isReEditable(delivered.status) ? "gone" : "conflict",
        "no_delivery",
        refusal,
        "Place a new order for the new version, or contact support.",
      );
    const open = await ctx.tx
      .selectFrom("orders")
      .selectAll()
      .where("reeditOf", "=", delivered.id)
      .where("userId", "=", delivered.userId)
      .where("status", "in", [...UNPAID])
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (open) return open as Order;
    const editor = await findLastEditor(delivered.id, delivered.userId!, ctx.tx);
    // What was asked for is asked for again. Sections, codes and consents were of the other files.
    const {
      service,
      turnaround,
      field,
      subfield,
      variant,
      styleGuide,
      documentType,
      instructions,
      referencesChecked,
      allowSample,
      keepDays,
    } = readChoices(delivered.choices);
    const choices: OrderChoices = {
      service,
      turnaround,
      field,
      subfield,
      variant,
      styleGuide,
      documentType,
      instructions,
      referencesChecked,
      allowSample,
      keepDays,
      ...(editor ? { preferredEditor: editor.uid } : {}),
    };
    return newDraft(ctx, {
      userId: delivered.userId,
      reeditOf: delivered.id,
      title: delivered.title,
      choices: json(choices),
    });
  },
});
