/** Lines of monthly statements that an organization doesn't agree with, and what it's answered. */
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { LineDisputesTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { can, decidesFor } from "#app/features/organizations/rules/organization.ts";
import {
  type Organization,
  lockOrganization,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { ON_ACCOUNT, type StatementOnAccount, accountOf } from "./statements.ts";

const SHOWN = 50;
/** Lines to choose from: those of the newest statements. */
const LINES = 200;

/** What one line of an open statement is. `amountMinor` is what wasn't refunded since. */
type Line = {
  paymentId: string;
  statementId: string;
  order: string;
  member: string;
  service: Service;
  amountMinor: number;
};

/** The lines of open statements that can be disputed, the newest first: they cost something and aren't disputed yet. */
export async function disputableLines(statements: readonly StatementOnAccount[], db: Reader): Promise<Line[]> {
  const open = statements.filter((one) => one.openMinor > 0).map((one) => one.id);
  if (open.length === 0) return [];
  const { rows } = await sql<Line>`
    select p.id as "paymentId", p."statementId", o.number as "order", u."displayName" as member, o.service,
      ${ON_ACCOUNT} as "amountMinor"
    from payments p join orders o on o.id = p."orderId" join users u on u.uid = o."userId"
    where p."statementId" = any(${open}) and ${ON_ACCOUNT} > 0
      and not exists (select 1 from line_disputes d where d."paymentId" = p.id and d.state = 'open')
    order by p."succeededAt" desc, p.id limit ${LINES}`.execute(db);
  return rows;
}

/** The newest of an organization, with the line each is about. */
export const disputesOf = (organizationId: string, db: Reader = database()) =>
  db
    .selectFrom("line_disputes as d")
    .innerJoin("account_statements as s", "s.id", "d.statementId")
    .innerJoin("payments as p", "p.id", "d.paymentId")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .select(["d.id", "d.amountMinor", "d.reason", "d.answer", "d.state", "d.openedAt", "s.number", "o.number as order"])
    .where("d.organizationId", "=", organizationId)
    .orderBy("d.openedAt", "desc")
    .orderBy("d.id", "desc")
    .limit(SHOWN)
    .execute();

/** Those that nobody has answered, the oldest first. */
export const waitingDisputes = (db: Reader, most: number) =>
  db
    .selectFrom("line_disputes as d")
    .innerJoin("organizations as o", "o.id", "d.organizationId")
    .select(["d.id", "d.organizationId", "o.name", "d.amountMinor", "d.currency", "d.openedAt"])
    .where("d.state", "=", "open")
    .orderBy("d.openedAt")
    .limit(most)
    .execute();

async function lockDispute(tx: Tx, actor: Actor, id: string) {
  const known = isId("lineDispute", id)
    ? await tx.selectFrom("line_disputes").select("organizationId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("dispute");
  const organization = await lockOrganization(tx, actor, known.organizationId);
  const dispute = await tx
    .selectFrom("line_disputes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { dispute, organization };
}

async function factOf(tx: Tx, { id, name }: Organization, row: Selectable<LineDisputesTable>) {
  const line = await tx
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .innerJoin("account_statements as s", "s.id", "p.statementId")
    .select(["o.number as order", "s.number"])
    .where("p.id", "=", row.paymentId)
    .executeTakeFirstOrThrow();
  const uids = await managersOf(id, tx);
  return {
    subjectId: row.id,
    data: {
      organizationId: id,
      name,
      lineDisputeId: row.id,
      number: line.number,
      line: line.order,
      amountMinor: row.amountMinor,
      currency: row.currency,
      reason: row.reason,
      answer: row.answer,
      uids,
    },
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  };
}

/**
 * Disputes a line of a statement that isn't paid. Until it's answered, nobody is reminded of it, and it doesn't stop
 * new orders. The same line again is the same dispute.
 * @throws invalid if it's no line of an open statement
 */
export const disputeLine = command({
  input: z.object({
    organizationId: z.string(),
    paymentId: z.string(),
    reason: z.string().trim().max(1_000, "Use at most 1,000 characters."),
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can dispute a line.",
  async run({ input: { paymentId, reason }, thing: it, tx, actor, now, fact }): Promise<void> {
    if (reason === "") {
      const fault = "Say what isn't right.";
      throw invalid("reason", fault, "Nothing was sent.", { disputeReason: fault });
    }
    const open = await tx
      .selectFrom("line_disputes")
      .select("id")
      .where("organizationId", "=", it.id)
      .where("paymentId", "=", paymentId)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open) return;
    const { statements } = await accountOf(it.id, tx);
    const lines = await disputableLines(statements, tx);
    const line = lines.find((one) => one.paymentId === paymentId);
    if (!line) {
      const fault = "Choose a line of a statement that isn't paid.";
      throw invalid("line", fault, "Nothing was sent.", { paymentId: fault });
    }
    const row = await tx
      .insertInto("line_disputes")
      .values({
        id: newId("lineDispute"),
        organizationId: it.id,
        statementId: line.statementId,
        paymentId,
        amountMinor: line.amountMinor,
        currency: it.currency,
        reason,
        openedBy: uidOf(actor),
        openedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await fact("line_dispute.opened", await factOf(tx, it, row));
  },
});

/** Answers a dispute, which ends it. What is taken off is a refund of its own, before or after. Safe to repeat. */
export const answerDispute = command({
  input: z.object({
    lineDisputeId: z.string(),
    answer: z.string().trim().max(1_000, "Use at most 1,000 characters."),
  }),
  load: ({ lineDisputeId }, { tx, actor }) => lockDispute(tx, actor, lineDisputeId),
  allow: (actor, { organization }) => decidesFor(actor, organization, "money", "answer what organizations dispute"),
  async run({ input: { answer }, thing: { dispute, organization }, tx, actor, now, fact }): Promise<void> {
    if (answer === "") {
      const fault = "Enter an answer. The organization gets it.";
      throw invalid("answer", fault, "Nothing was sent.", { answer: fault });
    }
    if (dispute.state === "answered" && dispute.answer === answer) return;
    if (dispute.state !== "open")
      throw conflict("ended", "This isn't disputed anymore.", "Reload the page to see why.");
    const row = await tx
      .updateTable("line_disputes")
      .set({ state: "answered", answer, endedBy: uidOf(actor), endedAt: now })
      .where("id", "=", dispute.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await fact("line_dispute.answered", await factOf(tx, organization, row));
  },
});

/** The organization doesn't dispute the line anymore. Safe to repeat. @throws conflict if it was answered */
export const takeBackDispute = command({
  input: z.object({ lineDisputeId: z.string() }),
  load: ({ lineDisputeId }, { tx, actor }) => lockDispute(tx, actor, lineDisputeId),
  allow: (actor, { organization }) =>
    can.manage(actor, organization) || "Only an organization's owners and managers can take it back.",
  async run({ thing: { dispute, organization }, tx, actor, now, fact }): Promise<void> {
    if (dispute.state === "taken_back") return;
    if (dispute.state !== "open") throw conflict("answered", "This was answered already.", "Reload the page.");
    const row = await tx
      .updateTable("line_disputes")
      .set({ state: "taken_back", endedBy: uidOf(actor), endedAt: now })
      .where("id", "=", dispute.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await fact("line_dispute.taken_back", await factOf(tx, organization, row));
  },
});
