import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { organizationsNamed } from "#app/features/organizations/server/find-organization.ts";
import { CodeField, PARTNER_FIELDS } from "../rules/partner.ts";
import { type Partner, lockPartner, partnerByCode } from "./find-partner.ts";

const manages = (actor: Actor): true | string => may(actor, "prices") || only("prices", "manage partners");

async function organizationIn(tx: Tx, typed: string): Promise<string | null> {
  if (typed === "") return null;
  const [found, other] = await organizationsNamed(tx, typed);
  if (found && !other) return found.id;
  const fault = found
    ? "Several organizations have this name. Enter the id from the organization's address."
    : "There's no open organization with this name.";
  throw invalid("organization", fault, "Choose one from the list, or leave it empty.", {
    organizationId: fault,
  });
}

function checkEnd(endsAt: Date | null, from: Date, now: Date): void {
  const fault =
    endsAt === null
      ? null
      : endsAt <= now
        ? "This end date has already passed."
        : endsAt <= from
          ? "Choose an end date that isn't before the start date."
          : null;
  if (fault !== null) throw invalid("partner", fault, "Correct it and try again.", { endsOn: fault });
}

/** Adds a partner with its link. The same `clientKey` makes one. @throws invalid, conflict partner_code */
export const createPartner = command({
  input: z.object({ ...PARTNER_FIELDS, code: CodeField, startsAt: z.date().nullable(), clientKey: z.uuid() }),
  load: async ({ code }, { tx }) => lockName(tx, `partner ${code}`),
  allow: manages,
  async run({ input: { organizationId, startsAt, ...input }, tx, now, actor, fact }): Promise<{ partnerId: string }> {
    const made = await tx
      .selectFrom("partners")
      .select("id")
      .where("clientKey", "=", input.clientKey)
      .executeTakeFirst();
    if (made) return { partnerId: made.id };
    const from = startsAt ?? now;
    checkEnd(input.endsAt, from, now);
    if (await partnerByCode(input.code, tx))
      throw conflict("partner_code", "Another partner has this code.", "Choose another one.", {
        code: "Another partner has this code.",
      });
    const id = newId("partner");
    await tx
      .insertInto("partners")
      .values({
        ...input,
        id,
        organizationId: await organizationIn(tx, organizationId),
        startsAt: from,
        createdBy: uidOf(actor),
        createdAt: now,
      })
      .execute();
    await forgetPages(tx);
    await fact("partner.created", {
      subjectId: id,
      data: { partnerId: id, name: input.name, code: input.code },
      topics: ["staff"],
    });
    return { partnerId: id };
  },
});

/** Changes who a partner is. Its link stays, because it's on other people's pages. Safe to repeat. @throws invalid */
export const changePartner = command({
  input: z.object({ partnerId: z.string(), ...PARTNER_FIELDS }),
  load: ({ partnerId }, { tx }) => lockPartner(tx, partnerId),
  allow: manages,
  async run({ input: { partnerId: id, ...input }, thing: partner, tx, now, fact }): Promise<void> {
    if (partner.endedAt !== null) throw ended();
    if (input.endsAt?.getTime() !== partner.endsAt?.getTime()) checkEnd(input.endsAt, partner.startsAt, now);
    const next = { ...input, organizationId: await organizationIn(tx, input.organizationId) };
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
      (field) => !isSame(next[field], partner[field]),
    );
    if (changed.length === 0) return;
    await tx.updateTable("partners").set(next).where("id", "=", id).execute();
    await forgetPages(tx);
    // Facts are kept forever, so addresses stay out of them.
    await fact("partner.changed", {
      subjectId: id,
      data: { partnerId: id, name: next.name, changed },
      topics: ["staff"],
    });
  },
});

const isSame = (a: string | Date | null, b: string | Date | null): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

const ended = () =>
  conflict("partner_ended", "This partnership has ended.", "Add the partner again with another code.");

/** Ends a partnership. Its link leads to the home page, and its discount counts no longer, except in
 * prices that are held. Safe to repeat. */
export const endPartner = command({
  input: z.object({ partnerId: z.string() }),
  load: ({ partnerId }, { tx }) => lockPartner(tx, partnerId),
  allow: manages,
  async run({ thing: partner, tx, now, fact }): Promise<void> {
    if (partner.endedAt !== null) return;
    await tx.updateTable("partners").set({ endedAt: now }).where("id", "=", partner.id).execute();
    await forgetPages(tx);
    await fact("partner.ended", {
      subjectId: partner.id,
      data: { partnerId: partner.id, name: partner.name },
      topics: ["staff"],
    });
  },
});

/** Notes that a month's figures were sent to a locked partner. */
export const noteReport = (tx: Tx, partner: Partner, month: string): Promise<unknown> =>
  tx.updateTable("partners").set({ reportedMonth: month }).where("id", "=", partner.id).execute();
