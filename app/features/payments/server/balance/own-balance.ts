import { sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { PREPAID_ACCOUNTS } from "../../rules/ledger/ledger.ts";
import { lockAccount } from "./balance.ts";

/** What a person has in a currency; below zero if a card's bank took back what they had spent. */
export type OwnBalance = { currency: string; balanceMinor: number };

/** A person's balance by currency: none for people who never had any. The caller decides who sees it. */
export async function ownBalances(uid: string, db: Reader = database()): Promise<OwnBalance[]> {
  const { rows } = await sql<OwnBalance>`
    select currency, -sum("amountMinor")::bigint as "balanceMinor" from journal_lines
    where account in (${sql.join(PREPAID_ACCOUNTS)}) and party = ${uid} group by 1 order by 1`.execute(db);
  return rows;
}

/** The reader's own. */
export const listOwnBalances = async (actor: Actor): Promise<OwnBalance[]> =>
  actor.kind === "person" ? ownBalances(actor.uid) : [];

/**
 * Locks the balance of an order's author, and checks that it's enough. @returns the card that the newest of it came from
 * @throws conflict (balance_short)
 */
export async function checkOwnBalance({ tx, actor }: CommandContext, order: Order): Promise<string | null> {
  const uid = uidOf(actor);
  const { account } = await lockAccount(tx, { organizationId: null, uid }, order.currency);
  const { prepaidMinor } = account.standing;
  const money = (amount: number) => formatMoney(amount, order.currency);
  if (prepaidMinor < order.totalMinor)
    throw conflict(
      "balance_short",
      `Your balance is ${money(prepaidMinor)}, and this order costs ${money(order.totalMinor)}.`,
      "Add funds or pay by card. Nothing was taken from the balance.",
    );
  const newest = await tx
    .selectFrom("deposits")
    .select("cardFingerprint")
    .where("uid", "=", uid)
    .where("status", "=", "succeeded")
    .orderBy("succeededAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.cardFingerprint ?? null;
}
