import { sql } from "kysely";
import { z } from "zod";
import { type Actor, type Person, SYSTEM, isClient, uidOf } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { hasAccount } from "#app/features/accounts/server/people/forget-account.ts";
import { countOrdersBefore } from "#app/features/orders/server/views/count-orders-before.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { policyAt, policyNow } from "#app/features/policy/server/read-policy.ts";
import { listRate } from "#app/features/pricing/rules/currency-prices.ts";
import { IN_DOLLARS, fromDollars, inDollars, pricedInOf } from "#app/features/pricing/rules/priced-in.ts";
import { unaliasedEmail } from "#app/features/pricing/rules/unaliased-email.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import type { CourtesyPolicy } from "../../rules/courtesy/courtesy.ts";
import {
  type ReferralFault,
  type ReferralState,
  earnsReferral,
  plainAddress,
  referralCode,
} from "../../rules/courtesy/referral.ts";
import { creditGiven } from "../../rules/ledger/order-entries.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { addCredit, courtesyOf, lockCredit } from "./courtesy-balance.ts";
import { currencyOfClient } from "./give-credit.ts";

const CODE_LENGTH = 10;
const YEAR_MS = 365 * DAY;
/** What a page lists. */
const SHOWN = 100;

const FOR_CLIENTS = "Referrals are for clients. Sign in with a client's account.";

/** What the program gives now, in cents of a dollar. */
export type ReferralTerms = Omit<CourtesyPolicy["referral"], "on"> & { isOn: boolean };
const termsOf = ({ referral: { on, ...sums } }: CourtesyPolicy): ReferralTerms => ({ ...sums, isOn: on === 1 });
const termsNow = async (ctx: { tx: Reader; now: Date }) => termsOf(courtesyOf(await policyNow(ctx)));

const turnedOff = () =>
  conflict("referrals_off", "We don't take referrals at the moment.", "Credit that you have stays yours.");

/** Makes a client's link. Asking again keeps it. @throws refused; conflict (referrals_off) */
export const makeReferralLink = command({
  input: z.object({}),
  load: () => Promise.resolve(null),
  allow: (actor) => isClient(actor) || FOR_CLIENTS,
  async run(ctx): Promise<void> {
    if (!(await termsNow(ctx)).isOn) throw turnedOff();
    const uid = uidOf(ctx.actor)!;
    const code = referralCode(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)));
    const made = await ctx.tx
      .insertInto("referral_links")
      .values({ uid, code, createdAt: ctx.now })
      .onConflict((c) => c.column("uid").doNothing())
      .returning("uid")
      .executeTakeFirst();
    if (made) await ctx.fact("referral.link_made", { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
  },
});

const linkOf = (code: string, db: Reader) =>
  db.selectFrom("referral_links").select(["uid", "code"]).where("code", "=", code).executeTakeFirst();

/** Why somebody can't join with a link, as a sentence, or null. */
async function whyNot(friend: Person, referrerId: string, terms: ReferralTerms, at: Date, db: Reader) {
  if (referrerId === friend.uid) return "This is your own link. Send it to somebody else.";
  if (!terms.isOn) return "We don't take referrals at the moment.";
  const known = await db.selectFrom("referrals").select("id").where("friendId", "=", friend.uid).executeTakeFirst();
  if (known) return "You've already joined with a link.";
  if ((await countOrdersBefore(friend.uid, "", db)) > 0)
    return "You've ordered from us before. Referrals are for new clients.";
  const referrer = await db.selectFrom("users").select("email").where("uid", "=", referrerId).executeTakeFirst();
  if (!referrer || !(await hasAccount(referrerId, db))) return "The account of this link was closed.";
  if (unaliasedEmail(referrer.email) === unaliasedEmail(friend.email))
    return "This link is from an account with your own email address.";
  const { used } = await db
    .selectFrom("referrals")
    .select((e) => e.fn.countAll<number>().as("used"))
    .where("referrerId", "=", referrerId)
    .where("state", "<>", "refused")
    .where("joinedAt", ">", after(at, -YEAR_MS))
    .executeTakeFirstOrThrow();
  if (Number(used) >= terms.mostPerYear) return "This link was used as often as it can be within a year.";
  return null;
}

/**
 * A new client joins with somebody's link. Joining again with the same one changes nothing.
 * @throws not-found; refused; conflict (no_referral) with the reason
 */
