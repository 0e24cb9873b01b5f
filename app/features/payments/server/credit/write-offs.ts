import type { Selectable } from "kysely";
import { z } from "zod";
import type { WriteOffsTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Standing, decidesFor } from "#app/features/organizations/rules/organization.ts";
import { type Organization, lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { writtenOff } from "../../rules/ledger/order-entries.ts";
import { standingOf } from "../balance/balance.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { type Account, accountOf } from "./statements.ts";

export type WriteOff = Selectable<WriteOffsTable>;

const SHOWN = 50;

const decides = (actor: Actor, it: Standing): true | string => decidesFor(actor, it, "money", "write off what is owed");

/** What an organization's statements expect: open, and not written off. In minor units. */
export const expectedMinor = ({ statements }: Pick<Account, "statements">): number =>
  sum(statements.map((one) => one.openMinor - one.writtenOffMinor));

/** The newest write-offs of an organization. */
export const writeOffsOf = (organizationId: string, db: Reader = database()): Promise<WriteOff[]> =>
  db
    .selectFrom("write_offs")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("proposedAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();

/** Those that need a second person, the oldest first. */
export const waitingWriteOffs = (db: Reader, most: number) =>
  db
    .selectFrom("write_offs as w")
    .innerJoin("organizations as o", "o.id", "w.organizationId")
    .select(["w.id", "w.organizationId", "o.name", "w.amountMinor", "w.currency", "w.proposedAt"])
    .where("w.state", "=", "proposed")
    .orderBy("w.proposedAt")
    .limit(most)
    .execute();

async function lockWriteOff(tx: Tx, actor: Actor, id: string) {
  const known = isId("writeOff", id)
    ? await tx.selectFrom("write_offs").select("organizationId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("write-off");
  const organization = await lockOrganization(tx, actor, known.organizationId);
  const writeOff = await tx
    .selectFrom("write_offs")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { writeOff, organization };
}

const factOf = ({ id, name }: Organization, row: WriteOff, amountMinor: number = row.amountMinor) => ({
  subjectId: row.id,
  data: {
    organizationId: id,
    name,
    writeOffId: row.id,
    amountMinor,
    currency: row.currency,
    reason: row.reason,
  },
  topics: ["staff"],
});

const post = (ctx: CommandContext, { id, organizationId, currency, reason }: WriteOff, amountMinor: number) =>
  postEntry(ctx, {
    key: `written_off:${id}${amountMinor < 0 ? ":taken_back" : ""}`,
    causeType: "write_off",
    causeId: id,
    memo: amountMinor < 0 ? `Written off no longer: ${reason}` : `Written off: ${reason}`,
    currency,
    ...writtenOff(organizationId, amountMinor),
  });

/**
 * Proposes that the books don't expect what an organization owes anymore. The organization still owes it.
 * @throws invalid above what its statements expect; conflict if another one waits
 */
export const proposeWriteOff = command({
  input: z.object({
    organizationId: z.string(),
    amount: z.string(),
    reason: z.string().trim().min(1, "Say why.").max(500, "Use at most 500 characters."),
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => decides(actor, it),
  async run({ input, thing: it, ...ctx }): Promise<void> {
    const most = expectedMinor(await accountOf(it.id, ctx.tx));
    const amountMinor = moneyTyped(input.amount, it.currency) ?? 0;
    if (amountMinor <= 0 || amountMinor > most) {
      const fault =
        most === 0
          ? "No statement is open, so there's nothing to write off."
          : `Enter an amount up to ${formatMoney(most, it.currency)}: that's open on statements.`;
      throw invalid("amount", fault, "Nothing was saved.", { amount: fault });
    }
    const waiting = await ctx.tx
      .selectFrom("write_offs")
      .selectAll()
      .where("organizationId", "=", it.id)
      .where("state", "=", "proposed")
      .executeTakeFirst();
    if (waiting?.amountMinor === amountMinor && waiting.reason === input.reason) return;
    if (waiting) throw conflict("proposed", "Another write-off is proposed already.", "Decide about that one first.");
    const row = await ctx.tx
      .insertInto("write_offs")
      .values({
        id: newId("writeOff"),
        organizationId: it.id,
        amountMinor,
        currency: it.currency,
        reason: input.reason,
        proposedBy: uidOf(ctx.actor),
        proposedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.fact("write_off.proposed", factOf(it, row));
  },
});

/**
 * Books a write-off that somebody else proposed, or declines it. Who proposed it may decline it.
 * @throws conflict if it was decided, or some of it was paid since
 */
export const decideWriteOff = command({
  input: z.object({ writeOffId: z.string(), approve: z.boolean() }),
  load: ({ writeOffId }, { tx, actor }) => lockWriteOff(tx, actor, writeOffId),
  allow: (actor, { writeOff, organization }, { approve }) => {
    const allowed = decides(actor, organization);
    return allowed === true && approve && writeOff.proposedBy === uidOf(actor)
      ? "Another person has to agree to it."
      : allowed;
  },
  async run({ input, thing: { writeOff, organization }, ...ctx }): Promise<void> {
    const state = input.approve ? "booked" : "declined";
    if (writeOff.state === state) return;
    if (writeOff.state !== "proposed")
      throw conflict("decided", "This was decided in the meantime.", "Reload the page to see how.");
    if (input.approve) {
      const most = expectedMinor(await accountOf(organization.id, ctx.tx));
      if (writeOff.amountMinor > most)
        throw conflict(
          "paid_since",
          `Some of it was paid since: ${formatMoney(most, writeOff.currency)} is open.`,
          "Nothing was booked. Decline it, and propose what's left.",
        );
      await post(ctx, writeOff, writeOff.amountMinor);
    }
    await ctx.tx
      .updateTable("write_offs")
      .set({ state, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", writeOff.id)
      .execute();
    await ctx.fact(`write_off.${state}`, factOf(organization, writeOff));
  },
});

/** The books expect it again, as far as it wasn't paid since. Safe to repeat. @throws conflict if nothing is left of it */
export const takeBackWriteOff = command({
  input: z.object({ writeOffId: z.string() }),
  load: ({ writeOffId }, { tx, actor }) => lockWriteOff(tx, actor, writeOffId),
  allow: (actor, { organization }) => decides(actor, organization),
  async run({ thing: { writeOff, organization }, ...ctx }): Promise<void> {
    if (writeOff.state === "taken_back") return;
    if (writeOff.state !== "booked") throw conflict("not_booked", "It isn't booked.", "Reload the page.");
    const { writtenOffMinor } = await standingOf(organization.id, ctx.tx);
    const amountMinor = Math.min(writeOff.amountMinor, writtenOffMinor);
    if (amountMinor === 0) throw conflict("paid_since", "All of it was paid since.", "There's nothing to take back.");
    await post(ctx, writeOff, 0 - amountMinor);
    await ctx.tx.updateTable("write_offs").set({ state: "taken_back" }).where("id", "=", writeOff.id).execute();
    await ctx.fact("write_off.taken_back", factOf(organization, writeOff, amountMinor));
  },
});
