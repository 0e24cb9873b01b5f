import { count } from "#app/platform/rules/core/count.ts";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { readJson } from "#app/platform/rules/requests/read-json.ts";
import { type BulkReply, onEach, readSelected } from "#app/platform/server/core/on-each.ts";
import { switchCoupon } from "./switch-coupon.ts";

type Reply = BulkReply & { form: string; done?: string };
const coupons = (n: number) => count(n, "coupon");

async function turn(actor: Actor, ids: readonly string[], active: boolean) {
  const { done, left } = await onEach(
    ids.map((id) => ({ id })),
    ({ id }) => switchCoupon(actor, { couponId: id, active }),
  );
  return { changed: done.filter((it) => it.result.changed).map((it) => it.item.id), left };
}

/** Turns the selected coupons on or off, and says how to undo that. */
export async function switchCoupons(actor: Actor, form: FormData, active: boolean): Promise<Reply> {
  const { changed, left } = await turn(actor, readSelected(form, "coupon", "coupons"), active);
  return {
    form: "bulk",
    left,
    done:
      changed.length > 0
        ? `${coupons(changed.length)} turned ${active ? "on" : "off"}.`
        : `No coupon changed: ${active ? "they were on" : "they were off"} already.`,
    ...(changed.length > 0 ? { undo: { intent: "undo-switch", items: JSON.stringify({ ids: changed, active }) } } : {}),
  };
}

const Undo = z.object({ ids: z.array(z.string().max(64)).min(1).max(100), active: z.boolean() });

/** Turns coupons back as they were. @param items from the reply of `switchCoupons` */
export async function undoSwitch(actor: Actor, items: string): Promise<Reply> {
  const asked = Undo.safeParse(readJson(items));
  if (!asked.success) throw invalid("undo", "This can't be undone.", "Turn the coupons on or off one by one.");
  const { left } = await turn(actor, asked.data.ids, !asked.data.active);
  const n = asked.data.ids.length - left.length;
  return { form: "bulk", left, ...(n > 0 ? { done: `Undone. ${coupons(n)} restored.` } : {}) };
}
