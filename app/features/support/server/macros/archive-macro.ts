import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";

/**
 * Archives a macro, so that it's no longer offered, or restores it. Answers written with it and its figures stay. Safe
 * to repeat.
 */
export const archiveMacro = command({
  input: z.object({ id: z.string().max(64), archived: z.boolean() }),
  async load({ id }, { tx }) {
    const macro = await tx
      .selectFrom("macros")
      .select(["id", "title", "archivedAt"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!macro) throw notFound("macro");
    return macro;
  },
  allow: (actor) => canTicket.handle(actor) || "Only support can manage macros.",
  async run({ input: { archived }, thing: macro, tx, now, fact }): Promise<{ changed: boolean }> {
    if ((macro.archivedAt !== null) === archived) return { changed: false };
    await tx
      .updateTable("macros")
      .set({ archivedAt: archived ? now : null })
      .where("id", "=", macro.id)
      .execute();
    await fact("macro.archived", { subjectId: macro.id, data: { title: macro.title, archived }, topics: ["staff"] });
    return { changed: true };
  },
});
