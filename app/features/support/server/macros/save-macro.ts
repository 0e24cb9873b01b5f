import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { MACRO_PLACEHOLDERS, unknownPlaceholders } from "../../rules/desk.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketBody, TicketCategoryField } from "../../rules/ticket-input.ts";

/**
 * Saves a new or edited macro; titles are unique. If two people edit the same macro at the same time, the second gets a
 * conflict.
 * @returns its new version
 */
export const saveMacro = command({
  input: z.object({
    id: z.string().max(64).optional(),
    /** The version that was edited. */
    version: z.int().optional(),
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
  async run({ input, thing: macro, tx, now, actor, fact }): Promise<{ id: string; version: number }> {
    const unknown = unknownPlaceholders(input.body);
    if (unknown.length > 0)
      throw invalid(
        "placeholder",
        `We can't fill in ${unknown.map((it) => `{${it}}`).join(", ")}.`,
        `Use ${MACRO_PLACEHOLDERS.map((it) => `{${it}}`).join(", ")}, or remove the braces.`,
        { body: `Unknown placeholder: ${unknown.map((it) => `{${it}}`).join(", ")}.` },
      );
    if (macro && input.version !== undefined && input.version !== macro.version) {
      const same =
        macro.title === input.title && macro.body === input.body && macro.category === (input.category ?? null);
      // The same form sent twice.
      if (same) return { id: macro.id, version: macro.version };
      throw conflict(
        "changed",
        "Someone saved another version of this macro after you opened it.",
        "What you typed is still here. Compare it with the saved version, then choose which one to keep.",
      );
    }
    const set = {
      title: input.title,
      body: input.body,
      category: input.category ?? null,
      updatedAt: now,
      updatedBy: uidOf(actor),
    };
    await lockName(tx, "macros");
    const taken = await tx
      .selectFrom("macros")
      .select(["id", "body", "version"])
      .where("title", "=", input.title)
      .executeTakeFirst();
    if (taken && taken.id !== macro?.id) {
      // The same form sent twice.
      if (!macro && taken.body === input.body) return { id: taken.id, version: taken.version };
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
    const version = (macro?.version ?? 0) + 1;
    if (macro)
      await tx
        .updateTable("macros")
        .set({ ...set, version })
        .where("id", "=", id)
        .execute();
    else
      await tx
        .insertInto("macros")
        .values({ id, ...set, createdBy: uidOf(actor), createdAt: now })
        .execute();
    await fact("macro.saved", { subjectId: id, data: { title: input.title }, topics: ["staff"] });
    return { id, version };
  },
});
