import type { Actor } from "#app/platform/rules/core/actor.ts";
import { shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type CreditCause, leftOf } from "../../rules/courtesy/courtesy.ts";
import { type CreditBalance, courtesyOf, creditBalances } from "./courtesy-balance.ts";

/** The newest amounts that pages show. */
const SHOWN = 50;

export type OwnCredit = CreditBalance & {
  given: { id: string; cause: CreditCause; amountMinor: number; leftMinor: number; expiresAt: Date; reason: string }[];
};

/**
 * Somebody's courtesy credit by currency, with the newest amounts that they were given. The caller decides who sees it,
 * and leaves out the reasons for clients.
 */
export async function readCredit(uid: string, db: Reader = database()): Promise<OwnCredit[]> {
  const balances = await creditBalances(uid, db);
  if (balances.length === 0) return [];
  const given = await db
    .selectFrom("courtesy_credits")
    .select(["id", "cause", "amountMinor", "currency", "expiresAt", "endedAt", "reason"])
    .where("userId", "=", uid)
    .orderBy("createdAt", "desc")
    .limit(SHOWN)
    .execute();
  return balances.map((own) => {
    const ofCurrency = given.filter((one) => one.currency === own.currency);
    const left = new Map(
      leftOf(
        own.balanceMinor,
        ofCurrency.filter((one) => one.endedAt === null),
      ).map((one) => [one.id, one.leftMinor]),
    );
    return {
      ...own,
      given: ofCurrency.map(({ currency: _currency, endedAt: _endedAt, ...one }) => ({
        ...one,
        leftMinor: left.get(one.id) ?? 0,
      })),
    };
  });
}

/** The reader's own credit, without staff's reasons. */
export const listOwnCredit = async (actor: Actor): Promise<OwnCredit[]> =>
  actor.kind === "person"
    ? (await readCredit(actor.uid)).map((own) => ({
        ...own,
        given: own.given.map((one) => ({ ...one, reason: "" })),
      }))
    : [];

/** What an author can spend on a price that isn't held yet, and what stays to be paid of it. */
export type CreditToSpend = { free: { currency: string; freeMinor: number }[]; leastPaidMinor: number };

/** The reader's credit for prices to come, in each currency. Null without any. */
export async function creditToSpend(actor: Actor): Promise<CreditToSpend | null> {
  if (actor.kind !== "person") return null;
  const free = (await creditBalances(actor.uid)).flatMap(({ currency, balanceMinor, heldMinor }) =>
    balanceMinor > heldMinor ? [{ currency, freeMinor: balanceMinor - heldMinor }] : [],
  );
  if (free.length === 0) return null;
  return { free, leastPaidMinor: courtesyOf(await shownPolicy()).leastPaidMinor };
}
