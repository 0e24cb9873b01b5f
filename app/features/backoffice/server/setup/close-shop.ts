import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { setShop } from "#app/features/company/server/set-shop.ts";

/** Stops taking new orders. Orders that are paid go on as promised. Safe to repeat. */
export const closeShop = command({
  input: z.object({ reason: z.string().trim().min(1, "Enter a reason.").max(500, "Use at most 500 characters.") }),
  load: async () => null,
  allow: (actor) => may(actor, "operations") || "Only admins can close the shop.",
  run: async ({ input, ...ctx }): Promise<{ changed: boolean }> => ({
    changed: await setShop(ctx, false, input.reason),
  }),
});
