import { z } from "zod";
import { CURRENCY, CURRENCY_NAMES, type Currency } from "#app/platform/rules/core/money.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { type Billing, billingOf, billingToKeep } from "#app/features/accounts/rules/billing.ts";
import { BILLING_FIELDS, billingFault, withoutUnusedState } from "#app/features/accounts/rules/billing-input.ts";
import { COST_CENTER_RULES, MOST_COST_CENTERS, ORGANIZATION_LIMITS, can } from "../rules/organization.ts";
import { type OwnOrganization, lockOrganization } from "./find-organization.ts";
import { renameProgram } from "./program.ts";
import { forgetSignIn } from "./single-sign-on/set-up-sign-in.ts";

const FIELDS = {
  organization: z
    .string()
    .trim()
    .min(2, "Enter the organization's legal name.")
    .max(120, "Use at most 120 characters."),
  address: BILLING_FIELDS.address.refine((text) => text.trim() !== "", "Enter the address for invoices."),
  country: BILLING_FIELDS.country.refine((code) => code !== "", "Choose a country."),
  state: BILLING_FIELDS.state,
  vatId: BILLING_FIELDS.vatId,
  invoiceEmail: z.email("Enter the address where invoices should go.").max(254),
};

/** One cost center a line. */
const CostCenters = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ])
  .refine((all) => all.length <= MOST_COST_CENTERS, `Use at most ${MOST_COST_CENTERS} lines.`)
  .refine((all) => all.every((one) => one.length <= 60), "Use at most 60 characters a line.");

/** @throws invalid by field */
function billingFrom(input: Pick<Billing, "organization" | "address" | "country" | "state" | "vatId">): Billing {
  const fault = billingFault(input);
  if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
  // The member who orders can't complete it later.
  if (input.state === "" && (input.country === "US" || input.country === "CA")) {
    const message = input.country === "US" ? "Choose the state." : "Choose the province or territory.";
    throw invalid("state", message, "Some places tax our services.", { state: message });
  }
  return withoutUnusedState({
    name: "",
    organization: input.organization,
    address: input.address,
    country: input.country,
    state: input.state,
    vatId: input.vatId,
  });
}

/** Creates an organization. The person who does is its first owner. @throws conflict when they belong to very many */
export const createOrganization = command({
  input: z.object({
    ...FIELDS,
    clientKey: z.string().min(8).max(60),
    currency: z.enum(CURRENCY_NAMES, "Choose one of the currencies.").default(CURRENCY),
  }),
  async load(_input, { tx, actor }) {
    const uid = uidOf(actor) ?? "";
    await lockName(tx, `organizations of ${uid}`);
    return { uid };
  },
  allow: (actor) => (actor.kind === "person" && actor.emailVerified) || "Verify your email address first.",
  async run({ input: { clientKey, ...input }, thing: { uid }, tx, now, fact }): Promise<{ organizationId: string }> {
    const same = await tx
      .selectFrom("organizations")
      .select("id")
      .where("createdBy", "=", uid)
      .where("clientKey", "=", clientKey)
      .executeTakeFirst();
    if (same) return { organizationId: same.id };
    const own = await tx.selectFrom("organization_members").select("organizationId").where("uid", "=", uid).execute();
    if (own.length >= ORGANIZATION_LIMITS.perPerson)
      throw conflict(
        "too_many",
        `You can belong to ${ORGANIZATION_LIMITS.perPerson} organizations at most.`,
        "Leave one first.",
      );
    const billing = billingFrom(input);
    const id = newId("organization");
    await tx
      .insertInto("organizations")
      .values({
        id,
        name: input.organization,
        billing: json(billingToKeep(billing, null)!),
        currency: input.currency,
        clientKey,
        invoiceEmail: input.invoiceEmail,
        createdBy: uid,
        createdAt: now,
      })
      .execute();
    await tx
      .insertInto("organization_members")
      .values({ organizationId: id, uid, role: "owner", joinedAt: now })
      .execute();
    await fact("organization.created", {
      subjectId: id,
      data: { organizationId: id },
      topics: [`user:${uid}`, "staff"],
    });
    return { organizationId: id };
  },
});

