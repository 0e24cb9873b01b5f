import { dayOf } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { LEGAL_NOTICE_DAYS, leavesNotice, legalTextFaults, nameOfVersion } from "#app/features/accounts/rules/legal.ts";
import { listLegalFigures, listOwnLegalTexts } from "#app/features/accounts/server/legal/legal-documents.ts";
import {
  type LegalRow,
  listVersionNames,
  lockLegalDraft,
} from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { publishAnnouncement } from "#app/features/notifications/server/announcements/publish-announcement.ts";
import { saveAnnouncement } from "#app/features/notifications/server/announcements/save-announcement.ts";
import { announcementOf } from "../../rules/legal-draft.ts";
import { legalVersions } from "./legal-versions.ts";

/** How long people find the announcement in their notifications once the version is in effect. */
const SHOWN_AFTER_MS = 30 * DAY;

/**
 * Approves another admin's text. It gets its version's name and applies from its date, or at once. Account holders are
 * told if the draft says so. Approving twice does nothing.
 * @throws conflict if it has moved on, another version came first, or its date has passed or is too near to tell
 * people
 */
export const approveLegalDraft = command({
  input: legalVersions.seenDraft,
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: legalVersions.isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<{ document: string; version: string }> {
    const { tx, now, actor } = ctx;
    const { document } = draft;
    if (draft.status === "approved" && draft.decidedBy === uidOf(actor)) return { document, version: draft.version! };
    legalVersions.requireOpen(draft);
    legalVersions.requireSeen(draft, input.revision);
    const newest = await legalVersions.requireNewest(tx, draft);
    const figures = await listLegalFigures();
    const [fault] = legalTextFaults(draft.body, new Set(Object.keys(figures)));
    if (fault) throw invalid("text", fault, "Decline it, so that the person who drafted it can correct it.");
    const effectiveAt = legalVersions.effectOf(draft, newest, now);
    if (draft.announce && !leavesNotice(effectiveAt, now))
      throw conflict(
        "notice_too_short",
        `People are told ${LEGAL_NOTICE_DAYS} days before a new version takes effect. This date is sooner than that.`,
        "Decline it, so that the person who drafted it can choose a later date.",
      );
    const taken = [...listOwnLegalTexts(document).map((v) => v.version), ...(await listVersionNames(document, tx))];
    const version = nameOfVersion(dayOf(effectiveAt), taken);
    const announcementId = draft.announce ? await announce(ctx, draft, version, effectiveAt) : null;
    await legalVersions.approve(ctx, draft, effectiveAt, {
      version,
      figures: json(figures),
      announcementId,
      // A version that applies at once doesn't wait for the clock's rule.
      tookEffectAt: effectiveAt <= now ? now : null,
    });
    await ctx.fact("legal.approved", {
      subjectId: draft.id,
      data: {
        document,
        version,
        summary: draft.summary,
        reason: draft.reason,
        effectiveAt: effectiveAt.toISOString(),
        draftedBy: draft.draftedBy,
        announced: announcementId !== null,
      },
      topics: ["staff"],
    });
    await forgetPages(tx);
    return { document, version };
  },
});

async function announce(ctx: CommandContext, draft: LegalRow, version: string, effectiveAt: Date): Promise<string> {
  const id = newId("announcement");
  await saveAnnouncement.inside(ctx, {
    id,
    version: 0,
    ...announcementOf({ document: draft.document, version, effectiveAt, summary: draft.summary }),
    startsAt: null,
    expiresAt: after(effectiveAt, SHOWN_AFTER_MS),
    as: "draft",
  });
  await publishAnnouncement.inside(ctx, { id });
  return id;
}
