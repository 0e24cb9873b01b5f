import type { Selectable } from "kysely";
import type { EmailTemplateVersionsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, lockName } from "#app/platform/server/core/database.ts";
import { versions } from "#app/features/policy/server/versions.ts";

export type TemplateRow = Selectable<EmailTemplateVersionsTable>;
type About = Pick<TemplateRow, "email" | "language">;

/** Makes changes to emails' words happen one at a time. */
export const lockTemplates = (tx: Tx): Promise<void> => lockName(tx, "email templates");

/** The newest approved version of an email's words; version 0 stands for ours. */
export async function newestTemplate(
  db: Reader,
  { email, language }: About,
): Promise<{ version: number; effectiveAt: Date | null; row: TemplateRow | null }> {
  const row = await db
    .selectFrom("email_template_versions")
    .selectAll()
    .where("email", "=", email)
    .where("language", "=", language)
    .where("status", "=", "approved")
    .orderBy("version", "desc")
    .executeTakeFirst();
  return { version: row?.version ?? 0, effectiveAt: row?.effectiveAt ?? null, row: row ?? null };
}

const factOf = ({ id, email, language }: TemplateRow) => ({ draftId: id, email, language });

/** Emails' words change by versions: the content team or an admin proposes, an admin who didn't write them approves. */
export const templateVersions = versions<TemplateRow, Awaited<ReturnType<typeof newestTemplate>>, { version: number }>({
  table: "email_template_versions",
  noun: "text",
  nouns: "emails' words",
  drafts: "announcements",
  decides: "operations",
  async lock(tx, id) {
    await lockTemplates(tx);
    const row = await tx.selectFrom("email_template_versions").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) throw notFound("draft");
    return row;
  },
  newest: newestTemplate,
  nameOf: (version) => (version === 0 ? "Our text" : `Version ${version}`),
  numbered: true,
  chooseAhead: "Leave the date empty.",
  bringsUpToDate: "Discard this draft and start a new one.",
  takenBack: (ctx, row) =>
    ctx.fact("email_template.withdrawn", {
      subjectId: row.id,
      data: { ...factOf(row), what: "taken back" },
      topics: ["staff"],
    }),
  discarded: (ctx, row) =>
    ctx.fact("email_template.withdrawn", {
      subjectId: row.id,
      data: { ...factOf(row), what: "discarded" },
      topics: ["staff"],
    }),
  declined: (ctx, row, reason) =>
    ctx.fact("email_template.declined", {
      subjectId: row.draftedBy,
      data: { ...factOf(row), uid: row.draftedBy, reason },
      topics: ["staff", `user:${row.draftedBy}`],
    }),
});

export const takeBackTemplate = templateVersions.takeBack;
export const discardTemplate = templateVersions.discard;
export const declineTemplate = templateVersions.decline;
export { factOf };