export const joinByReferral = command({
  input: z.object({ code: z.string().max(40) }),
  async load({ code }, { tx }) {
    const link = await linkOf(code, tx);
    if (!link) throw notFound("link");
    await lockName(tx, `referrals of ${link.uid}`);
    return link;
  },
  allow: (actor) => isClient(actor) || FOR_CLIENTS,
  async run({ thing: { uid: referrerId }, ...ctx }): Promise<void> {
    const friend = ctx.actor as Person;
    const own = await ctx.tx
      .selectFrom("referrals")
      .select("id")
      .where("friendId", "=", friend.uid)
      .where("referrerId", "=", referrerId)
      .executeTakeFirst();
    if (own) return;
    const why = await whyNot(friend, referrerId, await termsNow(ctx), ctx.now, ctx.tx);
    if (why !== null) throw conflict("no_referral", why, "You can order as always.");
    const id = newId("referral");
    const made = await ctx.tx
      .insertInto("referrals")
      .values({ id, referrerId, friendId: friend.uid, joinedAt: ctx.now })
      .onConflict((c) => c.column("friendId").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) throw conflict("no_referral", "You've already joined with a link.", "You can order as always.");
    await ctx.fact("referral.joined", {
      subjectId: referrerId,
      data: { uid: referrerId, referralId: id },
      topics: [`user:${referrerId}`, `user:${friend.uid}`],
    });
  },
});

/**
 * Reaction to an order that is closed: accepted, its revision window over, and nothing open. If it's a referred client's
 * first large enough order, paid with their own card, both get their credit at the figures of the day they joined, or
 * the referral is refused. Safe to repeat.
 */
export async function settleReferral(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await getOrder(fact.orderId!, ctx.tx);
    if (order.userId === null || order.organizationId !== null) return;
    const referral = await ctx.tx
      .selectFrom("referrals")
      .selectAll()
      .where("friendId", "=", order.userId)
      .where("state", "=", "joined")
      .forUpdate()
      .executeTakeFirst();
    if (!referral) return;
    const terms = termsOf(courtesyOf(await policyAt(referral.joinedAt, ctx.tx)));
    const cards = await cardsOf(ctx.tx, order);
    const paidMinor = inDollars(order.paidMinor - order.refundedMinor, pricedInOf(order.price ?? order));
    if (!earnsReferral({ paidMinor, isOwnCard: cards !== null }, terms.leastOrderMinor)) return;
    const why = await faultOf(ctx.tx, referral, cards ?? []);
    await ctx.tx
      .updateTable("referrals")
      .set({ state: why === null ? "earned" : "refused", why, orderId: order.id, decidedAt: ctx.now })
      .where("id", "=", referral.id)
      .execute();
    const both = [
      { uid: referral.referrerId, cents: terms.referrerMinor },
      { uid: referral.friendId, cents: terms.friendMinor },
    ].toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
    for (const { uid, cents } of both) {
      if (why === null) await giveFor(ctx, referral.id, uid, cents);
      else
        await ctx.fact("referral.refused", {
          subjectId: uid,
          data: { uid, referralId: referral.id, why },
          topics: [`user:${uid}`],
        });
    }
  });
}

async function giveFor(ctx: CommandContext, referralId: string, uid: string, cents: number): Promise<void> {
  await lockCredit(ctx.tx, uid);
  if (cents === 0 || !(await hasAccount(uid, ctx.tx))) return;
  const own = await currencyOfClient(uid, ctx.tx);
  const rate = listRate(await pricingNow(ctx), own);
  const currency = rate ? own : CURRENCY;
  const amountMinor = fromDollars(cents, rate ?? IN_DOLLARS);
  const { creditId, expiresAt } = await addCredit(ctx, { uid, cause: "referral", amountMinor, currency });
  await postEntry(ctx, {
    key: `credit_given:${referralId}:${uid}`,
    causeType: "credit",
    causeId: creditId,
    memo: "Courtesy credit for a referral",
    currency,
    ...creditGiven(uid, amountMinor),
  });
  await ctx.fact("courtesy.given", {
    subjectId: uid,
    data: { uid, creditId, amountMinor, currency, cause: "referral", expiresAt: expiresAt.toISOString() },
    topics: [`user:${uid}`, "staff"],
  });
}