/** Saves an organization's name and billing details. Invoices already issued don't change. @throws conflict when somebody else saved since */
export const saveOrganization = command({
  input: z.object({ organizationId: z.string(), ...FIELDS, revision: z.coerce.number().int() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || "Only an organization's owners can change its details.",
  async run({ input, thing: it, tx, fact }): Promise<{ changed: string[] }> {
    const before = billingOf(it.billing);
    const next = billingFrom(input);
    const changed = (Object.keys(next) as (keyof Billing)[]).filter(
      (key) => key !== "name" && next[key] !== before[key],
    );
    const fields: string[] = [...changed, ...(input.invoiceEmail === it.invoiceEmail ? [] : ["invoiceEmail"])];
    if (fields.length === 0) return { changed: [] };
    if (input.revision !== it.revision)
      throw conflict(
        "changed",
        "Somebody else changed these details after you opened this page.",
        "What you typed is still here. Reload the page to see their version, then make your change again.",
      );
    await tx
      .updateTable("organizations")
      .set((e) => ({
        name: next.organization,
        billing: json(billingToKeep(next, it.billing)!),
        invoiceEmail: input.invoiceEmail,
        revision: e("revision", "+", 1),
      }))
      .where("id", "=", it.id)
      .execute();
    await renameProgram(tx, it.programUid, { name: next.organization, invoiceEmail: input.invoiceEmail });
    await fact("organization.changed", {
      subjectId: it.id,
      data: { organizationId: it.id, changed: fields },
      topics: it.uid ? [`user:${it.uid}`, "staff"] : ["staff"],
    });
    return { changed: fields };
  },
});

/** Says whether members enter where an order is booked, what it's called, and what they choose from. */
export const saveCostCenters = command({
  input: z.object({
    organizationId: z.string(),
    rule: z.enum(COST_CENTER_RULES, "Choose whether to ask."),
    label: z
      .string()
      .trim()
      .min(1, "Enter what you call it, such as Cost center.")
      .max(40, "Use at most 40 characters."),
    centers: CostCenters,
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can change this.",
  async run({ input, thing: it, tx, fact }): Promise<void> {
    const { rule, label, centers } = input;
    if (rule === it.costCenterRule && label === it.costCenterLabel && centers.join("\n") === it.costCenters.join("\n"))
      return;
    await tx
      .updateTable("organizations")
      .set({ costCenterRule: rule, costCenterLabel: label, costCenters: json(centers) })
      .where("id", "=", it.id)
      .execute();
    await fact("organization.changed", {
      subjectId: it.id,
      data: { organizationId: it.id, changed: ["costCenters"] },
      topics: it.uid ? [`user:${it.uid}`, "staff"] : ["staff"],
    });
  },
});

/** Changes the currency of an organization in which nothing was booked yet. The caller has checked that. */
export async function changeCurrencyRow(ctx: CommandContext, it: OwnOrganization, currency: Currency): Promise<void> {
  await ctx.tx.updateTable("organizations").set({ currency }).where("id", "=", it.id).execute();
  await ctx.fact("organization.changed", {
    subjectId: it.id,
    data: { organizationId: it.id, changed: ["currency"] },
    topics: it.uid ? [`user:${it.uid}`, "staff"] : ["staff"],
  });
}

/**
 * Closes an organization whose balance is empty: nothing more is ordered on it. Its orders go on as paid, and its
 * invoices stay. Open invitations end, and others may verify its domains.
 */
export async function closeOrganizationRow(ctx: CommandContext, it: OwnOrganization): Promise<void> {
  await ctx.tx.updateTable("organizations").set({ closedAt: ctx.now }).where("id", "=", it.id).execute();
  await ctx.tx
    .updateTable("organization_invitations")
    .set({ state: "revoked", endedAt: ctx.now })
    .where("organizationId", "=", it.id)
    .where("state", "=", "open")
    .execute();
  await ctx.tx
    .updateTable("organization_domains")
    .set({ state: "removed", endedAt: ctx.now })
    .where("organizationId", "=", it.id)
    .where("state", "<>", "removed")
    .execute();
  await forgetSignIn(ctx, it.id);
  await ctx.fact("organization.closed", { subjectId: it.id, data: { organizationId: it.id }, topics: ["staff"] });
}
