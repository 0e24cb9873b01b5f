import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { type RuledOut, ruledOut, whyNoService } from "#app/features/policy-profiles/rules/ordering.ts";
import { type OwnPolicy, ownProfile } from "#app/features/policy-profiles/rules/own-policy.ts";
import {
  DEMAND_WORDS,
  type PolicyNamed,
  type PolicyProfile,
  type RuleLine,
  profileName,
  ruleLines,
} from "#app/features/policy-profiles/rules/profile.ts";
import { findProfile, listProfiles, published } from "#app/features/policy-profiles/server/read-profiles.ts";
import { type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { OWN_POLICY, isUnderPolicy } from "../../rules/draft/policy-choice.ts";
import type { Order } from "../views/find-order.ts";

/** The policy of an order: a version of a profile, or what the client said about one that isn't listed. */
export type OrderPolicy = {
  versionId: string | null;
  profileId: string | null;
  version: number | null;
  own: OwnPolicy | null;
  profile: PolicyProfile;
};

const asOwn = (own: OwnPolicy): OrderPolicy => ({
  versionId: null,
  profileId: null,
  version: null,
  own,
  profile: ownProfile(own),
});

/** The policy that a draft's choices name, as it's published now; or null. */
export async function policyOfChoices(choices: OrderChoices, db: Reader = database()): Promise<OrderPolicy | null> {
  if (!isUnderPolicy(choices)) return null;
  if (choices.policy === OWN_POLICY) return choices.ownPolicy ? asOwn(choices.ownPolicy) : null;
  const found = await findProfile(choices.policy!, db);
  return found && { ...found, versionId: found.id, own: null };
}

/**
 * The policy that an order is edited under: of a draft, the one chosen, and later the version it was placed with. Null
 * without one.
 */
export async function policyOfOrder(
  order: Pick<Order, "id" | "status" | "choices">,
  db: Reader = database(),
): Promise<OrderPolicy | null> {
  if (order.status === "draft") return policyOfChoices(readChoices(order.choices), db);
  const [kept] = await keptPolicyOf(db, order.id).execute();
  return kept ? asKept(kept) : null;
}

/** The query of what's kept of an order's policy, for a page that reads it with other things. */
export const keptPolicyOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("order_policies as p")
    .leftJoin("policy_profile_versions as v", "v.id", "p.versionId")
    .select(["p.own", "p.supervisorName", "p.consentedAt"])
    .select(["v.id", "v.profileId", "v.version", "v.content", "v.readOn"])
    .where("p.orderId", "=", orderId);
type KeptPolicy = Awaited<ReturnType<ReturnType<typeof keptPolicyOf>["execute"]>>[number];

function asKept({ own, id, profileId, version, content, readOn }: KeptPolicy): OrderPolicy {
  if (own) return asOwn(own);
  const found = published({ id: id!, profileId: profileId!, version, content: content!, readOn });
  return { ...found, versionId: found.id, own: null };
}

/** What a policy lets the editor change, its name and version, and when the client said that the supervisor agreed. */
export type PolicyRule = PolicyNamed & { rule: KindRule; consentedAt: Date | null };

/** What is kept of an order's policy, as the gate and documents need it. */
export function ruleOf(kept: KeptPolicy | undefined): PolicyRule | null {
  if (!kept) return null;
  const { profile, version } = asKept(kept);
  return { name: profileName(profile), version, rule: profile.kinds, consentedAt: kept.consentedAt };
}

/** The rule that a placed order is edited under; null without one. */
export const policyOf = async (orderId: string, db: Reader = database()): Promise<PolicyRule | null> =>
  ruleOf((await keptPolicyOf(db, orderId).execute())[0]);

/** The policy on an order's page. Its author and staff see the supervisor's consent. */
export type PolicyOnOrder = PolicyView & {
  consent: { name: string; at: Date } | null;
  /** Whether the client described it: it isn't listed. */
  own: boolean;
};

/** What an order's page shows of its kept policy; null without one. */
export function policyOnOrder(kept: KeptPolicy | undefined, viewer: Viewer): PolicyOnOrder | null {
  if (!kept) return null;
  const { supervisorName: name, consentedAt: at } = kept;
  return {
    ...policyView(asKept(kept)),
    own: kept.own !== null,
    consent: viewer !== "editor" && name && at ? { name, at: at } : null,
  };
}

/** What the client of a placed order said about a policy that isn't listed; or null. */
export async function findOwnPolicy(orderId: string, db: Reader): Promise<OwnPolicy | null> {
  const row = await db.selectFrom("order_policies").select("own").where("orderId", "=", orderId).executeTakeFirst();
  return row?.own ?? null;
}

/** Keeps on an order the policy it's placed under, with the supervisor's consent. Replaces what was kept before. */
export async function keepPolicy(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  orderId: string,
  choices: OrderChoices,
  policy: OrderPolicy | null,
): Promise<void> {
  await tx.deleteFrom("order_policies").where("orderId", "=", orderId).execute();
  if (!policy) return;
  const consented = asksConsent(policy.profile) && choices.supervisorConsent === true;
  await tx
    .insertInto("order_policies")
    .values({
      orderId,
      versionId: policy.versionId,
      own: policy.own && json(policy.own),
      supervisorName: consented ? choices.supervisorName! : null,
      consentedAt: consented ? now : null,
      keptAt: now,
    })
    .execute();
}

/** Whether a policy requires the supervisor to agree. */
const asksConsent = ({ demands }: PolicyProfile): boolean => demands.includes("consent");

/** Why an order's policy rules out a service, or null. */
export async function whyServiceRuledOut(
  order: Pick<Order, "id" | "status" | "choices">,
  service: Service,
  db: Reader,
): Promise<string | null> {
  const policy = await policyOfOrder(order, db);
  return policy && whyNoService(policy.profile, service);
}

/** A policy as pages show it. */
export type PolicyView = {
  /** The profile's public page; null for one that isn't listed. */
  profileId: string | null;
  /** "University of Oxford", or the kind of a generic profile. */
  name: string;
  policy: string;
  url: string;
  version: number | null;
  readOn: string | null;
  lines: RuleLine[];
  demands: string[];
  ai: string;
  note: string;
};

export const policyView = ({ profile, profileId, version }: OrderPolicy): PolicyView => ({
  profileId,
  name: profileName(profile),
  policy: profile.policy,
  url: profile.url,
  version,
  readOn: profile.readOn,
  lines: ruleLines(profile.kinds),
  demands: profile.demands.map((demand) => DEMAND_WORDS[demand]),
  ai: profile.ai,
  note: profile.note,
});

/** A policy as the order form has it: with what it rules out and asks for. */
export type PolicyOnForm = PolicyView & { ruledOut: RuledOut; asksConsent: boolean };

/** @param words of the manuscript, 0 while unknown */
export const policyOnForm = (policy: OrderPolicy, words: number): PolicyOnForm => ({
  ...policyView(policy),
  ruledOut: ruledOut(policy.profile, words),
  asksConsent: asksConsent(policy.profile),
});

/** A policy to choose from. */
export type PolicyOption = { profileId: string; name: string; policy: string; generic: boolean };

/** The policies that a client can choose from. */
export const listPolicyOptions = async (): Promise<PolicyOption[]> =>
  (await listProfiles()).map(({ profileId, profile }) => ({
    profileId,
    name: profileName(profile),
    policy: profile.policy,
    generic: profile.generic,
  }));
