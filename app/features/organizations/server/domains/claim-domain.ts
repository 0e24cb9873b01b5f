import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, conflict, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { database, lockName } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { isNoRecord, lookUpTxt } from "#app/platform/server/requests/txt-records.ts";
import {
  DOMAIN_CHECKS,
  DomainField,
  type DomainProof,
  MOST_DOMAINS,
  domainOfAddress,
  isProvedBy,
  proofRecord,
} from "../../rules/domain.ts";
import { can, decidesFor } from "../../rules/organization.ts";
import { type OwnOrganization, findOrganization, lockOrganization, managersOf } from "../find-organization.ts";
import { isHeldByOthers, ownDomain } from "./find-domains.ts";
import { isPublicDomain } from "./public-domains.ts";

const OWNERS = "Only an organization's owners can change its domains.";
const LOOKED_UP_FOR_MS = 6 * SECOND;

const taken = (domain: string): Problem =>
  conflict(
    "domain_taken",
    `Another organization has verified ${domain}.`,
    "Ask its owners to invite you, or write to us if it should be yours.",
  );

/** Tells everyone who manages the organization, and the people who decide. */
async function noteDomain(
  { tx, fact }: CommandContext,
  it: OwnOrganization,
  domain: string,
  change: "added" | "asked" | "verified" | "declined" | "removed",
  { reason = "", uids = [] }: { reason?: string; uids?: readonly string[] } = {},
): Promise<void> {
  const told = change === "verified" ? await managersOf(it.id, tx) : [...uids];
  await fact("organization.domain_changed", {
    subjectId: it.id,
    data: { organizationId: it.id, name: it.name, domain, change, reason, uids: told },
    topics: [...new Set([...told, ...(it.uid ? [it.uid] : [])])].map((uid) => `user:${uid}`).concat("staff"),
  });
}

