import { z } from "zod";
import { refused } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { readWaitToken } from "./wait-token.ts";

/** Removes an address from every waiting list. The token is the permission. Safe to repeat. */
export const endWaiting = command({
  input: z.object({ token: z.string().max(600) }),
  load: async ({ token }) => {
    const email = readWaitToken(token);
    if (email === null) throw refused("This link is incomplete.", "Open it from the email again.");
    return email;
  },
  allow: () => true,
  async run({ thing: email, ...ctx }): Promise<void> {
    const left = await ctx.tx
      .deleteFrom("field_waits")
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
      .returning(["id", "subfield", "toldAt"])
      .execute();
    for (const { id, subfield, toldAt } of left)
      if (toldAt === null) await ctx.fact("field_wait.left", { subjectId: id, data: { subfield } });
  },
});
