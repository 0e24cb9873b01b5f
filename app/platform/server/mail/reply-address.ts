import { randomBytes } from "node:crypto";
import { now } from "../core/clock.ts";
import { config } from "../core/config.ts";
import { type Reader, database } from "../core/database.ts";

/** The thread that replies to an email belong to, and who may write them: an account, or a visitor by address. */
export type ReplyThread = ({ orderId: string } | { ticketId: string }) & ({ uid: string } | { address: string });

/**
 * The key of a thread's reply address for one person, the same for each of their emails. Null if replies aren't
 * received.
 */
export async function keepReplyToken(db: Reader, thread: ReplyThread): Promise<string | null> {
  if (!config().mail.inbound) return null;
  const row = {
    orderId: "orderId" in thread ? thread.orderId : null,
    ticketId: "ticketId" in thread ? thread.ticketId : null,
    uid: "uid" in thread ? thread.uid : null,
    address: "address" in thread ? thread.address.trim().toLowerCase() : null,
  };
  // Lower-case letters and digits only: some mail servers change the case of an address.
  const token = BigInt(`0x${randomBytes(20).toString("hex")}`).toString(36);
  const { token: kept } = await db
    .insertInto("mail_reply_addresses")
    .values({ token, ...row, createdAt: now() })
    .onConflict((c) =>
      c.columns(["orderId", "ticketId", "uid", "address"]).doUpdateSet((e) => ({ orderId: e.ref("excluded.orderId") })),
    )
    .returning("token")
    .executeTakeFirstOrThrow();
  return kept;
}

/** The address for replies with a token, or null if replies aren't received. */
export const replyAddress = (token: string): string | null => {
  const { inbound } = config().mail;
  return inbound ? `reply+${token}@${inbound.domain}` : null;
};

/** Whose thread a token belongs to. */
export async function findReplyThread(token: string): Promise<ReplyThread | null> {
  const row = await database()
    .selectFrom("mail_reply_addresses")
    .selectAll()
    .where("token", "=", token)
    .executeTakeFirst();
  if (!row) return null;
  const who = row.uid ? { uid: row.uid } : { address: row.address ?? "" };
  return row.orderId ? { orderId: row.orderId, ...who } : { ticketId: row.ticketId ?? "", ...who };
}
