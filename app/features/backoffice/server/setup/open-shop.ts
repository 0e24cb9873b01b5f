import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { setShop } from "#app/features/company/server/set-shop.ts";
import { missingToOpen, setupRows } from "../../rules/setup.ts";
import { readSetupState } from "./read-setup.ts";

/** Opens the shop once every required step is done. Safe to repeat. @throws conflict naming what is missing */
export const openShop = command({
  input: z.object({}),
  load: (_input, { tx }) => readSetupState(tx),
  allow: (actor) => may(actor, "operations") || "Only admins can open the shop.",
  async run({ thing: state, ...ctx }): Promise<{ changed: boolean }> {
    const missing = missingToOpen(setupRows(state, "UTC"));
    if (missing.length > 0)
      throw conflict(
        "setup_incomplete",
        `${missing.length === 1 ? "One required step isn't" : `${missing.length} required steps aren't`} done: ${missing.map((row) => row.title.toLowerCase()).join(", ")}.`,
        "Finish the steps marked “Required”, then open the shop.",
      );
    return { changed: await setShop(ctx, true, "") };
  },
});
