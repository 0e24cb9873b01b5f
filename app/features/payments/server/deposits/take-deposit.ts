import { z } from "zod";
import { isClient, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { GIFT_LIMITS } from "../../rules/gift.ts";
import { PAYER_FIELDS } from "../../rules/shared-quote.ts";
import { DEPOSIT_LIMITS, amountWithin } from "../../rules/top-up.ts";
import { type AccountOwner, rateFor } from "../balance/balance.ts";
import { currencyTyped } from "../balance/organization-currency.ts";
import type { Deposit } from "./find-deposit.ts";

/** For whom a gift is, and what comes with it. */
type GiftFor = { email: string; message: string };

/**
 * The open deposit of this amount, or a new one: a form that's sent twice opens one page. The row exists before the
 * provider is asked. The account is locked.
 */
async function take(
  { tx, actor, now, fact }: CommandContext,
  owner: AccountOwner,
  { amountMinor, currency }: { amountMinor: number; currency: string },
  gift: GiftFor | null,
): Promise<Deposit> {
  const by = uidOf(actor);
  const open = await tx
    .selectFrom("deposits as d")
    .leftJoin("gifts as g", "g.depositId", "d.id")
    .selectAll("d")
    .select(["g.email", "g.message"])
    .where(owner.organizationId === null ? "d.uid" : "d.organizationId", "=", owner.organizationId ?? owner.uid)
    .where("d.status", "in", ["starting", "open"])
    .where((e) => e.or([e("d.expiresAt", "is", null), e("d.expiresAt", ">", now)]))
    .execute();
  const same = open.find(
    (one) =>
      one.amountMinor === amountMinor &&
      one.currency === currency &&
      one.createdBy === by &&
      one.email === (gift?.email ?? null) &&
      one.message === (gift?.message ?? null),
  );
  if (same) return same;
  if (open.length >= DEPOSIT_LIMITS.open)
    throw conflict(
      "too_many",
      `${DEPOSIT_LIMITS.open} payments by card are open.`,
      "Pay one of them. The others close by themselves within a day.",
    );
  const id = newId("deposit");
  await fact("deposit.started", {
    subjectId: id,
    data: { depositId: id, organizationId: owner.organizationId, amountMinor, currency },
    topics: by ? [`user:${by}`] : [],
  });
  const deposit = await tx
    .insertInto("deposits")
    .values({ id, ...owner, amountMinor, currency, createdBy: by, createdAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (gift !== null)
    await tx
      .insertInto("gifts")
      .values({ id: newId("gift"), depositId: id, giverId: by!, ...gift, createdAt: now })
      .execute();
  return deposit;
}

/** A deposit for an organization. @throws refused; invalid amount; conflict (too_many, not_sold) */
export const takeDeposit = command({
  input: z.object({ organizationId: z.string(), amount: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can add funds.",
  async run({ input, thing: it, ...ctx }): Promise<Deposit> {
    const amountMinor = amountWithin(input.amount, "amount", DEPOSIT_LIMITS, await rateFor(ctx, it));
    return take(ctx, { organizationId: it.id, uid: null }, { amountMinor, currency: it.currency }, null);
  },
});

export const OwnAmount = z.object({ amount: z.string(), currency: z.string() });

/** A person's own account. @param field of the form */
async function takeOwn(ctx: CommandContext, input: z.output<typeof OwnAmount>, field: string, gift: GiftFor | null) {
  await requireOpenShop(ctx.tx);
  const uid = uidOf(ctx.actor)!;
  await lockName(ctx.tx, `balance of ${uid}`);
  const currency = await currencyTyped(input.currency, ctx.now, ctx.tx);
  const rate = await rateFor(ctx, { name: "", currency });
  const amountMinor = amountWithin(input.amount, field, gift === null ? DEPOSIT_LIMITS : GIFT_LIMITS, rate);
  return take(ctx, { organizationId: null, uid }, { amountMinor, currency }, gift);
}

/** A deposit for oneself. @throws refused; invalid (amount, currency); conflict (too_many, not_open) */
export const takeOwnDeposit = command({
  input: OwnAmount,
  load: () => Promise.resolve(null),
  allow: (actor) => isClient(actor) || "Only clients have a balance.",
  run: ({ input, ...ctx }): Promise<Deposit> => takeOwn(ctx, input, "amount", null),
});

/** A deposit for somebody else. @throws also invalid (giftEmail, message); too-many */
export const takeGift = command({
  input: OwnAmount.extend({
    giftEmail: PAYER_FIELDS.email.transform((email) => email.toLowerCase()),
    message: z.string().trim().max(GIFT_LIMITS.message, `Use at most ${GIFT_LIMITS.message} characters.`),
  }),
  load: () => Promise.resolve(null),
  allow: (actor) => isClient(actor) || "Only clients can give a balance.",
  async run({ input: { giftEmail: email, message, ...input }, ...ctx }): Promise<Deposit> {
    const deposit = await takeOwn(ctx, input, "giftAmount", { email, message });
    if (!(await within(`gifts of ${uidOf(ctx.actor)}`, GIFT_LIMITS.perDay, DAY, ctx.tx)))
      throw new Problem(
        "too-many",
        "too_many_gifts",
        "You've started many gifts today.",
        "You haven't been charged. Try again tomorrow.",
      );
    return deposit;
  },
});
