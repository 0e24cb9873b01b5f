import { z } from "zod";
import { isClient, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { giftAccepted } from "../../rules/ledger/deposit-entries.ts";
import { lockAccount } from "../balance/balance.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { type Deposit, type Gift, findDeposit, lockDeposit, returnableMinor } from "./find-deposit.ts";
import { beginReturn, queueReturn } from "./return-deposits.ts";

/** A gift's amount: what was paid for it and didn't return. */
const leftOf = (deposit: Pick<Deposit, "amountMinor" | "returnedMinor" | "withheldMinor" | "status">) =>
  returnableMinor(deposit);

/** Once it's paid: tells the person it's for, by email. @param gift locked, with its deposit */
export async function sendGift(ctx: CommandContext, gift: Gift, deposit: Deposit): Promise<void> {
  await ctx.tx.updateTable("gifts").set({ state: "open" }).where("id", "=", gift.id).execute();
  const { displayName } = await ctx.tx
    .selectFrom("users")
    .select("displayName")
    .where("uid", "=", gift.giverId)
    .executeTakeFirstOrThrow();
  const text = giftEmail({ giver: displayName, gift, deposit });
  await post(ctx.tx, {
    key: `gift:${gift.id}`,
    to: gift.email,
    subject: text.heading,
    ...(await renderEmail(text)),
    kind: "gift.offered",
  });
  await giftFact(ctx, "gift.sent", gift, deposit);
}

/** The email to the person it's for. */
export function giftEmail({
  giver,
  gift,
  deposit,
}: {
  giver: string;
  gift: Pick<Gift, "email" | "message">;
  deposit: Pick<Deposit, "amountMinor" | "currency">;
}): EmailText {
  const { siteName, origins } = config();
  return {
    key: "gift.offered",
    heading: `${giver} gives you ${formatMoney(deposit.amountMinor, deposit.currency)}`,
    paragraphs: [
      "Hello,",
      `${giver} paid ${formatMoney(deposit.amountMinor, deposit.currency)} for you to spend on academic editing by ${siteName}.`,
      ...(gift.message === "" ? [] : [`They write: “${gift.message}”`]),
      `Sign in with ${gift.email}, or create an account with this address, and accept it. It doesn't expire.`,
    ],
    button: { label: "Accept it", url: `${origins.app}/profile/balance` },
    footer: `You're getting this email because ${giver} entered your address at ${siteName}. It's the only one about this gift.`,
  };
}

const giftFact = (
  ctx: CommandContext,
  kind: `gift.${"sent" | "accepted" | "canceled"}`,
  gift: Gift,
  deposit: Deposit,
) =>
  ctx.fact(kind, {
    subjectId: gift.id,
    // Facts are kept forever, so they don't say for whom it is.
    data: { giftId: gift.id, amountMinor: leftOf(deposit), currency: deposit.currency, uids: [gift.giverId] },
    topics: [`user:${gift.giverId}`, ...(gift.acceptedBy ? [`user:${gift.acceptedBy}`] : [])],
  });

async function lockGift(tx: Tx, id: string) {
  const known = isId("gift", id)
    ? await tx.selectFrom("gifts").select("depositId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("gift");
  const { gift, ...locked } = await lockDeposit(tx, (await findDeposit(known.depositId, tx))!);
  return { ...locked, gift: gift! };
}

/** Puts a gift on the balance of the person it's for, who has proved its address. Safe to repeat. */
export const acceptGift = command({
  input: z.object({ giftId: z.string() }),
  async load({ giftId }, { tx, actor }) {
    const it = await lockGift(tx, giftId);
    if (actor.kind !== "person" || actor.email.toLowerCase() !== it.gift.email) throw notFound("gift");
    return it;
  },
  allow: (actor) => isClient(actor) || "Only clients have a balance. Sign in with a client's account.",
  async run({ thing: { gift, deposit }, ...ctx }): Promise<void> {
    const uid = uidOf(ctx.actor)!;
    if (gift.state === "accepted") return;
    const amountMinor = leftOf(deposit);
    if (gift.state !== "open" || amountMinor === 0)
      throw conflict("canceled", "This gift was taken back.", "Ask the person who sent it.");
    const { account } = await lockAccount(ctx.tx, { organizationId: null, uid }, deposit.currency);
    const { kind, lines } = giftAccepted(gift.id, account, amountMinor);
    await postEntry(ctx, {
      key: gift.id,
      kind,
      causeType: "gift",
      causeId: gift.id,
      memo: "A gift accepted",
      currency: deposit.currency,
      lines,
    });
    const accepted = await ctx.tx
      .updateTable("gifts")
      .set({ state: "accepted", acceptedBy: uid, endedAt: ctx.now })
      .where("id", "=", gift.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await giftFact(ctx, "gift.accepted", accepted, deposit);
  },
});

/** Takes back a gift that nobody has accepted: it returns to the card. Safe to repeat. */
export const cancelGift = command({
  input: z.object({ giftId: z.string() }),
  async load({ giftId }, { tx, actor }) {
    const it = await lockGift(tx, giftId);
    if (it.gift.giverId !== uidOf(actor)) throw notFound("gift");
    return it;
  },
  allow: (actor) => isClient(actor) || "Only clients can give a balance.",
  async run({ thing: { gift, ...locked }, ...ctx }): Promise<void> {
    if (gift.state === "canceled") return;
    if (gift.state !== "open")
      throw conflict("accepted", "This gift was accepted.", "It's on the other person's balance now.");
    await giftFact(ctx, "gift.canceled", gift, locked.deposit);
    const amountMinor = leftOf(locked.deposit);
    await ctx.tx.updateTable("gifts").set({ state: "canceled", endedAt: ctx.now }).where("id", "=", gift.id).execute();
    if (amountMinor === 0) return;
    const row = { amountMinor, requestedBy: gift.giverId, providerRefundId: null };
    await queueReturn(ctx, await beginReturn(ctx, locked, row));
  },
});

const SHOWN = 20;

/** The gifts that somebody made, newest first, and those that are waiting for them. */
export async function giftsOf({ uid, email }: { uid: string; email: string }, db: Reader = database()) {
  const gifts = db
    .selectFrom("gifts as g")
    .innerJoin("deposits as d", "d.id", "g.depositId")
    .orderBy("g.createdAt", "desc")
    .orderBy("g.id", "desc")
    .limit(SHOWN);
  const [made, waiting] = await Promise.all([
    gifts
      .select(["g.id", "g.email", "g.state", "g.createdAt", "d.amountMinor", "d.currency"])
      .where("g.giverId", "=", uid)
      .where("g.state", "<>", "unpaid")
      .execute(),
    gifts
      .innerJoin("users as u", "u.uid", "g.giverId")
      .select(["g.id", "g.message", "u.displayName as giver", "d.amountMinor", "d.currency"])
      .where("g.email", "=", email.toLowerCase())
      .where("g.state", "=", "open")
      .execute(),
  ]);
  return { made, waiting };
}

/** Empties what gifts say of somebody whose account ends. */
export async function forgetGifts(tx: Tx, uid: string, email: string): Promise<void> {
  await tx
    .updateTable("gifts")
    .set({ email: "", message: "" })
    .where((e) => e.or([e("giverId", "=", uid), e("acceptedBy", "=", uid), e("email", "=", email.toLowerCase())]))
    .execute();
}
