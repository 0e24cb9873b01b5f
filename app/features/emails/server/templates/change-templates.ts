import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import {
  BRAND_KEY,
  type EmailBrand,
  OUR_LANGUAGE,
  type TemplateContent,
  brandFaults,
  templateFaults,
} from "#app/platform/rules/mail/email-template.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { emailBrand, forgetTemplates } from "#app/platform/server/mail/templates.ts";
import { findSpec } from "./read-templates.ts";
import { type TemplateRow, factOf, lockTemplates, newestTemplate, templateVersions } from "./template-versions.ts";

const text = z
  .string()
  .transform((it) => it.replaceAll(/\r\n?/g, "\n").trim())
  .refine((it) => !it.includes("\0"), "Remove the character that can't be shown, then save again.");

const drafts = (actor: Parameters<typeof may>[0]): true | string =>
  may(actor, "announcements") || only("announcements", "write emails");

/** Whether an email can have words of the operator's in a language. @throws not-found */
async function requireEmail(email: string, language: string): Promise<void> {
  const second = (await emailBrand()).language;
  const isBrand = email === BRAND_KEY && language === OUR_LANGUAGE;
  if (!isBrand && (findSpec(email) === null || (language !== OUR_LANGUAGE && language !== second)))
    throw notFound("email");
}

/**
 * Saves the actor's draft of an email's words, or starts it. What has to be corrected is refused when it's proposed, so
 * that nothing typed is lost.
 * @throws conflict if the draft was changed elsewhere or is being decided
 */
export const saveTemplate = command({
  input: z.object({
    email: z.string().max(80),
    language: z.string().max(10),
    /** Of the draft on the page; 0 if there was none. */
    revision: z.coerce.number().int(),
    subject: text.pipe(z.string().max(1_000, "Shorten it.")),
    body: text.pipe(z.string().max(20_000, "Shorten it.")),
    button: text.pipe(z.string().max(1_000, "Shorten it.")),
    footer: text.pipe(z.string().max(2_000, "Shorten it.")),
  }),
  load: (_input, { tx }) => lockTemplates(tx),
  allow: drafts,
  async run({ input: { email, language, revision, ...content }, ...ctx }): Promise<{ draftId: string }> {
    await requireEmail(email, language);
    if (email === BRAND_KEY) throw notFound("email");
    return keep(ctx, { email, language }, revision, content, undefined);
  },
});

/** The same for what all emails share. @param logo a PNG; null removes it, undefined keeps it */
export const saveBrand = command({
  input: z.object({
    revision: z.coerce.number().int(),
    logoHeight: z.coerce.number().int().min(0).max(120, "Use at most 120 pixels."),
    language: text.pipe(z.string().max(10, "Enter a language's code, such as de.")),
    languageName: text.pipe(z.string().max(40, "Use at most 40 characters.")),
    unsubscribe: text.pipe(z.string().max(80, "Use at most 80 characters.")),
    logo: z.instanceof(Buffer).nullable().optional(),
  }),
  load: (_input, { tx }) => lockTemplates(tx),
  allow: drafts,
  async run({ input: { revision, logo, ...brand }, ...ctx }): Promise<{ draftId: string }> {
    if (logo && !isPng(logo))
      throw invalid("logo", "The logo has to be a PNG of up to 100 KB.", "Choose another file.", {
        logo: "Choose a PNG of up to 100 KB.",
      });
    return keep(ctx, { email: BRAND_KEY, language: OUR_LANGUAGE }, revision, brand, logo);
  },
});

const MOST_LOGO_BYTES = 100_000;
const isPng = (bytes: Buffer): boolean =>
  bytes.length <= MOST_LOGO_BYTES && bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a";

const isSame = (a: object, b: object): boolean =>
  Object.entries(b).every(([key, value]) => (a as Record<string, unknown>)[key] === value);

type Ctx = Parameters<typeof templateVersions.propose>[0];

