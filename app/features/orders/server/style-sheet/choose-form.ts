import { z } from "zod";
import { choiceOf, decide } from "#app/features/style-sheets/rules/entry.ts";
import { decideOn, keepDecisions, lockSheet, undecide } from "#app/features/style-sheets/server/entries.ts";
import { SYSTEM, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { can } from "../../rules/can.ts";
import { orderTopics } from "../lifecycle/move-order.ts";
import { type Order, findOrder, lockOrder } from "../views/find-order.ts";

/** Chooses one of a finding's forms for an order, or none: then the editor decides. Until the order is accepted. */
export const chooseForm = command({
  input: z.object({
    orderId: z.string(),
    fileId: z.string(),
    key: z.string().max(200),
    /** "" takes a choice back. */ form: z.string().max(200),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.style(actor, order) || "Only the author and the editor of this order can decide this.",
  run: async ({ input, thing: order, tx, actor, now }) => {
    refuseEnded(order);
    await lockSheet(tx, order.id);
    await publish(tx, orderTopics(order), { kind: "style.changed", orderId: order.id });
    if (input.form === "") {
      await undecide(tx, order.id, input.key, now);
      return { form: null };
    }
    const check = await tx
      .selectFrom("manuscript_checks as c")
      .innerJoin("files as f", "f.id", "c.fileId")
      .select(["c.findings", "c.uniform"])
      .where("f.id", "=", input.fileId)
      .where("f.orderId", "=", order.id)
      .executeTakeFirst();
    const choice = [
      ...(check?.findings ?? []).map((one) => choiceOf(one)),
      ...(check?.uniform ?? []).map((one) => choiceOf(one, true)),
    ].find((one) => one !== null && one.key === input.key && one.options.includes(input.form));
    if (!choice)
      throw invalid("choice", "These forms aren't in the report any more.", "Reload the page and choose again.");
    const role = can.work(actor, order) ? "editor" : "client";
    await decideOn(tx, order.id, decide(choice, input.form), { role, byId: uidOf(actor), orderId: order.id, at: now });
    return { form: input.form };
  },
});

/** @throws conflict once an order is accepted: its decisions are on the author's own sheet then */
export function refuseEnded(order: Pick<Order, "acceptedAt" | "deletionStartedAt">): void {
  if (order.acceptedAt || order.deletionStartedAt)
    throw conflict(
      "order_ended",
      "This order has ended, so its style sheet stays as it is.",
      "Change your own style sheet in your profile.",
    );
}

/** An accepted order's decisions go to its author's style sheet. */
export async function keepStyle({ orderId }: Fact): Promise<void> {
  const order = orderId ? await findOrder(orderId) : null;
  const ownerId = order?.userId;
  if (order && ownerId) await transact(SYSTEM, ({ tx, now }) => keepDecisions(tx, ownerId, order.id, now));
}
