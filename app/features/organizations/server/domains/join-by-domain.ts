import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { LIMIT_FIELDS, can, limitsTyped } from "../../rules/organization.ts";
import { lockOrganization } from "../find-organization.ts";
import { addMember } from "../members.ts";
import { institutionFor } from "./find-domains.ts";

/** Says whether people with an address at a verified domain join by themselves, and with which limits. */
export const saveJoining = command({
  input: z.object({ organizationId: z.string(), joins: z.boolean(), ...LIMIT_FIELDS }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || "Only an organization's owners can say who joins by themselves.",
  async run({ input: { joins, ...typed }, thing: it, tx, fact }): Promise<void> {
    const { monthMinor, orderMinor } = limitsTyped(typed, it.currency);
    if (joins === it.joinsByDomain && monthMinor === it.joinMonthMinor && orderMinor === it.joinOrderMinor) return;
    await tx
      .updateTable("organizations")
      .set({ joinsByDomain: joins, joinMonthMinor: monthMinor, joinOrderMinor: orderMinor })
      .where("id", "=", it.id)
      .execute();
    await fact("organization.changed", {
      subjectId: it.id,
      data: { organizationId: it.id, changed: ["joining"] },
      topics: it.uid ? [`user:${it.uid}`, "staff"] : ["staff"],
    });
  },
});

/** Joins an organization that has verified the domain of one's own verified address. Joining twice changes nothing. */
export const joinByDomain = command({
  input: z.object({ organizationId: z.string() }),
  async load({ organizationId }, { tx, actor }) {
    const it = await lockOrganization(tx, actor, organizationId);
    return { it, isOffered: (await institutionFor(actor, tx))?.id === it.id };
  },
  allow: (actor, { it, isOffered }) =>
    isOffered || can.order(actor, it) || "You can't join this organization by yourself. Ask its owners to invite you.",
  async run({ thing: { it, isOffered }, actor, ...ctx }): Promise<{ organizationId: string; name: string }> {
    if (isOffered)
      await addMember({ actor, ...ctx }, it, {
        uid: uidOf(actor)!,
        role: "member",
        monthMinor: it.joinMonthMinor,
        orderMinor: it.joinOrderMinor,
        byDomain: true,
      });
    return { organizationId: it.id, name: it.name };
  },
});
