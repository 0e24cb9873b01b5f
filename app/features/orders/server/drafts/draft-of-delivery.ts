import { json } from "#app/platform/server/core/database.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type ChoiceField, readChoices, type OrderChoices } from "../../rules/draft/choices.ts";
import { UNPAID } from "../../rules/flow.ts";
import { findLastEditor } from "../work/find-delivery.ts";
import type { Order } from "../views/find-order.ts";
import { newDraft } from "./start-draft.ts";

/**
 * The order's choices are kept. Its sections, codes, and consents are left out because they were about the other files.
 */
const REPEATED = [
  "service",
  "turnaround",
  "field",
  "subfield",
  "variant",
  "styleGuide",
  "documentType",
  "instructions",
  "referencesChecked",
  "allowSample",
  "keepDays",
] as const satisfies readonly ChoiceField[];

/**
 * A draft for a later version of a delivered manuscript, with the choices of its order, and its editor invited first.
 * If there's an unpaid one of the same kind already, that one is returned. The delivered order must be locked.
 */
export async function draftOfDelivery(
  ctx: Pick<CommandContext, "tx" | "now">,
  delivered: Order,
  forReviewers: boolean,
): Promise<Order> {
  const unpaid = (await ctx.tx
    .selectFrom("orders")
    .selectAll()
    .where("reeditOf", "=", delivered.id)
    .where("userId", "=", delivered.userId)
    .where("status", "in", [...UNPAID])
    .orderBy("id", "desc")
    .execute()) as Order[];
  const open = unpaid.find((order) => (readChoices(order.choices).forReviewers ?? false) === forReviewers);
  if (open) return open;
  const editor = await findLastEditor(delivered.id, delivered.userId!, ctx.tx);
  const before = readChoices(delivered.choices);
  const choices: OrderChoices = {
    ...Object.fromEntries(REPEATED.map((name) => [name, before[name]])),
    ...(editor ? { preferredEditor: editor.uid } : {}),
    ...(forReviewers ? { forReviewers } : {}),
  };
  return newDraft(ctx, {
    userId: delivered.userId,
    reeditOf: delivered.id,
    title: delivered.title,
    choices: json(choices),
  });
}