async function keep(
  ctx: Ctx,
  about: { email: string; language: string },
  revision: number,
  content: TemplateContent | EmailBrand,
  logo: Buffer | null | undefined,
): Promise<{ draftId: string }> {
  const { tx, now, actor } = ctx;
  const uid = uidOf(actor)!;
  const own = await tx
    .selectFrom("email_template_versions")
    .selectAll()
    .where("email", "=", about.email)
    .where("language", "=", about.language)
    .where("draftedBy", "=", uid)
    .where("status", "in", ["draft", "proposed"])
    .executeTakeFirst();
  const newest = await newestTemplate(tx, about);
  if (own) {
    if (isSame(own.content, content) && logo === undefined) return { draftId: own.id };
    templateVersions.requireSeen(own, revision);
    templateVersions.requireEditable(own);
    await tx
      .updateTable("email_template_versions")
      .set({ content: json(content), revision: own.revision + 1, ...(logo === undefined ? {} : { logo }) })
      .where("id", "=", own.id)
      .execute();
  }
  const draftId = own?.id ?? newId("emailTemplateVersion");
  if (!own)
    await tx
      .insertInto("email_template_versions")
      .values({
        id: draftId,
        ...about,
        status: "draft",
        content: json(content),
        logo: logo === undefined ? (newest.row?.logo ?? null) : logo,
        basedOn: newest.version,
        draftedBy: uid,
        draftedAt: now,
      })
      .execute();
  await ctx.fact("email_template.saved", { subjectId: draftId, data: { draftId, ...about }, topics: ["staff"] });
  return { draftId };
}

/** @throws invalid, which names the first thing to correct */
function requireSound(row: TemplateRow): void {
  const faults: readonly { field: string; fault: string }[] =
    row.email === BRAND_KEY
      ? brandFaults(row.content as EmailBrand)
      : isEmpty(row.content as TemplateContent)
        ? []
        : templateFaults(row.content as TemplateContent, findSpec(row.email) ?? { values: {}, needs: [] });
  const [first] = faults;
  if (!first) return;
  throw invalid(
    "text",
    first.fault,
    "Correct it and save the draft, then propose it.",
    Object.fromEntries(faults.toReversed().map(({ field, fault }) => [field, fault])),
  );
}

/** Whether nothing is written, which brings our words back. */
const isEmpty = ({ subject, body, button, footer }: TemplateContent): boolean =>
  [subject, body, button, footer].every((it) => it === "");

/** Proposes the actor's draft. @throws invalid if a placeholder is wrong or missing, conflict if it's outdated */
export const proposeTemplate = command({
  input: templateVersions.seenDraft.extend({ reason: reasonText("Say why, for the admin who approves.", 3) }),
  load: ({ draftId }, ctx) => templateVersions.ownDraft.load({ draftId }, ctx),
  allow: templateVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    if (draft.status === "proposed" && draft.reason === input.reason) return;
    templateVersions.requireSeen(draft, input.revision);
    templateVersions.requireEditable(draft);
    await templateVersions.requireNewest(ctx.tx, draft);
    requireSound(draft);
    await templateVersions.propose(ctx, draft, { effectiveAt: null, reason: input.reason });
    await ctx.fact("email_template.proposed", {
      subjectId: draft.id,
      data: { ...factOf(draft), reason: input.reason },
      topics: ["staff"],
    });
  },
});

/** Approves somebody else's words. They're used within seconds. Approving twice does nothing. */
export const approveTemplate = command({
  input: templateVersions.seenDraft,
  load: ({ draftId }, ctx) => templateVersions.ownDraft.load({ draftId }, ctx),
  allow: templateVersions.isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    if (draft.status === "approved" && draft.decidedBy === uidOf(ctx.actor)) return;
    templateVersions.requireOpen(draft);
    templateVersions.requireSeen(draft, input.revision);
    const newest = await templateVersions.requireNewest(ctx.tx, draft);
    requireSound(draft);
    const version = newest.version + 1;
    await templateVersions.approve(ctx, draft, templateVersions.effectOf(draft, newest, ctx.now), { version });
    forgetTemplates();
    await ctx.fact("email_template.approved", {
      subjectId: draft.id,
      data: { ...factOf(draft), version, reason: draft.reason },
      topics: ["staff"],
    });
  },
});
