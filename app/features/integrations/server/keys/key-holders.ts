import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, lockName } from "#app/platform/server/core/database.ts";
import { can as canIn } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization, managersOf } from "#app/features/organizations/server/find-organization.ts";
import { organizationOfProgram, organizationProgram } from "#app/features/organizations/server/program.ts";
import { lockPartner } from "#app/features/partners/server/find-partner.ts";
import { partnerOfProgram, partnerProgram } from "#app/features/partners/server/program.ts";
import type { HolderKind } from "../../rules/owner.ts";

/** Somebody who has keys, locked. */
export type Holder = {
  kind: HolderKind;
  id: string;
  /** Whether the actor manages its keys, or why not. A person's keys are decided by `can`. */
  keeps: true | string;
  /** What a reader is told whose the key is; null for their own. */
  name: string | null;
  /** Where its keys are managed. */
  page: string;
  /** Who is told of a new key. */
  tell: string[];
  /** The account in whose name its keys act, which is opened if need be. */
  account(ctx: CommandContext): Promise<string>;
};

type Find = (tx: Tx, actor: Actor, id: string) => Promise<Holder>;

const HOLDERS: Readonly<Record<HolderKind, Find>> = {
  person: async (_tx, actor, id) => ({
    kind: "person",
    id,
    keeps: uidOf(actor) === id || "You can only create keys for yourself.",
    name: null,
    page: "/profile/api-keys",
    tell: [id],
    account: () => Promise.resolve(id),
  }),
  async organization(tx, actor, id) {
    const it = await lockOrganization(tx, actor, id);
    if (!canIn.view(actor, it)) throw notFound("organization");
    return {
      kind: "organization",
      id,
      keeps: canIn.manage(actor, it) || "Only an organization's owners and managers can manage its API keys.",
      name: it.name,
      page: `/organizations/${id}/api-keys`,
      tell: await managersOf(id, tx),
      account: (ctx) => organizationProgram(ctx, it),
    };
  },
  async partner(tx, actor, id) {
    const partner = await lockPartner(tx, id);
    const open = partner.endedAt === null || "This partnership has ended.";
    return {
      kind: "partner",
      id,
      keeps: may(actor, "prices") ? open : only("prices", "manage partners' API keys"),
      name: partner.name,
      page: `/admin/partners/${id}`,
      tell: [],
      account: (ctx) => partnerProgram(ctx, partner),
    };
  },
};

/** Somebody who has keys, locked for this transaction. @throws not-found */
export async function lockHolder(tx: Tx, actor: Actor, kind: HolderKind, id: string): Promise<Holder> {
  await lockName(tx, `api keys of ${kind} ${id}`);
  return HOLDERS[kind](tx, actor, id);
}

/** Whose the keys of an account are. */
export async function holderOfAccount(db: Reader, uid: string): Promise<{ kind: HolderKind; id: string }> {
  const organization = await organizationOfProgram(db, uid);
  if (organization) return { kind: "organization", id: organization.id };
  const partner = await partnerOfProgram(db, uid);
  return partner ? { kind: "partner", id: partner.id } : { kind: "person", id: uid };
}
