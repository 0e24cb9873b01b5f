import { type RawBuilder, type Selectable, type Updateable, sql } from "kysely";
import type { PolicyProfileVersionsTable } from "#db/schema.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json, lockName } from "#app/platform/server/core/database.ts";
import { GENERIC_PROFILES, REAL_PROFILES } from "../rules/first-profiles.ts";
import type { ProfileContent } from "../rules/profile.ts";

export type ProfileRow = Selectable<PolicyProfileVersionsTable>;
type Change = Omit<Updateable<PolicyProfileVersionsTable>, "id" | "profileId" | "status" | "revision" | "content">;

/** Makes changes to policy profiles happen one at a time. */
export const lockProfiles = (tx: Tx): Promise<void> => lockName(tx, "policy profiles");

/** A draft or version, locked for this transaction. @throws not-found */
export async function lockProfileVersion(tx: Tx, id: string): Promise<ProfileRow> {
  await lockProfiles(tx);
  const row = await tx.selectFrom("policy_profile_versions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("policy profile");
  return row;
}

/** The newest approved version of a profile, or null. */
export async function newestProfile(db: Reader, profileId: string): Promise<ProfileRow | null> {
  const row = await db
    .selectFrom("policy_profile_versions")
    .selectAll()
    .where("profileId", "=", profileId)
    .where("status", "=", "approved")
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertProfileDraft(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  of: Pick<ProfileRow, "profileId" | "content" | "basedOn" | "draftedBy" | "fromOrder">,
): Promise<ProfileRow> {
  return tx
    .insertInto("policy_profile_versions")
    .values({ ...of, content: json(of.content), id: newId("policyProfileVersion"), status: "draft", draftedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves a draft. Each save gets a number, so that the next one knows what it's based on. */
export async function saveProfileRow(
  tx: Tx,
  row: ProfileRow,
  { content, ...change }: Change & { content?: ProfileContent },
): Promise<void> {
  await tx
    .updateTable("policy_profile_versions")
    .set({ ...change, ...(content ? { content: json(content) } : {}), revision: row.revision + 1 })
    .where("id", "=", row.id)
    .execute();
}

/** Gives a draft that belongs to nobody to the person who works on it. */
export async function claimProfileDraft(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  id: string,
  uid: string,
): Promise<ProfileRow> {
  return tx
    .updateTable("policy_profile_versions")
    .set({ draftedBy: uid, draftedAt: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether the page of the newest, offered version `v` of a profile should be read again. */
export const isReviewDue = (at: Date): RawBuilder<boolean> =>
  sql<boolean>`v.status = 'approved' and v.content ->> 'offered' = 'true'
    and v.content ->> 'reviewOn' <= ${dayOf(at)}
    and not exists (select 1 from policy_profile_versions later where later."profileId" = v."profileId"
      and later.status = 'approved' and later.version > v.version)`;

/** Profiles whose review is due and that nobody was reminded of, which are marked as such. */
export const markReminded = ({ tx, now }: Pick<CommandContext, "tx" | "now">) =>
  tx
    .updateTable("policy_profile_versions as v")
    .set({ remindedAt: now })
    .where("v.remindedAt", "is", null)
    .where(isReviewDue(now))
    .returning(["v.id", "v.profileId", "v.content"])
    .execute();

/**
 * Records the profiles that the product comes with: generic ones as published, real ones as drafts that belong to
 * nobody yet. A later release corrects drafts that nobody has begun with, and nothing else. Safe to repeat.
 */
export async function recordFirstProfiles(ctx: Pick<CommandContext, "tx" | "now">): Promise<void> {
  const { tx, now } = ctx;
  await lockProfiles(tx);
  const known = await tx
    .selectFrom("policy_profile_versions")
    .select(["id", "profileId", "content", "draftedBy", "status"])
    .where("status", "<>", "discarded")
    .execute();
  const isKnown = (id: string) => known.some((row) => row.profileId === id);
  for (const { id, content } of GENERIC_PROFILES) {
    if (isKnown(id)) continue;
    await tx
      .insertInto("policy_profile_versions")
      .values({
        id: newId("policyProfileVersion"),
        profileId: id,
        version: 1,
        status: "approved",
        content: json(content),
        basedOn: 0,
        effectiveAt: now,
        draftedAt: now,
      })
      .execute();
  }
  for (const { id, content } of REAL_PROFILES) {
    const draft = known.find((row) => row.profileId === id && row.status === "draft" && row.draftedBy === null);
    if (draft) {
      await tx
        .updateTable("policy_profile_versions")
        .set({ content: json(content) })
        .where("id", "=", draft.id)
        .where(sql<boolean>`content <> ${json(content)}::jsonb`)
        .execute();
    } else if (!isKnown(id))
      await insertProfileDraft(ctx, { profileId: id, content, basedOn: 0, draftedBy: null, fromOrder: null });
  }
}
