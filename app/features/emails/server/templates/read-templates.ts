import { pageOf } from "#app/platform/rules/core/list-query.ts";
import type { EmailListQuery, EmailRow } from "../../rules/email-list.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import {
  BRAND_KEY,
  type EmailBrand,
  NO_BRAND,
  OUR_LANGUAGE,
  type TemplateContent,
  type TemplateSpec,
} from "#app/platform/rules/mail/email-template.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type EmailText, commonValues, renderWith } from "#app/platform/server/mail/email.tsx";
import { emailBrand } from "#app/platform/server/mail/templates.ts";
import { type SampleEmail, sampleEmails } from "#app/features/notifications/server/email-samples.ts";
import { specOf, startOf } from "./template-spec.ts";
import { type TemplateRow, newestTemplate, templateVersions } from "./template-versions.ts";

const samplesOf = (email: string): SampleEmail[] => sampleEmails(now()).filter((it) => it.email.key === email);
const textsOf = (samples: readonly SampleEmail[]): EmailText[] => samples.map((it) => it.email);

/** What an email's template can and must have, or null if operators can't write that email. */
export function findSpec(email: string): TemplateSpec | null {
  const samples = samplesOf(email);
  return samples.length === 0 ? null : specOf(textsOf(samples), commonValues);
}

function allowTemplates(actor: Actor): void {
  if (!may(actor, "announcements")) throw refused(only("announcements", "see emails' words"));
}

/** A page of the emails whose words operators can write, and which have some. @throws refused */
export async function listTemplates(actor: Actor, query: EmailListQuery) {
  allowTemplates(actor);
  const words = query.filters.words as "changed" | "drafted" | "proposed" | "";
  const brand = await emailBrand();
  const rows = await database()
    .selectFrom("email_template_versions")
    .select(["email", "language", "status"])
    .where("status", "in", ["draft", "proposed", "approved"])
    .groupBy(["email", "language", "status"])
    .execute();
  const has = (email: string, language: string, status: string) =>
    rows.some((row) => row.email === email && row.language === language && row.status === status);
  const first = new Map(
    sampleEmails(now())
      .map((it) => [it.email.key, it] as const)
      .toReversed(),
  );
  const languages = [OUR_LANGUAGE, ...(brand.language ? [brand.language] : [])];
  const asked = query.q.toLowerCase();
  const found = [...first.values()]
    .map((it): EmailRow => ({
      key: it.email.key,
      subject: it.email.heading,
      to: it.to,
      states: languages.map((language) => ({
        language,
        changed: has(it.email.key, language, "approved"),
        proposed: has(it.email.key, language, "proposed"),
        drafted: has(it.email.key, language, "draft"),
      })),
    }))
    .filter((it) => `${it.subject} ${it.key}`.toLowerCase().includes(asked))
    .filter((it) => !words || it.states.some((state) => state[words]))
    .toSorted((x, y) => x.key.localeCompare(y.key) * (query.desc ? -1 : 1));
  const { page, pages, offset, limit } = pageOf(found.length, query.page);
  return {
    brand: { proposed: has(BRAND_KEY, OUR_LANGUAGE, "proposed"), changed: brand.versionId !== null },
    emails: { rows: found.slice(offset, offset + limit), total: found.length, more: false, page, pages },
  };
}

const HISTORY = 20;

/** An email's words in a language: those in use, the draft that the actor sees, and how it looks. @throws not-found */
export async function readTemplate(actor: Actor, email: string, language: string) {
  allowTemplates(actor);
  const isBrand = email === BRAND_KEY;
  const spec = findSpec(email);
  const brand = await emailBrand();
  if (
    (!spec && !isBrand) ||
    ![OUR_LANGUAGE, ...(isBrand ? [] : [brand.language])].includes(language) ||
    language === ""
  )
    throw notFound("email");
  const uid = uidOf(actor);
  const rows = await database()
    .selectFrom("email_template_versions")
    .selectAll()
    .where("email", "=", email)
    .where("language", "=", language)
    .where("status", "in", ["draft", "proposed"])
    .execute();
  // One's own draft first, then somebody's proposal.
  const open = rows.find((row) => row.draftedBy === uid) ?? rows.find((row) => row.status === "proposed") ?? null;
  const newest = await newestTemplate(database(), { email, language });
  const history = await database()
    .selectFrom("email_template_versions as v")
    .leftJoin("users as d", "d.uid", "v.draftedBy")
    .leftJoin("users as c", "c.uid", "v.decidedBy")
    .select(["v.version", "v.reason", "v.decidedAt", "d.displayName as by", "c.displayName as approvedBy"])
    .where("v.email", "=", email)
    .where("v.language", "=", language)
    .where("v.status", "=", "approved")
    .orderBy("v.version", "desc")
    .limit(HISTORY)
    .execute();
  const shown = open ?? newest.row;
  return {
    email,
    /** As our own words have it in the first sample. */
    subject: samplesOf(email)[0]?.email.heading ?? email,
    language,
    languages: isBrand ? [OUR_LANGUAGE] : [OUR_LANGUAGE, ...(brand.language ? [brand.language] : [])],
    brand: isBrand
      ? { ...NO_BRAND, ...(shown?.content as EmailBrand | undefined), hasLogo: shown?.logo != null }
      : null,
    content: isBrand || !spec ? null : ((shown?.content as TemplateContent | undefined) ?? startOf(spec)),
    placeholders: spec ? Object.keys(spec.values) : [],
    needs: spec?.needs ?? [],
    inUse: newest.version,
    draft: open && {
      id: open.id,
      own: open.draftedBy === uid,
      decides: templateVersions.isChecker(actor, open) === true,
      state: open.status === "proposed" ? "waiting" : "draft",
      revision: open.revision,
      reason: open.reason,
      note: open.decisionNote,
    },
    history: history.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt?.toISOString() ?? null })),
    previews: await previewsOf(isBrand ? [sampleEmails(now())[0]!] : samplesOf(email), shown, language, brand),
  };
}

const PREVIEWS = 6;

/** The samples of an email as a version shows them. */
async function previewsOf(
  samples: readonly SampleEmail[],
  row: TemplateRow | null,
  language: string,
  brand: Awaited<ReturnType<typeof emailBrand>>,
) {
  const isBrand = row?.email === BRAND_KEY;
  const content = row && !isBrand ? (row.content as TemplateContent) : null;
  const template = content && content.body !== "" ? { language, content } : null;
  const shownBrand = isBrand
    ? { ...NO_BRAND, ...(row.content as EmailBrand), versionId: row.logo ? row.id : null }
    : brand;
  return Promise.all(
    samples.slice(0, PREVIEWS).map(async (it) => {
      const { html, subject } = await renderWith(it.email, template, shownBrand);
      return { key: it.key, to: it.to, subject, html };
    }),
  );
}

/** GET /api/email-logo/:versionId: the logo of a version, for the inboxes of people who get it. @throws not-found */
export async function getEmailLogo(
  _request: Request,
  { params }: { params: { versionId?: string } },
): Promise<Response> {
  const row = await database()
    .selectFrom("email_template_versions")
    .select(["logo"])
    .where("id", "=", params.versionId ?? "")
    .where("email", "=", BRAND_KEY)
    .executeTakeFirst();
  if (!row?.logo) throw notFound("picture");
  return new Response(new Uint8Array(row.logo), {
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=86400",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
