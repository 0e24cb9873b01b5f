import { z } from "zod";
import { CONVENTION_KEYS, PART_CODES, typedDecision } from "#app/features/style-sheets/rules/entry.ts";
import { decideOn, lockSheet } from "#app/features/style-sheets/server/entries.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { can } from "../../rules/can.ts";
import { orderTopics } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";
import { refuseEnded } from "./choose-form.ts";

/** Writes an entry on an order's style sheet, in place of what decided the same thing. Until the order is accepted. */
export const writeEntry = command({
  input: z.object({
    orderId: z.string(),
    /** The convention that the entry is about; "" for a word. */
    about: z.enum(["", ...CONVENTION_KEYS]).default(""),
    part: z.enum(PART_CODES, { error: "Choose a part." }),
    form: z.string(),
    others: z.string().default(""),
    note: z.string().default(""),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.style(actor, order) || "Only the author and the editor of this order can decide this.",
  run: async ({ input, thing: order, tx, actor, now }) => {
    refuseEnded(order);
    const typed = typedDecision(input);
    if ("fault" in typed)
      throw invalid("entry", typed.fault, "Correct the form and save it again.", { form: typed.fault });
    if (input.about) typed.key = input.about;
    await lockSheet(tx, order.id);
    const role = can.work(actor, order) ? "editor" : "client";
    await decideOn(tx, order.id, typed, { role, byId: uidOf(actor), orderId: order.id, at: now });
    await publish(tx, orderTopics(order), { kind: "style.changed", orderId: order.id });
    return { form: typed.form };
  },
});
