import type { Selectable } from "kysely";
import type Stripe from "stripe";
import type { DepositReturnsTable, DepositsTable, GiftsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type AccountOwner, lockAccount, standingOf } from "../balance/balance.ts";
import { stripe } from "../provider/stripe.ts";

export type Deposit = Selectable<DepositsTable>;
export type DepositReturn = Selectable<DepositReturnsTable>;
export type Gift = Selectable<GiftsTable>;

/** A deposit by its id, or null. */
export async function findDeposit(id: string | undefined, db: Reader = database()): Promise<Deposit | null> {
  if (!isId("deposit", id)) return null;
  return (await db.selectFrom("deposits").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/**
 * A deposit with the account that its money is on, both locked. A gift is on its own until it's accepted or taken back.
 * After that, what the card's bank takes back is the giver's to pay.
 * @throws not-found
 */
export async function lockDeposit(tx: Tx, known: Pick<Deposit, "id" | "organizationId" | "uid" | "currency">) {
  const owner = await lockAccount(tx, known, known.currency);
  const deposit = await tx.selectFrom("deposits").selectAll().where("id", "=", known.id).forUpdate().executeTakeFirst();
  if (!deposit) throw notFound("payment");
  const gift =
    (await tx.selectFrom("gifts").selectAll().where("depositId", "=", deposit.id).forUpdate().executeTakeFirst()) ??
    null;
  if (gift === null || gift.endedAt !== null) return { ...owner, deposit, gift };
  return { ...owner, account: { party: gift.id, standing: await standingOf(gift.id, tx) }, deposit, gift };
}
export type LockedDeposit = Awaited<ReturnType<typeof lockDeposit>>;

/** As `paymentOfIntent`, for deposits. Never call it inside a transaction. */
export async function depositOfIntent(intent: string | Stripe.PaymentIntent | null | undefined) {
  const id = typeof intent === "string" ? intent : intent?.id;
  if (!id) return null;
  const known = await database()
    .selectFrom("deposits")
    .selectAll()
    .where("paymentIntentId", "=", id)
    .executeTakeFirst();
  if (known) return known;
  const { metadata } = await stripe().paymentIntents.retrieve(id);
  return findDeposit(metadata["depositId"]);
}

/** What of a deposit can still return to its card. */
export const returnableMinor = (deposit: Pick<Deposit, "amountMinor" | "returnedMinor" | "withheldMinor" | "status">) =>
  deposit.status === "succeeded"
    ? Math.max(0, deposit.amountMinor - deposit.returnedMinor - Math.max(0, deposit.withheldMinor))
    : 0;

/** Somebody's deposits for themselves. */
const ownDeposits = (db: Reader, { organizationId, uid }: AccountOwner) =>
  db
    .selectFrom("deposits as d")
    .where(organizationId === null ? "d.uid" : "d.organizationId", "=", organizationId ?? uid)
    .where((e) => e.not(e.exists(e.selectFrom("gifts as g").select("g.id").whereRef("g.depositId", "=", "d.id"))));

/** The newest deposits on somebody's account: those that were paid, or can be. */
export const depositsOf = (owner: AccountOwner, db: Reader = database()) =>
  ownDeposits(db, owner)
    .select([
      "d.id",
      "d.amountMinor",
      "d.currency",
      "d.returnedMinor",
      "d.withheldMinor",
      "d.status",
      "d.cardLabel",
      "d.createdAt",
    ])
    .where("d.status", "in", ["open", "succeeded"])
    .orderBy("d.createdAt", "desc")
    .orderBy("d.id", "desc")
    .limit(50)
    .execute();

/** Those that can return to their cards in a currency, newest first. */
export const returnableDeposits = (owner: AccountOwner, currency: string, db: Reader) =>
  ownDeposits(db, owner)
    .selectAll("d")
    .where("d.status", "=", "succeeded")
    .where("d.currency", "=", currency)
    .whereRef("d.returnedMinor", "<", "d.amountMinor")
    .orderBy("d.succeededAt", "desc")
    .orderBy("d.id", "desc")
    .execute();
