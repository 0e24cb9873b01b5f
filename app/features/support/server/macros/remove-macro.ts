import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { canTicket } from "../../rules/ticket.ts";

/** Removes a macro; answers written with it don't change. Does nothing if it's already gone. */
export const removeMacro = command({
  input: z.object({ id: z.string().max(64) }),
  load: async ({ id }, { tx }) =>
    (await tx.selectFrom("macros").select(["id", "title"]).where("id", "=", id).forUpdate().executeTakeFirst()) ?? null,
  allow: (actor) => canTicket.handle(actor) || "Only support can manage macros.",
  async run({ thing: macro, tx, fact }): Promise<{ changed: boolean }> {
    if (!macro) return { changed: false };
    await tx.deleteFrom("macros").where("id", "=", macro.id).execute();
    await fact("macro.removed", { subjectId: macro.id, data: { title: macro.title }, topics: ["staff"] });
    return { changed: true };
  },
});
