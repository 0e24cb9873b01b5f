/** Certificates of organizations that exempt them from a tax: sent by them, checked once by staff. */
import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { addDays, dayOf, isDay } from "#app/platform/rules/core/day.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { can, decidesFor } from "#app/features/organizations/rules/organization.ts";
import {
  type Organization,
  lockOrganization,
  lockOrganizations,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import { SealedPdfField, sendPdf } from "#app/features/organizations/server/send-pdf.ts";
import {
  EXEMPTION_BOUNDS,
  EXEMPTION_WARNED_DAYS,
  exemptionPhase,
  exemptionPlaceName,
  isExemptionPlace,
} from "../rules/exemption.ts";
import { type ExemptionRow, lockExemption } from "./find-exemptions.ts";

const WAITING = "This was decided in the meantime.";

async function noteExemption(
  ctx: CommandContext,
  it: Pick<Organization, "id" | "name">,
  row: Pick<ExemptionRow, "id" | "place" | "certificate" | "lastDay" | "reason">,
  change: "asked" | "verified" | "declined" | "ended" | "expiring",
): Promise<void> {
  const uids = await managersOf(it.id, ctx.tx);
  await ctx.fact("organization.exemption_changed", {
    subjectId: it.id,
    data: {
      organizationId: it.id,
      name: it.name,
      exemptionId: row.id,
      what: exemptionPlaceName(row.place),
      certificate: row.certificate,
      lastDay: row.lastDay,
      change,
      reason: row.reason,
      uids,
    },
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  });
}

/** Records a certificate whose file is stored. Called by `sendExemption`. */
export const keepExemption = command({
  input: z.object({
    organizationId: z.string(),
    place: z.string().refine(isExemptionPlace, "Choose the tax that the certificate is about."),
    certificate: z
      .string()
      .trim()
      .min(1, "Enter the certificate's number, or a reference that's on it.")
      .max(60, "Use at most 60 characters."),
    lastDay: z.string().trim().refine(isDay, "Choose the day it expires."),
    file: SealedPdfField,
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can send certificates.",
  async run({ input, thing: it, ...ctx }): Promise<{ isNew: boolean }> {
    const { place, certificate, lastDay, file } = input;
    const fault = "Choose a day in the future.";
    if (lastDay < dayOf(ctx.now)) throw invalid("last_day", fault, undefined, { lastDay: fault });
    const all = await ctx.tx
      .selectFrom("tax_exemptions")
      .selectAll()
      .where("organizationId", "=", it.id)
      .limit(EXEMPTION_BOUNDS.perOrganization)
      .execute();
    const waiting = all.filter((one) => one.state === "asked");
    // A form that's sent twice is one certificate.
    if (waiting.some((one) => one.place === place && one.file.sha256 === file.sha256)) return { isNew: false };
    if (waiting.length >= EXEMPTION_BOUNDS.waiting || all.length >= EXEMPTION_BOUNDS.perOrganization)
      throw conflict("too_many", "Your organization has sent too many certificates.", "Contact support.");
    const row = await ctx.tx
      .insertInto("tax_exemptions")
      .values({
        id: newId("taxExemption"),
        organizationId: it.id,
        place,
        certificate,
        lastDay,
        file: json(file),
        askedBy: uidOf(ctx.actor),
        askedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteExemption(ctx, it, row, "asked");
    return { isNew: true };
  },
});

/** Checks and stores a certificate's PDF. @throws what `sendPdf` and `keepExemption` do */
export const sendExemption = (
  actor: Actor,
  {
    bytes,
    ...input
  }: { organizationId: string; place: string; certificate: string; lastDay: string; bytes: Uint8Array },
): Promise<void> =>
  sendPdf(actor, { id: newId("taxExemption"), folder: "tax-exemptions", what: "certificate", bytes }, (file) =>
    keepExemption(actor, { ...input, file }),
  );

/** Approves or declines a certificate. It counts for prices from then on; orders that are paid keep their tax. */
export const decideExemption = command({
  input: z.object({
    exemptionId: z.string(),
    approve: z.boolean(),
    reason: z.string().trim().max(500, "Use at most 500 characters.").default(""),
  }),
  load: ({ exemptionId }, { tx, actor }) => lockExemption(tx, actor, exemptionId),
  allow: (actor, { organization }) => decidesFor(actor, organization, "money", "check tax certificates"),
  async run({ input: { approve, reason }, thing: { row, organization }, ...ctx }): Promise<{ approved: boolean }> {
    if (row.state !== "asked") throw conflict("decided", WAITING, "Reload the page to see how.");
    const fault = "Say why. The organization reads it.";
    if (!approve && reason === "") throw invalid("reason", fault, undefined, { reason: fault });
    if (approve && row.lastDay < dayOf(ctx.now))
      throw conflict("expired", "This certificate has expired.", "Decline it, and ask for a new one.");
    const decided = await ctx.tx
      .updateTable("tax_exemptions")
      .set({
        state: approve ? "active" : "declined",
        reason: approve ? "" : reason,
        decidedBy: uidOf(ctx.actor),
        decidedAt: ctx.now,
      })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteExemption(ctx, organization, decided, approve ? "verified" : "declined");
    return { approved: approve };
  },
});

/** Ends a certificate: staff one that counts, and the organization one that waits. Ending it again changes nothing. */
export const endExemption = command({
  input: z.object({ exemptionId: z.string() }),
  load: ({ exemptionId }, { tx, actor }) => lockExemption(tx, actor, exemptionId),
  allow: (actor, { row, organization }) =>
    row.state === "asked"
      ? can.manage(actor, organization) || "Only the organization's owners and managers can take it back."
      : decidesFor(actor, organization, "money", "end a tax certificate"),
  async run({ thing: { row, organization }, ...ctx }): Promise<void> {
    if (row.state === "ended" || row.state === "declined") return;
    const ended = await ctx.tx
      .updateTable("tax_exemptions")
      .set({ state: "ended", endedAt: ctx.now })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteExemption(ctx, organization, ended, "ended");
  },
});

/** Clock rule: tells an organization once that a certificate is about to expire. Safe to run twice. */
export async function watchExemptions(at: Date): Promise<void> {
  const due = database()
    .selectFrom("tax_exemptions")
    .select("id")
    .where("state", "=", "active")
    .where("warnedAt", "is", null)
    .where("lastDay", ">=", dayOf(at))
    .where("lastDay", "<=", addDays(dayOf(at), EXEMPTION_WARNED_DAYS))
    .orderBy("lastDay");
  await sweep("warn of a certificate's end", due, (ctx, { id }) => warn(ctx, id));
}

async function warn(ctx: CommandContext, id: string): Promise<void> {
  const known = await ctx.tx
    .selectFrom("tax_exemptions")
    .select("organizationId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const organization = (await lockOrganizations(ctx.tx, [known.organizationId])).get(known.organizationId)!;
  const row = await ctx.tx
    .selectFrom("tax_exemptions")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.warnedAt !== null || exemptionPhase(row, dayOf(ctx.now)) !== "active") return;
  await ctx.tx.updateTable("tax_exemptions").set({ warnedAt: ctx.now }).where("id", "=", id).execute();
  // A closed organization orders nothing more.
  if (organization.closedAt === null) await noteExemption(ctx, organization, row, "expiring");
}