/** Adds a domain, to be proved. Adding it again changes nothing. @throws invalid for a provider that gives everybody addresses */
export const addDomain = command({
  input: z.object({ organizationId: z.string(), domain: DomainField }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || OWNERS,
  async run({ input: { domain }, thing: it, ...ctx }): Promise<{ domain: string }> {
    if (isPublicDomain(domain)) {
      const message = `${domain} gives addresses to everybody.`;
      throw invalid("public_domain", message, "Enter the domain of your institution's own addresses.", {
        domain: message,
      });
    }
    const own = await ctx.tx
      .selectFrom("organization_domains")
      .select("domain")
      .where("organizationId", "=", it.id)
      .where("state", "<>", "removed")
      .execute();
    if (own.some((one) => one.domain === domain)) return { domain };
    if (own.length >= MOST_DOMAINS)
      throw conflict("too_many", `An organization can have ${MOST_DOMAINS} domains.`, "Remove one first.");
    if (await isHeldByOthers(ctx.tx, domain, it.id)) throw taken(domain);
    await ctx.tx
      .insertInto("organization_domains")
      .values({
        id: newId("organizationDomain"),
        organizationId: it.id,
        domain,
        token: randomBytes(18).toString("base64url"),
        addedBy: it.uid,
        addedAt: ctx.now,
      })
      .execute();
    await noteDomain({ ...ctx }, it, domain, "added");
    return { domain };
  },
});

/** Marks a domain as verified. Of two organizations that prove one at the same moment, the first holds it. @throws conflict */
async function verify(
  ctx: CommandContext,
  it: OwnOrganization,
  row: { id: string; domain: string },
  proof: DomainProof,
): Promise<void> {
  await lockName(ctx.tx, `domain ${row.domain}`);
  if (await isHeldByOthers(ctx.tx, row.domain, it.id)) throw taken(row.domain);
  await ctx.tx
    .updateTable("organization_domains")
    .set({
      state: "verified",
      proof,
      verifiedAt: ctx.now,
      reason: "",
      ...(proof === "address" ? { decidedBy: it.uid } : {}),
    })
    .where("id", "=", row.id)
    .execute();
  await noteDomain(ctx, it, row.domain, "verified");
}

/** Keeps that the DNS record of a domain was found. Only `checkDomain` looks it up. */
export const keepProof = command({
  input: z.object({ organizationId: z.string(), domainId: z.string() }),
  async load({ organizationId, domainId }, { tx, actor }) {
    const it = await lockOrganization(tx, actor, organizationId);
    return { it, row: await ownDomain(tx, it, domainId) };
  },
  allow: (actor, { it }) => can.own(actor, it) || OWNERS,
  async run({ thing: { it, row }, ...ctx }): Promise<void> {
    if (row.state !== "verified") await verify(ctx, it, row, "dns");
  },
});

async function recordsOf(host: string): Promise<string[][]> {
  try {
    return await Promise.race([
      lookUpTxt(host),
      sleep(LOOKED_UP_FOR_MS, undefined, { ref: false }).then((): never => {
        throw Object.assign(new Error("The name servers took too long"), { code: "ETIMEOUT" });
      }),
    ]);
  } catch (error) {
    if (isNoRecord(error)) return [];
    log.error("a domain's TXT records", error);
    throw conflict("dns", "The name servers of this domain didn't answer.", "Try again in a few minutes.");
  }
}

/**
 * Looks up the DNS record of a domain, and verifies it if it's there.
 * @throws refused for anyone but owners; conflict if the record isn't there, or another organization has the domain
 */
export async function checkDomain(
  actor: Actor,
  { organizationId, domainId }: { organizationId: string | undefined; domainId: string },
): Promise<{ domain: string }> {
  const it = await findOrganization(actor, organizationId);
  if (!can.own(actor, it)) throw refused(OWNERS);
  const row = await ownDomain(database(), it, domainId);
  if (row.state === "verified") return { domain: row.domain };
  if (!(await within(`domain checks ${it.id}`, DOMAIN_CHECKS.most, DOMAIN_CHECKS.withinMs)))
    throw conflict("too_often", "You've checked many times.", "Wait ten minutes, then check again.");
  const { host, value } = proofRecord(row);
  if (!isProvedBy(value, await recordsOf(host)))
    throw conflict(
      "no_record",
      `We didn't find the record at ${host}.`,
      "A new record can take an hour to be visible. Check again then.",
    );
  await keepProof(actor, { organizationId: it.id, domainId });
  return { domain: row.domain };
}

/** Asks for an approval, because the owner has a verified address at the domain. Asking twice changes nothing. */
export const askForDomain = command({
  input: z.object({ organizationId: z.string(), domainId: z.string() }),
  async load({ organizationId, domainId }, { tx, actor }) {
    const it = await lockOrganization(tx, actor, organizationId);
    return { it, row: await ownDomain(tx, it, domainId) };
  },
  allow: (actor, { it }) => can.own(actor, it) || OWNERS,
  async run({ thing: { it, row }, actor, ...ctx }): Promise<void> {
    if (row.state !== "open") return;
    if (actor.kind !== "person" || domainOfAddress(actor.email) !== row.domain)
      throw refused(`Your own address has to be at ${row.domain}. Prove the domain with the DNS record instead.`);
    if (await isHeldByOthers(ctx.tx, row.domain, it.id)) throw taken(row.domain);
    await ctx.tx
      .updateTable("organization_domains")
      .set({ state: "asked", askedBy: it.uid, askedAt: ctx.now, reason: "" })
      .where("id", "=", row.id)
      .execute();
    await noteDomain({ actor, ...ctx }, it, row.domain, "asked");
  },
});

/** An admin approves or declines a domain that an owner asked for. Deciding it twice the same way changes nothing. */
export const decideDomain = command({
  input: z.object({
    organizationId: z.string(),
    domainId: z.string(),
    approve: z.boolean(),
    reason: z.string().trim().max(500).default(""),
  }),
  async load({ organizationId, domainId }, { tx, actor }) {
    const it = await lockOrganization(tx, actor, organizationId);
    return { it, row: await ownDomain(tx, it, domainId) };
  },
  allow: (actor, { it }) => decidesFor(actor, it, "people", "approve an organization's domain"),
  async run({ input: { approve, reason }, thing: { it, row }, ...ctx }): Promise<void> {
    if (row.state === (approve ? "verified" : "open")) return;
    if (row.state !== "asked")
      throw conflict("decided", "Nobody asks for this domain's approval anymore.", "Reload the page.");
    if (!approve && reason === "")
      throw invalid("reason", "Enter a reason.", "The owner reads it.", { reason: "Enter a reason." });
    const asker = row.askedBy
      ? await ctx.tx.selectFrom("users").select("email").where("uid", "=", row.askedBy).executeTakeFirst()
      : undefined;
    if (approve) {
      // A profile has a verified address.
      if (!asker || domainOfAddress(asker.email) !== row.domain)
        throw conflict(
          "address_changed",
          `The owner who asked has no verified address at ${row.domain} anymore.`,
          "Decline it, and ask them to prove the domain with the DNS record.",
        );
      return verify(ctx, it, row, "address");
    }
    await ctx.tx
      .updateTable("organization_domains")
      .set({ state: "open", decidedBy: it.uid, reason })
      .where("id", "=", row.id)
      .execute();
    await noteDomain(ctx, it, row.domain, "declined", { reason, uids: row.askedBy ? [row.askedBy] : [] });
  },
});

/** Takes a domain off an organization. Its members stay. Removing it twice changes nothing. */
export const removeDomain = command({
  input: z.object({ organizationId: z.string(), domainId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || decidesFor(actor, it, "people", "remove another organization's domain"),
  async run({ input: { domainId }, thing: it, ...ctx }): Promise<void> {
    const removed = await ctx.tx
      .updateTable("organization_domains")
      .set({ state: "removed", endedAt: ctx.now })
      .where("id", "=", domainId)
      .where("organizationId", "=", it.id)
      .where("state", "<>", "removed")
      .returning("domain")
      .executeTakeFirst();
    if (removed) await noteDomain(ctx, it, removed.domain, "removed");
  },
});
