import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { slugOf } from "#app/features/blog/rules/content.ts";
import { findOwnPolicy } from "#app/features/orders/server/policy/order-policy.ts";
import { type OwnPolicy, ownContent } from "#app/features/policy-profiles/rules/own-policy.ts";
import { PROFILE_LIMITS, profileName } from "#app/features/policy-profiles/rules/profile.ts";
import {
  type ProfileRow,
  claimProfileDraft,
  insertProfileDraft,
  lockProfiles,
  newestProfile,
} from "#app/features/policy-profiles/server/profile-rows.ts";

const BLANK: OwnPolicy = { institution: "", url: "", may: [], others: "comment" };

/** Starts a draft of a profile, or opens the one that the actor has. What the product comes with is taken over. */
export const startPolicyProfile = command({
  input: z.object({ profileId: z.string().max(80) }),
  load: (_input, { tx }) => lockProfiles(tx),
  allow: (actor) => may(actor, "legalDrafts") || only("legalDrafts", "change policy profiles"),
  async run({ input: { profileId }, ...ctx }): Promise<{ draftId: string }> {
    const uid = uidOf(ctx.actor)!;
    const rows = await ctx.tx
      .selectFrom("policy_profile_versions")
      .selectAll()
      .where("profileId", "=", profileId)
      .orderBy("draftedAt", "desc")
      .execute();
    if (rows.length === 0) throw notFound("policy profile");
    const open = rows.filter((row) => row.status === "draft" || row.status === "proposed");
    const own = open.find((row) => row.draftedBy === uid);
    if (own) return { draftId: own.id };
    const newest = await newestProfile(ctx.tx, profileId);
    const unclaimed = newest ? undefined : open.find((row) => row.draftedBy === null);
    const draft = unclaimed
      ? await claimProfileDraft(ctx, unclaimed.id, uid)
      : await insertProfileDraft(ctx, {
          profileId,
          // Without a version, from what somebody else has so far.
          content: (newest ?? open[0] ?? rows[0]!).content,
          basedOn: newest?.version ?? 0,
          draftedBy: uid,
          fromOrder: null,
        });
    await started(ctx, draft);
    return { draftId: draft.id };
  },
});

const started = (ctx: CommandContext, draft: ProfileRow) =>
  ctx.fact("policy_profile.draft_started", {
    subjectId: draft.id,
    data: { name: profileName(draft.content), basedOn: draft.basedOn },
    topics: ["staff"],
  });

/**
 * Starts a profile of an institution that has none: by its name, or from what a client said about theirs. Repeating it
 * opens the same draft.
 * @throws conflict if there is a profile of that name
 */
export const addPolicyProfile = command({
  input: z.object({
    institution: z
      .string()
      .trim()
      .max(PROFILE_LIMITS.name, `The institution can have up to ${PROFILE_LIMITS.name} characters.`)
      .default(""),
    /** The order whose client described the policy, or "". */
    orderId: z.string().max(60).default(""),
  }),
  load: (_input, { tx }) => lockProfiles(tx),
  allow: (actor) => may(actor, "legalDrafts") || only("legalDrafts", "add policy profiles"),
  async run({ input, ...ctx }): Promise<{ draftId: string }> {
    const uid = uidOf(ctx.actor)!;
    if (input.orderId !== "") {
      const made = await ctx.tx
        .selectFrom("policy_profile_versions")
        .select("id")
        .where("fromOrder", "=", input.orderId)
        .where("status", "<>", "discarded")
        .executeTakeFirst();
      if (made) return { draftId: made.id };
    }
    const own = input.orderId === "" ? null : await findOwnPolicy(input.orderId, ctx.tx);
    if (input.orderId !== "" && own === null) throw notFound("policy of this order");
    const content = ownContent(own ?? { ...BLANK, institution: input.institution });
    if (content.institution === "")
      throw conflict("institution", "Enter the institution.", "Type its name, then add it.", {
        institution: "Enter the institution.",
      });
    const profileId = await freeId(ctx.tx, content.institution, own !== null, uid);
    if (typeof profileId !== "string") return profileId;
    const draft = await insertProfileDraft(ctx, {
      profileId,
      // What a client ticked is a beginning. Without it, nothing is decided.
      content: own ? content : { ...content, kinds: mapped(content.kinds) },
      basedOn: 0,
      draftedBy: uid,
      fromOrder: input.orderId || null,
    });
    await started(ctx, draft);
    return { draftId: draft.id };
  },
});

const mapped = (kinds: ProfileRow["content"]["kinds"]): ProfileRow["content"]["kinds"] =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, null])) as ProfileRow["content"]["kinds"];

/** An id that no profile has, or the actor's own open draft under that name. */
async function freeId(
  tx: Tx,
  institution: string,
  fromClient: boolean,
  uid: string,
): Promise<string | { draftId: string }> {
  const base = slugOf(institution, 60) || "university";
  const taken = await tx
    .selectFrom("policy_profile_versions")
    .select(["profileId", "id", "draftedBy", "status"])
    .where((eb) => eb.or([eb("profileId", "=", base), eb("profileId", "like", `${base}-%`)]))
    .execute();
  if (!taken.some((row) => row.profileId === base)) return base;
  const mine = taken.find((row) => row.profileId === base && row.draftedBy === uid && row.status === "draft");
  if (!fromClient) {
    if (mine) return { draftId: mine.id };
    throw conflict(
      "taken",
      `There is a profile of ${institution}.`,
      "Open it from the list, or add the faculty to the name.",
      {
        institution: `There is a profile of ${institution}.`,
      },
    );
  }
  for (let n = 2; ; n++) if (!taken.some((row) => row.profileId === `${base}-${n}`)) return `${base}-${n}`;
}
