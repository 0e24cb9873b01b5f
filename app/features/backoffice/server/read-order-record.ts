import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { HELP_ACCESS_MS, helpIsOpen, needsHelpAsked } from "#app/features/orders/rules/help-access.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { deskStaff } from "#app/features/support/server/desk/desk-staff.ts";
import { orderMoneyQueries, orderMoneyView } from "./money/order-money.ts";

const SHOWN = 100;

/**
 * What staff know of an order beside its own page: notes, emails, invites and who opened its files; and its money.
 * @throws refused
 */
export async function orderRecordOf(actor: Actor, order: Order) {
  if (!may(actor, "care")) throw refused("Only staff can see an order's record.");
  const db = database();
  const orderId = order.id;
  const { notes, emails, invites, views, staff, ...money } = await readTogether(db, {
    notes: db
      .selectFrom("order_notes as n")
      .leftJoin("users as u", "u.uid", "n.authorId")
      .select(["n.id", "n.body", "n.createdAt", "u.displayName as author"])
      .where("n.orderId", "=", orderId)
      .orderBy("n.createdAt", "desc")
      .limit(SHOWN),
    emails: db
      .selectFrom("facts as f")
      .innerJoin("mail as m", (on) => on.on(sql`split_part(m.key, ':', 1)`, "=", sql.ref("f.id")))
      .select(["m.id", "m.to", "m.subject", "m.status", "m.failure", "m.createdAt"])
      .where("f.orderId", "=", orderId)
      .orderBy("m.createdAt", "desc")
      .limit(SHOWN),
    invites: db
      .selectFrom("invites as i")
      .leftJoin("users as u", "u.uid", "i.editorId")
      .select([
        "i.id",
        "i.wave",
        "i.status",
        "i.sentAt",
        "i.respondedAt",
        "i.payMinor",
        "i.currency",
        "u.displayName as editor",
      ])
      .where("i.orderId", "=", orderId)
      .orderBy("i.sentAt", "desc")
      .limit(SHOWN),
    views: db
      .selectFrom("file_views as v")
      .leftJoin("files as f", "f.id", "v.fileId")
      .leftJoin("users as u", "u.uid", "v.viewerId")
      .select(["v.id", "v.what", "v.at", "f.name as file", "u.displayName as viewer"])
      .where("v.orderId", "=", orderId)
      .orderBy("v.at", "desc")
      .limit(SHOWN),
    /** The people who can be responsible for a hold. */
    staff: deskStaff(db),
    ...orderMoneyQueries(db, orderId),
  });
  const open = helpIsOpen(order.helpAskedAt, now());
  const record = {
    /** Whether this reader may open the order's files; until when, for support. */
    files: {
      allowed: !needsHelpAsked(actor) || open,
      until:
        needsHelpAsked(actor) && open && order.helpAskedAt
          ? new Date(order.helpAskedAt.getTime() + HELP_ACCESS_MS).toISOString()
          : null,
    },
    notes: notes.map((n) => ({ ...n, author: n.author ?? "Staff", createdAt: n.createdAt.toISOString() })),
    emails: emails.map((m) => ({ ...m, createdAt: m.createdAt.toISOString() })),
    invites: invites.map((i) => ({
      ...i,
      editor: i.editor ?? "",
      sentAt: i.sentAt.toISOString(),
      respondedAt: i.respondedAt?.toISOString() ?? null,
    })),
    views: views.map((v) => ({ ...v, viewer: v.viewer ?? "A visitor", at: v.at.toISOString() })),
  };
  return { record, staff, money: orderMoneyView(money) };
}
export type OrderRecord = Awaited<ReturnType<typeof orderRecordOf>>["record"];

/** As `orderRecordOf`, of an order by its id. @throws refused */
export const readOrderRecord = async (actor: Actor, orderId: string): Promise<OrderRecord> =>
  (await orderRecordOf(actor, await getOrder(orderId))).record;
