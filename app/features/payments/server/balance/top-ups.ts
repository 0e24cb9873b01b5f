import type { Selectable } from "kysely";
import { z } from "zod";
import type { TopUpsTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, json } from "#app/platform/server/core/database.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import {
  findOrganization,
  lockOrganization,
  lockOrganizations,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import { invoiceNumber, invoiceSeries, numbersIn } from "../../rules/invoices/invoice.ts";
import { proFormaInvoice } from "../../rules/invoices/pro-forma.ts";
import { TOP_UP_LIMITS, amountWithin } from "../../rules/top-up.ts";
import { rateFor } from "./balance.ts";
import { bankReferences } from "./bank-references.ts";
import { partyOf, sellerDetails } from "../invoices/invoice-parties.ts";
import { organizationsNamed, settleStatements } from "../credit/statements.ts";
import { invoicePdf } from "../invoices/invoice-pdf.ts";
import { takeNumber } from "../invoices/take-number.ts";

export type TopUp = Selectable<TopUpsTable>;

/**
 * Issues a pro forma invoice for a prepayment by bank transfer. Nothing is owed: the balance grows when the transfer is
 * on an imported bank statement, by what arrived.
 * @throws conflict when many are open
 */
export const startTopUp = command({
  input: z.object({ organizationId: z.string(), amount: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can add funds.",
  async run({ input, thing: it, tx, actor, now, fact }): Promise<{ number: string }> {
    const { currency } = it;
    const amount = amountWithin(input.amount, "amount", TOP_UP_LIMITS, await rateFor({ tx, now }, it));
    const open = await tx
      .selectFrom("top_ups")
      .select(["id", "number", "amountMinor"])
      .where("organizationId", "=", it.id)
      .where("state", "=", "open")
      .execute();
    // The same amount again is the same pro forma invoice.
    const same = open.find((one) => one.amountMinor === amount);
    if (same) return { number: same.number };
    if (open.length >= TOP_UP_LIMITS.open)
      throw conflict(
        "too_many",
        `${TOP_UP_LIMITS.open} pro forma invoices are open.`,
        "Pay or cancel one of them first.",
      );
    const series = invoiceSeries("pro-forma", now);
    const number = invoiceNumber(series, await takeNumber(tx, series));
    const by = actor.kind === "person" ? actor.displayName : "";
    const buyer = partyOf({ displayName: by, email: it.invoiceEmail, billing: it.billing });
    const document = proFormaInvoice({
      number,
      issuedAt: now,
      seller: await sellerDetails(tx),
      buyer,
      bank: bankReferences(number, currency),
      currency,
      amountMinor: amount,
    });
    const id = newId("topUp");
    await tx
      .insertInto("top_ups")
      .values({
        id,
        organizationId: it.id,
        number,
        amountMinor: amount,
        currency,
        document: json(document),
        createdBy: it.uid,
        createdAt: now,
      })
      .execute();
    await fact("topup.started", {
      subjectId: id,
      data: { topUpId: id, organizationId: it.id, number, amountMinor: amount, currency },
      topics: it.uid ? [`user:${it.uid}`] : [],
    });
    return { number };
  },
});

/** Cancels a pro forma invoice that nobody paid. A transfer that names it is still recognized. */
export const cancelTopUp = command({
  input: z.object({ organizationId: z.string(), topUpId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can cancel it.",
  async run({ input, thing: it, tx, now, fact }): Promise<void> {
    const ended = await tx
      .updateTable("top_ups")
      .set({ state: "canceled", endedAt: now })
      .where("id", "=", input.topUpId)
      .where("organizationId", "=", it.id)
      .where("state", "=", "open")
      .returning(["id", "number"])
      .executeTakeFirst();
    if (ended)
      await fact("topup.canceled", {
        subjectId: ended.id,
        data: { topUpId: ended.id, organizationId: it.id, number: ended.number },
        topics: it.uid ? [`user:${it.uid}`] : [],
      });
  },
});

/** The pro forma invoices of an organization, newest first. */
export const topUpsOf = (organizationId: string, db: Reader = database()) =>
  db
    .selectFrom("top_ups")
    .select(["id", "number", "amountMinor", "currency", "state", "createdAt"])
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute();

/** GET /api/top-ups/:id/pdf: the pro forma invoice, for those who manage the organization and the finance team. */
export async function getTopUpPdf(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = isId("topUp", params.id)
    ? await database()
        .selectFrom("top_ups")
        .select(["organizationId", "number", "document"])
        .where("id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("document");
  const organization = await findOrganization(actor, row.organizationId);
  if (!can.seeCosts(actor, organization)) throw notFound("document");
  return new Response(new Uint8Array(await invoicePdf(row.document)), {
    headers: { "content-type": "application/pdf", "content-disposition": `inline; filename="${row.number}.pdf"` },
  });
}

/** A line of the bank's statement, as far as it's read here. */
type Line = { id: string; amountMinor: number; currency: string; reference: string; details: string };

/**
 * The organization of each transfer that names a pro forma invoice or a monthly statement, if it's in the organization's
 * currency. It's locked.
 */
export async function findTransfers(
  tx: Tx,
  lines: readonly Line[],
): Promise<Map<string, { organizationId: string; name: string }>> {
  const texts = new Map(lines.map((line) => [line.id, `${line.reference} ${line.details}`] as const));
  const owners = await organizationsNamed(tx, texts);
  const named = new Map(
    [...texts].flatMap(([id, text]) =>
      numbersIn(text, "pro-forma")
        .slice(0, 1)
        .map((number) => [id, number] as const),
    ),
  );
  if (named.size > 0) {
    const rows = await tx
      .selectFrom("top_ups")
      .select(["number", "organizationId"])
      .where("number", "in", [...new Set(named.values())])
      .execute();
    for (const [id, number] of named) {
      const topUp = rows.find((row) => row.number === number);
      if (topUp && !owners.has(id)) owners.set(id, topUp.organizationId);
    }
  }
  const organizations = await lockOrganizations(tx, [...owners.values()]);
  const currencies = new Map(lines.map((line) => [line.id, line.currency]));
  return new Map(
    [...owners].flatMap(([id, organizationId]) => {
      const found = organizations.get(organizationId);
      return found?.currency === currencies.get(id) ? [[id, { organizationId, name: found!.name }] as const] : [];
    }),
  );
}

/**
 * Once transfers are booked: the pro forma invoices they name and the statements they cover are paid, and the
 * organizations are told.
 */
export async function noteTransfers(
  ctx: CommandContext,
  moved: readonly (Line & { organizationId: string; name: string })[],
): Promise<void> {
  const { tx, now, fact } = ctx;
  for (const line of moved) {
    const [number] = numbersIn(`${line.reference} ${line.details}`, "pro-forma");
    if (number !== undefined && line.amountMinor > 0)
      await tx
        .updateTable("top_ups")
        .set({ state: "paid", endedAt: now })
        .where("number", "=", number)
        .where("organizationId", "=", line.organizationId)
        .where("state", "<>", "paid")
        .execute();
    const uids = await managersOf(line.organizationId, tx);
    await fact("balance.moved", {
      subjectId: line.organizationId,
      data: {
        organizationId: line.organizationId,
        name: line.name,
        amountMinor: line.amountMinor,
        currency: line.currency,
        uids,
      },
      topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
    });
  }
  await settleStatements(
    ctx,
    moved.map((line) => line.organizationId),
  );
}
