import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { SealedPdf } from "#app/platform/rules/core/sealed-pdf.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Tx, database, json } from "#app/platform/server/core/database.ts";
import { isDay, dayOf } from "#app/platform/rules/core/day.ts";
import { sealedFile } from "#app/platform/server/files/sealed-files.ts";
import { type Standing, can, decidesFor } from "#app/features/organizations/rules/organization.ts";
import {
  type Organization,
  findOrganization,
  lockOrganization,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import { SealedPdfField, sendPdf } from "#app/features/organizations/server/send-pdf.ts";
import { fromDollars } from "#app/features/pricing/rules/priced-in.ts";
import { approvalsNow } from "#app/features/pricing/server/read-approvals.ts";
import { CREDIT_BOUNDS, type CreditKind, NET_DAYS, type NetDays, creditName } from "../../rules/credit.ts";
import { amountWithin } from "../../rules/top-up.ts";
import { rateFor } from "../balance/balance.ts";
import { type CreditLineRow, lockCreditLine } from "./find-credit.ts";

/** A typed limit, "5,000", in minor units of the organization's currency. @throws invalid at the field; conflict */
const limitTyped = async (ctx: CommandContext, text: string, it: Organization): Promise<number> =>
  amountWithin(text, "limit", CREDIT_BOUNDS, await rateFor(ctx, it));
const Net = z.coerce
  .number()
  .refine((days): days is NetDays => NET_DAYS.some((one) => one === days), "Choose a number of days.");
/** "2026-11-28", or null if it's left empty. */
const LastDay = z
  .string()
  .trim()
  .refine((text) => text === "" || isDay(text), "Choose a date.")
  .transform((text) => text || null);
const Note = z.string().trim().max(500, "Use at most 500 characters.").default("");

async function factOf({ tx }: Pick<CommandContext, "tx">, { id, name }: Organization, line: CreditLineRow) {
  const uids = await managersOf(id, tx);
  return {
    subjectId: line.id,
    data: {
      organizationId: id,
      name,
      creditLineId: line.id,
      credit: creditName(line),
      limitMinor: line.limitMinor,
      currency: line.currency,
      reason: line.reason,
      uids,
    },
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  };
}

/** @throws invalid at the field */
function checkDays(lastDay: string | null, today: string): void {
  const fault = "Choose a day in the future.";
  if (lastDay !== null && lastDay < today) throw invalid("last_day", fault, undefined, { lastDay: fault });
}

async function insertLine(
  ctx: CommandContext,
  { id: organizationId, currency }: Organization,
  of: { kind: CreditKind; limitMinor: number; netDays: NetDays; lastDay: string | null } & Partial<
    Pick<CreditLineRow, "poNumber" | "note"> & { file: SealedPdf }
  >,
): Promise<CreditLineRow> {
  const { file, ...columns } = of;
  return ctx.tx
    .insertInto("credit_lines")
    .values({
      id: newId("creditLine"),
      organizationId,
      currency,
      firstDay: dayOf(ctx.now),
      askedBy: uidOf(ctx.actor),
      askedAt: ctx.now,
      ...columns,
      ...(file ? { file: json(file) } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const waitingOf = (tx: Tx, organizationId: string): Promise<CreditLineRow[]> =>
  tx
    .selectFrom("credit_lines")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("state", "in", ["asked", "proposed"])
    .execute();

/** Asks for terms: orders start at once, and the month is paid on a statement. Asking again changes the request. */
export const askForTerms = command({
  input: z.object({ organizationId: z.string(), limit: z.string(), netDays: Net, note: Note }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can ask for terms.",
  async run({ input, thing: it, ...ctx }): Promise<void> {
    const open = (await waitingOf(ctx.tx, it.id)).find((one) => one.kind === "terms");
    const limitMinor = await limitTyped(ctx, input.limit, it);
    const of = { limitMinor, netDays: input.netDays, note: input.note };
    if (open?.state === "proposed")
      throw conflict("deciding", "Somebody is deciding about your last request.", "We'll tell you when it's decided.");
    if (open && open.limitMinor === of.limitMinor && open.netDays === of.netDays && open.note === of.note) return;
    const line = open
      ? await ctx.tx
          .updateTable("credit_lines")
          .set((e) => ({ ...of, revision: e("revision", "+", 1) }))
          .where("id", "=", open.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await insertLine(ctx, it, { kind: "terms", lastDay: null, ...of });
    await ctx.fact("credit.asked", await factOf(ctx, it, line));
  },
});

/** Records a purchase order whose file is stored. Called by `sendPurchaseOrder`. */
export const keepPurchaseOrder = command({
  input: z.object({
    organizationId: z.string(),
    poNumber: z.string().trim().min(1, "Enter the purchase order's number.").max(60, "Use at most 60 characters."),
    limit: z.string(),
    lastDay: LastDay,
    note: Note,
    file: SealedPdfField,
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can send purchase orders.",
  async run({ input, thing: it, ...ctx }): Promise<{ isNew: boolean }> {
    const { poNumber, lastDay, note, file } = input;
    const limitMinor = await limitTyped(ctx, input.limit, it);
    checkDays(lastDay, dayOf(ctx.now));
    const waiting = await waitingOf(ctx.tx, it.id);
    // A form that's sent twice is one purchase order.
    if (waiting.some((one) => one.poNumber === poNumber && one.file?.sha256 === file.sha256)) return { isNew: false };
    const taken = await ctx.tx
      .selectFrom("credit_lines")
      .select("id")
      .where("organizationId", "=", it.id)
      .where("poNumber", "=", poNumber)
      .where("state", "in", ["asked", "proposed", "active"])
      .executeTakeFirst();
    const fault = `Purchase order ${poNumber} is here already.`;
    if (taken)
      throw invalid("po_number", fault, "Take it back first, or give this one its own number.", { poNumber: fault });
    if (waiting.length >= CREDIT_BOUNDS.waiting)
      throw conflict(
        "too_many",
        `${CREDIT_BOUNDS.waiting} requests are waiting for us.`,
        "Take one of them back first.",
      );
    const line = await insertLine(ctx, it, {
      kind: "purchase_order",
      limitMinor,
      netDays: 30,
      poNumber,
      lastDay,
      note,
      file,
    });
    await ctx.fact("credit.asked", await factOf(ctx, it, line));
    return { isNew: true };
  },
});

/** Checks and stores a purchase order's PDF. @throws what `sendPdf` and `keepPurchaseOrder` do */
export const sendPurchaseOrder = (
  actor: Actor,
  {
    bytes,
    ...input
  }: { organizationId: string; poNumber: string; limit: string; lastDay: string; note: string; bytes: Uint8Array },
): Promise<void> =>
  sendPdf(actor, { id: newId("creditLine"), folder: "purchase-orders", what: "purchase order", bytes }, (file) =>
    keepPurchaseOrder(actor, { ...input, file }),
  );

/** GET /api/purchase-orders/:id: the PDF, for those who manage the organization and the finance team. */
export async function getPurchaseOrder(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = isId("creditLine", params.id)
    ? await database()
        .selectFrom("credit_lines")
        .select(["organizationId", "file"])
        .where("id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  if (!row?.file) throw notFound("file");
  if (!can.seeCosts(actor, await findOrganization(actor, row.organizationId))) throw notFound("file");
  return sealedFile(request, { ...row.file, contentType: "application/pdf" });
}

const decides = (actor: Actor, it: Standing): true | string => decidesFor(actor, it, "money", "decide about credit");

/** Puts credit in use, or asks a second person if its limit needs two. Terms replace the terms before. */
async function grant(
  ctx: CommandContext,
  organization: Organization,
  line: CreditLineRow,
): Promise<"granted" | "proposed"> {
  const { credit } = await approvalsNow(ctx);
  const me = uidOf(ctx.actor);
  if (line.state === "asked" && line.limitMinor > fromDollars(credit.twoAboveMinor, await rateFor(ctx, organization))) {
    const proposed = await ctx.tx
      .updateTable("credit_lines")
      .set((e) => ({ state: "proposed", proposedBy: me, revision: e("revision", "+", 1) }))
      .where("id", "=", line.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.fact("credit.proposed", await factOf(ctx, organization, proposed));
    return "proposed";
  }
  if (line.kind === "terms")
    await ctx.tx
      .updateTable("credit_lines")
      .set({ state: "ended", endedAt: ctx.now, reason: "Replaced by new terms." })
      .where("organizationId", "=", organization.id)
      .where("kind", "=", "terms")
      .where("state", "=", "active")
      .execute();
  const granted = await ctx.tx
    .updateTable("credit_lines")
    .set((e) => ({ state: "active", decidedBy: me, decidedAt: ctx.now, revision: e("revision", "+", 1) }))
    .where("id", "=", line.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.fact("credit.granted", await factOf(ctx, organization, granted));
  return "granted";
}

/**
 * Grants or declines credit that an organization asked for, with the limit, days, and end that staff choose. Above the
 * policy's limit, a second person agrees to the same figures.
 * @throws conflict if it changed since, or is decided
 */
export const decideCredit = command({
  input: z.object({
    creditLineId: z.string(),
    approve: z.boolean(),
    limit: z.string(),
    netDays: Net,
    lastDay: LastDay,
    reason: Note,
    revision: z.coerce.number().int(),
  }),
  load: ({ creditLineId }, { tx, actor }) => lockCreditLine(tx, actor, creditLineId),
  allow: (actor, { line, organization }) => {
    const allowed = decides(actor, organization);
    return allowed === true && line.state === "proposed" && line.proposedBy === uidOf(actor)
      ? "Another person has to agree to it."
      : allowed;
  },
  async run({ input, thing: { line, organization }, ...ctx }): Promise<"granted" | "proposed" | "declined"> {
    if (line.state !== "asked" && line.state !== "proposed")
      throw conflict("decided", "This was decided in the meantime.", "Reload the page to see how.");
    if (input.revision !== line.revision)
      throw conflict("changed", "This request changed after you opened the page.", "Reload the page, then decide.");
    if (!input.approve) {
      if (input.reason === "")
        throw invalid("reason", "Say why.", "The organization reads it.", {
          reason: "Say why. The organization reads it.",
        });
      const declined = await ctx.tx
        .updateTable("credit_lines")
        .set({ state: "declined", decidedBy: uidOf(ctx.actor), decidedAt: ctx.now, reason: input.reason })
        .where("id", "=", line.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await ctx.fact("credit.declined", await factOf(ctx, organization, declined));
      return "declined";
    }
    // The second person agrees to what the first one chose.
    if (line.state === "proposed") return grant(ctx, organization, line);
    checkDays(input.lastDay, dayOf(ctx.now));
    const { netDays, lastDay } = input;
    const limitMinor = await limitTyped(ctx, input.limit, organization);
    const agreed = await ctx.tx
      .updateTable("credit_lines")
      .set({ limitMinor, netDays, lastDay })
      .where("id", "=", line.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return grant(ctx, organization, agreed);
  },
});

/** Gives an organization terms that it didn't ask for, or other ones. */
export const giveTerms = command({
  input: z.object({ organizationId: z.string(), limit: z.string(), netDays: Net, lastDay: LastDay }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => decides(actor, it),
  async run({ input, thing: it, ...ctx }): Promise<"granted" | "proposed"> {
    if (it.isClosed) throw conflict("closed", "This organization is closed.", "Nothing can be ordered for it.");
    checkDays(input.lastDay, dayOf(ctx.now));
    if ((await waitingOf(ctx.tx, it.id)).some((one) => one.kind === "terms"))
      throw conflict("waiting", "A request for terms is waiting.", "Decide about it instead.");
    const { netDays, lastDay } = input;
    const limitMinor = await limitTyped(ctx, input.limit, it);
    return grant(ctx, it, await insertLine(ctx, it, { kind: "terms", limitMinor, netDays, lastDay }));
  },
});

/** Ends credit: staff what's in use, and the organization what it asked for. Orders placed on it stay as they are. */
export const endCredit = command({
  input: z.object({ creditLineId: z.string(), reason: Note }),
  load: ({ creditLineId }, { tx, actor }) => lockCreditLine(tx, actor, creditLineId),
  allow: (actor, { line, organization }) =>
    line.state === "active" || line.state === "ended"
      ? decides(actor, organization)
      : can.manage(actor, organization) || "Only the organization's owners and managers can take it back.",
  async run({ input, thing: { line, organization }, ...ctx }): Promise<void> {
    if (line.state === "ended" || line.state === "declined") return;
    const ended = await ctx.tx
      .updateTable("credit_lines")
      .set({ state: "ended", endedAt: ctx.now, reason: input.reason })
      .where("id", "=", line.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.fact("credit.ended", await factOf(ctx, organization, ended));
  },
});
