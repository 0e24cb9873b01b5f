import { type Expression, sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { LANGUAGE_CODES } from "../../rules/languages.ts";
import { PROFILE_TEXT_NAMES, eachText } from "../../rules/profile-texts.ts";
import { EDITORS_A_PAGE, type PublicEditor, type PublicRecord } from "../../rules/public-page.ts";

const NO_RECORD: PublicRecord = { delivered: 0, counted: 0, late: 0, rating: null, ratings: 0 };

const pages = (db: Reader) =>
  db
    .selectFrom("editors as e")
    .innerJoin("users as u", "u.uid", "e.uid")
    .leftJoin("auth_user as a", "a.id", "e.uid")
    .leftJoin("editor_pages as p", "p.editorId", "e.uid")
    .leftJoin("auth_account as o", (on) =>
      on.onRef("o.userId", "=", "e.uid").on("o.providerId", "=", "orcid").on("p.showOrcid", "=", true),
    )
    .select([
      "e.uid",
      "u.displayName",
      ...PROFILE_TEXT_NAMES.map((name) => `e.${name}` as const),
      "e.fields",
      "e.services",
      "e.variants",
      "e.languages",
      "e.doctorateVerifiedAt",
      "o.accountId as orcid",
      "p.photoHash",
      "p.record",
      "p.sampleBefore",
      "p.sampleAfter",
    ])
    // Somebody whose account was closed or whose documents expired isn't shown, whatever they chose.
    .where("a.disabledAt", "is", null);
type Row = Awaited<ReturnType<ReturnType<typeof pages>["execute"]>>[number];

const shown = sql<boolean>`(e."publicAt" is not null and e."identityApprovedAt" is not null
  and e."agreementSignedAt" is not null)`;

const view = (row: Row): PublicEditor => ({
  editorId: row.uid,
  name: row.displayName,
  ...eachText((name) => row[name]),
  doctorateVerified: row.doctorateVerifiedAt !== null,
  orcid: row.orcid,
  fields: row.fields,
  services: row.services,
  variants: row.variants,
  languages: row.languages,
  photo: row.photoHash ? `/api/editor-photos/${row.uid}?v=${row.photoHash}` : null,
  record: (row.record as PublicRecord | null) ?? NO_RECORD,
  sample: row.sampleBefore && row.sampleAfter ? { before: row.sampleBefore, after: row.sampleAfter } : null,
});

/** An editor's public page, or null when there is none. */
export async function findPublicEditor(editorId: string, db: Reader = database()): Promise<PublicEditor | null> {
  const row = await pages(db).where("e.uid", "=", editorId).where(shown).executeTakeFirst();
  return row ? view(row) : null;
}

/** The query that tells whether an editor has a public page: one row with their id, or none. */
export const publicPageOf = (db: Reader, editorId: Expression<string>) =>
  db
    .selectFrom("editors as e")
    .leftJoin("auth_user as a", "a.id", "e.uid")
    .select("e.uid")
    .where("e.uid", "=", editorId)
    .where("a.disabledAt", "is", null)
    .where(shown);

/** The content of an editor's page, public or not. */
export async function previewPublicEditor(editorId: string, db: Reader = database()): Promise<PublicEditor | null> {
  const row = await pages(db).where("e.uid", "=", editorId).executeTakeFirst();
  return row ? view(row) : null;
}

/** What visitors choose among editors by: a subfield, a variant of English, and a language; "" for any. */
export type EditorsAsked = { field: string; english: string; language: string };

const has = (column: "fields" | "variants" | "languages", value: string) =>
  value === "" ? sql<boolean>`true` : sql<boolean>`${sql.ref(`e.${column}`)} @> ${JSON.stringify([value])}::jsonb`;

const matches = ({ field, english, language }: EditorsAsked) =>
  sql<boolean>`(${shown} and ${has("fields", field)} and ${has("variants", english)} and ${has("languages", language)})`;

/** Of editors who match, the ids of those with the most deliveries. @param most at most so many */
export const listMatchingEditors = async (
  asked: EditorsAsked,
  most: number,
  db: Reader = database(),
): Promise<string[]> =>
  (
    await db
      .selectFrom("editors as e")
      .leftJoin("editor_pages as p", "p.editorId", "e.uid")
      .select("e.uid")
      .where(matches(asked))
      .orderBy(sql`coalesce((p.record ->> 'delivered')::int, 0)`, "desc")
      .orderBy("e.uid")
      .limit(most)
      .execute()
  ).map((e) => e.uid);

/**
 * Editors with a public page who match, those with the most deliveries first.
 * @param page from 1
 * @param among only these, if given
 */
export async function listPublicEditors(
  page: number,
  asked: EditorsAsked = { field: "", english: "", language: "" },
  among: readonly string[] | null = null,
  db: Reader = database(),
): Promise<{ editors: PublicEditor[]; page: number; pages: number }> {
  const wanted = among
    ? sql<boolean>`(${matches(asked)} and e.uid in (select jsonb_array_elements_text(${JSON.stringify(among)}::jsonb)))`
    : matches(asked);
  const { n } = await db
    .selectFrom("editors as e")
    .select(sql<number>`count(*)::int`.as("n"))
    .where(wanted)
    .executeTakeFirstOrThrow();
  const count = Math.max(1, Math.ceil(n / EDITORS_A_PAGE));
  const at = Math.min(Math.max(1, page), count);
  const rows = await pages(db)
    .where(wanted)
    .orderBy(sql`coalesce((p.record ->> 'delivered')::int, 0)`, "desc")
    .orderBy("e.uid")
    .limit(EDITORS_A_PAGE)
    .offset((at - 1) * EDITORS_A_PAGE)
    .execute();
  return { editors: rows.map(view), page: at, pages: count };
}

/** The languages that editors with a public page list, as codes. */
export async function listPublicLanguages(db: Reader = database()): Promise<string[]> {
  const rows = await db
    .selectFrom("editors as e")
    .select(sql<string>`jsonb_array_elements_text(e.languages)`.as("code"))
    .distinct()
    .where(shown)
    .limit(LANGUAGE_CODES.length)
    .execute();
  return rows.map((row) => row.code);
}

/** The subfields that editors with a public page know. */
export async function listPublicFields(db: Reader = database()): Promise<string[]> {
  const rows = await db
    .selectFrom("editors as e")
    .select(sql<string>`jsonb_array_elements_text(e.fields)`.as("slug"))
    .distinct()
    .where(shown)
    .limit(500)
    .execute();
  return rows.map((row) => row.slug);
}

/** The ids of all public pages, for the site map. */
export const listPublicEditorIds = async (db: Reader = database()): Promise<string[]> =>
  (await db.selectFrom("editors as e").select("e.uid").where(shown).orderBy("e.uid").limit(5_000).execute()).map(
    (e) => e.uid,
  );
