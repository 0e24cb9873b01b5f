import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { canTicket } from "../rules/ticket.ts";
import { TicketBody, TicketCategoryField } from "../rules/ticket-input.ts";

/** Saves a new or edited macro; titles are unique. */
export const saveMacro = command({
  input: z.object({
    id: z.string().max(64).optional(),
    title: z.string().trim().min(1, "Enter a title.").max(80, "Shorten the title to 80 characters or fewer."),
    body: TicketBody,
    category: z.union([z.literal("").transform(() => null), TicketCategoryField, z.null()]).optional(),
  }),
  async load({ id }, { tx }) {
    if (!id) return null;
    const macro = await tx.selectFrom("macros").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!macro) throw notFound("macro");
    return macro;
  },
  allow: (actor) => canTicket.handle(actor) || "Only support can manage macros.",
  async run({ input, thing: macro, tx, now, actor, fact }): Promise<{ id: string }> {
    const set = { title: input.title, body: input.body, category: input.category ?? null, updatedAt: now };
    await lockName(tx, "macros");
    const taken = await tx
      .selectFrom("macros")
      .select(["id", "body"])
      .where("title", "=", input.title)
      .executeTakeFirst();
    if (taken && taken.id !== macro?.id) {
      // The same form sent twice.
      if (!macro && taken.body === input.body) return { id: taken.id };
      throw invalid(
        "title",
        "A macro with this title already exists.",
        "Choose another title or edit the existing macro.",
        {
          title: "This title is already in use.",
        },
      );
    }
    const id = macro?.id ?? newId("macro");
    if (macro) await tx.updateTable("macros").set(set).where("id", "=", id).execute();
    else
      await tx
        .insertInto("macros")
        .values({ id, ...set, createdBy: uidOf(actor), createdAt: now })
        .execute();
    await fact("macro.saved", { subjectId: id, data: { title: input.title }, topics: ["staff"] });
    return { id };
  },
});