/** The cards that a client paid an order with themselves. Null if it was paid otherwise, or by somebody else. */
async function cardsOf(tx: Tx, order: Pick<Order, "id">): Promise<string[] | null> {
  const paid = await tx
    .selectFrom("payments as p")
    .leftJoin("payment_payers as y", "y.paymentId", "p.id")
    .select(["p.method", "p.cardFingerprint", "y.paymentId as other"])
    .where("p.orderId", "=", order.id)
    .where("p.status", "=", "succeeded")
    .where("p.surplus", "=", false)
    .execute();
  if (paid.length === 0 || paid.some(({ method, other }) => method !== "card" || other !== null)) return null;
  return paid.flatMap(({ cardFingerprint }) => cardFingerprint ?? []);
}

/** What makes a friend look like the referrer, or null. */
async function faultOf(
  tx: Tx,
  { referrerId, friendId }: { referrerId: string; friendId: string },
  cards: readonly string[],
): Promise<ReferralFault | null> {
  if (cards.length > 0) {
    const same = await tx
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.orderId")
      .select("p.id")
      .where("o.userId", "=", referrerId)
      .where("p.cardFingerprint", "in", cards)
      .limit(1)
      .executeTakeFirst();
    if (same) return "card";
  }
  const people = await tx
    .selectFrom("users")
    .select(sql<string | null>`billing->>'address'`.as("address"))
    .where("uid", "in", [referrerId, friendId])
    .execute();
  const [one, other] = people.map(({ address }) => plainAddress(address));
  if (one && one === other) return "address";
  const { rows } = await sql`select 1 from auth_device d join auth_device o on o."deviceHash" = d."deviceHash"
    where d.uid = ${referrerId} and o.uid = ${friendId} limit 1`.execute(tx);
  return rows.length > 0 ? "device" : null;
}

export type OwnReferrals = {
  terms: ReferralTerms;
  /** Why the reader has no link, as a sentence, or null for clients. */
  whyNoLink: string | null;
  /** The client's own link. */
  code: string | null;
  /** Those who joined with it, without their names. */
  joined: { id: string; state: ReferralState; why: ReferralFault | null; joinedAt: Date; decidedAt: Date | null }[];
  /** The client's own referral by somebody else. */
  by: { state: ReferralState; why: ReferralFault | null } | null;
};

/** A client's link, and what came of it. Admins have the clients' pages, but no link. */
export async function readReferrals(actor: Actor, at: Date): Promise<OwnReferrals> {
  const terms = termsOf(courtesyOf(await policyAt(at)));
  if (!isClient(actor)) return { terms, whyNoLink: FOR_CLIENTS, code: null, joined: [], by: null };
  const db = database();
  const link = await db.selectFrom("referral_links").select("code").where("uid", "=", actor.uid).executeTakeFirst();
  const joined = await db
    .selectFrom("referrals")
    .select(["id", "state", "why", "joinedAt", "decidedAt"])
    .where("referrerId", "=", actor.uid)
    .orderBy("joinedAt", "desc")
    .limit(SHOWN)
    .execute();
  const by = await db
    .selectFrom("referrals")
    .select(["state", "why"])
    .where("friendId", "=", actor.uid)
    .executeTakeFirst();
  return { terms, whyNoLink: null, code: link?.code ?? null, joined, by: by ?? null };
}

/** What somebody sees who opens a link: the program's figures, and why they can't join, if so. @throws not-found */
export async function readInvitation(actor: Actor, code: string, at: Date) {
  const db = database();
  const link = await linkOf(code, db);
  if (!link) throw notFound("link");
  const terms = termsOf(courtesyOf(await policyAt(at)));
  if (!isClient(actor)) return { terms, isJoined: false, why: FOR_CLIENTS };
  const own = await db
    .selectFrom("referrals")
    .select("state")
    .where("friendId", "=", actor.uid)
    .where("referrerId", "=", link.uid)
    .executeTakeFirst();
  return { terms, isJoined: own !== undefined, why: own ? null : await whyNot(actor, link.uid, terms, at, db) };
}

/** Ends the links and open referrals of somebody whose account is closed. */
export async function forgetReferrals(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom("referral_links").where("uid", "=", uid).execute();
  await tx
    .deleteFrom("referrals")
    .where("state", "=", "joined")
    .where((e) => e.or([e("referrerId", "=", uid), e("friendId", "=", uid)]))
    .execute();
}
