import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { ENGLISH_VARIANTS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { draftSum } from "../../rules/draft/draft-sum.ts";
import { isWithoutEditor } from "../../rules/deadline/no-editor.ts";
import { can } from "../../rules/can.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import { listCapacity } from "../drafts/list-capacity.ts";
import { listOwnFiles } from "../views/list-files.ts";

/**
 * Puts the author of a draft on the waiting list of its field. They are emailed once, when an editor can take it.
 * Joining twice with the same address counts once. For somebody signed in, it's their account's address.
 * @throws invalid (input, no_field); conflict editor_available when an editor can take it after all
 */
export const joinWaitingList = command({
  input: z.object({
    orderId: z.string(),
    subfield: z.string(),
    variant: z.enum(ENGLISH_VARIANTS).nullable(),
    email: z.string().trim().max(254, "This email address is too long.").optional(),
  }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.edit(actor, order) || "Only the author of an order can join the list for it.",
  async run({ input, thing: order, ...ctx }): Promise<{ email: string }> {
    const own = ctx.actor.kind === "person" ? ctx.actor : null;
    const email = own?.email ?? readEmail(input.email);
    const { subfield, variant } = input;
    if (!findSubfield(subfield)) throw invalid("no_field", "Choose your field first.", "Then join the waiting list.");
    const words = draftSum(await listOwnFiles(order.id, ctx.tx), readChoices(order.choices)).billable;
    const question = { words, subfield, variant };
    const capacity = await listCapacity(question, order.userId, ctx.now, ctx.tx);
    if (!isWithoutEditor(words, capacity, await pricingAt(ctx.now, ctx.tx)))
      throw conflict(
        "editor_available",
        "An editor can take your manuscript now.",
        "Reload the page to see your prices.",
      );
    await lockName(ctx.tx, `waiting-list:${email.toLowerCase()}`);
    // Another address on the same draft is a correction.
    await ctx.tx
      .deleteFrom("field_waits")
      .where("orderId", "=", order.id)
      .where("subfield", "=", subfield)
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "<>", email.toLowerCase()))
      .where("toldAt", "is", null)
      .execute();
    const there = await ctx.tx
      .selectFrom("field_waits")
      .select("id")
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
      .where("subfield", "=", subfield)
      .where("toldAt", "is", null)
      .executeTakeFirst();
    const about = { orderId: order.id, uid: own?.uid ?? null, variant, words };
    if (there) {
      await ctx.tx.updateTable("field_waits").set(about).where("id", "=", there.id).execute();
      return { email };
    }
    const id = newId("wait");
    await ctx.tx
      .insertInto("field_waits")
      .values({ id, email, subfield, ...about, createdAt: ctx.now, checkedAt: ctx.now })
      .execute();
    await ctx.fact("field_wait.joined", { subjectId: id, data: { subfield } });
    return { email };
  },
});

const Email = z.email();
function readEmail(typed: string | undefined): string {
  const parsed = Email.safeParse(typed);
  if (parsed.success) return parsed.data;
  const message = typed ? "This doesn't look like an email address." : "Enter your email address.";
  throw invalid("input", message, "We'll write to it once.", { email: message });
}
