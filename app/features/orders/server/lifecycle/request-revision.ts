import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { revisionTurnaroundMs } from "#app/features/pricing/rules/deadlines.ts";
import type { Turnaround } from "#app/features/pricing/rules/policy.ts";
import { can } from "../../rules/policy.ts";
import { revisionRefusal } from "../../rules/revision.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/** The author asks for a free second round, with a note that says what. */
export const requestRevision = command({
  input: z.object({
    orderId: z.string(),
    note: z.string().trim().min(10, "Tell your editor what to change.").max(5_000, "At most 5,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can request a revision.",
  run: async (ctx) => {
    const { input, thing: order, now } = ctx;
    const no = revisionRefusal(order, now);
    if (no) throw conflict("no_revision", no, "Place a new order for further work, or contact support.");
    const round = order.revisionsUsed + 1;
    const revisionDueAt = after(now, revisionTurnaroundMs(order.turnaround as Turnaround, order.windowMs));
    const asked = await moveOrder(ctx, order, "request_revision", {
      revisionsUsed: round,
      revisionNote: input.note,
      revisionDueAt,
      autoAcceptAt: null,
    });
    await orderFact(ctx, asked, "order.revision_requested", { note: input.note, round });
    return asked;
  },
});
