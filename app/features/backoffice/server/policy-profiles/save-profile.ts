import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isDay } from "#app/platform/rules/core/day.ts";
import { ProfileContent, profileName, profileText } from "#app/features/policy-profiles/rules/profile.ts";
import {
  lockProfileVersion,
  newestProfile,
  saveProfileRow,
} from "#app/features/policy-profiles/server/profile-rows.ts";
import { z } from "zod";
import { profileVersions } from "./profile-versions.ts";

/**
 * Saves the actor's own draft. What's still open is listed on its page, so that nothing typed is refused. Another
 * address has to be read again. Saving the same again does nothing.
 * @throws invalid by field; conflict if the draft was changed elsewhere or is being decided
 */
export const savePolicyProfile = command({
  input: profileVersions.seenDraft.extend({ content: ProfileContent.omit({ generic: true }) }),
  load: ({ draftId }, { tx }) => lockProfileVersion(tx, draftId),
  allow: profileVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<{ changed: boolean }> {
    const content = { ...input.content, generic: draft.content.generic };
    const before = new Set(profileText(draft.content).split("\n\n"));
    const lines = profileText(content)
      .split("\n\n")
      .filter((line) => !before.has(line)).length;
    if (lines === 0 && profileText(content) === profileText(draft.content)) return { changed: false };
    profileVersions.requireSeen(draft, input.revision);
    profileVersions.requireEditable(draft);
    const moved = content.url !== draft.content.url;
    await saveProfileRow(ctx.tx, draft, { content, ...(moved ? { readBy: null, readOn: null } : {}) });
    await ctx.fact("policy_profile.draft_saved", {
      subjectId: draft.id,
      data: { name: profileName(content), lines },
      topics: ["staff"],
    });
    return { changed: true };
  },
});

/**
 * Records that the actor has read the whole page of the policy they draft, and on which day.
 * @throws invalid if there's no page, or the day isn't one that has come; conflict like saving
 */
export const confirmProfileRead = command({
  input: profileVersions.seenDraft.extend({
    readOn: z.string().refine(isDay, "Choose the day on which you read it."),
    /** "yes" if the actor read all of it. */
    whole: z.literal("yes", "Read the page to its end, then tick the box."),
  }),
  load: ({ draftId }, { tx }) => lockProfileVersion(tx, draftId),
  allow: profileVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    const uid = uidOf(ctx.actor)!;
    if (draft.readOn === input.readOn && draft.readBy === uid) return;
    profileVersions.requireSeen(draft, input.revision);
    profileVersions.requireEditable(draft);
    if (draft.content.url === "")
      throw invalid("no_page", "This profile has no page to read.", "Enter the policy's address and save it first.");
    // The day may have begun where the reader is.
    if (
      input.readOn >
      after(ctx.now, 14 * HOUR)
        .toISOString()
        .slice(0, 10)
    )
      throw invalid("read_on", "Choose today or an earlier day.", "Correct the date and confirm again.", {
        readOn: "Choose today or an earlier day.",
      });
    await saveProfileRow(ctx.tx, draft, { readBy: uid, readOn: input.readOn });
    await ctx.fact("policy_profile.read", {
      subjectId: draft.id,
      data: { name: profileName(draft.content), readOn: input.readOn },
      topics: ["staff"],
    });
  },
});

/** Records that the actor compared their draft with the newest version, on which it's based from now on. */
export const updatePolicyProfile = command({
  ...profileVersions.ownDraft,
  async run({ thing: draft, ...ctx }): Promise<void> {
    profileVersions.requireEditable(draft);
    const version = (await newestProfile(ctx.tx, draft.profileId))?.version ?? 0;
    if (draft.basedOn !== version) await saveProfileRow(ctx.tx, draft, { basedOn: version });
  },
});
